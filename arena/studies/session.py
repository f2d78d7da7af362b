"""A match of a study: it pauses while the participant is asked for beliefs, and keeps only what the plan allows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.arena.play.news import EventsArrived, News
from woozle.arena.play.session import Session
from woozle.arena.play.start import Resume, Start
from woozle.arena.studies.plan import Belief, DataPolicy
from woozle.core.errors import InputError
from woozle.core.game import Event, RecordEntry
from woozle.core.match import Pacer
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.state import observes
from woozle.core.value import value
from woozle.players.human import Human
from woozle.saves.match import FinishedMatch, read_match

Known = Collection[tuple[int, str]]
"""Beliefs already given: request of the answer, and id of the question."""


@value
class Due:
    """Questions on beliefs that are due. request: of the answer they follow; seen: number of Events observed at that answer."""

    match: str
    request: int
    beliefs: tuple[Belief, ...]
    me: Seat
    seats: tuple[Seat, ...]
    seen: int = 0

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat != self.me]


@value
class Held:
    """The plan's terms for a match. beliefs: questions; data: what is kept; known: beliefs given in this match."""

    beliefs: tuple[Belief, ...]
    data: DataPolicy
    known: Known = ()


@value
class Believing(News):
    """The match is waiting for the participant's beliefs."""

    due: Due


class ParticipantPlayer(Human):
    """A human player whose record keeps only what the plan allows."""

    def __init__(self, *human: Any, data: DataPolicy, unanswered: Callable[[int], None]) -> None:
        """unanswered: receives the id of a request that timed out."""
        super().__init__(*human)
        self._data = data
        self._unanswered = unanswered

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the answer, without timing and display if the plan does not keep them."""
        response = await super().respond(request, observation)
        if isinstance(response.answer, Forfeit):
            self._unanswered(request.id)
        timing = response.timing if self._data.timing else None
        return replace(response, timing=timing, display=response.display if self._data.device else None)


_BEGUN_IN_A_BROWSER = (
    "This match was begun in a browser, so it continues there: serve the study; `woozle study links FOLDER --code CODE` "
    "makes a new link for a participant who lost the browser."
)


class _HoldingPacer(Pacer):
    """A pacer that waits for beliefs before it paces readers."""

    def __init__(self, hold: Callable[[], Any], *rest: Any) -> None:
        super().__init__(*rest)
        self._hold = hold

    async def gate(self, told: Sequence[RecordEntry], *, goes_on: bool = False) -> None:
        await self._hold()
        await super().gate(told, goes_on=goes_on)


class StudySession(Session):
    """A session of one match of a study. folder: of a new match; held: the plan's terms."""

    def __init__(self, start: Start | Resume, folder: Path, held: Held, **options: Any) -> None:
        """Raises ValueError or OSError if the match cannot be started or resumed."""
        self._held = held
        self._due: Due | None = None
        self._told = asyncio.Event()
        begun = read_match(start.path) if isinstance(start, Resume) else None
        if begun and any(player.get("remote") for player in begun.header.players.values()):
            raise InputError(_BEGUN_IN_A_BROWSER)
        super().__init__(start, folder=folder, **options)
        if begun:
            self._due = due_in(begun, held.beliefs, held.known, next(iter(begun.header.people), None))

    def _make_pacer(self) -> Pacer:
        return _HoldingPacer(self._hold, self._reading, self._rest)

    def _human(self, seat: Seat) -> Human:
        return ParticipantPlayer(self._present, self._clock, data=self._held.data, unanswered=self._let_go)

    # Beliefs

    def answer(self, request: int, answer: Answer) -> None:
        """Accept the participant's answer. Its consequences are shown once they have stated their beliefs."""
        me = self.looking
        if me and self.hand.on_screen(request):
            game = self.match.referee.game
            if asked := beliefs_after(self._held.beliefs, game.name, type(answer).__name__):
                self._tell()
                self._due = Due(self.id, request, asked, me, tuple(game.seats), len(self.match.referee.view(me)))
        super().answer(request, answer)

    def _let_go(self, request: int) -> None:
        if self._due and self._due.request == request:  # the time was up at the same moment
            self._due = None

    def resume_after_beliefs(self) -> None:
        self._told.set()

    async def before_the_end(self) -> None:
        """Wait for beliefs about the answer that ended the match."""
        await self._hold()

    async def _hold(self) -> None:
        """Wait until the beliefs of the person are known, once their answer is on disk."""
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
        """Tell only what the participant had observed when they answered."""
        if self._due is None:
            super()._tell()
        elif not self._shown and self.looking and (seen := self.match.referee.view(self.looking)[: self._due.seen]):
            self._shown = len(seen)
            self._post(EventsArrived(tuple(seen)))

    def _say_who_is_asked(self) -> None:
        if self._due is None:
            super()._say_who_is_asked()


def due_in(match: FinishedMatch, beliefs: Sequence[Belief], known: Known, me: Seat | None) -> Due | None:
    """Return the questions due in a match that was interrupted, or ended, right after an answer of the participant.

    Args:
        me: The participant's seat.
    """
    header, lines = match.header, match.transcript.lines
    last = max((at for at, line in enumerate(lines) if line.body["request"]["to"] == me), default=None)
    if me is None or last is None:
        return None
    asks, given = lines[last].body["request"], lines[last].body["response"]
    asked = tuple(each for each in beliefs_after(beliefs, header.game, asks["asks"]) if (asks["id"], each.id) not in known)
    if "answer" not in given or "stand_in" in given or not asked:
        return None
    seen = sum(observes(me, audience) for _, audience in chain.from_iterable(match.parts[: last + 1]))
    return Due(match.name, asks["id"], asked, me, tuple(place.seat for place in header.seats), seen)


def beliefs_after(beliefs: Sequence[Belief], game: str, asks: str) -> tuple[Belief, ...]:
    """Return the belief questions that follow an answer of this type."""
    return tuple(each for each in beliefs if each.after == asks and each.game in ("", game))
