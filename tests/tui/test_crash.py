"""A crash: what the terminal is told of it, what is kept, and what neither may hold."""

from __future__ import annotations

import asyncio
import os
import re
import stat
import sys
from functools import partialmethod

import pytest
from textual.message import Message
from textual.widgets import Static

from woozle.arena import logs
from woozle.arena.play.start import Replay
from woozle.saves.paths import CRASH_REPORT, LOG_FILE, data_folder
from woozle.saves.store import list_matches
from woozle.tui import crash
from woozle.tui.app import WoozleApp, run_app
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.widgets.compose_box import ComposeBox

from tests.arena.play.test_replay_source import played
from tests.tui.hosts import until
from tests.tui.sessions.test_playing import match, turn
from tests.tui.terminals import MAIN, StrictTerminal, on_posix

SECRET, KEY = "the-secret-of-another-seat", "sk-a-key-of-the-environment"


class Bomb(Static):
    """Goes off when it is drawn, with all that it knows in its variables and in its words."""

    def render(self):
        secret = [*self.app.session.match.referee.record, SECRET] if self.app.session else [SECRET]
        raise RuntimeError(f"\x1b[2J{secret} {os.environ['A_KEY']}")


class Hasty(Static):
    """Looks for children that it never has."""

    def on_mount(self) -> None:
        self.query_one(ComposeBox)


async def is_asked(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, TableScreen))
    await turn(pilot)


async def is_watched(pilot):
    await until(pilot, lambda: isinstance(pilot.app.screen, WatchScreen))


async def is_there(pilot):
    await pilot.pause()


@pytest.fixture
def crashed(monkeypatch, capfd):
    """Begin the app, wait until something is so, blow it up; returns its status, what it printed, and what it kept."""
    monkeypatch.setenv("A_KEY", KEY)

    def begun(start, ready=is_there, blow_up=lambda app: app.screen.mount(Bomb())):
        async def pilot_of(pilot):
            await ready(pilot)
            blow_up(pilot.app)

        monkeypatch.setattr(WoozleApp, "run", partialmethod(WoozleApp.run, headless=True, auto_pilot=pilot_of))
        status = run_app(start)
        out, err = capfd.readouterr()
        return status, out + err, (data_folder() / CRASH_REPORT).read_text("utf-8")

    return begun


def secrets_in(text: str) -> list[str]:
    """Whatever of a match, of the words of an error or of the environment is in a text."""
    return re.findall(rf"{SECRET}|{KEY}|goose|duck|Briefing\(|locals|\x1b|␛", text)


def test_a_crash_at_a_table_costs_no_match_and_tells_no_secret(crashed):
    status, printed, report = crashed(match(21), is_asked)
    (saved,) = list_matches()
    assert status == 1
    assert printed == (
        f"Woozle has crashed (RuntimeError), which is our fault; the details are in {data_folder() / CRASH_REPORT}. "
        f"The match is saved. Go on with: woozle resume {saved.id}\n"
    )
    assert saved.status == "unfinished"
    assert not secrets_in(printed + report)
    software, terminal, screens, *_ = report.splitlines()
    assert re.fullmatch(r"Woozle \S+, Python \S+, Textual \S+, \w+", software)
    assert re.fullmatch(r"\d+ x \d+, \w+ colours, theme woozle-dark", terminal)
    assert screens == "LobbyScreen > TableScreen"
    assert re.search(r'test_crash.py", line \d+, in render', report)
    assert "raise RuntimeError(" in report
    assert "\nRuntimeError\n" in report
    assert "The app crashed: RuntimeError" in (data_folder() / LOG_FILE).read_text("utf-8")
    taken_up = []

    async def is_offered(pilot):
        await until(pilot, lambda: pilot.app.screen.check_action("resume", ()))
        await pilot.press("c")
        await is_asked(pilot)
        taken_up.append(pilot.app.session.id)

    crashed(None, is_offered)
    assert taken_up == [saved.id], "the lobby offers to go on"
    assert len(list_matches()) == 1


def test_where_nothing_is_open_there_is_nothing_to_go_on_with(crashed):
    _, printed, _ = crashed(None)
    assert printed.endswith("crash.txt.\n")
    _, printed, _ = crashed(Replay(played()), is_watched)
    assert "resume" not in printed


def test_a_worker_that_fails_is_traced_to_its_cause(crashed):
    async def fails():
        raise LookupError(SECRET)

    _, printed, report = crashed(None, blow_up=lambda app: app.run_worker(fails()))
    assert "has crashed (LookupError)" in printed
    assert "in fails" in report
    assert "in fails" in (data_folder() / LOG_FILE).read_text("utf-8")
    assert not secrets_in(printed + report)


class WantScreen(Message):
    """Asks the app for what is on screen."""


async def test_what_is_taken_away_while_it_is_built_is_no_crash():
    app = WoozleApp()
    async with app.run_test() as pilot:
        box = ComposeBox()
        app.screen.mount(box)
        await box.remove()  # before it has children that it could look for
        await app.screen.mount(Static())
        assert app.is_running and not app.last_words
        app.screen.mount(Hasty())
        await pilot.pause()
        assert app.last_words.startswith("Woozle has crashed (NoMatches)")
        app._exception = None


async def test_who_asks_for_a_screen_when_all_are_gone_is_no_crash(monkeypatch):
    monkeypatch.setattr(WoozleApp, "on_want_screen", lambda app, message: app.screen, raising=False)
    app = WoozleApp()
    async with app.run_test():
        await app._close_all()
        app.post_message(WantScreen())
    assert not app.last_words


async def test_what_fails_unheard_is_logged_and_not_printed(tmp_path, capfd):
    async def fails():
        raise LookupError(SECRET)

    asyncio.get_running_loop().set_exception_handler(lambda loop, context: logs.log_unhandled(context))
    with logs.write_log(tmp_path / LOG_FILE):
        task = asyncio.ensure_future(fails())
        await asyncio.wait([task])
        del task
    text = (tmp_path / LOG_FILE).read_text("utf-8")
    assert "Failed unheard: LookupError" in text
    assert "in fails" in text
    assert not secrets_in(text + "".join(capfd.readouterr()))


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
def test_it_is_kept_for_the_owner_alone(crashed):
    file = data_folder() / CRASH_REPORT
    file.write_text("older", "utf-8")
    file.chmod(0o644)
    before = os.umask(0)
    try:
        crashed(None)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "older" not in file.read_text("utf-8")


def test_a_crash_that_cannot_be_kept_is_told_all_the_same(monkeypatch, tmp_path):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "file" / "home"))
    (tmp_path / "file").write_text("", "utf-8")
    file = crash.write_report(RuntimeError(SECRET))
    assert file is None
    assert crash.sentence(RuntimeError(SECRET), file) == (
        "Woozle has crashed (RuntimeError), which is our fault; the details could not be written."
    )


def test_names_in_what_is_kept_are_harmless():
    code = compile("def f():\n    raise type('\\x1b[2JError', (Exception,), {})()\n", "\x1b]0;PWNED\x07.py", "exec")
    found = {"__name__": "outside"}
    exec(code, found)
    try:
        found["f"]()
    except Exception as error:
        text = crash.report_text(error) + crash.sentence(error, None)
    assert "\x1b" not in text
    assert "␛]0;PWNED␇.py" in text
    assert "␛[2JError" in text


@pytest.mark.e2e
@on_posix
def test_in_a_terminal_a_crash_is_one_sentence_and_the_terminal_is_as_it_was(monkeypatch):
    monkeypatch.setenv("A_KEY", KEY)
    mine = (
        "import os\n"
        "from textual.widgets import Static\n"
        "from woozle.tui.screens.table import TableScreen\n"
        "def boom(screen):\n"
        "    record = screen.app.session.match.referee.record\n"
        "    raise RuntimeError(str(record) + os.environ['A_KEY'])\n"
        "class Bomb(Static):\n"
        "    def render(self):\n"
        "        boom(self.screen)\n"
        "TableScreen.action_help = lambda screen: screen.mount(Bomb())\n"
    )
    with StrictTerminal(sys.executable, "-c", mine + MAIN, "play", "ship", "--seats", "human*2,bot*4", columns=80) as terminal:
        terminal.until("Pass the keyboard to")
        terminal.keys("y", "\r")
        terminal.until("▸ Your turn")
        terminal.keys("?")
        assert terminal.ended() == 1
    (saved,) = list_matches()
    assert terminal.last.splitlines() == [
        crash.sentence(RuntimeError(), data_folder() / CRASH_REPORT, f"The match is saved. {go_on(saved)}")
    ]
    assert "in boom" in (report := (data_folder() / CRASH_REPORT).read_text("utf-8"))
    assert not secrets_in(report + terminal.last)


def go_on(saved) -> str:
    return f"Go on with: woozle resume {saved.id}"
