"""A visit in a browser: the process that its server starts, with the ticket of the link in its environment."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from woozle.arena.web.visit_process import TICKET
from woozle.tui.cli.sentences import sentences


def main(folder: str) -> int:
    """Show the study in a folder. Returns the exit status."""
    from woozle.arena.play.start import Visit
    from woozle.tui.app import run_app

    ticket = os.environ.pop(TICKET)  # nothing that the app starts needs it
    return run_app(Visit(Path(folder), ticket=ticket))


if __name__ == "__main__":
    with sentences():
        sys.exit(main(sys.argv[1]))
