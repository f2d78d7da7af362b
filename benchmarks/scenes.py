"""The speed of the undercover's pictures and matches: a pair drawn and compared, and matches of bots by the hundred."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from statistics import median, quantiles

from benchmarks.result import Result

PAIRS, MATCHES, SEATS = 60, 200, 5


def pair() -> list[Result]:
    """Measure scenes of seven things at 512 pixels, drawn with their counterfactuals and compared by pixels."""
    from woozle.core.chance import Chance, key_from_seed
    from woozle.games.undercover.players.likeness import is_changed, open_both, visual
    from woozle.games.undercover.players.scenes.scene import draw_scene
    from woozle.games.undercover.scenes.edits import edit_scene
    from woozle.games.undercover.scenes.generator import generate_scene
    from woozle.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS

    drew, compared = [], []
    for number in range(-2, PAIRS):
        chance = Chance(key_from_seed(number))
        scene = generate_scene(chance, SETTINGS[number % len(SETTINGS)], 7)
        other, _ = edit_scene(chance, scene, EDIT_TYPES[number % len(EDIT_TYPES)])
        started = time.process_time()
        pictures = draw_scene(scene, 512), draw_scene(other, 512)
        between = time.process_time()
        seen = open_both(*pictures)
        visual(*seen), is_changed(*seen)
        if number >= 0:  # one-time imports and casts are no part of a pair
            drew.append(between - started)
            compared.append(time.process_time() - between)
    both = [sum(each) for each in zip(drew, compared, strict=True)]
    return [
        Result("a scene pair of 512 px drawn (processor time), median", median(drew) * 1e3, "ms", ""),
        Result("a scene pair of 512 px compared, median", median(compared) * 1e3, "ms", ""),
        Result("a scene pair of 512 px with acceptance, median", median(both) * 1e3, "ms", "<= 60"),
        Result("a scene pair of 512 px with acceptance, p95", quantiles(both, n=20)[-1] * 1e3, "ms", ""),
    ]


def undercover() -> list[Result]:
    """Measure matches of bots with the default services, who draw no picture."""
    from woozle.core.chance import key_from_seed
    from woozle.core.match import Match
    from woozle.core.referee import Referee
    from woozle.games.undercover.config import Config
    from woozle.games.undercover.rules import Undercover
    from woozle.players.registry import bot
    from woozle.players.seats import bot_seed, nobody
    from woozle.players.services.registry import seat_services

    kind, config = bot("undercover"), Config()

    async def play(seed: int) -> None:
        key, game = key_from_seed(seed), Undercover(SEATS, config)
        players = {seat: kind(bot_seed(seat, key)) for seat in game.seats} | seat_services(game, {}, key, nobody)
        await Match(Referee(game, key), players).play()

    def seconds(seeds: list[int]) -> float:
        started = time.process_time()
        for seed in seeds:
            asyncio.run(play(seed))
        return time.process_time() - started

    taken = seconds(list(range(MATCHES))) / MATCHES * 1000
    return [
        Result("1,000 matches of 5 bots (processor time)", taken, "s", "<= 60"),
    ]


ALL: dict[str, Callable[[], list[Result]]] = {"pair": pair, "undercover": undercover}
