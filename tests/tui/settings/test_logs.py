"""The log: what is in it, what never is, and that it harms nobody."""

from __future__ import annotations

import os
import re
import stat

import pytest
from textual.widgets import Input, OptionList

from woozle.arena import logs
from woozle.arena.logs import LOG, LogEntry
from woozle.arena.play.setup import new_match
from woozle.core.request import Forfeit
from woozle.games.ship.config import preset
from woozle.games.ship.players.bot import ShipBot
from woozle.saves.disk import SaveError
from woozle.tui.screens.log import LogScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.title_bar import TitleBar

from tests.tui.hosts import SMALL, settled, until
from tests.tui.scenes import Stage
from tests.tui.sessions.test_playing import app_of, match, turn

ENTRIES = (
    LogEntry(
        "2026-01-02 03:04:05",
        "INFO",
        "Woozle 0.1.0 started: Python 3.11.7, Textual 8.2.8, linux, 80 x 24, TERM=xterm-256color tmux",
    ),
    LogEntry("2026-01-02 03:04:09", "INFO", "Match 20260102-030409-ship-0a1b begun"),
    LogEntry("2026-01-02 03:09:41", "WARNING", "Match 20260102-030409-ship-0a1b: the player of Bob failed: ValueError"),
    LogEntry("2026-01-02 03:10:00", "ERROR", "The app crashed: ZeroDivisionError"),
    LogEntry("", "", "/usr/lib/python3/dist-packages/woozle/tui/session.py:101 in play"),
    LogEntry("", "", "ZeroDivisionError"),
    LogEntry("2026-01-02 03:11:12", "INFO", "字 \x1b[2J [@click=app.quit]hostile[/] [/nope]"),
)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "deep" / "woozle.log"


def test_lines_are_kept_for_the_owner_alone_and_read_again(file):
    with logs.write_log(file):
        LOG.info("Match %s begun", "1")
        LOG.warning("two\nlines \x1b[2J")
    LOG.info("nobody listens")
    first, second = logs.read_entries(file)
    assert (first.level, first.text) == ("INFO", "Match 1 begun")
    assert (second.level, second.text) == ("WARNING", "two␊lines ␛[2J")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", first.when)
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_the_log_is_kept_in_three_files_of_a_size(file, monkeypatch):
    monkeypatch.setattr(logs, "SIZE", 2000)
    with logs.write_log(file):
        for number in range(200):
            LOG.info("line %d", number)
    assert sorted(each.name for each in file.parent.iterdir()) == ["woozle.log", "woozle.log.1", "woozle.log.2"]
    assert all(each.stat().st_size <= 2000 for each in file.parent.iterdir())
    assert logs.read_entries(file)[-1].text == "line 199"


@pytest.mark.parametrize("place", ["/dev/full", "/proc/nowhere/woozle.log"])
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux")  # noqa: PTH110
def test_a_log_that_cannot_be_written_is_no_reason_to_stop(place, capfd):
    from pathlib import Path

    with logs.write_log(Path(place)):
        LOG.info("lost")
    assert capfd.readouterr() == ("", "")


def test_a_crash_leaves_its_trace_but_not_what_was_said(file):
    def fails():
        try:
            int("my secret speech")
        except ValueError as error:
            raise RuntimeError("my secret answer") from error

    with logs.write_log(file):
        try:
            fails()
        except RuntimeError as error:
            logs.log_crash(error)
    text = file.read_text("utf-8")
    assert "secret" not in text
    assert "The app crashed: RuntimeError" in text
    assert "ValueError" in text
    assert "in fails" in text
    assert [entry.level for entry in logs.read_entries(file)][:2] == ["ERROR", ""]


class Failing(ShipBot):
    """Says what it would rather not have said, and fails."""

    def answer(self, request, observation):
        raise KeyError("my secret speech")


async def test_a_match_is_logged_by_its_id_without_a_word_that_was_said(file):
    ready = new_match("ship", ["bot*5"], preset("standard", max_ticks=3, rounds=1), 7)
    seat = next(iter(ready.match.players))
    ready.match.players = {**ready.match.players, seat: Failing("x")}
    with logs.write_log(file), logs.log_match(ready.folder.name, ready.match.referee):
        await ready.match.play()
    begun, ended, *failed = logs.read_entries(file)
    assert begun.text == f"Match {ready.folder.name} begun"
    assert ended.text.startswith(f"Match {ready.folder.name} ended after")
    assert {entry.text for entry in failed} == {f"Match {ready.folder.name}: the player of {seat} failed: KeyError"}
    text = file.read_text("utf-8")
    assert not re.search(r"secret|duck|goose|vote", text)


def test_while_a_blind_match_is_played_nobody_learns_whose_player_failed(file):
    ready = new_match("ship", ["bot*5"], preset("standard", rounds=1), 7)
    referee = ready.match.referee
    seat = next(iter(referee.open.values())).to
    with logs.write_log(file), logs.log_match("7", referee, is_blind=True):
        referee.answer(seat, Forfeit("error", "KeyError: my secret speech"))
    assert logs.read_entries(file)[-1].text == "Match 7: the player of a seat failed: KeyError"


def test_a_match_that_breaks_off_is_logged_with_its_cause(file):
    ready = new_match("ship", ["bot*5"], preset("standard"), 7)
    with logs.write_log(file), pytest.raises(SaveError), logs.log_match("7", ready.match.referee):
        raise SaveError("The disk is full.")
    assert logs.read_entries(file)[-1] == LogEntry(
        logs.read_entries(file)[-1].when, "ERROR", "Match 7 broke off: SaveError: The disk is full."
    )


def test_the_start_is_logged_with_the_terminal_and_without_names(file):
    with logs.write_log(file):
        logs.log_start({"TERM": "xterm", "TMUX": "/tmp/secret", "USER": "secret", "API_KEY": "secret"})
    (entry,) = logs.read_entries(file)
    assert "TERM=xterm tmux" in entry.text
    assert "secret" not in entry.text


def test_the_app_logs_that_it_starts_and_stops(monkeypatch):
    from woozle.saves.paths import LOG_FILE, data_folder
    from woozle.tui.app import WoozleApp, run_app

    monkeypatch.setattr(WoozleApp, "run", lambda app: None)
    assert run_app() == 0
    start, stop = logs.read_entries(data_folder() / LOG_FILE)
    assert start.text.startswith("Woozle ")
    assert stop.text == "Woozle stopped, with status 0"


async def test_a_match_at_the_table_is_logged_when_it_begins_and_when_it_is_left(file):
    with logs.write_log(file):
        async with app_of(match(21)).run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
            id = pilot.app.session.id
            await turn(pilot)
            await pilot.press("q", "q")
            await until(pilot, lambda: pilot.app.session is None)
            await pilot.app.workers.wait_for_complete()
    begun, left = logs.read_entries(file)
    assert begun.text == f"Match {id} begun"
    assert left.text.startswith(f"Match {id} left after")


# The screen


class Logged(Stage):
    """Shows a log without a file."""

    found = ENTRIES

    def __init__(self, **options) -> None:
        super().__init__(**options)
        self.library.read_log = lambda: self.found


def rows(app) -> list[str]:
    lines = app.screen.query_one("#lines", OptionList)
    return [lines.get_option_at_index(index).prompt.plain for index in range(lines.option_count)]


async def test_the_real_log_is_read():
    from woozle.saves.paths import LOG_FILE, data_folder

    with logs.write_log(data_folder() / LOG_FILE):
        LOG.info("Match 1 begun")
    async with Stage().run_test() as pilot:
        await pilot.press("ctrl+l")
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()
        assert rows(pilot.app)[0].endswith("INFO    Match 1 begun")


async def test_the_log_opens_with_a_key_follows_from_its_end_is_filtered_and_closes_with_the_same_key():
    async with Logged().run_test() as pilot:
        await pilot.press("ctrl+l")
        await pilot.pause()
        lines = pilot.app.screen.query_one("#lines", OptionList)
        assert len(rows(pilot.app)) == len(ENTRIES)
        await pilot.press("slash", *"warning bob")
        await pilot.pause()
        assert len(rows(pilot.app)) == 1
        assert "1 of 7 lines" in pilot.app.screen.query_one(TitleBar).render().plain
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.screen.query_one(Input).value == ""
        assert len(rows(pilot.app)) == len(ENTRIES)
        await pilot.press("G")
        LOG.info("one more")
        await pilot.pause()
        assert lines.highlighted == len(ENTRIES), "followed"
        await pilot.press("k", "k")
        LOG.info("and one more")
        await pilot.pause()
        assert lines.highlighted == len(ENTRIES) - 2, "not followed by who reads further up"
        await pilot.press("G")
        assert rows(pilot.app)[lines.highlighted].endswith("and one more")
        await pilot.press("ctrl+l")
        assert not isinstance(pilot.app.screen, LogScreen)


async def log_shown(pilot):
    await settled(pilot)
    pilot.app.push_screen(LogScreen())
    await settled(pilot)


def test_the_log(snap_compare):
    assert snap_compare(Logged(), terminal_size=SMALL, run_before=log_shown)
