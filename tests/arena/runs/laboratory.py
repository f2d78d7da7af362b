"""`woozle` with the game of the tests, to be run in a process of its own: forked from one that has imported what runs need."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection

from woozle.tui.cli.main import main

from tests.packages import TWO_TRUTHS


def command(words: list[str], environment: Mapping[str, str], out: Connection, err: Connection) -> None:
    """Run a command, which prints into two pipes."""
    os.environ.clear()
    os.environ.update(environment)
    for pipe, number in (out, 1), (err, 2):
        os.dup2(pipe.fileno(), number)
        pipe.close()
    sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)  # in place of those of the files before
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where the tests run in the background of a shell
    sys.path.append(str(TWO_TRUTHS))
    sys.argv = ["woozle", *words]
    main()
