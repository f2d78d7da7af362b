"""What a report counts is what the record holds, counted here from the lines of transcripts and not by the code of reports.

Every value of every option that has a fixed set of values is played, also by bots that act at random: among these, ties and
ejections are frequent.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from woozle.arena.testing.games import GameCase, record_match
from woozle.core import registry
from woozle.players.random_bot import RandomBot
from woozle.players.registry import bot
from woozle.saves.match import read_match

from tests.arena.reports.counted import Check, Figures, Lines
from tests.games.parts import parts
from tests.option_values import every_value, own_games

SMALL: Mapping[str, Mapping[str, Any]] = parts("counts", "SMALL")
"""Options that make matches short, where a test of counts loses nothing by it."""

COUNTS: Mapping[str, Callable[[Lines, Figures], Iterator[Check]]] = parts("counts", "count")


def every_game(told: Lines, said: Figures) -> Iterator[Check]:
    for seat in told.seats:
        closed = Counter(line["request"]["id"] for line in told.lines if line["request"]["to"] == seat)
        again = sum(closed.values()) - len(closed)
        counts = said.measured.seats[seat].answers
        yield f"questions to {seat}", counts.questions, len(closed)
        yield f"asked again {seat}", counts.repairs, again


def test_every_game_is_counted():
    assert sorted(COUNTS) == sorted(own_games())


@pytest.mark.parametrize(("game", "options"), every_value())
def test_what_is_counted_is_what_is_recorded(game, options, tmp_path):
    kind = registry.game(game)
    config = registry.configure(kind, next(iter(kind.presets)), {**SMALL.get(game, {}), **options})
    case = GameCase(game, lambda: kind(kind.default_seats, config), bot(game))
    for seed, player in enumerate((None, RandomBot)):
        folder = tmp_path / str(seed)
        asyncio.run(record_match(case, seed, folder, player).play())
        told, said = Lines.of(folder), Figures(read_match(folder))
        wrong = [check for check in (*COUNTS[game](told, said), *every_game(told, said)) if check[1] != check[2]]
        assert wrong == []
