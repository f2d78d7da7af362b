"""The making of pictures, which is recorded as a game."""

from __future__ import annotations

from woozle.core import registry


def test_what_is_recorded_but_not_played_has_rules_and_is_not_listed():
    assert registry.game("pictures").name == "pictures"
    assert "pictures" not in registry.names()
