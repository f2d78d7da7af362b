"""The speed of PettingZoo's environments: steps of undercover beside steps of the urn, in turn, in one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from typing import Literal

from benchmarks.result import Result

ROUNDS, SECONDS = 5, 1.5

_GAMES = ("undercover", "urn")
_SEATS = {"agents in all 5 seats": "agent*5", "an agent among 4 bots": "agent,bot*4"}


def training() -> list[Result]:
    """Measure steps per second of processor time, each episode with another seed, and answers drawn by `action_space.sample()`."""
    return [result for seats in _SEATS for form in ("json", "text") for result in _compare(seats, form)]


def _compare(seats: str, form: Literal["json", "text"]) -> Iterator[Result]:
    runs = {game: _steps_per_second(game, _SEATS[seats], form) for game in _GAMES}
    for rate in runs.values():
        next(rate)  # one-time imports and compiled patterns are no part of a step
    rates = [{game: next(rate) for game, rate in runs.items()} for _ in range(ROUNDS)]
    wanted = ">= 0.4" if (seats, form) == ("agents in all 5 seats", "json") else ""
    what = f"PettingZoo, {seats}, {form}: steps of undercover beside the urn"
    yield Result(what, median(each["undercover"] / each["urn"] for each in rates), "times as many", wanted)
    for game in _GAMES:
        yield Result(f"- {game}, steps by the processor", median(each[game] for each in rates), "a second", "")


def _steps_per_second(game: str, seats: str, form: Literal["json", "text"]) -> Iterator[float]:
    """Yield the steps per second of one round after another."""
    from woozle.environments import aec_env

    env = aec_env(game, seats, form=form)
    seeds = count(1)
    while True:
        steps, started = 0, time.process_time()
        while (passed := time.process_time() - started) < SECONDS:
            env.reset(seed=next(seeds))
            for agent in env.agent_iter():
                _, _, is_ended, is_void, _ = env.last()
                is_over = is_ended or is_void
                env.step(None if is_over else env.action_space(agent).sample())
                steps += not is_over
        yield steps / passed


ALL: dict[str, Callable[[], list[Result]]] = {"training": training}
