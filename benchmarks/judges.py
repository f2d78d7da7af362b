"""How fast judges are: words alone, a neural one in batches and one by one, and whole matches of the quest."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from benchmarks.result import Result
from benchmarks.speed import best
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.games.quest.data import passages, references
from woozle.core.games.quest.rules import Quest
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.players.officials.lexical import grounding
from woozle.players.officials.registry import seat_officials
from woozle.players.registry import bot
from woozle.players.seats import nobody as no_model
from woozle.players.seats import parse_seats, seat_players

from tests.players.officials.tiny import tiny_hhem

MATCHES = 50  # of 1,000 that the figure is for


def _summaries() -> list[tuple[str, str]]:
    texts = references()
    return [(item.text, text) for item in passages() for text in (texts[item.id]["faithful"], *texts[item.id]["flawed"])]


def lexical() -> list[Result]:
    pairs = _summaries()

    def pairs_a_second() -> float:
        started = time.perf_counter()
        for source, text in pairs:
            grounding(source, text)
        return len(pairs) / (time.perf_counter() - started)

    return [Result("lexical grounding, passages that come with the quest", best(pairs_a_second), "pairs/s", ">= 2,000")]


def hhem() -> list[Result]:
    """A tiny T5 of HHEM's shape on the CPU: long and short pairs, mixed."""
    from woozle.players.officials.hhem import load, place

    pairs = _mixed()
    with tempfile.TemporaryDirectory() as folder:
        tiny_hhem(Path(folder) / "hhem", layers=2, width=32)
        reader = load(place(str(Path(folder) / "hhem")))
    reader.scores(pairs[:8])

    def together() -> float:
        started = time.perf_counter()
        reader.scores(pairs)
        return time.perf_counter() - started

    def one_by_one() -> float:
        started = time.perf_counter()
        for pair in pairs:
            reader.scores([pair])
        return time.perf_counter() - started

    alone, batched = min(one_by_one() for _ in range(5)), min(together() for _ in range(5))
    return [
        Result("a tiny HHEM on the CPU, one by one", len(pairs) / alone, "pairs/s", ""),
        Result("a tiny HHEM on the CPU, in batches", len(pairs) / batched, "pairs/s", ""),
        Result("a tiny HHEM, batches over one by one", alone / batched, "times", ">= 3"),
    ]


def _mixed() -> list[tuple[str, str]]:
    """Passages with their summaries, and single sentences of both."""
    long = _summaries()
    return long + [(source.partition(". ")[0], text.partition(". ")[0]) for source, text in long]


def matches() -> list[Result]:
    """Two bots of the quest, 24 passages, not recorded."""
    config = registry.configure(Quest, "standard", {"items": 24})

    async def play(seed: int) -> None:
        game, key = Quest(2, config), key_from_seed(seed)
        seats = seat_players("quest", game.seats, parse_seats("bot*2", "quest"), key, lambda seat: bot("quest")(0))
        await Match(Referee(game, key), seats | seat_officials(game, {}, key, no_model)).play()

    def seconds_for_a_thousand() -> float:
        started = time.perf_counter()
        for seed in range(MATCHES):
            asyncio.run(play(seed))
        return -(time.perf_counter() - started) * 1000 / MATCHES

    return [Result("1,000 matches of 24 passages, two bots", -best(seconds_for_a_thousand), "s", "< 60")]


ALL = {"lexical": lexical, "hhem": hhem, "quest": matches}
