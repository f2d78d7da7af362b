"""A transcript, as spectators are shown it: they walk through it in both directions. It needs neither rules nor key."""

from __future__ import annotations

import asyncio
import math
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

from woozle.core import registry
from woozle.core.game import Audience, Game, Told
from woozle.saves.memory import no_circles
from woozle.saves.transcript import Json, Transcript, read
from woozle.saves.vocabulary import MeaningError, decode_told
from woozle.tui.messages import Failed, Finished
from woozle.tui.messages.onlooking import Play
from woozle.tui.present.viewers import EVERYTHING, allowed, observes
from woozle.tui.present.words import count
from woozle.tui.sessions.feed import FRAME, Feed

_AT_ONCE = 200  # Events a frame when nobody waits for readers


class Replaying(Feed):
    """Walks through a transcript. line: of the file, to begin at and stand still; 0 plays from the beginning.

    Of an unfinished match nothing is shown that its person has not seen: its secrets still matter.
    """

    def __init__(
        self, path: Path, *, line: int = 0, speed: float = 1.0, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """Raises ValueError or OSError, with a sentence, for what is no transcript of a game that is installed."""
        with no_circles():
            transcript = read(path)
            header = transcript.header
            game = registry.game(header.game)
            super().__init__(header.game, speed, sleep)
            self.path = path
            self.seats = tuple(place.seat for place in header.seats)
            self.is_over = transcript.is_finished
            self.viewers = allowed(self.seats, header.people, is_over=self.is_over)
            self.can_fork = EVERYTHING in self.viewers and transcript.key is not None
            problems = [*(f"line {line}: {sentence}" for line, sentence in transcript.findings), *self._decode(transcript, game)]
            self.problem = _summed(problems)
        if line:
            self.pacer.pause()
            self._seek(self.position(line))

    def _decode(self, transcript: Transcript, game: type[Game[Any]]) -> Iterator[str]:
        """Take all that can be read; says what cannot."""
        texts = transcript.words
        for step, body, events in _lines(transcript):
            told: list[tuple[Told, Json]] = []
            for event in events:
                try:
                    told.append((decode_told(game, event, texts), event))
                except MeaningError as error:
                    yield f"line {step + 1}: {error}"
            seen = [(each, event) for each, event in told if self._may_see(each[1])]
            is_whose = body is None or EVERYTHING in self.viewers or body["request"]["to"] in self.viewers
            self.grow(step, [each for each, _ in seen], [event for _, event in seen], body if is_whose else None)

    def _may_see(self, audience: Audience) -> bool:
        return any(observes(viewer, audience) for viewer in self.viewers)

    def position(self, line: int) -> int:
        """Where the first Event of a line of the file has just happened."""
        return bisect_left(self.steps, line - 1) + 1

    async def run(self) -> None:
        """Go on from Event to Event while it is not paused."""
        self.tell()
        if self.is_over:
            self.post(Finished())
        if self.problem:
            self.post(Failed(self.problem))
        while True:
            before = self.at
            await self.pacer.gate(self.told[before - 1 : before] if before else ())
            if self.pacer.speed == math.inf:
                await self.sleep(FRAME)
            if self.at == before:  # nobody has gone elsewhere meanwhile
                self._seek(before + (_AT_ONCE if self.pacer.speed == math.inf else 1))

    def change(self, message: Play) -> None:
        """Also a jump; who plays on at the end begins anew."""
        if message.change == "to":
            self._seek(message.at)
        elif message.change == "go" and self.at == len(self.told):
            self._seek(0)
        super().change(message)

    def _seek(self, at: int) -> None:
        self.at = max(0, min(at, len(self.told)))
        if self.at == len(self.told):
            self.pacer.pause()
        self.news()


def _lines(transcript: Transcript) -> Iterator[tuple[int, Json | None, list[Json]]]:
    yield 0, None, transcript.header.opening
    for line in transcript.lines:
        yield line.number - 1, line.body, line.body["events"]


def _summed(problems: list[str]) -> str:
    """All that is wrong, in one sentence."""
    if not problems:
        return ""
    more = f" (and {count(len(problems) - 1, 'more problem')})" if problems[1:] else ""
    return f"Damaged{more}: {problems[0]}"
