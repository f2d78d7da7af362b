"""Errors of the command line: one sentence each, and an exit status."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from woozle.core.text import visible_line


@contextmanager
def sentences() -> Iterator[None]:
    """Turn every error into one sentence on standard error, and leave with its exit status."""
    try:
        yield
    except BrokenPipeError:  # the reader of the output has seen enough
        sys.stdout = None
        sys.exit(0)
    except ValueError as error:
        sys.exit(say(str(error), 2))
    except OSError as error:
        sys.exit(say(str(error), 1))
    except Exception as error:
        from woozle.tui import crash

        sys.exit(say(crash.told(error, crash.kept(error)), 70))


def say(sentence: str, status: int) -> int:
    """Say a sentence on standard error; returns the status to leave with."""
    sys.stderr.write(f"woozle: {visible_line(sentence)}\n")
    return status


def notice(sentence: str) -> None:
    """Say a sentence on standard error, and go on."""
    say(sentence, 0)


def terminated(number: int, frame: object) -> None:
    """SIGTERM is handled like ctrl+c: what is under way is left in order."""
    raise KeyboardInterrupt
