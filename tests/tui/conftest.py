"""Terminals that are the same everywhere: no animation, no blinking, no colours taken away by the environment."""

from __future__ import annotations

import pytest

from woozle.core import registry
from woozle.tui.present import registry as presenters
from woozle.tui.seating import registry as forms


@pytest.fixture(autouse=True)
def _same_terminal(monkeypatch):
    for name in ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TZ", "UTC")


@pytest.fixture
def self_play(monkeypatch):
    """Self-play, with its form and its table."""
    monkeypatch.setitem(registry._OWN, "self_play", "woozle.core.games.self_play.rules:SelfPlay")
    monkeypatch.setitem(presenters._PRESENTERS, "self_play", "woozle.tui.present.self_play.presenter")
    monkeypatch.setitem(forms._FORMS, "self_play", "woozle.tui.seating.self_play")
