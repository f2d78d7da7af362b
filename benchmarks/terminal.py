"""A real terminal for a program, just enough for timing: keys in, bytes out, seconds in between."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Sequence
from pathlib import Path

_STYLE = "\x1b[0"  # cells begin with the sequence of their style; a move of the cursor is no paint
QUIET = 0.15  # seconds without a byte: the program has nothing more to paint


class Terminal:
    """A command that runs on its own terminal until `close`."""

    def __init__(self, command: Sequence[str], home: Path, columns: int = 120, rows: int = 40) -> None:
        self.pid, self._file = pty.fork()
        if not self.pid:
            os.environ.update(WOOZLE_HOME=str(home), TERM="xterm-256color", TEXTUAL_ANIMATIONS="none", COLORTERM="truecolor")
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed Woozle keeps its bytecode, whatever this process does
            os.environ["PYTHONPYCACHEPREFIX"] = str(home / "bytecode")
            os.execvp(command[0], command)
        self.resize(columns, rows)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        os.kill(self.pid, signal.SIGWINCH)

    def send(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    def read(self, seconds: float) -> bytes:
        """Return the output that comes within `seconds`; at most one piece."""
        ready, _, _ = select.select([self._file], [], [], seconds)
        try:
            return os.read(self._file, 1 << 16) if ready else b""
        except OSError:  # the program has ended
            return b""

    def settle(self, longest: float = 60.0) -> None:
        """Wait until painting stops."""
        end = time.perf_counter() + longest
        while time.perf_counter() < end and self.read(QUIET):
            pass

    def until(self, text: str, longest: float = 60.0) -> float:
        """Return the seconds until a text is painted. Raises TimeoutError."""
        started, seen = time.perf_counter(), b""
        while text.encode() not in seen:
            if time.perf_counter() - started > longest:
                raise TimeoutError(f"{text!r} was not painted within {longest} seconds.")
            seen = seen[-len(text) :] + self.read(1.0)
        return time.perf_counter() - started

    def painted(self) -> float:
        """Return the seconds from now to the last byte of the next painting."""
        started = last = time.perf_counter()
        while self.read(QUIET if last > started else 5.0):
            last = time.perf_counter()
        return last - started

    def press(self, keys: str) -> tuple[float, float]:
        """Return the seconds from a key to the first cells that it paints, and to the last byte."""
        self.settle()
        self.send(keys)
        started = time.perf_counter()
        shown = last = self.until(_STYLE)
        while self.read(QUIET):
            last = time.perf_counter() - started
        return shown, last

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._file)
