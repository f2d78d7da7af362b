"""Errors of the command line: one sentence each, and an exit status."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from woozle.arena.runs.forced_end import hear_sigterm
from woozle.core.errors import InputError
from woozle.core.text import visible_line

_INPUT = {errno.ENOENT, errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.EEXIST, errno.ENAMETOOLONG, errno.ELOOP}
"""Errors of the system that mean a wrong path."""

_WHAT_TO_DO = {
    errno.ENOENT: "see whether it is there",
    errno.EISDIR: "name a file",
    errno.ENOTDIR: "name a folder",
    errno.EEXIST: "name another place",
    errno.EACCES: "see whose it is",
    errno.EPERM: "see whose it is",
    errno.ENOSPC: "free some space",
    errno.EDQUOT: "free some space",
    errno.EROFS: "name a place that can be written",
    errno.EFBIG: "raise the limit for files (`ulimit -f`)",
    errno.ENAMETOOLONG: "name something shorter",
    errno.ELOOP: "name something that leads somewhere",
}
_LONG = re.compile(r"\S{200,}")


@contextmanager
def sentences() -> Iterator[None]:
    """Turn every error into one sentence on standard error, and leave with its exit status."""
    try:
        with _flush_at_end():
            yield
    except BrokenPipeError:  # the reader of the output has seen enough
        sys.stdout = None
        sys.exit(0)
    except KeyboardInterrupt:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one would only interrupt the end
        sys.exit(130)
    except Exception as error:
        sys.exit(_say_error(error))


def _say_error(error: Exception) -> int:
    """Print what happened, and return the exit status: 2 for wrong input, 1 for what is the system's or another package's fault."""
    from woozle.core.faults import find_origin
    from woozle.core.plugins import PluginError
    from woozle.tui import crash

    if isinstance(error, InputError):
        return say(str(error), 1 if isinstance(error, PluginError) else 2)
    origin = find_origin(error)
    if isinstance(error, OSError) and not origin:
        return say(system_error(error), 2 if error.errno in _INPUT else 1)
    return say(crash.sentence(error, crash.write_report(error)), 1 if origin else 70)


@contextmanager
def _flush_at_end() -> Iterator[None]:
    """Flush standard output before the end, while an error can still be reported."""
    try:
        yield
    except SystemExit:
        _flush()
        raise
    _flush()


def _flush() -> None:
    """Flush standard output. Raises OSError with a sentence."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go()
        raise
    except OSError as error:
        _let_go()
        why = (error.strerror or "").lower() or "it cannot be written"
        raise OSError(
            f"What was to be printed got lost: {why}; {_WHAT_TO_DO.get(error.errno or 0, 'print it elsewhere')}."
        ) from None


def _let_go() -> None:
    """Detach standard output: Python would flush it again at exit, and complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def system_error(error: OSError) -> str:
    """Return a sentence for an error of the system; our own errors already are sentences."""
    if not error.errno:
        return str(error)
    what = f"{error.filename} cannot be used" if error.filename else "What was to be printed got lost"
    return f"{what}: {(error.strerror or '').lower()}; {_WHAT_TO_DO.get(error.errno, 'mend that, then try again')}."


def say(sentence: str, status: int) -> int:
    """Print a sentence on standard error, and return the exit status."""
    with suppress(OSError, AttributeError):  # the reader is gone, or it was closed from the first
        sys.stderr.write(f"woozle: {_LONG.sub(_shorten, visible_line(sentence))}\n")
    return status


def _shorten(long: re.Match[str]) -> str:
    """Shorten a very long word, such as a path of thousands of letters."""
    return f"{long[0][:60]}...{long[0][-20:]}"


def notice(sentence: str) -> None:
    """Print a sentence on standard error, and continue."""
    say(sentence, 0)


def report_failure(error: BaseException) -> None:
    """Tell the operator of a server of a failure that ends nothing; of a fault of ours, where it is written down."""
    from woozle.tui import crash

    notice(system_error(error) if isinstance(error, OSError) else crash.sentence(error, crash.write_report(error)))


def tell_warnings() -> None:
    """Print warnings of Woozle as sentences from now on, and those of other packages as before."""
    usual = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if category.__module__.startswith("woozle."):
            notice(str(message))
        else:
            usual(message, category, filename, lineno, file, line)

    warnings.showwarning = show


def on_terminate(number: int, frame: object) -> None:
    """Handle SIGTERM like ctrl+c, so that work under way is left in order."""
    hear_sigterm()
    raise KeyboardInterrupt
