"""The way of a participant without a screen: what is kept of each step, how it goes on, and how it ends."""

from __future__ import annotations

import itertools
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.plan import PREFER_NOT_TO_SAY, StudyError
from woozle.arena.studies.recruiter import RecruiterIds
from woozle.arena.studies.visit import StudyVisit, complete_answers
from woozle.saves import disk

from tests.tui.hosts import Clock
from tests.tui.studies import plans

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def study(tmp_path, **changes) -> StudyFolder:
    return StudyFolder(plans.write(tmp_path / "study", **changes))


def arrived(folder, clock=None, **options) -> StudyVisit:
    """Somebody who has agreed."""
    visit = StudyVisit(folder, clock=clock or Clock(), now=lambda: NOON, **options)
    visit.has_read()
    visit.agree(release=False)
    return visit


def whats(visit) -> list[str]:
    return [entry.what for entry in visit.entries]


def to_the_end(visit) -> None:
    while visit.stage == "steps":
        visit.complete_step()


def test_nothing_is_on_disk_before_somebody_agrees_nor_after_they_declined(tmp_path):
    folder = study(tmp_path)
    before = sorted(folder.path.rglob("*"))
    visit = StudyVisit(folder)
    assert (visit.stage, visit.place) == ("information", (1, 8))
    visit.has_read()
    assert (visit.stage, visit.place) == ("consent", (2, 8))
    visit.decline()
    visit.leave()
    visit.close()
    assert sorted(folder.path.rglob("*")) == before
    assert visit.stage == "declined"


def test_each_step_is_kept_with_its_seconds_before_the_next(tmp_path):
    clock = Clock()
    visit = arrived(study(tmp_path), clock)
    assert visit.step.id == "code"
    clock.now = 2.5
    visit.complete_step(how="typed")
    on_disk = read_journal(visit.study.journal_path(visit.who.code))
    assert [entry.what for entry in on_disk] == ["consented", "arrived", "done"]
    assert on_disk[-1].data == {"step": "code", "seconds": 2.5, "how": "typed"}
    assert visit.step.id == "form"
    assert visit.place == (4, 8)


def test_at_the_end_it_is_finished_and_the_code_shows_the_goodbye(tmp_path):
    visit = arrived(study(tmp_path))
    to_the_end(visit)
    assert (visit.stage, whats(visit)[-1]) == ("goodbye", "finished")
    visit.close()
    again = StudyVisit(visit.study, code=visit.code.lower().replace("-", " "))
    assert again.stage == "goodbye"


def test_who_comes_back_goes_on_at_the_step_and_their_visits_are_counted(tmp_path):
    visit = arrived(study(tmp_path))
    visit.complete_step()
    visit.leave()
    visit.leave()
    visit.close()
    again = StudyVisit(visit.study, code=visit.code, now=lambda: NOON)
    assert whats(again)[-2:] == ["done", "left"]
    again.arrive({"columns": 80})
    assert again.step.id == "form"
    assert again.entries[-1].data == {"visit": 2, "device": {"columns": 80}}


def test_a_plan_that_wants_no_device_keeps_none(tmp_path):
    folder = study(tmp_path, rest="[data]\ndevice = false\n")
    visit = StudyVisit(folder)
    visit.agree(release=True, device={"columns": 80})
    assert visit.entries[-1].data == {"visit": 1}
    assert visit.who.is_released


def test_one_code_cannot_be_at_two_terminals(tmp_path):
    visit = arrived(study(tmp_path))
    with pytest.raises(StudyError, match="at another terminal"):
        StudyVisit(visit.study, code=visit.code)
    with pytest.raises(StudyError, match="No participant of this study"):
        StudyVisit(visit.study, code="ABCDEFGH")
    with pytest.raises(StudyError, match="is not a participant code"):
        StudyVisit(visit.study, code="../../etc")


def test_who_is_killed_while_they_agree_takes_part_once_or_not_yet_and_comes_back_by_the_link(tmp_path, monkeypatch):
    made = []
    for calls in range(20):
        folder = study(tmp_path / str(calls))
        links.make_links(folder, 1)
        (link,) = links.read_links(folder)
        left = itertools.count(calls, -1)
        with monkeypatch.context() as power, _process(power), suppress(_Killed):
            for name in ("write", "sync_directory"):
                power.setattr(disk, name, partial(_until_killed, getattr(disk, name), left))
            arrived(folder, ticket=link.ticket, recruiter=RecruiterIds("r-1"))
        made.append(len(folder.participants()))
        again = StudyVisit(folder, ticket=link.ticket, recruiter=RecruiterIds("r-1"), now=lambda: NOON)
        assert (again.who is not None) == bool(made[-1])
        if again.who is None:
            again.agree(release=False)
        assert again.stage == "steps"
        again.close()
        (who,) = folder.participants()
        assert links.participant_code(folder, link.ticket) == who.code
        assert f"r-1,{who.code}" in (folder.data / "recruiter.csv").read_text()
        assert links.replace_link(folder, who.code) and len(links.read_links(folder)) == 1
        if next(left) > 0:
            break
    assert sorted(made) == made and made[0] == 0 and made[-2:] == [1, 1], "killed earlier and later"


class _Killed(BaseException):
    pass


@contextmanager
def _process(patch):
    """Close the files that it has opened for writing at its end, however it ends."""
    files, opened = [], disk.AppendFile
    patch.setattr(disk, "AppendFile", lambda *what, **options: files.append(opened(*what, **options)) or files[-1])
    try:
        yield
    finally:
        for file in files:
            file.close()


def _until_killed(what, left, *args, **options):
    if next(left) == 0:
        raise _Killed
    return what(*args, **options)


def test_who_stays_away_for_too_long_is_told_kindly_and_cannot_go_on(tmp_path):
    visit = arrived(study(tmp_path, rest="[leaving]\nkeep_hours = 2\n"))
    visit.close()
    late = StudyVisit(visit.study, code=visit.code, now=lambda: NOON + timedelta(hours=2, seconds=1))
    assert late.stage == "over"
    assert "within 2 hours" in late.why
    assert whats(late)[-1] == "expired"
    late.close()
    assert StudyVisit(visit.study, code=visit.code).stage == "over"


def test_after_the_time_of_the_study_no_further_step_begins_but_the_debriefing_comes(tmp_path):
    clock = Clock()
    visit = arrived(study(tmp_path, head="limit_minutes = 10"), clock)
    clock.now = 599.0
    visit.complete_step()
    assert visit.stage == "steps"
    clock.now = 600.0
    visit.complete_step()
    assert (visit.stage, visit.exit.when) == ("exited", "timed_out")
    assert visit.entries[-1].data == {"step": "check", "how": "timed_out"}
    visit.bye()
    assert visit.stage == "goodbye"
    visit.close()
    assert "study is up" in StudyVisit(visit.study, code=visit.code).why


def test_the_debriefing_is_never_too_late(tmp_path):
    clock = Clock()
    visit = arrived(study(tmp_path, head="limit_minutes = 10"), clock)
    while visit.step.kind != "debrief":
        if visit.step.kind == "questionnaire":
            clock.now = 601.0
        visit.complete_step()
    assert visit.stage == "steps"
    visit.complete_step()
    assert whats(visit)[-1] == "finished"


def test_the_check_says_what_was_wrong_and_counts_the_tries(tmp_path):
    visit = arrived(study(tmp_path, head="check_tries = 2"))
    visit.complete_step()
    visit.complete_step()
    assert visit.step.kind == "check"
    assert visit.check_answers({"win": "When all geese are out", "lie": "Yes"}) == ("win",)
    assert visit.tries_left == 1
    assert visit.check_answers({"win": "When all ducks are out", "lie": "Yes"}) == ()
    assert visit.who.has_passed_check
    assert [entry.data["wrong"] for entry in visit.entries if entry.what == "tried"] == [["win"], []]


def test_what_is_believed_is_kept_with_the_request_and_known_when_the_match_goes_on(tmp_path):
    visit = arrived(study(tmp_path))
    while visit.step.kind != "match":
        visit.complete_step()
    name = visit.begin_match()
    assert visit.began == name
    visit.keep_belief(name, 7, "who", sure=None, suspect="Bob", seconds=1.235)
    told = {"step": "match-1", "match": name, "request": 7, "belief": "who", "sure": None, "suspect": "Bob", "seconds": 1.235}
    assert visit.entries[-1].data == told
    assert visit.beliefs_of(name) == {(7, "who")}
    assert visit.beliefs_of("another") == set()


def test_what_nobody_said_is_what_somebody_preferred_not_to_say():
    assert complete_answers(["a", "b", "c"], {"a": "x", "b": None, "c": 0}) == {"a": "x", "b": PREFER_NOT_TO_SAY, "c": 0}


@pytest.mark.parametrize("text", ["information.txt", "consent.txt", "debrief.txt"])
def test_a_study_without_one_of_its_texts_cannot_be_begun(tmp_path, text):
    folder = study(tmp_path)
    (folder.path / text).unlink()
    with pytest.raises(StudyError, match=text):
        StudyVisit(folder)
