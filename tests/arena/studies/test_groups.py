"""Groups of a study: what its plan says of them, how they are balanced, and what a journal tells of its owner's group."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

import pytest

from woozle.arena.studies.journal import new_entry
from woozle.arena.studies.participants import LOBBY, fold_journal, outcome_of, steps_of
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.planned_match import refuse_groups
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import VisitFlow

from tests.arena.studies.study_plans import plan, write_study

NOW = datetime(2026, 3, 1, tzinfo=UTC)
CONDITION = """
[[conditions]]
name = "{name}"
{more}
[[conditions.matches]]
game = "{game}"
seats = ["human*2", "bot", "human"]
{match}
"""
SOLO = """
[[conditions.solo]]
game = "two_truths"
seats = ["human", "bot*2"]
"""


def plan_text(
    more: str = "", grouping: str = "", condition: str = "", match: str = "", after: str = "", game: str = "two_truths"
) -> str:
    """Return the plan of a study in two conditions, between groups of three."""
    both = (CONDITION.format(name=name, more=condition, match=match, game=game) + after for name in ("one", "two"))
    return plan("small", f'group = 3\ndesign = "between"\n{more}') + grouping + "".join(both)


def test_a_plan_has_as_many_humans_in_its_matches_as_a_group(tmp_path):
    study = write_study(tmp_path, plan_text())
    assert {each.people for each in study.plan.matches} == {3}
    with pytest.raises(StudyError, match="groups of 3, for which they need browsers"):
        refuse_groups(study)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (plan_text(after=SOLO), 'then = "leave", condition one has .*solo.*, which nobody plays'),
        (plan_text(grouping='[grouping]\nthen = "solo"'), "condition one needs .*solo"),
        (plan_text(condition="most = 10"), "the quota of condition one must be a multiple of group = 3"),
        (plan_text(match='role = "goose"', game="ship"), "a role can be planned only for one participant"),
        (plan_text(after=SOLO.replace("human", "human*2"), grouping='[grouping]\nthen = "solo"'), "solo match 1 of one"),
        (plan_text(grouping="[grouping]\nready_seconds = 0"), "ready_seconds"),
    ],
)
def test_what_does_not_fit_a_group_is_said(tmp_path, plan, says):
    with pytest.raises(StudyError, match=says):
        write_study(tmp_path, plan)


def test_whoever_agrees_has_no_row_before_they_have_a_group(tmp_path):
    study = write_study(tmp_path, plan_text())
    code = study.free_code()
    journal = study.enrol(code, release=False)
    alone = fold_journal(code, journal.entries)
    assert alone.row is None and [step.id for step in steps_of(study.plan, alone)] == ["code", LOBBY]
    assert outcome_of(study.plan, alone) == ("", "under way", False)
    journal.keep(
        new_entry("waits", NOW, step=LOBBY),
        new_entry("grouped", NOW, group="ABCDEFGH", row=1, people=3, place=2, members=["A", code, "C"], deal=7),
    )
    who = fold_journal(code, journal.entries)
    way = steps_of(study.plan, who)
    assert [step.id for step in way] == ["code", LOBBY, "match-1", "debrief"]
    assert (who.group, who.place, who.deal, LOBBY in who.done) == ("ABCDEFGH", 2, 7, True)
    assert (who.owner(way[2]), who.owner(way[0])) == ("ABCDEFGH", code)
    assert study.match_folder(who.owner(way[2]), way[2]).name == "ABCDEFGH-match-1-1"
    journal.close()


def test_nobody_is_told_of_other_participants_who_plays_alone(tmp_path):
    practice = SOLO.replace("conditions.solo", "practice")
    flow = VisitFlow(StudyVisit(write_study(tmp_path, plan_text() + practice)))
    assert any("may be other participants or programs" in line.text for line in flow.page().lines)
    flow.visit.agree(release=False)
    flow.note_code("ticked")
    assert flow.page().lines[1].text.startswith("The other players are programs, and")


def test_groups_are_spread_over_conditions_and_quotas_count_people(tmp_path):
    study = write_study(tmp_path, plan_text(condition="most = 6"))
    rows = []
    for number in range(4):
        people = []
        for _ in range(3):
            code = study.free_code()
            people.append(study.enrol(code, release=False))
        row = study.draw_row(study.participants(), NOW, 3)
        rows.append(row)
        for place, journal in enumerate(people, 1):
            told = {"group": f"ABCDEFG{'ABCD'[number]}", "row": row, "people": 3, "place": place, "members": [], "deal": number}
            journal.keep(new_entry("grouped", NOW, **told))
            journal.close()
    assert Counter(rows) == {0: 2, 1: 2}
    assert study.draw_row(study.participants(), NOW, 3) is None and study.is_full(study.participants(), NOW)
    assert study.draw_row(study.participants(), NOW, 1) is None
