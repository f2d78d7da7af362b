"""A transcript, as spectators are shown it: they walk through it in both directions. It needs neither rules nor key."""

from __future__ import annotations

import asyncio
import math
from bisect import bisect_left
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import orjson

from woozle.arena.play.pictures import look_for_them
from woozle.arena.views.viewers import EVERYTHING, allowed, observes
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.game import Audience, Game, Told
from woozle.core.request import Words
from woozle.saves.memory import no_circles
from woozle.saves.transcript import Header, Json, Line, walk
from woozle.saves.vocabulary import MeaningError, decode_told
from woozle.tui.messages import Failed, Finished
from woozle.tui.messages.onlooking import Play
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
            look_for_them(path)
            transcript, lines = walk(path)
            header = transcript.header
            game = registry.game(header.game, header.rules)
            super().__init__(header.game, speed, sleep)
            self.path = path
            self.seats = tuple(place.seat for place in header.seats)
            self.match = _set_up(game, header)
            self.is_imported = header.source is not None
            problems: list[str] = []
            for step, told, body in _decoded(game, header, lines, problems):
                self.grow(step, told, body)
            self.is_over = transcript.is_finished
            self.viewers = allowed(self.seats, header.people, is_over=self.is_over)
            self.can_fork = EVERYTHING in self.viewers and transcript.key is not None
            if EVERYTHING not in self.viewers:
                self._hide()
            self.problem = _summed([*(f"line {line}: {sentence}" for line, sentence in transcript.findings), *problems])
        if line:
            self.pacer.pause()
            self._seek(self.position(line))

    @property
    def can_audit(self) -> bool:
        """What was changed proves nothing."""
        return super().can_audit and not self.problem

    def _hide(self) -> None:
        """Keep only what may be seen, which is known when the end of the transcript is."""
        told, lines = iter(self.told), self._lines
        self.told, self.steps, self.done, self._lines = [], [], [], {}
        for step, line in lines.items():
            body = orjson.loads(line)
            seen = [(each, event) for event in body["events"] if self._may_see((each := next(told))[1])]
            shown = {"events": [event for _, event in seen]}
            is_whose = "request" in body and body["request"]["to"] in self.viewers
            self.grow(step, [each for each, _ in seen], orjson.dumps(body | shown if is_whose else shown))

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


def _set_up(game: type[Game[Any]], header: Header) -> Game[Any] | None:
    """The rules as a transcript says that they are played; None if they cannot be played so."""
    try:
        return game(len(header.seats), registry.validated(game.config_type, header.config))
    except ValueError:
        return None


def _decoded(
    game: type[Game[Any]], header: Header, lines: Iterable[Line], problems: list[str]
) -> Iterator[tuple[int, list[Told], bytes]]:
    """What was told in the opening and by each line, as far as it can be read, and the line with no more than that."""
    texts: dict[str, Words] = {}
    opening: Iterator[tuple[int, Json, Mapping[str, Words]]] = iter([(0, {"events": header.opening}, {})])
    for step, body, typed in chain(opening, ((line.n, line.body, line.typed) for line in lines)):
        texts |= {ref: words for ref, words in typed.items() if ref not in texts}
        told, events = [], []
        for event in body["events"]:
            try:
                told.append(decode_told(game, event, texts))
                events.append(event)
            except MeaningError as error:
                problems.append(f"line {step + 1}: {error}")
        yield step, told, orjson.dumps(body if len(events) == len(body["events"]) else body | {"events": events})


def _summed(problems: list[str]) -> str:
    """All that is wrong, in one sentence."""
    if not problems:
        return ""
    more = f" (and {count(len(problems) - 1, 'more problem')})" if problems[1:] else ""
    return f"Damaged{more}: {problems[0]}"
