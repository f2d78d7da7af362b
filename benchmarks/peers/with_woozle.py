"""The same game by Woozle, played by players that read their view as text before each answer."""

from __future__ import annotations

import asyncio
import gc
import random
import shutil
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.peers import talk, worker
from benchmarks.village import Counted, Heard, Point, Talk, Village, install
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import Event
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

_kept: dict[int, Path] = {}
"""Folders with the transcripts of this many matches, to be read."""


class Player:
    """A reader at a seat. What it observes only grows, so each event becomes text once."""

    is_human = False
    answers_at_once = True
    keeps_time = False

    def __init__(self, seed: int, seat: int, seats: Sequence[str]) -> None:
        self.reader = talk.Reader(seed, seat)
        self._seats = seats
        self._numbers = {name: number for number, name in enumerate(seats)}
        self._lines = [talk.prompt(seat)]
        self._seen = 0

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        for event in observation[self._seen :]:
            if isinstance(event, Heard):
                self._lines.append(f"[Player {self._numbers[event.seat]}] {event.text}")
            elif isinstance(event, Counted):
                self._lines.append(talk.counted({self._numbers[seat]: self._numbers[to] for seat, to in event.votes.items()}))
        self._seen = len(observation)
        view = "\n".join(self._lines)
        if request.answer is Talk:
            return Response(request.id, Talk(text=self.reader.answer(view, "speak")), 0.0)
        return Response(request.id, Point(target=self._seats[talk.voted(self.reader.answer(view, "vote"))]), 0.0)

    def describe(self) -> dict[str, Any]:
        return {"kind": "bot", "name": "reader", "seed": "0"}


def play(matches: int, folder: Path | None) -> talk.Done:
    """Play this many matches, with transcripts that are flushed line by line, or without."""

    async def every() -> talk.Done:
        everybody: list[talk.Reader] = []
        for seed in range(matches):
            referee = Referee(Village(talk.SEATS), key_from_seed(seed))
            seats = referee.game.seats
            players = {seat: Player(seed, number, seats) for number, seat in enumerate(seats)}
            described = {seat: player.describe() for seat, player in players.items()}
            recorder = Writer.create(folder / str(seed), referee, described, sync=False) if folder else None
            await Match(referee, players, recorder).play()
            everybody += [player.reader for player in players.values()]
        return talk.total(everybody)

    return asyncio.run(every())


def recorded(matches: int) -> talk.Done:
    folder = Path(tempfile.mkdtemp())
    done = play(matches, folder)
    shutil.rmtree(folder)
    return done


def keep(matches: int) -> talk.Done:
    """Play matches whose transcripts are read; not measured."""
    install()
    _kept[matches] = folder = Path(tempfile.mkdtemp())
    return play(matches, folder)


def step_episodes(game: str, matches: int, *, is_read: bool = True, is_kept: bool = False) -> talk.Done:
    """Step episodes of PettingZoo's AEC environment, all seats being its agents, which answer by chance.

    is_read: whether they read what they observe, in text. is_kept: whether transcripts are written.
    """
    from woozle.arena.environments.pettingzoo import aec_env

    folder = Path(tempfile.mkdtemp()) if is_kept else None
    answers = characters = 0
    env = aec_env(game, f"agent*{registry.game(game).default_seats}", records=folder)
    for seed in range(matches):
        env.reset(seed)
        chance = random.Random(seed)
        for _ in env.agent_iter():
            view, _, is_over, is_void, info = env.last(is_read)
            if is_over or is_void:
                env.step(None)
                continue
            action = {name: chance.choice(legal) for name, legal in info["choices"].items()}
            env.step(action or _WITHOUT_CHOICES[game])
            answers += 1
            characters += len(view["text"]) if view else 0
    env.close()
    if folder:
        shutil.rmtree(folder)
    return talk.Done(answers, characters)


_WITHOUT_CHOICES: dict[str, dict[str, Any]] = {"ship": {"text": talk.SPEECH}, "urn": {"low": 40, "high": 60}}
"""Answers to questions that list no choices."""


def check(matches: int, level: int) -> talk.Done:
    """Read and check transcripts."""
    for folder in _kept[matches].iterdir():
        report = verify(folder, level)
        assert report.is_verified and report.lines == talk.ANSWERS
    return talk.Done()


def forget(matches: int) -> talk.Done:
    shutil.rmtree(_kept.pop(matches))
    return talk.Done()


if __name__ == "__main__":
    gc.set_threshold(50_000, 20, 100)  # as `woozle run` does
    worker.serve(
        {
            "unrecorded": lambda matches: play(matches, None),
            "recorded": recorded,
            "keep": keep,
            "read": lambda matches: check(matches, 0),
            "check": lambda matches: check(matches, 2),
            "forget": forget,
            "urn steps": partial(step_episodes, "urn"),
            "urn steps, kept": partial(step_episodes, "urn", is_kept=True),
            "urn steps, unread": partial(step_episodes, "urn", is_read=False),
            "ship steps": partial(step_episodes, "ship"),
            "ship steps, kept": partial(step_episodes, "ship", is_kept=True),
            "ship steps, unread": partial(step_episodes, "ship", is_read=False),
        }
    )
