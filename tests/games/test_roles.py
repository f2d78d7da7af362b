"""The roles of seats, in every game that deals some."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.views.company import roles_of
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.players.random_bot import RandomBot
from woozle.players.seats import nobody
from woozle.players.services.registry import seat_services

from tests.games.parts import parts


def played(game, seats, options):
    """A match of random bots, to its end."""
    kind, key = registry.game(game), key_from_seed(1)
    rules = kind(seats, registry.configure(kind, "standard", options))
    referee = Referee(rules, key)
    players = {seat: RandomBot(seat) for seat in rules.seats} | seat_services(rules, {}, key, nobody)
    asyncio.run(Match(referee, players).play())
    return referee


@pytest.mark.parametrize(
    ("game", "seats", "options", "dealt"),
    [(game, *row) for game, rows in parts("facts", "ROLES").items() for row in rows],
    ids=str,
)
def test_roles_are_dealt_as_options_say_and_results_tell_who_had_the_hidden_one(game, seats, options, dealt):
    referee = played(game, seats, options)
    kind, rest = type(referee.game), iter(referee.record)
    roles, results = kind.roles(rest), referee.outcome.results
    assert sorted(roles.values()) == dealt
    if not dealt:
        assert roles_of(game, results) == {}
    elif hidden := kind.hidden_role:
        assert len([*rest]) > len(referee.record) / 2, "a record is read no further than roles are dealt"
        told = {seat for seat, result in results.items() if result.numbers[hidden]}
        assert {seat for seat, role in roles.items() if role == hidden} == told
