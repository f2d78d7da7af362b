"""Roles of seats: told from the beginning of a record, by names that the game explains."""

from __future__ import annotations

import asyncio

import pytest

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.ship.config import preset
from woozle.games.ship.rules import Ship
from woozle.players.random_bot import RandomBot
from woozle.players.seats import nobody
from woozle.players.services.registry import seat_services


def played(game, seats=0, seed=1, **options):
    """A match of random bots, to its end."""
    kind, key = registry.game(game), key_from_seed(seed)
    rules = kind(seats or kind.default_seats, registry.configure(kind, "standard", options))
    referee = Referee(rules, key)
    players = {seat: RandomBot(seat) for seat in rules.seats} | seat_services(rules, {}, key, nobody)
    asyncio.run(Match(referee, players).play())
    return referee


def roles(referee):
    return type(referee.game).roles(referee.record)


def test_ducks_are_those_that_the_end_reveals():
    referee = played("ship", ducks=2)
    ducks = {seat for seat, role in roles(referee).items() if role == "duck"}
    assert ducks == {seat for seat, result in referee.outcome.results.items() if result.numbers["duck"]}
    assert len(ducks) == 2


def test_roles_are_known_as_soon_as_they_are_dealt():
    referee = Referee(Ship(6, preset("standard")), key_from_seed(1))
    at_once = roles(referee)
    assert sorted(at_once.values()) == ["duck", "goose", "goose", "goose", "goose", "goose"]
    for _ in range(10):
        request = next(iter(referee.open.values()))
        referee.fold(Response(request.id, RandomBot("x").answer(request, ())))
    assert roles(referee) == at_once


def test_a_record_is_read_no_further_than_roles_are_dealt():
    referee = played("ship")
    rest = iter(referee.record)
    assert type(referee.game).roles(rest)
    assert len(list(rest)) > len(referee.record) / 2


def test_the_undercover_is_the_one_that_the_end_reveals():
    referee = played("undercover", size=256)
    found = roles(referee)
    assert {seat for seat, role in found.items() if role == "undercover"} == {
        seat for seat, result in referee.outcome.results.items() if result.numbers["undercover"]
    }
    assert sorted(found.values()) == ["regular"] * 4 + ["undercover"]


@pytest.mark.parametrize("options", [{"has_undercover": False}, {"mode": "mad_vote"}])
def test_without_an_undercover_no_seat_has_a_role(options):
    assert roles(played("undercover", size=256, **options)) == {}


def test_roles_tell_which_seats_were_given_a_wrong_answer():
    found = roles(played("debate", wrong=2))
    assert sorted(found.values()) == ["given_right"] * 3 + ["given_wrong"] * 2
    assert roles(played("debate")) == roles(played("debate", wrong=0)) == {}


def test_the_first_of_a_society_asks():
    assert list(roles(played("self_play")).values()) == ["asker", "helper", "helper"]
    assert list(roles(played("self_play", seats=1)).values()) == ["alone"]
