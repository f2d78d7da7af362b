"""The log: what the app did and what went wrong, in a file of one's own, for a person who looks for the cause.

No word that anybody said, no answer, no role and no key is ever written there: matches go by their ids, failures by their types.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.core.text import visible_line

if TYPE_CHECKING:
    from woozle.core.referee import Referee

LOG = logging.getLogger("woozle")
LOG.addHandler(logging.NullHandler())

SIZE = 1_000_000  # bytes of one file
_FILES = 3
_SHOWN = 2000  # entries that are read back
_CAUSES = 5  # of a crash, one of the other
_LEVELS = ("INFO", "WARNING", "ERROR")


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log. when: local time; level: INFO, WARNING or ERROR, empty for a line that goes on."""

    when: str
    level: str
    text: str

    def __str__(self) -> str:
        """As it stands in the file."""
        return f"{self.when} {self.level:<7} {self.text}" if self.level else f"  {self.text}"


class _Lines(logging.Formatter):
    """One line an entry, whatever the message holds; the frames of a crash follow, each on its own."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(str(entry) for entry in _entries(record))


class _File(RotatingFileHandler):
    """For the owner alone. What cannot be written is not written; a full disk is no reason to stop."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", errors="replace", opener=_private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (its name in logging)
        return

    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


class _Ear(logging.Handler):
    def __init__(self, listener: Callable[[Entry], object]) -> None:
        super().__init__()
        self._listener = listener

    def emit(self, record: logging.LogRecord) -> None:
        for entry in _entries(record):
            self._listener(entry)


@contextlib.contextmanager
def kept(file: Path) -> Iterator[None]:
    """Keep the log in a file, in three of a megabyte at most."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handler = _File(file, maxBytes=SIZE, backupCount=_FILES - 1, delay=True)
    handler.setFormatter(_Lines())
    with _attached(handler):
        yield


@contextlib.contextmanager
def heard(listener: Callable[[Entry], object]) -> Iterator[None]:
    """Tell somebody each entry as it comes, from whatever thread it comes."""
    with _attached(_Ear(listener)):
        yield


def entries(file: Path) -> tuple[Entry, ...]:
    """What the log holds, the oldest first, as far back as anybody would read. Raises OSError if it cannot be read."""
    lines: list[str] = []
    for each in (file.with_name(f"{file.name}.1"), file):
        with contextlib.suppress(FileNotFoundError):
            lines += each.read_text("utf-8", "replace").splitlines()
    return tuple(_parsed(line) for line in lines[-_SHOWN:])


def software() -> str:
    """What runs here, in which versions."""
    from importlib.metadata import version

    python = ".".join(map(str, sys.version_info[:3]))
    return f"Woozle {version('woozle')}, Python {python}, Textual {version('textual')}, {sys.platform}"


def started(environment: Mapping[str, str]) -> None:
    """The app begins: its version, and what kind of terminal it is in."""
    columns, rows = os.get_terminal_size() if sys.stdout.isatty() else (0, 0)
    names = ("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_ANIMATIONS", "LANG")
    facts = [f"{name}={environment[name]}" for name in names if environment.get(name)]
    facts += [word for word in ("tmux" if environment.get("TMUX") else "", "ssh" if environment.get("SSH_TTY") else "") if word]
    LOG.info("%s started in %d x %d, %s", software(), columns, rows, " ".join(facts))


@contextlib.contextmanager
def match(id: str, referee: Referee, *, is_blind: bool = False) -> Iterator[None]:
    """A match is played: that it begins or goes on, whose players failed, and whether it ended, was left or broke off.

    is_blind: whether nobody may know before the end at which seat somebody failed, who is no person.
    """
    from woozle.core.game import Forfeited  # with pydantic, which nothing needs before the first paint

    LOG.info("Match %s %s", id, f"resumed after {referee.folded} answers" if referee.folded else "begun")
    try:
        yield
    except asyncio.CancelledError:
        LOG.info("Match %s left after %d answers", id, referee.folded)
        raise
    except OSError as error:
        LOG.error("Match %s broke off: %s: %s", id, type(error).__name__, error)  # noqa: TRY400 (no frame explains a full disk)
        raise
    else:
        LOG.info("Match %s ended after %d answers", id, referee.folded)
    finally:
        for event, _ in referee.record:
            if isinstance(event, Forfeited) and event.kind == "error":
                whose = "a seat" if is_blind and referee.outcome is None else event.seat
                LOG.warning("Match %s: the player of %s failed: %s", id, whose, event.why.partition(":")[0])


def crashed(error: BaseException) -> None:
    """The app has failed: the types of its errors and where they arose, but not their messages, which may quote what was said."""
    LOG.error("The app crashed: %s", type(error).__name__, exc_info=(type(error), error, error.__traceback__))


def missed(error: BaseException) -> None:
    """Something was sought that is being taken away."""
    LOG.debug("Sought too late: %s", type(error).__name__)


def unheard(context: Mapping[str, Any]) -> None:
    """Something that nobody waited for has failed; asyncio would print it, with its words, on the terminal."""
    error = context.get("exception")
    LOG.error("Failed unheard: %s", type(error).__name__, exc_info=(type(error), error, error.__traceback__) if error else None)


def causes(error: BaseException) -> Iterator[BaseException]:
    """An error and those that led to it, the last one first."""
    for _ in range(_CAUSES):
        yield error
        if (before := error.__cause__ or error.__context__) is None:
            return
        error = before


def _entries(record: logging.LogRecord) -> Iterator[Entry]:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
    yield Entry(when, record.levelname, visible_line(record.getMessage()))
    if not record.exc_info or record.exc_info[1] is None:
        return
    for error in causes(record.exc_info[1]):
        for frame in traceback.extract_tb(error.__traceback__):
            yield Entry("", "", visible_line(f"{frame.filename}:{frame.lineno} in {frame.name}"))
        yield Entry("", "", type(error).__name__)


def _parsed(line: str) -> Entry:
    when, level, text = line[:19], line[20:27].strip(), line[28:]
    return Entry(when, level, text) if level in _LEVELS else Entry("", "", line.strip())


@contextlib.contextmanager
def _attached(handler: logging.Handler) -> Iterator[None]:
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    LOG.addHandler(handler)
    try:
        yield
    finally:
        LOG.removeHandler(handler)
        handler.close()


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
