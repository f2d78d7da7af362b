"""Whoever is torn away goes on where they were, at the decision, however the app ended."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.visit import StudyVisit
from woozle.saves.transcript import read
from woozle.tui.screens.study import StudyQuestionsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.transcript import Transcript

from tests.tui.hosts import settled, until
from tests.tui.studies import plans
from tests.tui.studies.played import agreed, play
from tests.tui.studies.visits import app_of, opened, press, study
from tests.tui.terminals import PATIENCE, StrictTerminal, on_posix

SMALL = (80, 24)
SHORT = {"form": "", "check": "", "questionnaire": "", "conditions": ((plans.ship(4),),)}


def at_match(folder) -> str:
    """Somebody who stands before a match; their code."""
    visit = agreed(StudyFolder(folder))
    visit.close()
    return visit.who.code


def is_asked(app) -> bool:
    return isinstance(app.screen, TableScreen) and bool(app.screen.seat.request)


async def begun(pilot) -> None:
    await opened(pilot)
    await press(pilot, "enter")
    await until(pilot, lambda: is_asked(pilot.app))
    await settled(pilot)


async def test_who_stops_in_a_match_goes_on_at_the_decision_with_all_that_was_seen(tmp_path):
    folder = study(tmp_path, **SHORT)
    code = at_match(folder)
    async with app_of(folder, code=code).run_test(size=SMALL) as pilot:
        await begun(pilot)
        await press(pilot, "0")
        await until(pilot, lambda: is_asked(pilot.app))
        request = pilot.app.screen.seat.request.id
        seen = [line.text for line in pilot.app.screen.query_one(Transcript).lines]
        await press(pilot, "ctrl+q")
        await pilot.press("y")
        await until(pilot, lambda: pilot.app._exit)
    async with app_of(folder, code=code).run_test(size=SMALL) as pilot:
        await begun(pilot)
        assert pilot.app.screen.seat.request.id == request
        assert [line.text for line in pilot.app.screen.query_one(Transcript).lines] == seen
    journal = read_journal(StudyFolder(folder).journal_path(code))
    assert [entry.what for entry in journal].count("began") == 1
    assert [entry.data["visit"] for entry in journal if entry.what == "arrived"] == [1, 2, 3]


def played_at(folder, **given) -> tuple[str, Path]:
    """Somebody who has played, and was torn away before they were asked what they believe; their code, and their match."""
    visit = agreed(StudyFolder(folder))
    match = play(visit, **given)
    visit.close()
    return visit.who.code, match


async def test_who_was_torn_away_while_they_were_asked_what_they_believe_is_asked_that_first(tmp_path):
    folder = study(tmp_path, beliefs=plans.BELIEFS, **SHORT)
    code, match = await asyncio.to_thread(played_at, folder, answers=1)
    lines = len(read(match).lines)
    async with app_of(folder, code=code).run_test(size=SMALL) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, StudyQuestionsScreen))
        await settled(pilot)
        assert len(read(match).lines) == lines
        await press(pilot, "8", "0", "enter")
        await until(pilot, lambda: pilot.app.pages.visit.entries[-1].what == "believed")
        assert pilot.app.pages.visit.entries[-1].data["sure"] == 80
        await until(pilot, lambda: is_asked(pilot.app))


async def test_what_an_ended_match_owes_is_asked_before_the_next_step(tmp_path):
    folder = study(tmp_path, beliefs=plans.BELIEFS, **(SHORT | {"conditions": ((plans.ship(1, ", seed = 1"),),)}))
    code, match = await asyncio.to_thread(played_at, folder)
    assert sum(line.body["request"]["to"] == "Alice" for line in read(match).lines) == 1
    async with app_of(folder, code=code).run_test(size=SMALL) as pilot:
        await opened(pilot)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, StudyQuestionsScreen))
        await settled(pilot)
        await press(pilot, "8", "0", "enter")
        await until(pilot, lambda: pilot.app.pages.visit.step.id == "debrief")
        assert [entry.what for entry in pilot.app.pages.visit.entries][-2:] == ["believed", "done"]


async def test_a_match_whose_file_is_gone_is_begun_again(tmp_path):
    folder = study(tmp_path, **SHORT)
    code, match = await asyncio.to_thread(played_at, folder, answers=1)
    for file in match.iterdir():
        if file.is_file():
            file.write_bytes(b"")
    async with app_of(folder, code=code).run_test(size=SMALL) as pilot:
        await begun(pilot)
        assert pilot.app.pages.flow.folder.name == match.name.removesuffix("1") + "2"


_RUN = "import sys; from pathlib import Path; from woozle.tui.cli.sentences import sentences\n"
_RUN += "from woozle.tui.cli import study_actions\n"
_RUN += "with sentences(): sys.exit(study_actions.run_visit(Path(sys.argv[1]), *sys.argv[2:]))"


def terminal(folder, code) -> StrictTerminal:
    return StrictTerminal(sys.executable, "-c", _RUN, str(folder), code, columns=100, rows=30)


@pytest.mark.e2e
@on_posix
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_however_the_app_ends_the_code_leads_back_to_the_decision(tmp_path, how):
    folder = study(tmp_path, **SHORT)
    code = at_match(folder)
    with terminal(folder, code) as first:
        first.until("Match 1 of 1", "Begin")
        first.keys("\r")
        first.until("▸ Your turn, tick 1")
        first.keys("0")
        first.until("tick 2")
        if how == signal.SIGTERM:
            with pytest.raises(StudyError, match="is at another terminal"):
                StudyVisit(StudyFolder(folder), code=code)
        first._app.send_signal(how)
        if how == signal.SIGKILL:  # it may tear what was just being painted
            assert first._app.wait(PATIENCE) == -how
        else:
            assert first.ended() != 0
            assert "--code CODE" in first.last
            assert code not in first.last.replace("-", "")
    journal = read_journal(StudyFolder(folder).journal_path(code))
    assert [entry.what for entry in journal].count("left") == (how == signal.SIGTERM)
    again = StudyVisit(StudyFolder(folder), code=code)
    assert (again.step.id, again.began) == ("match-1", f"{code}-match-1-1")
    transcript = read(again.study.matches / again.began)
    assert [line.body["request"]["to"] in transcript.header.people for line in transcript.lines].count(True) == 1
    again.close()


@pytest.mark.e2e
@on_posix
def test_nothing_of_a_preview_is_left(tmp_path, monkeypatch):
    folder = study(tmp_path, **SHORT)
    place = tmp_path / "temporary"
    place.mkdir()
    before = sorted(folder.rglob("*"))
    run = _RUN.replace("run_visit", "preview_study")
    with StrictTerminal(sys.executable, "-c", run, str(folder), columns=100, rows=30, TMPDIR=str(place)) as shown:
        shown.until("PREVIEW", "Information")
        shown.keys(*" " * 4)
        shown.until("The end.")
        shown.keys("\r")
        shown.until("Not yet ticked")
        shown.keys("1", "2", "3", "a")
        shown.until("This is your code")
        assert list(place.rglob("*.jsonl"))
        shown.keys("\x11")
        shown.until("Do you want to stop?")
        shown.keys("y")
        assert shown.ended() == 0
    assert sorted(folder.rglob("*")) == before
    assert not list(place.iterdir())
