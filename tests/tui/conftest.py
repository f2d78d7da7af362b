"""Terminals that are the same everywhere: no animation, no blinking, no colours taken away by the environment."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _same_terminal(monkeypatch):
    for name in ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TZ", "UTC")
