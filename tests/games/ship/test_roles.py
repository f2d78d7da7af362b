"""The roles of ducks and geese, as they are dealt."""

from __future__ import annotations

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.ship.config import preset
from woozle.games.ship.rules import Ship
from woozle.players.random_bot import RandomBot

from tests.games.roles import played, roles


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
