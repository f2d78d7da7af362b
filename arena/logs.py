"""The log of the app: events and failures, in a file for its user.

It never holds speech, answers, roles or keys: matches are named by id, failures by type.
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
from functools import partial
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.core.regular_files import LARGE, read_text_file
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
class LogEntry:
    """A line of the log. when: local time; level: INFO, WARNING or ERROR, empty for a continued entry."""

    when: str
    level: str
    text: str

    def __str__(self) -> str:
        """Return the line of the file."""
        return f"{self.when} {self.level:<7} {self.text}" if self.level else f"  {self.text}"


class _Lines(logging.Formatter):
    """Formats an entry as one line, followed by one line for each frame of a crash."""

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(str(entry) for entry in _entries(record))


class _File(RotatingFileHandler):
    """A log file for the owner alone. Write errors are ignored: a full disk must not stop the app."""

    def _open(self) -> TextIOWrapper:
        return open(self.baseFilename, "a", encoding="utf-8", errors="replace", opener=partial(os.open, mode=0o600))

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (its name in logging)
        return

    def close(self) -> None:
        with contextlib.suppress(OSError):
            super().close()


class _Ear(logging.Handler):
    def __init__(self, listener: Callable[[LogEntry], object]) -> None:
        super().__init__()
        self._listener = listener

    def emit(self, record: logging.LogRecord) -> None:
        for entry in _entries(record):
            self._listener(entry)


@contextlib.contextmanager
def write_log(file: Path) -> Iterator[None]:
    """Write the log to a file, at most three of a megabyte each."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handler = _File(file, maxBytes=SIZE, backupCount=_FILES - 1, delay=True)
    handler.setFormatter(_Lines())
    with _attach(handler):
        yield


def keep_apart(log: logging.Logger, file: Path) -> None:
    """Write a log to its own file, two of a megabyte at most: what agents print may hold what the app's log never does."""
    if not log.handlers:
        with contextlib.suppress(OSError):
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        log.setLevel(logging.INFO)
        log.addHandler(_File(file, maxBytes=SIZE, backupCount=1, delay=True))


@contextlib.contextmanager
def listen_to_log(listener: Callable[[LogEntry], object]) -> Iterator[None]:
    """Pass each entry to a listener, from any thread."""
    with _attach(_Ear(listener)):
        yield


def read_entries(file: Path) -> tuple[LogEntry, ...]:
    """Return the latest entries, oldest first. Raises OSError."""
    lines: list[str] = []
    for each in (file.with_name(f"{file.name}.1"), file):
        with contextlib.suppress(FileNotFoundError):
            lines += read_text_file(each, LARGE, "utf-8", "replace").splitlines()
    return tuple(_parse(line) for line in lines[-_SHOWN:])


def software_versions() -> str:
    """Return the versions of Woozle, Python and Textual, and the platform."""
    from importlib.metadata import version

    python = ".".join(map(str, sys.version_info[:3]))
    return f"Woozle {version('woozle')}, Python {python}, Textual {version('textual')}, {sys.platform}"


def log_start(environment: Mapping[str, str]) -> None:
    """Log the start of the app: versions and terminal."""
    columns, rows = os.get_terminal_size() if sys.stdout.isatty() else (0, 0)
    names = ("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "TEXTUAL_THEME", "TEXTUAL_ANIMATIONS", "LANG")
    facts = [f"{name}={environment[name]}" for name in names if environment.get(name)]
    facts += [word for word in ("tmux" if environment.get("TMUX") else "", "ssh" if environment.get("SSH_TTY") else "") if word]
    LOG.info("%s started in %d x %d, %s", software_versions(), columns, rows, " ".join(facts))


@contextlib.contextmanager
def log_match(id: str, referee: Referee, *, is_blind: bool = False) -> Iterator[None]:
    """Log a match: its start or resume, failed players, and how it ended.

    Args:
        is_blind: Seats of failed players must not be named before the end.
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


def log_crash(error: BaseException) -> None:
    """Log the error types and frames of a crash, but no messages, which may quote speech."""
    LOG.error("The app crashed: %s", type(error).__name__, exc_info=(type(error), error, error.__traceback__))


def log_late_query(error: BaseException) -> None:
    """Log a query for a widget that is being removed."""
    LOG.debug("Sought too late: %s", type(error).__name__)


def log_unhandled(context: Mapping[str, Any]) -> None:
    """Log an unhandled failure of asyncio, which would otherwise print its message on the terminal."""
    error = context.get("exception")
    LOG.error("Failed unheard: %s", type(error).__name__, exc_info=(type(error), error, error.__traceback__) if error else None)


def error_causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes, latest first."""
    for _ in range(_CAUSES):
        yield error
        if (before := error.__cause__ or error.__context__) is None:
            return
        error = before


def _entries(record: logging.LogRecord) -> Iterator[LogEntry]:
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
    yield LogEntry(when, record.levelname, visible_line(record.getMessage()))
    if not record.exc_info or record.exc_info[1] is None:
        return
    for error in error_causes(record.exc_info[1]):
        for frame in traceback.extract_tb(error.__traceback__):
            yield LogEntry("", "", visible_line(f"{frame.filename}:{frame.lineno} in {frame.name}"))
        yield LogEntry("", "", type(error).__name__)


def _parse(line: str) -> LogEntry:
    when, level, text = line[:19], line[20:27].strip(), line[28:]
    return LogEntry(when, level, text) if level in _LEVELS else LogEntry("", "", line.strip())


@contextlib.contextmanager
def _attach(handler: logging.Handler) -> Iterator[None]:
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    LOG.addHandler(handler)
    try:
        yield
    finally:
        LOG.removeHandler(handler)
        handler.close()
