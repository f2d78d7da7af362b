"""Crashes: which errors are none, the sentence for the terminal, and the file with details.

Neither of these holds a local variable, the message of an error or a value of the environment: those may be a secret of a seat, a
speech, or a key.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from traceback import walk_tb
from typing import Any

from textual.app import App, ScreenStackError
from textual.css.query import NoMatches
from textual.widget import Widget
from textual.worker import WorkerFailed

from woozle.arena import logs
from woozle.core.faults import find_origin, frames_of, kind_of, problem_of
from woozle.core.text import visible, visible_line
from woozle.saves.paths import CRASH_REPORT, data_folder


class CrashError(Exception):
    """A crash as Textual sees it: it prints any other error with all local variables, and hands this one to `panic`."""

    @classmethod
    def of(cls, cause: BaseException) -> CrashError:
        crash = cls()
        crash.__cause__ = cause
        return crash

    def __rich__(self) -> str:
        return ""


def is_late(error: Exception, app: App[Any]) -> bool:
    """Return whether an error only says that a widget or screen is gone; Textual should drop such errors itself.

    A widget that is removed while it is being composed, or composed while the app ends, has no children, for its workers neither;
    the last messages of an app find no screen.
    """
    cause = error.error if isinstance(error, WorkerFailed) else error
    if isinstance(cause, ScreenStackError):
        return not app.screen_stack
    seekers = (frame.f_locals.get("self") for frame, _ in walk_tb(cause.__traceback__))
    return isinstance(cause, NoMatches) and any(isinstance(seeker, Widget) and _is_leaving(seeker) for seeker in seekers)


def _is_leaving(widget: Widget) -> bool:
    """Return whether a widget is being removed, or the app is ending."""
    nodes = widget.ancestors_with_self
    return not widget.is_attached or any(node.styles.display != "none" and not node.display for node in nodes)


def facts_about(app: App[Any]) -> Iterator[str]:
    """Yield what a report says of the terminal and the screens."""
    columns, rows = app.size
    yield f"{columns} x {rows}, {app.console.color_system or 'no'} colours, theme {app.theme}"
    yield " > ".join(type(screen).__name__ for screen in app.screen_stack)


def write_report(error: BaseException, facts: Iterable[str] = ()) -> Path | None:
    """Write down where an error arose, and return the file; None if it cannot be written. facts: about terminal and screens."""
    from woozle.saves import disk

    file = data_folder() / CRASH_REPORT
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace(file, report_text(error, facts).encode("utf-8", "replace"), sync=False)
        return file
    return None


def report_text(error: BaseException, facts: Iterable[str] = ()) -> str:
    """Return versions and facts, then the frames of every error that led to this one."""
    return visible("\n".join([logs.software_versions(), *facts, "", *_frames(error)]))


def sentence(error: BaseException, file: Path | None, then: str = "") -> str:
    """Return the sentence for the terminal. file: where the details are; then: how to resume a match, if one was open."""
    details = f"the details are in {file}" if file else "the details could not be written"
    kind, origin = kind_of(error), find_origin(error)
    if origin:
        problem = problem_of(error).rstrip(".")
        what = f"{problem} ({origin})" if problem else f"{origin} failed ({kind})"
        said = f"{what}. This is a fault of {origin.package}, not of Woozle: tell its authors; {details}."
    else:
        said = f"Woozle has crashed ({kind}), which is our fault; {details}."
    return visible_line(f"{said} {then}".rstrip())


def _frames(error: BaseException) -> Iterator[str]:
    for each in logs.error_causes(error):
        yield kind_of(each)
        yield frames_of(each)
