"""The roles of seats that were given an answer."""

from __future__ import annotations

from tests.games.roles import played, roles


def test_roles_tell_which_seats_were_given_a_wrong_answer():
    found = roles(played("debate", wrong=2))
    assert sorted(found.values()) == ["given_right"] * 3 + ["given_wrong"] * 2
    assert roles(played("debate")) == roles(played("debate", wrong=0)) == {}
