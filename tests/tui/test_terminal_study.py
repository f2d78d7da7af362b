"""Hostile matches in a real terminal, screen by screen, and how those screens are left."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from woozle.saves.paths import LOG_FILE, data_folder, matches_folder
from woozle.saves.store import list_matches

from tests.tui.hostile import FOLDER, HOSTILE, SPELLS, UNLISTED, played
from tests.tui.terminals import MAIN, PLAIN, WOOZLE, StrictTerminal, Tmux, command, in_tmux, on_posix

pytestmark = pytest.mark.e2e

ROOT = str(Path(__file__).parents[2])
ESC, ENTER, QUIT = "\x1b", "\r", "\x11"


@pytest.fixture
def folder() -> Path:
    """A match of a hostile name, kept among one's own."""
    return played(matches_folder() / FOLDER)


@on_posix
@pytest.mark.parametrize("spell", SPELLS, ids=ascii)
def test_the_strict_terminal_notices_every_spell(spell):
    with (
        StrictTerminal(sys.executable, "-c", f"import sys; sys.stdout.buffer.write({spell.encode()!r})") as terminal,
        pytest.raises(AssertionError),
    ):
        terminal.ended()


_SEVERAL = """
import json, sys
from woozle.tui.cli.main import main
for words in json.loads(sys.argv[1]):
    sys.argv[1:] = words
    try:
        main()
        status = 0
    except SystemExit as end:
        status = end.code
    print(f"<status {status}>", flush=True)
"""


def printed(*commands: list[str]) -> list[tuple[str, str]]:
    """Return the output of commands that run one after the other in a strict terminal, and the exit status of each."""
    with StrictTerminal(sys.executable, "-c", _SEVERAL, json.dumps(commands)) as terminal:
        assert terminal.ended() == 0
    assert not terminal.is_moved
    found = re.findall(r"(?s)(.*?)<status (\w+)>", terminal.text)
    assert len(found) == len(commands)
    return found


@on_posix
def test_nothing_of_a_hostile_match_that_is_printed_is_a_control(folder):
    which = str(folder)
    commands = ["list"], ["show", which], ["show", which, "--as", "public"], ["verify", which, "--level", "3"], ["leaderboard"]
    for (name, *_), (text, status) in zip(commands, printed(*commands), strict=True):
        assert "PWNED" in text, name
        assert status == ("1" if name in ("show", "verify") else "0"), name  # the match was altered


class Reader:
    """Somebody who goes from screen to screen of an app, each time as soon as the last one is there."""

    def __init__(self, terminal: StrictTerminal) -> None:
        self.terminal = terminal

    def press(self, keys: str, until: str) -> re.Match[str]:
        """Press keys; the screen has then to match this."""
        self.terminal.keys(keys)
        return re.search(until, self.terminal.until_it(lambda screen: re.search(until, screen), f"{until!r} after {keys!r}"))

    def press_until_gone(self, keys: str, what: str) -> None:
        self.terminal.keys(keys)
        self.terminal.until_it(lambda screen: what not in screen, f"An end of {what!r}")

    def click(self, text: str) -> None:
        """On the first place where the screen says so."""
        rows = self.terminal.until(text).splitlines()
        row, column = next((number, cell_len(line[: line.index(text)])) for number, line in enumerate(rows, 1) if text in line)
        self.terminal.keys(*(f"\x1b[<0;{column + 3};{row}{end}" for end in "Mm"))

    def walk_through(self) -> None:
        """All that can be done with a replay that stands still."""
        self.press("g", "Go to")
        self.press(f"t4{ENTER}", "Tick 4 of 12")
        self.press("x", "told to")
        self.press_until_gone("x", "told to")
        self.press("/", "Find.*\n(.*\n)*.*Find")
        first = self.press(f"PWNED{ENTER}", r"‹ (\d+) of \d+ ›")[1]
        self.press("n", rf"‹ (?!{first} )\d+ of \d+ ›")
        self.press_until_gone(ESC, " ›")
        self.press_until_gone("2", "you see everything")
        self.press("*", "you see everything")


@on_posix
def test_nothing_of_a_hostile_match_reaches_the_terminal_on_any_screen(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (data_folder() / LOG_FILE).write_text(f"2026-01-02 03:04:05 ERROR   {HOSTILE}\n", "utf-8")
    with StrictTerminal(*WOOZLE, columns=80, rows=24) as terminal:
        reader = Reader(terminal)
        terminal.until("Games")
        reader.press("\x0c", r"ERROR +PWNED")
        reader.press(ESC, "Games")
        reader.press("l", "Not counted: 1 altered match")
        reader.press(ESC, "Games")
        reader.press("b", "✗ +finished(.*\n)*.*PWNED")
        reader.press("v", "FAIL(.*\n)*.*PWNED")
        reader.press(ENTER, "REPLAY(.*\n)*.*PAUSED")
        reader.walk_through()
        reader.press("F", "Branch off(.*\n)*.*PWNED")
        reader.press(ENTER, "There is no bot 'PWNED")
        reader.press(ESC, "REPLAY")
        reader.press("r", "does not say who")
        reader.press("q", "FAIL")
        reader.press("e", "The report is in")
        reader.press(QUIT, "")
        assert terminal.ended() == 0
    assert terminal.last == ""


@on_posix
def test_nor_does_a_hostile_table_while_it_is_played():
    live = "from tests.tui import hostile; hostile.sit_down()\n"
    words = ("watch", "ship", "--speed", "max", "--set", "max_ticks=12", "--map", "shuttle", "--seed", "11")
    with StrictTerminal(sys.executable, "-c", live + MAIN, *words, columns=80, rows=24, PYTHONPATH=ROOT) as terminal:
        reader = Reader(terminal)
        terminal.until("LIVE", "PWNED", "OVER")
        reader.click("[@click=app.bell]")
        reader.press("r", "Results(.*\n)*.*PWNED")
        reader.press("v", "is verified")
        reader.press(ESC, "LIVE")
        reader.press(ESC, "Games")
        reader.press("p", "who plays(.*\n)*.*PWNED")
        reader.press("s", "▸ Your turn")
        reader.press("q", "Leave")
        reader.press("q", "Games")
        reader.press(QUIT, "")
        assert terminal.ended() == 0


@on_posix
def test_nor_does_the_name_of_a_folder_that_is_replayed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with StrictTerminal(*WOOZLE, "replay", str(played(tmp_path / UNLISTED, answers=20)), "--line", "9") as terminal:
        reader = Reader(terminal)
        terminal.until("REPLAY", "PAUSED")
        reader.press("v", "FAIL")
        reader.press("e", "The report is in")
        reader.press(ESC, "REPLAY")
        reader.press("F", "Branch off")
        reader.press(ENTER, "There is no bot 'PWNED")
        reader.press(QUIT, "")
        assert terminal.ended() == 0


# How the screens of spectators are left


@pytest.fixture
def terminal() -> Iterator[Tmux]:
    with Tmux(80, 24) as tmux:
        yield tmux


def resized(terminal: Tmux, shows: str) -> None:
    """There and back through every size."""
    terminal.resize(140, 45)
    terminal.until_it(lambda screen: shows in screen and len(screen.splitlines()) == 45 and "What happened" in screen, "140 x 45")
    terminal.resize(50, 15)
    terminal.until("This window is too small: 60")
    terminal.resize(80, 24)
    terminal.until(shows)


@in_tmux
def test_a_live_match_that_is_watched_is_left_with_how_to_go_on_and_a_terminal_as_it_was(terminal):
    before = terminal.settings()
    assert {"echo", "icanon"} <= set(before.split())
    terminal.type(command("watch", "ship", "--speed", "0.25"))
    terminal.until("LIVE", "you see everything")
    assert terminal.modes() != PLAIN
    resized(terminal, "LIVE")
    terminal.terminate()
    (left,) = list_matches()
    terminal.until(f"Go on with: woozle resume {left.id}")
    assert left.status == "unfinished"
    assert (terminal.settings(), terminal.modes()) == (before, PLAIN)
