"""A match's seat for a player who joined over a network: questions, receipts, and the time that the player takes.

Connections read the next messages (`SeatFeed`) and bring answers. The seat keeps no queue for them: two counts, of Events and of
receipts, tell what a connection has not been sent yet, also after a reconnect or a restart of the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

from pydantic_core import to_jsonable_python

from woozle.arena.tables.plan import Loss, SeatChange, WhenGone
from woozle.arena.tables.reading_pace import ReadingPace
from woozle.core.answers import answer as answer_of
from woozle.core.answers import read_fields
from woozle.core.canonical_json import json_digest
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.outcome import Outcome
from woozle.core.request import (
    Answer,
    Display,
    Forfeit,
    ParseFailure,
    PastResponse,
    Picture,
    RemoteClock,
    Request,
    Response,
    Seat,
    Timing,
)
from woozle.core.value import value
from woozle.players.human import Stopwatch
from woozle.players.seat_protocol import AnswerReader, AnswerTiming, RefusedMessage, ShownSize
from woozle.saves.receipts import ViewChain, recorded_answer

WAIT_FOR_LOST = 60.0
"""Seconds of a match for which the clock of a lost seat stands still."""

MOST_LAG = 10.0  # seconds that the network may take of a time limit, both ways and the rest of the machinery
_SURE_LAG = 0.5  # seconds that it may always take
_STEP = 0.001  # seconds: all times are kept to the millisecond

Draw: TypeAlias = Callable[[Request, Sequence[Event]], tuple[Picture, ...]]
StandIn: TypeAlias = Callable[[Request, Sequence[Event]], Response]
"""A bot that answers for a seat whose player is gone."""

SeatReport: TypeAlias = Literal[SeatChange, "asked_for_sign", "showed_sign"]
"""Changes in the state of a seat's player; asked_for_sign: they were asked whether they are still there."""


@value
class SeatTerms:
    """The terms of one seat of a match.

    when_gone, gone_after: as in the plan. draw: draws the pictures of a question. stand_in: answers for a player who is gone.
    reading: returns the seconds in which people read an Event. keeps_timing, keeps_display: whether the record has them.
    trusts_client: whether its clock alone says how long a person thought; deadlines are the host's in any case. holds: whether the
    player answers other questions before the match continues. idle_seconds, ends_when_lost: as in StudyTerms. report: hears
    of such changes.
    """

    when_gone: WhenGone
    gone_after: float
    draw: Draw | None
    stand_in: StandIn
    reading: Callable[[Event], float] = lambda event: 0.0
    keeps_timing: bool = True
    trusts_client: bool = False
    keeps_display: bool = True
    holds: Callable[[PastResponse], bool] = lambda past: False
    idle_seconds: float = 0.0
    ends_when_lost: bool = False
    report: Callable[[SeatReport], object] = lambda what: None

    @property
    def deals_with_losses(self) -> bool:
        return self.ends_when_lost or self.when_gone in ("bot", "forfeit")


class SeatReceipt(NamedTuple):
    """A closed question. seen: Events that the seat had observed before its answer was folded. view: link of its view chain."""

    n: int
    seen: int
    past: PastResponse
    view: str


class Turn:
    """A question that waits for its answer. number: of the seat's own questions, from 1."""

    def __init__(self, number: int, request: Request, pictures: tuple[Picture, ...], clock: Callable[[], float]) -> None:
        self.number = number
        self.request = request
        self.pictures = pictures
        self.reader = AnswerReader(number, request)
        self.waits = Stopwatch(clock)
        """Runs while an answer may come: neither in a pause nor, within limits, while the seat is lost."""
        self.pauses = Stopwatch(clock)
        self.given: Answer | Forfeit | None = None
        self.response: asyncio.Future[Response] = asyncio.get_running_loop().create_future()

    @property
    def is_open(self) -> bool:
        return not self.response.done()


class RemoteSeat:
    """The seat of one place in one match, and its player.

    Attributes:
        name: Of the seat. match: The commitment of the match key.
        turn: The open question, or None.
        receipts: Of all closed questions, oldest first.
        held: The response after which the player answers other questions, and is told nothing more until then; None otherwise.
        outcome: Of the match; None until it is over and on disk.
        lost: How its player was lost, while the seat is dealt with as lost; None otherwise.
        lag: Seconds of the last round trip to its connection; None if unknown.
        unsaved: The last response, if the match stopped before it was on disk; it is taken when the match resumes.
    """

    answers_at_once = False
    keeps_time = True

    def __init__(
        self,
        name: Seat,
        match: str,
        terms: SeatTerms,
        described: Mapping[str, Any],
        wake: Callable[[], None],
        clock: Callable[[], float],
    ) -> None:
        """described: the player, as in the header of a transcript. wake: is called when there is something new to send."""
        self.name = name
        self.match = match
        self.is_human = described["kind"] == "human"
        self.observation: Sequence[Event] = ()
        self.turn: Turn | None = None
        self.receipts: list[SeatReceipt] = []
        self.held: PastResponse | None = None
        self.outcome: Outcome | None = None
        self.is_ended = False
        self.lost: Loss | None = None
        self.lag: float | None = None
        self.unsaved: Response | None = None
        self._terms = terms
        self._described = described
        self._chain = ViewChain(match, name)
        self._chained = 0
        self._noticed = 0  # Events; so that what is sent together never depends on how fast bots answer
        self._has_begun = False
        self._wake = wake
        self._clock = clock
        self._alarm: asyncio.TimerHandle | None = None
        self._is_here = False
        self._is_paused = False
        self._has_left = False
        self._lost_at = clock()
        self._pace = ReadingPace(terms.reading, self.go_on, clock)
        self._waited = Stopwatch(clock)  # for the player, while a question stood still
        self._silence = Stopwatch(clock)  # without a sign of the player, while a question waited for them
        self._is_asked_for_sign = False

    # Called by the match

    def begin(self, observation: Sequence[Event], past: Iterable[PastResponse] = ()) -> None:
        """Begin with what the seat observes, and with the responses that are on record already, of all seats."""
        self.observation, self._has_begun = observation, True
        self._noticed = len(observation)
        self._pace.skip(observation)
        for each in past:
            if each.request.to == self.name:
                self.remember(each)

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the response to a request. Cancelling closes the question."""
        pictures = self._terms.draw(request, self.observation) if self._terms.draw else ()
        self.turn = turn = Turn(len(self.receipts) + 1, request, pictures, self._clock)
        self._pace.ask()
        if (kept := self.unsaved) and kept.request == request.id:
            turn.given = kept.answer if isinstance(kept.answer, Answer | Forfeit) else None
            turn.response.set_result(kept)
        self.go_on()
        try:
            return await turn.response
        finally:
            self._stop_clocks()

    def remember(self, past: PastResponse) -> None:
        """Note that a response is on record, so that its receipt can be given."""
        if not self._has_begun:  # a match that goes on tells its players of the past before the seat is given it
            return
        n = len(self.receipts) + 1
        for event in self.observation[self._chained : past.seen]:
            self._chain.add_event(type(event).__name__, to_jsonable_python(event))
        self._chained = past.seen
        self._noticed = max(self._noticed, past.seen)
        view = self._chain.add_answer(n, n, json_digest(recorded_answer(past.response)))
        self.receipts.append(SeatReceipt(n, past.seen, past, view))
        if isinstance(past.response.answer, Answer) and not past.response.stand_in:
            self.held = past if self._terms.holds(past) else None
        self.turn = None
        self.go_on()

    @property
    def shown(self) -> int:
        """The number of observed Events that the player may be shown now."""
        paced = min(self._pace.shown, self._noticed) if self._pace.speed else self._noticed
        return min(paced, self.held.seen) if self.held else paced

    @property
    def behind(self) -> int:
        """The number of Events that wait until there was time to read the ones before."""
        return 0 if self.held else self._noticed - self.shown

    @property
    def is_caught_up(self) -> bool:
        """Whether the player may be shown all that the seat has observed, and asked its question."""
        return not self.held and self.shown == len(self.observation)

    @property
    def open_turn(self) -> Turn | None:
        """The question that the player may be asked now."""
        return self.turn if self.turn and self.turn.is_open and self.is_caught_up else None

    def turn_of(self, number: int) -> Turn | None:
        """Return the question of this number while it is open, even if the player has not been shown what happened since."""
        return self.turn if self.turn and self.turn.is_open and self.turn.number == number else None

    @property
    def is_over(self) -> bool:
        """True once the match is over and the player may be shown all of it."""
        return self.is_ended and self.is_caught_up

    def go_on(self) -> None:
        """Show the player the Events that are due."""
        if not self._is_here:
            self._pace.skip(self.observation)
        self._pace.go_on(self.observation)
        self._review()
        self._wake()

    @property
    def has_unnoticed(self) -> bool:
        return self._noticed < len(self.observation)

    def notice(self) -> None:
        """Let the player see what the seat has observed by now."""
        self._noticed = len(self.observation)
        self.go_on()

    def set_pace(self, speed: float, *, skips: bool = False) -> None:
        """Show what happens at a reading pace. speed: a factor; 0 for all at once. skips: what has not been read yet."""
        self._pace.speed = speed
        if skips:
            self._pace.skip(self.observation)
        self.go_on()

    def release(self) -> None:
        """Continue after questions outside the match. The player has a while to come back to the table."""
        self.held, self._lost_at = None, self._clock()
        self.show_sign()
        self.go_on()

    def end(self, outcome: Outcome | None) -> None:
        """Close the seat: the match is over, or stopped."""
        if self.turn and self.turn.response.done() and not self.turn.response.cancelled():
            self.unsaved = self.turn.response.result()
        self.outcome, self.is_ended, self.turn, self._noticed = outcome, True, None, len(self.observation)
        self._stop_clocks()
        self.go_on()

    async def close(self, outcome: Outcome | None) -> None:
        self.end(outcome)

    def describe(self) -> dict[str, Any]:
        return dict(self._described)

    # Called by its place

    @property
    def waits_until_gone(self) -> float | None:
        """Seconds until a lost seat is dealt with; None if its player is here, or waited for without end."""
        if self.held or not self.is_waited_for or not self._terms.deals_with_losses:
            return None
        return max(0.0, self._lost_at + self._terms.gone_after - self._clock())

    @property
    def waits_for_sign(self) -> float | None:
        """Seconds left for a player who was asked whether they are still there; None if they are not asked."""
        return self._until_silent if self._is_asked_for_sign else None

    @property
    def _until_silent(self) -> float | None:
        """Seconds until its player, present or on another page with questions, counts as silent; None for never."""
        terms = self._terms
        is_watched = self.held is not None or (self._is_here and self.is_human and terms.idle_seconds > 0)
        if not is_watched or not terms.deals_with_losses:
            return None
        return max(0.0, terms.idle_seconds + terms.gone_after - self._silence.seconds)

    @property
    def _loss(self) -> Loss | None:
        """The way in which its player is lost by now."""
        if self.lost:
            return self.lost
        if self._has_left or self.waits_until_gone == 0.0:
            return "gone"
        return "silent" if self._until_silent == 0.0 else None

    @property
    def is_waited_for(self) -> bool:
        """Whether its player is not connected, and may come back."""
        return not (self._is_here or self._has_left)

    def set_here(self, is_here: bool) -> None:
        if is_here != self._is_here:
            if self._is_here:
                self._lost_at = self._clock()
            self._is_here = is_here
            if is_here and self.lost == "gone":
                self._return()
            self.go_on()

    def show_sign(self) -> None:
        """Note a sign of its player, who is no longer dealt with as lost."""
        self._silence = Stopwatch(self._clock)
        if self.lost:
            self._return()
        if self._is_asked_for_sign:
            self._is_asked_for_sign = False
            self._terms.report("showed_sign")
            self._wake()
        self._review()

    def lose(self) -> None:
        """Deal with its player, who is not connected, as lost from now on."""
        if not self._is_here and not self.lost:
            self._note_loss("gone")
            self._review()

    def _note_loss(self, how: Loss) -> None:
        self.lost, self._is_asked_for_sign = how, False
        self._terms.report(how)
        self._wake()

    def _return(self) -> None:
        self.lost, self._silence = None, Stopwatch(self._clock)
        self._terms.report("returned")
        self._wake()

    def set_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._review()

    def leave(self) -> None:
        """Note that its player left for good."""
        self._has_left = True
        self._is_here = False
        self._review()

    # Called by connections

    def answer(
        self, number: int, fields: Mapping[str, Any], timing: AnswerTiming | None = None, display: ShownSize | None = None
    ) -> RefusedMessage | None:
        """Answer a question with an object that follows its schema; the same again changes nothing. Return why it is refused."""
        return self._take(number, lambda request: _read(fields, request), timing, display, "terminal")

    def choose(
        self, number: int, choice: str | None, text: str, timing: AnswerTiming | None = None, display: ShownSize | None = None
    ) -> RefusedMessage | None:
        """Answer a question with choices and texts from a table, as `answer` does."""
        return self._take(number, lambda request: answer_of(request, choice, text), timing, display, "page")

    def _take(
        self,
        number: int,
        read: Callable[[Request], Answer],
        timing: AnswerTiming | None,
        display: ShownSize | None,
        clock: RemoteClock,
    ) -> RefusedMessage | None:
        if turn := self.turn_of(number):
            self.show_sign()
            try:
                answer = read(turn.request)
            except InputError as error:
                return self._refuse(turn, "invalid", str(error))
            self._respond(turn, answer, timing if self.is_human else None, display, clock)
            return None
        request, given = self.closed(number)
        with suppress(InputError):
            if request and read(request) == given:
                return None
        if isinstance(given, Answer):
            return RefusedMessage(id=number, code="another", why=f"Request {number} has another answer already, which stands.")
        return RefusedMessage(id=number, code="unasked", why=f"Request {number} {'is over' if request else 'is not open'}.")

    def closed(self, number: int) -> tuple[Request | None, Answer | Forfeit | ParseFailure | None]:
        """Return a request that was closed, and how; None for one that was never asked."""
        if self.turn and self.turn.number == number:
            return self.turn.request, self.turn.given
        if 0 < number <= len(self.receipts):
            past = self.receipts[number - 1].past
            return past.request, past.response.answer
        return None, None

    def forfeit(self, number: int) -> RefusedMessage | None:
        turn = self.turn_of(number)
        if not turn:
            return RefusedMessage(id=number, code="unasked", why=f"Request {number} is not open.")
        self.show_sign()
        self._respond(turn, Forfeit("gave_up"))
        return None

    def refuse_unreadable(self, why: str) -> RefusedMessage:
        """Return the refusal of a message that cannot be read."""
        if self.turn and self.turn.is_open:
            return self._refuse(self.turn, "unreadable", why)
        return RefusedMessage(id=0, code="unreadable", why=why)

    def _refuse(self, turn: Turn, code: Literal["invalid", "unreadable"], why: str) -> RefusedMessage:
        """Return the refusal of an answer. Agents have a limited number of tries; people can try until their time is up."""
        refused = turn.reader.refuse(code, why)
        if turn.reader.forfeit and not self.is_human:
            self._respond(turn, turn.reader.forfeit)
        return refused

    def picture(self, digest: str) -> Picture | None:
        """Return a picture that the seat is shown, or was shown with an earlier question."""
        shown = [*(self.turn.pictures if self.turn else ())]
        for receipt in self.receipts:
            shown += receipt.past.response.pictures
        return next((each for each in shown if each.digest == digest and each.data), None)

    # Time

    def _respond(
        self,
        turn: Turn,
        given: Answer | Forfeit,
        timing: AnswerTiming | None = None,
        display: ShownSize | None = None,
        clock: RemoteClock = "host",
    ) -> None:
        if not turn.is_open:
            return
        host, paused = turn.waits.seconds, turn.pauses.seconds
        least = _bounded(0.0, host, self.lag)
        told = max(0.0, timing.submit - (timing.away or 0.0) - paused) if timing else host
        thinking = _bounded(told, host, self.lag) if timing else host
        limit = turn.request.seconds
        if limit is not None and (thinking if timing else least) > limit and not isinstance(given, Forfeit):
            given = Forfeit("timeout", f"No answer within {limit:g} seconds.")
        if self._terms.trusts_client:
            thinking = min(told, host)
        turn.given = given
        shown = Display(**dict(display)) if display and turn.pictures and self._terms.keeps_display else None
        keeps_timing = self.is_human and self._terms.keeps_timing
        turn.response.set_result(
            Response(
                turn.request.id,
                given,
                round(min(thinking, limit) if limit is not None else thinking, 3),
                pictures=turn.pictures,
                display=shown,
                timing=timing_of(timing, host, paused, self.lag) if timing and keeps_timing else None,
                clock=clock if timing else "host",
            )
        )
        self._wake()

    def _review(self) -> None:
        """Let the clocks of the open question run as they are to now, and set the alarm for what is to happen next."""
        self._stop_clocks()
        turn = self.turn
        if turn is None or not turn.is_open:
            self._is_asked_for_sign = False
            return
        if loss := self._loss:
            if not self.lost:
                self._note_loss(loss)
            if not self._terms.ends_when_lost:
                self._stand_in(turn)
            return
        if self._is_paused:
            turn.pauses.go_on()
            return
        if not (self.is_caught_up or self.held):
            return
        due = [] if self.waits_until_gone is None else [self.waits_until_gone]
        if (left := self._until_silent) is not None:
            due.append(self._watch_for_sign(left))
        limit = turn.request.seconds
        if self.held:
            pass
        elif self.is_waited_for and self._waited.seconds < WAIT_FOR_LOST:
            self._waited.go_on()
            due += [] if limit is None else [WAIT_FOR_LOST - self._waited.seconds]
        else:
            turn.waits.go_on()
            due += [] if limit is None else [limit + MOST_LAG - turn.waits.seconds]
            if limit is not None and due[-1] <= 0:
                self._respond(turn, Forfeit("timeout", f"No answer within {limit:g} seconds."))
                return
        if due:
            self._alarm = asyncio.get_running_loop().call_later(max(_STEP, min(due)), self._review)

    def _watch_for_sign(self, left: float) -> float:
        """Count the silence of its player. Return the seconds until that leads to something. left: until they are lost."""
        self._silence.go_on()
        before = self._terms.idle_seconds - self._silence.seconds
        is_asked = before <= 0 and not self.held
        if is_asked and not self._is_asked_for_sign:
            self._is_asked_for_sign = True
            self._terms.report("asked_for_sign")
            self._wake()
        return left if before <= 0 else before

    def _stand_in(self, turn: Turn) -> None:
        """Deal with a question whose player is lost."""
        if self._terms.when_gone != "forfeit":
            response = self._terms.stand_in(turn.request, self.observation)
            turn.given = response.answer if isinstance(response.answer, Answer | Forfeit) else None
            turn.response.set_result(replace(response, pictures=turn.pictures))
            self._wake()
        else:
            why = "Its player gave no sign of being there." if self.lost == "silent" else "Its player was gone."
            self._respond(turn, Forfeit("gave_up" if self._has_left else "timeout", why))

    def _stop_clocks(self) -> None:
        self._waited.hold()
        self._silence.hold()
        if self.turn:
            self.turn.waits.hold()
            self.turn.pauses.hold()
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None


class Told(NamedTuple):
    """Events that a connection is to be sent: from place `first` on, up to `end`."""

    first: int
    end: int


Step: TypeAlias = Told | SeatReceipt | Turn
"""The next message for a connection; a SeatReceipt closes its question."""


class SeatFeed:
    """The messages of a seat that one connection was sent so far. seen, receipts: how many it had when it came."""

    def __init__(self, seat: RemoteSeat, seen: int = 0, receipts: int = 0) -> None:
        self.seat = seat
        self.seen = min(seen, len(seat.observation))
        self.receipts = min(receipts, len(seat.receipts))
        self._asked = 0

    def steps(self) -> Iterator[Step]:
        """Yield what the connection has not been sent yet, in order, and count it as sent."""
        seat = self.seat
        while self.receipts < len(seat.receipts):
            receipt = seat.receipts[self.receipts]
            if self.seen < receipt.seen:
                first, self.seen = self.seen, receipt.seen
                yield Told(first, self.seen)
            self.receipts += 1
            yield receipt
        if self.seen < seat.shown:
            first, self.seen = self.seen, seat.shown
            yield Told(first, self.seen)
        turn = seat.open_turn
        if turn and turn.number > self._asked:
            self._asked = turn.number
            yield turn


def timing_of(told: AnswerTiming, host: float, paused: float, lag: float | None) -> Timing:
    """Return the times of an answer for the transcript: those of the client's clock, and beside them the host's own."""
    times: dict[str, Any] = {name: round(number, 3) if isinstance(number, float) else number for name, number in told}
    return Timing(**times, paused=round(paused, 3), host=round(host, 3), ping=None if lag is None else round(lag, 3))


def _bounded(told: float, host: float, lag: float | None) -> float:
    """Return the thinking time: the client's, within the time that the host waited and that time without the network.

    Nobody can invent a slow network: the allowance for it is the host's own measurement and half a second.
    """
    least = host - min(MOST_LAG, (lag or 0.0) * 2 + _SURE_LAG)
    return max(0.0, least, min(told, host))


def _read(fields: Mapping[str, Any], request: Request) -> Answer:
    """Return the answer. Raises InputError if it does not follow the schema."""
    read = read_fields(fields, request)
    if isinstance(read, ParseFailure):
        raise InputError(read.problem)
    return read
