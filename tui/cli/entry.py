"""The entry point of `woozle`. It imports nothing first, so that ctrl+c never shows a traceback."""

from __future__ import annotations


def main() -> None:
    """Run the command line. Exit status 130 if it is interrupted while it starts."""
    try:
        from woozle.arena.runs.interrupts import end_by_force
        from woozle.tui.cli.main import main as run

        end_by_force()
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run()
