"""The entry point of `woozle`. It imports nothing first, so that ctrl+c never shows a traceback."""

from __future__ import annotations


def main() -> None:
    """Run the command line. Exit status 130 if it is interrupted while it starts."""
    try:
        from woozle.arena.runs.forced_end import ending_by_force
        from woozle.tui.cli.main import main as run
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    with ending_by_force():
        run()
