"""Terminals to try the app in: one of tmux, and one that understands only what the app may say to it."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import time
import unicodedata
import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from rich.cells import get_character_cell_size

MAIN = "from woozle.tui.cli.main import main; main()"
WOOZLE = [sys.executable, "-c", MAIN]
PATIENCE = 300.0  # seconds until something is given up that takes a fraction of one where nothing else runs

in_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
on_posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a POSIX pseudo-terminal")


def command(*words: str) -> str:
    """Woozle, as a line for a shell."""
    return " ".join([sys.executable, "-c", f"'{MAIN}'", *words])


PLAIN = "0 0 0 0"
"""The modes of a terminal with no app in it."""


class Tmux:
    """A shell in a terminal of its own, with the app's settings in its environment."""

    def __init__(self, columns: int, rows: int) -> None:
        self._socket = f"woozle-{uuid.uuid4().hex[:8]}"
        self.tmux("new-session", "-d", "-x", str(columns), "-y", str(rows), "env -u COLUMNS -u LINES PS1='$ ' sh")
        client = ["tmux", "-L", self._socket, "-C", "attach", "-f", "ignore-size,read-only"]  # is told of all that is printed
        self._client = subprocess.Popen(client, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

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
        return self.until_it(lambda screen: all(text in screen for text in texts), texts)

    def until_it(self, is_so: Callable[[str], bool], what: object) -> str:
        """The screen, as soon as this is so of it."""
        assert self._client.stdout
        deadline = time.monotonic() + PATIENCE
        while not is_so(screen := self.screen()):
            if not select.select([self._client.stdout], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise AssertionError(f"{what} did not come up:\n{screen}")
            os.read(self._client.stdout.fileno(), 65536)
        return screen

    def resize(self, columns: int, rows: int) -> None:
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def terminate(self) -> None:
        """Tell the app to end, as a system does that is going down."""
        pane = self.tmux("display-message", "-p", "#{pane_pid}").strip()
        app = subprocess.run(["pgrep", "-P", pane], check=True, capture_output=True, text=True).stdout.split()[0]
        os.kill(int(app), signal.SIGTERM)

    def settings(self) -> str:
        """Return the output of stty on the terminal."""
        mark = uuid.uuid4().hex[:6]
        self.type(f"clear; stty -a | tr -s '\\n' ' '; echo {mark[:3]}''{mark[3:]}")
        return " ".join(self.until(mark).partition(mark)[0].split())

    def modes(self) -> str:
        """Return whether there is a full screen, the cursor is hidden, and the mouse is reported."""
        return self.tmux("display-message", "-p", "#{alternate_on} #{?cursor_flag,0,1} #{mouse_any_flag} #{mouse_sgr_flag}").strip()

    def __enter__(self) -> Tmux:
        return self

    def __exit__(self, *error: object) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self.tmux("kill-server")
        self._client.communicate()


_TOLD = re.compile(
    r"\x1b(?:"
    r"\[(?P<row>\d+);(?P<column>\d+)H"  # go there
    r"|\[(?!31m)[\d;]*m"  # in these colours; red by name is none of ours
    r"|\[\?(?:7|25|1000|1003|1004|1006|1015|1016|1049|2004|2026|2048)[hl]"  # modes of a full screen: on, off
    r"|\[\?(?:2026|2048)\$p"  # is it possible to draw in one go, and to be told the size?
    r"|\[16t|\[c"  # how large is a cell, and can it show pictures?
    r"|\[[><]\d*u"  # keys with all that is held with them: on, off
    r"|\]22;[a-z-]+\x07"  # another mouse pointer
    r")"
)
_LEFT = "\x1b[?1049l"
_HALF = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\](?:2|22|22;[a-z-]*)?)?\Z")
_IN_EMOJI = "\u200d\ufe0f"


class StrictTerminal:
    """A terminal that draws what an app says, and fails at the first thing that is neither plain text nor on its list.

    is_moved: whether anything was said but plain text.
    """

    def __init__(self, *words: str, columns: int = 140, rows: int = 45, folder: Path | None = None, **environment: str) -> None:
        """folder: in which the app is begun; None for this one."""
        import pty

        self._ours, theirs = pty.openpty()
        self.is_moved = False
        self._printed: list[str] = []
        self._left_at = 0
        self._unread, self._decoder = "", codecs.getincrementaldecoder("utf-8")()
        self._row = self._column = 0
        self._size(columns, rows)
        kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
        kept |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"} | environment
        self._app = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, env=kept, cwd=folder)
        os.close(theirs)

    def _size(self, columns: int, rows: int) -> None:
        import fcntl
        import termios

        self._cells = [[" "] * columns for _ in range(rows)]
        fcntl.ioctl(self._ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def keys(self, *keys: str) -> None:
        for key in keys:
            os.write(self._ours, key.encode())

    def screen(self) -> str:
        return "\n".join("".join(row).rstrip() for row in self._cells)

    def until(self, *texts: str) -> str:
        """The screen, as soon as it shows all of these."""
        return self.until_it(lambda screen: all(text in screen for text in texts), texts)

    def until_it(self, is_so: Callable[[str], bool], what: object) -> str:
        """The screen, as soon as this is so of it."""
        deadline = time.monotonic() + PATIENCE
        while not is_so(self.screen()):
            if not self._heard(deadline):
                raise AssertionError(f"{what} did not come up:\n{self.screen()}")
        return self.screen()

    @property
    def text(self) -> str:
        """All that was printed, without what moves and colours it."""
        return "".join(self._printed)

    @property
    def last(self) -> str:
        """Return the output since the full screen was left."""
        return "".join(self._printed[self._left_at :])

    def ended(self) -> int:
        """The exit status of the app, when it has ended by itself."""
        deadline = time.monotonic() + PATIENCE
        while self._heard(deadline):
            pass
        assert not self._unread, self._unread
        return self._app.wait(PATIENCE)

    def __enter__(self) -> StrictTerminal:
        return self

    def __exit__(self, *error: object) -> None:
        self._app.kill()
        self._app.wait()
        os.close(self._ours)

    def _heard(self, deadline: float) -> bool:
        """Take in what has come; whether anything has."""
        if not select.select([self._ours], [], [], max(0.0, deadline - time.monotonic()))[0]:
            return False
        try:
            more = os.read(self._ours, 65536)
        except OSError:  # the other end is closed
            return False
        self._take(self._unread + self._decoder.decode(more))
        return bool(more)

    def _take(self, said: str) -> None:
        half = _HALF.search(said)
        self._unread = half[0] if half else ""
        said = said.removesuffix(self._unread)
        while said:
            plain, escape, rest = said.partition("\x1b")
            self._print(plain)
            if not escape:
                return
            told = _TOLD.match(said, len(plain))
            assert told, f"The terminal was told {(escape + rest)[:80]!r} after {plain[-80:]!r}."
            self.is_moved = True
            if told["row"]:
                self._row, self._column = int(told["row"]) - 1, int(told["column"]) - 1
            if told[0] == _LEFT:
                self._left_at = len(self._printed)
            said = said[told.end() :]

    def _print(self, plain: str) -> None:
        for char in plain:
            if char == "\r":
                self._column = 0
            elif char == "\n":
                self._row += 1
            else:
                assert is_plain(char), f"The terminal was told {char!r} in {plain!r}."
                self._put(char)
        self._printed.append(plain)

    def _put(self, char: str) -> None:
        width = get_character_cell_size(char)
        if self._row < len(self._cells) and self._column + width <= len(self._cells[self._row]):
            cells = self._cells[self._row]
            if width:
                cells[self._column : self._column + width] = [char, *[""] * (width - 1)]
            elif self._column:
                cells[self._column - 1] += char
        self._column += width


@cache
def is_plain(char: str) -> bool:
    """Return whether a character only takes up space."""
    return char in _IN_EMOJI or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
