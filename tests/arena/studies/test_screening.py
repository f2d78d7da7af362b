"""Admission and screening: checks, attention, quotas, and places of people who left."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest

from woozle.arena.studies.export import export_study
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.studies.withdrawal import withdraw_participant

from tests.arena.studies.pilot import BEGAN, DEBATES, written
from tests.arena.studies.recount import table
from tests.arena.studies.study_plans import plan

ATTENTION = plan("attention")
FEW = DEBATES.replace('name = "words"', 'name = "words"\nmost = 1') + DEBATES.replace('"words"', '"others"\nmost = 2')


def flow_of(study, now=BEGAN, **options):
    """Somebody who has agreed and written down the code."""
    flow = VisitFlow(StudyVisit(study, now=lambda: now, **options))
    flow.choose("read")
    flow.visit.agree(release=False)
    if flow.visit.who:
        flow.note_code("typed")
    return flow


def study_of(tmp_path, more="", rest=DEBATES):
    return written(tmp_path / "study", rest, more=more)


@pytest.mark.parametrize(("plan", "stage"), [("", "steps"), ('failed_check = "screened_out"', "goodbye")])
def test_who_fails_the_check_goes_on_or_leaves_as_the_plan_says(tmp_path, plan, stage):
    flow = flow_of(study_of(tmp_path, f"check_tries = 1\n{plan}"))
    flow.take_answers({"age": "18 to 29", "played": 3})
    flow.take_answers({"lie": "No"})
    if stage == "goodbye":  # opened anew, which gives no other attempt
        flow.visit.close()
        flow = VisitFlow(StudyVisit(flow.visit.study, code=flow.visit.code, now=lambda: BEGAN))
    words = " ".join(line.text for line in flow.page().lines)
    assert ("The study ends here for you" in words) == (stage == "goodbye")
    flow.choose("unpassed")
    assert flow.visit.stage == stage
    if stage == "goodbye":
        assert flow.visit.who.status == "screened out"
        assert "answers before the game" in flow.page().lines[0].text


@pytest.mark.parametrize(
    ("answer", "most", "stage"), [("blue", 0, "steps"), ("red", 0, "goodbye"), ("red", 1, "steps"), ("red", None, "steps")]
)
def test_missed_attention_checks_are_counted_and_end_a_visit_if_the_plan_says_so(tmp_path, answer, most, stage):
    more = "" if most is None else f"missed_attention = {most}"
    flow = flow_of(study_of(tmp_path, more, ATTENTION + DEBATES))
    flow.take_answers({"age": "18 to 29", "played": 3, "look": answer})
    assert flow.visit.stage == stage
    flow.visit.close()
    export_study(flow.visit.study, tmp_path / "out")
    [row] = table(tmp_path / "out" / "participants.csv")
    assert row["attention_missed"] == str(int(answer == "red"))


def test_quotas_are_kept_and_who_comes_after_them_is_turned_away(tmp_path):
    study = study_of(tmp_path, 'design = "between"\nrecruiter = {}', FEW)
    early = VisitFlow(StudyVisit(study, recruiter=RecruiterIds("early")))
    flows = [flow_of(study) for _ in range(3)]
    assert Counter(flow.visit.who.row for flow in flows) == {0: 1, 1: 2}
    late = VisitFlow(StudyVisit(study, recruiter=RecruiterIds("late")))
    assert (late.visit.stage, late.visit.exit.when) == ("full", "quota_full")
    assert "all the participants that it needs" in late.page().lines[0].text
    early.choose("read")
    early.visit.agree(release=False)
    assert early.visit.stage == "full", "others were faster"
    assert study.exits_before_consent(study.participants()) == {"quota_full": 2}
    flows[0].visit.close()
    withdraw_participant(study, flows[0].visit.who.code)
    assert StudyVisit(study).stage == "information", "who withdrew or dropped out frees a place"


def test_who_left_frees_the_place_after_the_minutes_of_the_plan_and_may_still_return(tmp_path):
    study = study_of(tmp_path, 'design = "between"', FEW + "[leaving]\nfree_after_minutes = 10\n")
    flows = [flow_of(study) for _ in range(3)]
    flows[0].visit.leave()
    flows[0].visit.close()
    assert study.is_full(study.participants(), BEGAN + timedelta(minutes=10))
    assert not study.is_full(study.participants(), BEGAN + timedelta(minutes=10, seconds=1))
    flow_of(study, BEGAN + timedelta(minutes=11))
    again = StudyVisit(study, code=flows[0].visit.code, now=lambda: BEGAN + timedelta(hours=1))
    assert again.stage == "steps"


@pytest.mark.parametrize(
    ("more", "rest", "says"),
    [
        ("", FEW, 'needs design = "between"'),
        ("missed_attention = 1", DEBATES, "needs a question of the form with `expect`"),
        ("", ATTENTION.replace("is_required = true", "") + DEBATES, "attention check look must be"),
        ("", ATTENTION.replace('expect = "blue"', 'expect = "green"') + DEBATES, "attention check look must be"),
    ],
)
def test_screening_that_cannot_work_is_refused(tmp_path, more, rest, says):
    with pytest.raises(StudyError, match=says):
        study_of(tmp_path, more, rest)
