"""Where the program `woozle` begins. Nothing is imported before somebody may press ctrl+c, so that this never shows a traceback."""

from __future__ import annotations


def main() -> None:
    """Run the command line. Exit status 130 where it is interrupted before it begins."""
    try:
        from woozle.tui.cli.main import main as begun
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    begun()
