"""A match of a study: it stands still where the participant is asked what they believe, and keeps no more than the plan wants."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from woozle.arena.play.setup import Ready, new_match
from woozle.arena.play.start import Resume, Start
from woozle.arena.studies.plan import Belief, Data
from woozle.core.game import Event, Told
from woozle.core.match import Pacer
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.value import value
from woozle.players.human import Human
from woozle.players.seats import ModelSeat
from woozle.saves.refold import fold, referee_of
from woozle.saves.transcript import Transcript, read
from woozle.tui.messages import EventsArrived
from woozle.tui.messages.visiting import Believing
from woozle.tui.sessions.session import Session

Known = Collection[tuple[int, str]]
"""Beliefs that were told: after the answer to which request, and which."""


@value
class Due:
    """Beliefs that a participant is to be asked for. request: after the answer to which; others: the seats beside their own.

    seen: how many Events they had observed when they answered.
    """

    match: str
    request: int
    beliefs: tuple[Belief, ...]
    others: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    seen: int = 0


@value
class Held:
    """What a plan says of matches. beliefs: that are asked; data: what is kept. known: beliefs that were told in this match."""

    beliefs: tuple[Belief, ...]
    data: Data
    known: Known = ()


class Participant(Human):
    """A person of whom no more is kept than the plan of the study says."""

    def __init__(self, *human: Any, data: Data, unanswered: Callable[[int], None]) -> None:
        """unanswered: is told of a request that they let go by."""
        super().__init__(*human)
        self._data = data
        self._unanswered = unanswered

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """What the person answers, without how they typed it and how large their pictures were, where that is not wanted."""
        response = await super().respond(request, observation)
        if isinstance(response.answer, Forfeit):
            self._unanswered(request.id)
        timing = response.timing if self._data.timing else None
        return replace(response, timing=timing, display=response.display if self._data.device else None)


class _HoldingPacer(Pacer):
    """Stands still for beliefs, and only then for whoever reads."""

    def __init__(self, hold: Callable[[], Any], *rest: Any) -> None:
        super().__init__(*rest)
        self._hold = hold

    async def gate(self, told: Sequence[Told]) -> None:
        await self._hold()
        await super().gate(told)


class StudySession(Session):
    """Plays one match of a study. folder: where a new one is kept; held: what the plan says."""

    def __init__(self, start: Start | Resume, folder: Path, held: Held, **options: Any) -> None:
        """Raises ValueError or OSError, with a sentence, if the match cannot be begun or resumed."""
        self._into = folder
        self._held = held
        self._due: Due | None = None
        self._told = asyncio.Event()
        super().__init__(start, **options)
        if isinstance(start, Resume):
            self._due = due_in(read(start.path), held.beliefs, held.known)

    def _paced(self) -> Pacer:
        return _HoldingPacer(self._hold, self._reading, self._rest)

    def _ready(self, start: Start | Resume, model: ModelSeat) -> Ready:
        if isinstance(start, Resume):
            return super()._ready(start, model)
        return new_match(
            start.game,
            start.seats,
            start.config,
            start.seed,
            self._into,
            self._human,
            model=model,
            officials=start.officials,
            pacer=self.pacer,
        )

    def _human(self, seat: Seat) -> Human:
        return Participant(self._present, self._clock, data=self._held.data, unanswered=self._let_go)

    # Beliefs

    def answer(self, request: int, answer: Answer) -> None:
        """The person has answered. What comes of it is not told before they have said what they believe."""
        me = self.looking
        if me and self.hand.on_screen(request):
            game = self.match.referee.game
            asked = _asked(self._held.beliefs, game.name, type(answer).__name__)
            if asked:
                self._tell()
                others = tuple(seat for seat in game.seats if seat != me)
                self._due = Due(self.id, request, asked, others, tuple(game.seats), len(self.match.referee.view(me)))
        super().answer(request, answer)

    def _let_go(self, request: int) -> None:
        if self._due and self._due.request == request:  # the time was over in the same moment
            self._due = None

    def believed(self) -> None:
        """They have said it, and it is kept."""
        self._told.set()

    async def before_the_end(self) -> None:
        """The answer that ended the match is one like any other."""
        await self._hold()

    async def _hold(self) -> None:
        """Until what the person believes is known, once their answer is on disk."""
        due = self._due
        if due is None or due.request in self.match.referee.open:
            return
        self._told.clear()
        self._post(Believing(due))
        await self._told.wait()
        self._due = None
        self._tell()
        self._say_who_is_asked()

    def _tell(self) -> None:
        """Nothing that the person had not observed when they answered."""
        if self._due is None:
            super()._tell()
        elif not self._shown and self.looking and (seen := self.match.referee.view(self.looking)[: self._due.seen]):
            self._shown = len(seen)
            self._post(EventsArrived(tuple(seen)))

    def _say_who_is_asked(self) -> None:
        if self._due is None:
            super()._say_who_is_asked()


def due_in(transcript: Transcript, beliefs: Sequence[Belief], known: Known) -> Due | None:
    """What is still to be asked of the participant of a match that was interrupted, or ended, right after an answer of theirs."""
    header = transcript.header
    me = next(iter(header.people), None)
    own = [at for at, line in enumerate(transcript.lines) if line.body["request"]["to"] == me]
    if not own or "answer" not in transcript.lines[own[-1]].body["response"]:
        return None
    asks = transcript.lines[own[-1]].body["request"]
    asked = tuple(each for each in _asked(beliefs, header.game, asks["asks"]) if (asks["id"], each.id) not in known)
    if not asked:
        return None
    seats = tuple(place.seat for place in header.seats)
    referee = referee_of(header, transcript.key)
    for line in transcript.lines[: own[-1]]:
        fold(referee, line)
    seen = len(referee.view(me)) if me else 0
    return Due(transcript.folder.name, asks["id"], asked, tuple(seat for seat in seats if seat != me), seats, seen)


def _asked(beliefs: Sequence[Belief], game: str, asks: str) -> tuple[Belief, ...]:
    """Those that are asked after an answer of this type."""
    return tuple(each for each in beliefs if each.after == asks and each.game in ("", game))
