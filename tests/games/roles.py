"""Matches whose roles are looked at."""

from __future__ import annotations

import asyncio

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
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
