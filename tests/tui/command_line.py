"""The command line, as a person uses it."""

from __future__ import annotations

import io
import signal
import sys

import pytest

from woozle.tui.cli import main as cli


@pytest.fixture
def woozle(monkeypatch, capsys):
    """Run a command; returns its exit status and what it printed."""

    def command(*words: object, typed: str | io.StringIO = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["woozle", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        before = signal.getsignal(signal.SIGTERM)
        try:
            cli.main()
            status = 0
        except SystemExit as end:
            status = end.code or 0
        finally:
            signal.signal(signal.SIGTERM, before)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return status, out, err

    return command
