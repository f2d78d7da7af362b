"""The roles of a society."""

from __future__ import annotations

from tests.games.roles import played, roles


def test_the_first_of_a_society_asks():
    assert list(roles(played("self_play")).values()) == ["asker", "helper", "helper"]
    assert list(roles(played("self_play", seats=1)).values()) == ["alone"]
