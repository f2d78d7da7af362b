"""At each page of a visit: the process is killed, the disk is full, or the clock of the machine jumps."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path

import pytest

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import Journal, read_journal
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.saves.disk import SaveError

WRONG = {"who_knows": "Nobody", "may_lie": "Yes", "range": "A narrow one"}


@pytest.fixture
def study(tmp_path: Path) -> StudyFolder:
    shutil.copytree(str(resources.files("woozle.arena.studies") / "examples" / "urn"), tmp_path / "study")
    return StudyFolder(tmp_path / "study")


def act(flow: VisitFlow) -> None:
    """Do what a participant does at a page; the check is answered wrongly until there are no tries left."""
    visit, step = flow.visit, flow.visit.step
    if visit.stage == "information":
        flow.choose("read")
    elif step is None:
        visit.agree(release=True)
    elif step.kind == "code":
        flow.note_code("ticked")
    elif step.kind in ("form", "questionnaire"):
        flow.take_answers({each.id: each.options[0] if each.options else 50 for each in getattr(visit.study.plan, step.kind)})
    elif step.kind == "check" and ".read" in flow.at:
        flow.choose("again" if visit.tries_left else "unpassed")
    elif step.kind == "check":
        flow.take_answers(WRONG)
    else:
        visit.complete_step()


def walk(flow: VisitFlow) -> Iterator[str]:
    """Go through a whole visit, and yield the name of each page before something is done there."""
    while flow.visit.stage != "goodbye":
        yield flow.at
        act(flow)


def told(study: StudyFolder) -> list[tuple[str, object]]:
    """Return what the only journal says, without how long it took and when."""
    [journal] = study.journals()
    return [(each.what, {name: each.data[name] for name in each.data if name != "seconds"}) for each in read_journal(journal)]


def test_a_process_that_is_killed_at_any_page_leads_back_to_it_with_all_that_was_done(study, tmp_path):
    flow = VisitFlow(StudyVisit(study))
    for number, at in enumerate(walk(flow)):
        if flow.visit.who is None:
            assert study.journals() == []
            continue
        left = tmp_path / f"left-{number}"  # what is on disk at this moment, and nothing else
        shutil.copytree(study.path, left)
        again = VisitFlow(StudyVisit(StudyFolder(left), code=flow.visit.code))
        again.visit.arrive()
        asks_again = at.replace(".read", "") if flow.visit.tries_left else at
        assert again.at == asks_again, "participants who read what was wrong are asked again, while they have tries"
        assert again.visit.who and again.visit.who.done.keys() == flow.visit.who.done.keys()
        for _ in walk(again):
            pass
        assert again.visit.who.status == "finished"


def test_a_full_disk_at_any_page_loses_nothing_and_leaves_the_participant_there(study, tmp_path, monkeypatch):
    shutil.copytree(study.path, tmp_path / "other")
    other = StudyFolder(tmp_path / "other")
    for _ in walk(VisitFlow(StudyVisit(other))):
        pass

    def full(journal: Journal, *entries: object) -> None:
        raise SaveError("The disk is full; free some space.")

    flow = VisitFlow(StudyVisit(study))
    for at in walk(flow):
        if flow.visit.who and not at.endswith(".read"):
            with monkeypatch.context() as broken, pytest.raises(SaveError):
                broken.setattr(Journal, "keep", full)
                act(flow)
            assert flow.at == at and flow.page()
    assert told(study) == told(other)


@pytest.mark.parametrize("jumps", [timedelta(days=-400), timedelta(hours=-5), timedelta(hours=30)])
def test_a_clock_that_jumps_ends_no_visit(study, jumps):
    now = [datetime(2026, 3, 1, tzinfo=UTC)]
    flow = VisitFlow(StudyVisit(study, now=lambda: now[0]))
    for number, _ in enumerate(walk(flow)):
        if number % 3 == 0:
            now[0] += jumps
        if number == 6:
            code = flow.visit.code
            flow.visit.close()
            flow = VisitFlow(StudyVisit(study, code=code, now=lambda: now[0]))
            break
    flow.visit.arrive()
    for _ in walk(flow):
        now[0] += jumps
    assert flow.visit.who and flow.visit.who.status == "finished"
    [journal] = study.journals()
    assert all(each.data.get("seconds", 0) >= 0 for each in read_journal(journal))
