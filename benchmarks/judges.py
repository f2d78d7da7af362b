"""The speed of judges: lexical, by claims, neural in batches and one by one, and whole matches of the quest."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.result import Result
from benchmarks.speed import ROUNDS, best
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.faithfulness import faithfulness
from woozle.games.quest.judgement.grounding import grounding
from woozle.games.quest.judgement.words import limit_words
from woozle.games.quest.rules import Quest
from woozle.players.registry import bot
from woozle.players.seats import nobody as no_model
from woozle.players.seats import parse_seats, seat_players
from woozle.players.services.registry import seat_services

from tests.players.services.tiny import tiny_hhem

MATCHES = 50  # measured; the figure is for 1,000


def _summaries() -> list[tuple[str, str]]:
    texts = references()
    return [(item.text, text) for item in passages() for text in (texts[item.id]["faithful"], *texts[item.id]["flawed"])]


def lexical() -> list[Result]:
    pairs = _summaries()

    def pairs_a_second() -> float:
        started = time.process_time()
        for source, text in pairs:
            grounding(source, text)
        return len(pairs) / (time.process_time() - started)

    slowest = max(_milliseconds(item.text, limit_words(item.text, 60)) for item in passages())
    return [
        Result("lexical grounding, passages that come with the quest", best(pairs_a_second), "pairs/s", ">= 2,000"),
        Result("the judge claims, the slowest of 24 texts of 60 words", slowest, "ms", "<= 20"),
    ]


def _milliseconds(source: str, text: str) -> float:
    """Return the time of one judgement by claims, the best of several: the passage is read before."""
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        faithfulness(source, text)
        times.append(time.process_time() - started)
    return 1000 * min(times)


def hhem() -> list[Result]:
    """Measure a tiny T5 of HHEM's shape on the CPU, with pairs one after another, as in matches, and all at once."""
    from woozle.games.quest.players.hhem import find_files, load
    from woozle.games.quest.players.readers import ReaderQueue

    pairs = _mixed()
    with tempfile.TemporaryDirectory() as folder:
        tiny_hhem(Path(folder) / "hhem", layers=2, width=32)
        reader = load(find_files(str(Path(folder) / "hhem")))
    reader.scores(pairs[:8])

    async def at_once() -> None:
        service = ReaderQueue(lambda: reader)
        await asyncio.gather(*(service.opinion(*pair) for pair in pairs))

    async def one_by_one() -> None:
        service = ReaderQueue(lambda: reader)
        for pair in pairs:
            await service.opinion(*pair)

    alone, batched = [], []
    for _ in range(7):  # in turn, so that a slow minute of the machine affects both
        alone.append(_seconds(one_by_one))
        batched.append(_seconds(at_once))
    return [
        Result("a tiny HHEM on the CPU, one by one", len(pairs) / min(alone), "pairs/s", ""),
        Result("a tiny HHEM on the CPU, in batches", len(pairs) / min(batched), "pairs/s", ""),
        Result("a tiny HHEM, batches over one by one", min(alone) / min(batched), "times", ">= 3"),
    ]


def _seconds(ask: Callable[[], Awaitable[None]]) -> float:
    async def asked() -> None:
        await ask()

    started = time.perf_counter()
    asyncio.run(asked())
    return time.perf_counter() - started


def _mixed() -> list[tuple[str, str]]:
    """Return pairs: passages and their first sentences, each with the summaries and with every sentence of these."""
    whole = _summaries()
    sentences = [(source, each) for source, text in whole for each in text.split(". ")]
    return whole + sentences + [(source.partition(". ")[0], each) for source, each in sentences]


def matches() -> list[Result]:
    """Measure matches of two quest bots, 24 passages, not recorded."""
    config = registry.configure(Quest, "standard", {"items": 24})

    async def play(seed: int) -> None:
        game, key = Quest(2, config), key_from_seed(seed)
        seats = seat_players("quest", game.seats, parse_seats("bot*2", "quest"), key, lambda seat: bot("quest")(0))
        await Match(Referee(game, key), seats | seat_services(game, {}, key, no_model)).play()

    def seconds_for_a_thousand() -> float:
        started = time.process_time()
        for seed in range(MATCHES):
            asyncio.run(play(seed))
        return -(time.process_time() - started) * 1000 / MATCHES

    return [Result("1,000 matches of 24 passages, two bots", -best(seconds_for_a_thousand), "s", "< 60")]


ALL = {"lexical": lexical, "hhem": hhem, "quest": matches}
