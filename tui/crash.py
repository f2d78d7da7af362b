"""A crash: the sentence that a terminal is told, and what is kept in a file of one's own for whoever mends it.

Neither holds a local variable, a word of an error or a value of the environment: those may be a seat's secret, what somebody said,
or a key.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterable, Iterator
from pathlib import Path

from woozle.arena import logs
from woozle.core.text import visible, visible_line
from woozle.saves.places import CRASH_REPORT, home


def kept(error: BaseException, facts: Iterable[str] = ()) -> Path | None:
    """Write down where an error arose. facts: about the terminal and what was shown. Returns the file; None without one."""
    from woozle.saves import disk

    file = home() / CRASH_REPORT
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace(file, report(error, facts).encode("utf-8", "replace"), sync=False)
        return file
    return None


def report(error: BaseException, facts: Iterable[str] = ()) -> str:
    """What the file holds: versions and facts, then the frames of every error that led to this one."""
    return visible("\n".join([logs.software(), *facts, "", *_frames(error)]))


def told(error: BaseException, file: Path | None, then: str = "") -> str:
    """What has happened, where the details are, and `then`: how to go on with a match, if one was open."""
    where = f"are in {file}" if file else "could not be written"
    return visible_line(f"Woozle has crashed ({type(error).__name__}), which is our fault; the details {where}. {then}".rstrip())


def _frames(error: BaseException) -> Iterator[str]:
    for each in logs.causes(error):
        yield type(each).__name__
        yield "".join(traceback.format_tb(each.__traceback__))
