"""The state of a study for who runs it, from folders in every state; pausing, and the line of those who wait."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from datetime import timedelta
from types import SimpleNamespace

import pytest

from woozle.arena.studies import monitor
from woozle.arena.studies.live import FILE, Live, announced, ask_server
from woozle.arena.studies.monitor import StudyDesk, read_monitor, show_monitor
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.recruiting import Gate, Recruiting, change_recruiting, read_recruiting

from tests.arena.studies.pilot import DEBATES, Pilot, written
from tests.arena.studies.study_plans import plan, write_study

IDLE = Live({}, 0, 0, 0, 0, 0.0, 0.0, 1.0)


@pytest.fixture
def pilot(tmp_path):
    return Pilot(written(tmp_path / "study", DEBATES, more="recruiter = {}"))


def test_everybody_is_counted_where_they_are_and_where_they_left(pilot):
    study = pilot.study
    for recruiter in ("id-1", "id-2"):
        pilot.goes_on(pilot.comes(recruiter=recruiter))
    stays, leaves, late, poor, gone = (pilot.comes(recruiter=f"id-{number}") for number in range(3, 8))
    pilot.goes_on(stays, until="match-1", most=1)
    pilot.notes(leaves, "expired")
    pilot.goes_on(late, until="check")
    pilot.notes(late, "left", step="check", how="timed_out")
    pilot.notes(poor, "exited", step="form", exit="screened_out")
    pilot.notes(gone, "withdrawn")
    view = read_monitor(study, Live({stays: 3.0}, 1, 0, 2, 1, 0.5, 4.0, 90.0), now=pilot.later(10))
    became = view.attrition
    assert (became.consented, became.finished, became.under_way, became.dropped_out) == (7, 2, 1, 1)
    assert (became.screened_out, became.timed_out, became.withdrawn) == (1, 1, 1)
    [person] = view.people
    assert (person.code, person.step, person.is_open) == (stays, "match-1", True)
    assert person.match == f"{stays}-match-1-1" and person.recruiter == study.digest(RecruiterIds("id-3"))[:12]
    steps = {each.step: (each.reached, each.done, each.here, each.left) for each in view.steps}
    assert steps["form"] == (6, 4, 0, 2) and steps["check"] == (4, 3, 0, 1) and steps["match-1"] == (3, 2, 1, 0)
    assert [each.seconds for each in view.steps if each.step == "code"] == [60.0]
    assert [(each.held, each.finished, each.most) for each in view.orders] == [(3, 2, None)]
    shown = json.dumps([asdict(view), asdict(show_monitor(view))])
    assert not any(f"id-{number}" in shown for number in range(1, 8))


GROUPS = """
[[conditions]]
name = "words"
matches = [{ game = "urn", seats = ["human*2", "bot"] }]
"""


def test_people_in_the_lobby_and_in_groups_are_where_they_are(tmp_path):
    head, _, _ = plan("who_is_it", "group = 2").partition("[[beliefs]]")
    pilot = Pilot(write_study(tmp_path / "study", head + GROUPS))
    waits, grouped, left, alone = (pilot.comes() for _ in range(4))
    for code in (waits, grouped, left, alone):
        pilot.goes_on(code, until="lobby")
        pilot.notes(code, "waits", step="lobby")
    for place, code in enumerate((grouped, left), 1):
        told = {"group": "ABCDEFGH", "row": 0, "people": 2, "place": place, "members": [grouped, left], "deal": 2}
        pilot.notes(code, "grouped", **told)
    pilot.notes(grouped, "began", step="match-1", match="ABCDEFGH-match-1-1")
    pilot.notes(grouped, "dropped", step="match-1", match="ABCDEFGH-match-1-1", how="silent")
    pilot.notes(left, "exited", step="match-1", exit="partner_left")
    pilot.notes(alone, "exited", step="lobby", exit="no_group")
    view = read_monitor(pilot.study, None, now=pilot.now)
    assert (view.attrition.no_group, view.attrition.partner_left) == (1, 1)
    steps = {each.step: (each.reached, each.done, each.here, each.left) for each in view.steps}
    assert steps["lobby"] == (4, 2, 1, 1) and steps["match-1"] == (2, 0, 1, 1)
    rows = {row.cells[0].replace("-", ""): row.cells[1:] for row in show_monitor(view).sections[-1].figures.rows}
    assert rows[waits][0] == "lobby" and rows[grouped][0] == "match-1"
    assert rows[grouped][3] == "ABCDEFGH-match-1-1, lost (silent)"
    with pytest.raises(StudyError, match="group of this study has 2 people"):
        change_recruiting(pilot.study, most_visits=1)


def test_a_visit_that_is_stuck_a_failed_match_and_a_full_disk_want_a_person(pilot, monkeypatch):
    code = pilot.comes()
    view = read_monitor(pilot.study, Live({code: 3.0}, 0, 0, 1, 0, 0.0, 0.0, 1.0, ("It has stopped.", "Said.")), now=pilot.now)
    assert view.warnings == ("It has stopped.", "Said.")
    hour = pilot.now + timedelta(hours=1)
    assert "form for 60 min, with the page open" in read_monitor(pilot.study, Live({code: 3.0}, *[0] * 7), now=hour).warnings[0]
    assert read_monitor(pilot.study, Live({code: 500.0}, *[0] * 7), now=hour).warnings == (), "the page is closed"
    monkeypatch.setattr(monitor.shutil, "disk_usage", lambda path: SimpleNamespace(free=2_000_000))
    assert "has 2 MB left" in read_monitor(pilot.study, None, now=pilot.now).warnings[0]


def test_a_damaged_journal_or_a_damaged_file_is_a_warning_and_a_broken_plan_a_sentence(pilot):
    pilot.comes()
    pilot.study.journal_path(pilot.comes()).write_bytes(b'{"journal": 1}\n')
    for number, at in enumerate(("2026-03-01T09:00:00Z", "yesterday")):
        entry = {"journal": 1, "what": "done" if number else "consented", "at": at, "data": {}}
        pilot.study.journal_path(f"ABCDEFG{'HJ'[number]}").write_text(json.dumps(entry) + "\n")
    (pilot.study.data / "recruiting.json").write_text('{"is_paused": 1}')
    view = read_monitor(pilot.study, IDLE, now=pilot.now)
    assert len(view.people) == view.attrition.under_way == 1
    warnings = " ".join(view.warnings)
    assert "line 1: it is not a journal entry" in warnings and warnings.count("belong to no visit") == 2
    assert "nobody new can begin" in warnings
    assert Gate(pilot.study).ask("a", set()) == 0, "who reads a broken file lets nobody in"
    assert change_recruiting(pilot.study, is_paused=False) == Recruiting() == read_recruiting(pilot.study)
    (pilot.study.path / "study.toml").write_text("study = ")
    with pytest.raises(StudyError, match="not TOML"):
        StudyDesk(pilot.study.path).look()


def test_a_study_without_people_has_a_view_and_no_data(study):
    shown = StudyDesk(study.path).look()
    assert shown.facts[0] == "People: 50 invited." and "Recruiting is open" in shown.facts[1] and "no server" in shown.facts[2]
    assert not study.data.exists()


def test_the_file_of_a_server_is_private_goes_with_it_and_may_be_stale(pilot):
    study = pilot.study
    pilot.comes()
    assert ask_server(study) == (None, "")
    with announced(study, 9) as token:  # nothing answers there
        path = study.data / FILE
        assert token in path.read_text() and (os.name == "nt" or path.stat().st_mode & 0o777 == 0o600)
        live, note = ask_server(study)
        assert live is None and "http://127.0.0.1:9 does not answer" in note
        assert note in StudyDesk(study.path).look().warnings
    assert not path.exists()
    path.write_text("nothing")
    assert "cannot be read" in ask_server(study)[1]


# Pausing, and the line


def test_pausing_and_the_limit_are_kept_beside_each_other(pilot):
    desk = StudyDesk(pilot.study.path)
    desk.limit(" 12 ")
    desk.pause(True)
    assert read_recruiting(pilot.study) == Recruiting(is_paused=True, most_visits=12)
    desk.limit(" ")
    assert read_recruiting(pilot.study) == Recruiting(is_paused=True)
    for wrong in ("0", "-1", "many", "1.5", "9" * 6, "²"):
        with pytest.raises(StudyError, match="whole number"):
            desk.limit(wrong)


def test_who_came_first_begins_first_and_who_is_gone_is_waited_for_no_longer(pilot):
    now = 0.0
    gate, visits = Gate(pilot.study, lambda: now), {"a", "b"}
    assert gate.ask("c", visits) is None
    change_recruiting(pilot.study, most_visits=2)
    assert gate.ask("a", visits) is None, "who is in stays"
    assert [gate.ask(who, visits) for who in "cdec"] == [1, 2, 3, 1]
    visits.remove("a")
    assert gate.ask("d", visits) == 2, "the place is for the first in line"
    assert gate.ask("c", visits) is None and gate.waiting == 2
    visits |= {"c"}
    now = 100.0
    assert gate.ask("e", visits) == 2
    now = 200.0
    assert gate.ask("e", visits) == 1 and gate.waiting == 1
    assert gate.ask("d", visits) == 2, "who came back is at the end"
    change_recruiting(pilot.study, is_paused=True)
    assert gate.ask("e", visits) == gate.ask("c", visits) == 0
