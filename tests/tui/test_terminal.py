"""The app in a real terminal: tmux end to end, and what reaches a terminal byte by byte."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import struct
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from woozle.core.games.ship.config import preset
from woozle.core.games.ship.events import Act, Speak
from woozle.core.request import Response
from woozle.players.bots.ship import ShipBot
from woozle.saves.store import list_matches
from woozle.tui.setup import new_match

WOOZLE = [sys.executable, "-c", "from woozle.tui.cli.main import main; main()"]
POLLS = 5000  # of a screen that takes some milliseconds to read

in_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
on_posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a POSIX pseudo-terminal")


class Tmux:
    """A shell in a terminal of its own, with the app's settings in its environment."""

    def __init__(self, columns: int, rows: int) -> None:
        self._socket = f"woozle-{uuid.uuid4().hex[:8]}"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "env -u COLUMNS -u LINES PS1='$ ' sh")

    def tmux(self, *words: str) -> str:
        return subprocess.run(["tmux", "-L", self._socket, *words], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.tmux("send-keys", key)

    def type(self, line: str) -> None:
        self.tmux("send-keys", "-l", line)
        self.keys("Enter")

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def until(self, *texts: str) -> str:
        """The screen, as soon as it shows all of these."""
        screen = ""
        for _ in range(POLLS):
            screen = self.screen()
            if all(text in screen for text in texts):
                return screen
        raise AssertionError(f"{texts} did not come up:\n{screen}")

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def settings(self) -> str:
        """What stty says of the terminal."""
        mark = uuid.uuid4().hex[:6]
        self.type(f"clear; stty -a | cksum; echo {mark[:3]}''{mark[3:]}")
        return self.until(mark).splitlines()[0]


@pytest.fixture
def terminal() -> Iterator[Tmux]:
    tmux = Tmux(80, 24)
    try:
        yield tmux
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            tmux.tmux("kill-server")


def command(*words: str) -> str:
    return " ".join([sys.executable, "-c", "'from woozle.tui.cli.main import main; main()'", *words])


@pytest.mark.e2e
@in_tmux
def test_a_person_starts_plays_resizes_leaves_and_goes_on(terminal):
    before = terminal.settings()
    terminal.type(command())
    terminal.until("Games", "Play")
    terminal.keys("p")
    terminal.until("Ready: 6 seats")
    terminal.keys("s")
    terminal.until("Your turn, tick 1:")
    terminal.resize(140, 45)
    terminal.until("You and the others", "Your turn, tick 1:")
    terminal.resize(50, 15)
    terminal.until("60")
    terminal.resize(80, 24)
    terminal.until("Your turn, tick 1:")
    terminal.keys("0")
    terminal.until("Your turn, tick 2:")
    terminal.keys("C-c")
    terminal.until("Leave?")
    terminal.keys("C-c")
    terminal.until("Go on with: woozle resume")
    assert terminal.settings() == before
    (saved,) = list_matches()
    assert saved.status == "unfinished"
    terminal.type(command("resume", saved.id))
    terminal.until("Your turn, tick 2:")


@pytest.mark.e2e
@in_tmux
def test_a_terminated_app_leaves_the_terminal_as_it_was_and_says_how_to_go_on(terminal):
    before = terminal.settings()
    terminal.type(command("play", "ship", "--seed", "5"))
    terminal.until("Your turn, tick 1:")
    pane = terminal.tmux("display-message", "-p", "#{pane_pid}").strip()
    app = subprocess.run(["pgrep", "-P", pane], check=True, capture_output=True, text=True).stdout.split()[0]
    os.kill(int(app), signal.SIGTERM)
    terminal.until("Go on with: woozle resume")
    assert terminal.settings() == before


HOSTILE = (
    "PWNED \x1b]0;PWNED\x1b\\ \x1b]52;c;UFdORUQ=\x07 \x1bPPWNED\x1b\\ \x1b_PWNED\x1b\\ \x9b2J \x1b[31mPWNED \x07\x08\r "
    "\u202ePWNED\u202c [@click=app.bell]PWNED[/] [bold PWNED[/nope] \U0010eeee"
)


class Heckler(ShipBot):
    """Says what no terminal should be told."""

    def answer(self, request, observation):
        answer = super().answer(request, observation)
        if isinstance(answer, Speak):
            return Speak(text=HOSTILE)
        return Act(action=answer.action, say=HOSTILE) if isinstance(answer, Act) else answer


class Patient:
    """A person who plays along until the first meeting is over, and then thinks."""

    is_person = True
    answers_at_once = False

    async def respond(self, request, observation):
        if request.answer is Speak:
            return Response(request.id, Speak(text=HOSTILE), 0.0)
        if request.answer is Act:
            actions = request.choices["action"]
            return Response(request.id, Act(action="button" if "button" in actions else actions[1]), 0.0)
        await asyncio.Event().wait()
        raise AssertionError("That never comes.")

    def describe(self):
        return {"kind": "human"}


async def heckled() -> Path:
    """An unfinished match, in which everybody is about to vote after hostile speeches."""
    config = preset("standard", first_kill_cooldown=1000, ticks_per_task=100, rounds=1)
    ready = new_match("ship", ["human", "bot*5"], config, 3, human=lambda seat: Patient())
    ready.match.players = {seat: Heckler("1") if seat != "Alice" else player for seat, player in ready.match.players.items()}
    playing = asyncio.ensure_future(ready.match.play())
    while not (
        ready.match.referee.open and all(request.answer.__name__ == "Vote" for request in ready.match.referee.open.values())
    ):
        await asyncio.sleep(0)
    playing.cancel()
    ready.writer.close()
    return ready.folder


def spoken_to(terminal: int, until: bytes) -> bytes:
    """All bytes that the app sends, until it has sent these."""
    sent = b""
    while until not in sent:
        sent += os.read(terminal, 65536)
    return sent


@on_posix
async def test_nothing_that_players_say_reaches_the_terminal_as_control():
    folder = await heckled()
    import fcntl
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 45, 140, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")} | {
        "TERM": "xterm-256color"
    }
    app = subprocess.Popen([*WOOZLE, "resume", folder.name], stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    sent = spoken_to(ours, b"Eject")
    sent += spoken_to(ours, b"PWNED") if b"PWNED" not in sent else b""
    app.terminate()
    with contextlib.suppress(OSError):  # the other end is closed
        while more := os.read(ours, 65536):
            sent += more
    app.wait()
    os.close(ours)
    for control in (b"\x1b]0;PWNED", b"\x1b]52", b"\x1bP", b"\x1b_", b"\x1b[31mPWNED"):
        assert control not in sent
    for control in ("\u202e", "\U0010eeee", "\x9b"):
        assert control.encode() not in sent
    assert "␛]0;PWNED".encode() in sent
    assert b"[/nope]" in sent
