"""Matches that are played by a script, as measures see them."""

from __future__ import annotations

from typing import Any

from woozle.core.measures import Match, Played, Terms, match_of, report_of
from woozle.core.referee import Referee


def measured(
    referee: Referee, *, name: str = "one", players: Any = "bot", services: str = "", config: Any = None, **more: Any
) -> Match:
    """Return a finished match. players: of all seats, or by seat."""
    game = referee.game
    seats = dict.fromkeys(game.seats, players) if isinstance(players, str) else players
    options = game.config.model_dump(mode="json") if config is None else config
    assert referee.outcome
    played = Played(referee.record, referee.outcome, Terms(name, "standard", services, seats, options, game.version), **more)
    kind = type(game)
    return match_of(report_of(kind), played, kind.roles(referee.record), kind.correctness(referee.record))
