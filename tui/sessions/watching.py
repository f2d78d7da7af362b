"""A live match without people, as spectators are shown it: they pause it, step through it, and never touch a player's clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

import orjson

from woozle.arena import logs
from woozle.arena.play.hearing import Minds, slowest
from woozle.arena.play.setup import Ready, new_match, reopened_match
from woozle.arena.play.start import Resume, Start
from woozle.arena.views.turns import newest, turn
from woozle.arena.views.viewers import viewers
from woozle.arena.views.views import Turn
from woozle.arena.views.words import left
from woozle.core.game import Told
from woozle.core.match import Halt, Match
from woozle.core.outcome import Outcome
from woozle.core.request import Request, Response
from woozle.players.models.progress import Listen, Progress
from woozle.players.seats import ModelSeat, nobody
from woozle.saves.disk import SaveError
from woozle.saves.line import encoded, events_body, response_body
from woozle.saves.transcript import read
from woozle.tui.messages import Failed, Finished
from woozle.tui.messages.onlooking import Play, Thinking
from woozle.tui.sessions.feed import Feed


class Watching(Feed):
    """Plays a match for spectators. Cancelling leaves a transcript that can be resumed.

    It is the match's recorder: what it shows is on disk already.
    """

    def __init__(
        self,
        start: Start | Resume,
        *,
        speed: float = 1.0,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
        models: Callable[[Listen], ModelSeat] = lambda listen: nobody,
    ) -> None:
        """Raises ValueError or OSError, with a sentence, if the match cannot be begun or resumed, or if a person sits there."""
        ready = _ready(start, models(self._hear))
        referee = ready.match.referee
        super().__init__(referee.game.name, speed, sleep)
        self.match = referee.game
        self._match = Match(referee, ready.match.players, self, self.pacer)
        self._writer = ready.writer
        self.path, self.seats, self.viewers = ready.folder, referee.game.seats, viewers(referee.game.seats)
        self._minds = Minds(self.seats, clock)
        self._stands_still = False
        self.grow(0, referee.opening, encoded({"events": events_body(referee.opening)}))
        if isinstance(start, Resume):
            self._catch_up()

    def _catch_up(self) -> None:
        record = iter(self._match.referee.record[len(self.told) :])
        for line in read(self.path).lines:
            self.grow(line.n, (next(record) for _ in line.body["events"]), orjson.dumps(line.body))

    async def run(self) -> None:
        """Play to the end."""
        self.at = len(self.told)
        try:
            with logs.match(self.path.name, self._match.referee):
                await self._match.play()
        except (SaveError, Halt) as error:
            self._stands_still = True
            self.tell()
            self.post(Failed(str(error)))
        else:
            self.tell()
            self.post(Finished())

    def close(self) -> None:
        """The transcript can be resumed from here on."""
        self._writer.close()

    @property
    def farewell(self) -> str:
        """How to go on with a match that is left."""
        if self._match.referee.outcome is not None:
            return ""
        return left(self.path.name)

    def change(self, message: Play) -> None:
        """Also a step, one answer and then stand still; and not to wait for a model any more."""
        if message.change == "step":
            self.pacer.step()
        elif message.change == "give_up" and (model := slowest(self._asked, self._match.players)):
            model.give_up()
        super().change(message)

    # What the match brings

    def refusal(self, request: Request, response: Response) -> str:
        """Return why an answer cannot be kept."""
        return self._writer.refusal(request, response)

    def folded(self, request: Request, response: Response, told: Sequence[Told]) -> None:
        """One more line."""
        self._writer.folded(request, response, told)
        step = self._match.referee.folded
        self._minds.answered(request, response, is_open=request.id in self._match.referee.open)
        self.grow(step, told, encoded(response_body(step, request, response, told)))
        self.at = len(self.told)
        self.news()

    def closed(self, outcome: Outcome) -> None:
        """The match is over."""
        self._writer.closed(outcome)

    def _hear(self, progress: Progress) -> None:
        self._minds.hear(progress)
        self.news()

    # What the screen is told

    def tell(self) -> None:
        """Also how the models go on."""
        super().tell()
        self._post_other(Thinking(() if self._stands_still else self._minds.now))

    @property
    def _asked(self) -> list[Request]:
        """What is asked now. In a pause nobody is asked who could answer at once."""
        players, is_paused = self._match.players, self.pacer.is_paused
        if self._stands_still:
            return []
        return [each for each in self._match.referee.open.values() if not (is_paused and players[each.to].answers_at_once)]

    def turns(self) -> tuple[Turn, ...]:
        """Those who are asked now come first."""
        return newest([*map(self._asked_turn, self._asked), *super().turns()])

    def _asked_turn(self, request: Request) -> Turn:
        shown = turn(self.seats, request.to, request.answer.__name__, "asked")
        mind = self._minds[request.to]
        if mind is None or mind.request != request.id:
            return shown
        return replace(shown, words=mind.words, since=mind.since, until=mind.until, limit=request.seconds)


def _ready(start: Start | Resume, model: ModelSeat) -> Ready:
    if isinstance(start, Resume):
        return reopened_match(start.path, model=model)
    return new_match(start.game, start.seats, start.config, start.seed, model=model, officials=start.officials)
