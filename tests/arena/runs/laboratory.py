"""`woozle` with the game of the tests, to be run in a process of its own: `python -m tests.arena.runs.laboratory`."""

from __future__ import annotations

import sys

from tests.packages import TWO_TRUTHS

sys.path.append(str(TWO_TRUTHS))  # in each process, however it was begun

if __name__ == "__main__":
    from woozle.tui.cli.main import main

    main()
