"""`woozle` with the game of the tests, to be run in a process of its own: `python -m tests.arena.runs.laboratory`."""

from __future__ import annotations

from woozle.core import registry

registry._OWN["two_truths"] = "tests.two_truths:TwoTruths"  # in each process, however it was begun

if __name__ == "__main__":
    from woozle.tui.cli.main import main

    main()
