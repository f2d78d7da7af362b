"""A match at the table of another machine: messages of its host become news for the screen of a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from woozle.arena.join.any_schema import SchemaError
from woozle.arena.join.connection import Joiner, Reached, SeatConnection, SeatLostError
from woozle.arena.join.ending import JoinedEnd, fetch_end
from woozle.arena.join.kept_seat import MATCH, KeptSeat
from woozle.arena.join.link import OPEN_NETWORK, SeatLink
from woozle.arena.join.seat_reader import MisfitError, SeatReader, TextReader, reader_of, rule_lines
from woozle.arena.play.handover import Attention, Handover
from woozle.arena.play.news import (
    Asked,
    EventsArrived,
    Failed,
    Finished,
    Gathered,
    HostReached,
    HumansGuessed,
    News,
    PicturesCame,
    Seated,
    Waits,
    Withdrawn,
)
from woozle.arena.play.people import Person
from woozle.arena.views.end_card import EndCard
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import Results
from woozle.arena.views.waiting_room import WaitingPlace, WaitingRoom
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.core.match import Pacer
from woozle.core.request import Answer, Display, Forfeit, Picture, Request, Response, Seat
from woozle.core.text import visible_line
from woozle.players import seat_protocol as protocol
from woozle.players.human import Ask
from woozle.players.pictures import album
from woozle.players.pictures.image_files import take_picture

_MOST_PLACES, _MOST_NOTES, _MOST_PICTURES = 64, 8, 8
_LONGEST = 80  # characters of a name
_TICK, _PATIENCE = 1.0, 2.0  # seconds between looks at a clock that is shown, and before it is said that a seat is waited for


class JoinedSession:
    """A seat at a table of another machine, for one person.

    It takes the place of a `Session` at the table. The host plays the match, sets its pace and counts its time; thinking time is
    measured here, from the first paint of a question.
    """

    id = ""
    is_shared = False
    is_joined = True
    start = None
    why_no_rematch = "The host of the table begins a rematch; the same link leads there."
    paces: dict[str, Callable[[], object]] = {}  # noqa: RUF012 (none: the host sets the pace)

    def __init__(
        self,
        link: SeatLink,
        joiner: Joiner,
        *,
        clock: Callable[[], float] = time.monotonic,
        base: Path | None = None,
    ) -> None:
        """Raises InputError or OSError, with a sentence, for a seat that is held by another process, or cannot be kept.

        base: the folder of all seats that are kept.
        """
        self._clock = clock
        self._kept = KeptSeat(link, base)
        self.connection = SeatConnection(link, self._kept, joiner, self._take, self._note_reached, clock=clock)
        self.link = link
        self.folder = self._kept.folder / MATCH
        self.is_over = False
        self.is_blind = False
        self.hand = Handover({})
        self.attention = _Present(Attention(self.hand, Pacer()), self._stay)
        self.end: JoinedEnd | None = None
        self._post: Callable[[News], Any] = lambda news: None
        self._reader: SeatReader | None = None
        self._welcome: protocol.WelcomeMessage | None = None
        self._room: protocol.RoomMessage | None = None
        self._items: list[protocol.ObservedEvent] = []
        self._view: list[Event] = []
        self._shadow: Observer | None = None
        self._shown = 0
        self._asked: protocol.RequestMessage | None = None
        self._request: Request | None = None
        self._spent = 0.0  # seconds of the open question, before its answer was refused
        self._draft = ""
        self._pictures: dict[int, tuple[Picture, ...]] = {}
        self._presence = ""
        self._has_rival = False
        self._waits_since = clock()
        self._others: int | None = None  # who are known to be asked; None before the host says so
        self._tasks: set[asyncio.Task[None]] = set()

    # What screens ask for

    @property
    def game(self) -> str:
        """Return the name of the game; empty where the table is drawn from texts."""
        return self._reader.game if self._reader else ""

    @property
    def looking(self) -> Seat | None:
        return self._welcome.seat if self._welcome else None

    @property
    def how_to_return(self) -> str:
        """Return how to come back to the table after leaving it, as a sentence; empty without a seat there."""
        if not self._kept.credentials.token or self.connection.reached.state == "lost":
            return ""
        return f"Your seat stays yours: `woozle join '{self.link.text}'` leads back to it."

    @property
    def rules(self) -> tuple[Line, ...]:
        return rule_lines(self._welcome) if self._welcome else ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures of the open question."""
        return self._pictures.get(self._request.id, ()) if self._request else ()

    @property
    def question(self) -> str:
        """Return the open question in the words of the host."""
        return self._asked.text if self._asked else ""

    def observer(self) -> Observer:
        """Return the seat as a viewer of a match that has not begun; once it has the seat."""
        assert self._reader
        return self._reader.observer()

    async def play(self, post: Callable[[News], Any]) -> None:
        """Stay at the table to the end. post: takes the news. Cancelling leaves a seat that can be taken again."""
        self._post = post
        ticking = asyncio.ensure_future(self._tick())
        try:
            self._post(Gathered(WaitingRoom("", "waiting", (), notes=self._warnings)))
            await self.connection.run()
            await asyncio.gather(*self._tasks)
        except (InputError, OSError) as error:
            self._post(Failed(str(error)))
        finally:
            for task in (ticking, *self._tasks):
                task.cancel()
            self.close()

    def close(self) -> None:
        """Let other processes have the seat."""
        self._kept.close()

    async def leave(self) -> None:
        """Leave the seat for good: before the match others can have it, and in it it is lost."""
        await self.connection.leave()

    def results(self) -> Results:
        """Return how the match ended; only when it has."""
        assert self.end
        return self.end.results

    def again(self) -> None:
        """Ask for another match; it begins once all who are still here do."""
        self.connection.send(protocol.ReadyMessage())

    def end_card(self) -> EndCard | None:
        """Return the card of the match, where its transcript is at hand; only when it is over."""
        return self.end.card if self.end else None

    # What the person does

    def start_clock(self, request: int) -> None:
        """Start the clock of a question: it is on screen."""
        if ask := self.hand.on_screen(request):
            self.attention.keep_time()
            ask.mark_shown()

    def note_opened(self, shown: Sequence[Picture]) -> None:
        """Note that the pictures were opened as files."""
        if ask := self.hand.turn:
            ask.show(shown)

    def note_seen(self, request: int, display: Display, shown: Sequence[Picture]) -> None:
        """Note how the pictures were seen until now."""
        if ask := self.hand.on_screen(request):
            ask.see(display)

    def answer(self, request: int, answer: Answer) -> None:
        """Send an answer, now or when the host is reached again."""
        if ask := self.hand.on_screen(request):
            self.hand.close(ask)
            ask.answer(answer)

    def guess(self, humans: Sequence[Seat]) -> None:
        """Say which seats the person takes for humans, when a blind table asks."""
        self.connection.send(protocol.GuessesMessage(humans=tuple(humans)))

    def reveal(self) -> None:
        """Do nothing: there is no curtain."""

    # News of the host

    def _take(self, message: object) -> None:
        match message:
            case protocol.RoomMessage():
                self._gather(message)
            case protocol.WelcomeMessage() if self._welcome is None or self._welcome.match != message.match:
                self._welcome, self._items, self._asked = message, [], None
                self.is_over, self.end = False, None
                self._sit_down(reader_of(message))
            case protocol.OverMessage() if not self.is_over:
                self.is_over = True
                self._start(self._finish(message))
            case protocol.EventsMessage(items=items):
                self._items += items
                self._read_events()
            case protocol.RequestMessage():
                self._see_request(message)
            case protocol.RefusedMessage(id=id, why=why) if id and self._asked and id == self._asked.id:
                self._ask_again(visible_line(why))
            case protocol.RefusedMessage(why=why):
                self._presence = visible_line(why)
                self._tell_reached()
            case protocol.ClosedMessage(id=id):
                self._close(id)
            case protocol.ReceiptMessage():
                self._tell_reached()
            case protocol.PresenceMessage():
                self._note_presence(message)
            case protocol.GuessMessage(seats=seats, seconds=seconds):
                self._post(HumansGuessed(tuple(seat[:_LONGEST] for seat in seats[:_MOST_PLACES]), seconds))
            case protocol.AskedMessage(places=places):
                own = self._welcome.place if self._welcome else 0
                self._others = len({*places} - {own})
                self._say_waits()

    def _gather(self, room: protocol.RoomMessage) -> None:
        self._room = room
        self.is_blind = any(each.kind == "taken" for each in room.places)
        places = tuple(_waiting_place(each, is_you=each.number == room.you) for each in room.places[:_MOST_PLACES])
        notes = (*self._warnings, *(note[: _LONGEST * 4] for note in room.notes[:_MOST_NOTES]))
        self._post(Gathered(WaitingRoom(room.title[: _LONGEST * 2], room.state, places, notes=notes)))

    @property
    def _warnings(self) -> tuple[str, ...]:
        return (OPEN_NETWORK,) if self.link.is_open_network else ()

    def _sit_down(self, reader: SeatReader) -> None:
        """Sit down at the table that a reader draws; what was observed before follows."""
        assert self._welcome
        if turn := self.hand.turn:
            self.hand.close(turn)
        self._reader, self._shadow = reader, reader.observer()
        self.hand.people = {self._welcome.seat: Person(1)}
        self.hand.looking = self._welcome.seat
        self._view, self._shown, self._request = [], 0, None
        self._post(Seated(self._welcome.seat, reader.why_texts))

    def _read_events(self) -> None:
        assert self._reader and self._shadow
        try:
            for item in self._items[len(self._view) :]:
                event = self._reader.event(item)
                _try_out(self._shadow, event)
                self._view.append(event)
        except MisfitError as error:
            self._fall_back(str(error))
            return
        if news := tuple(self._view[self._shown :]):
            self._shown = len(self._view)
            self._post(EventsArrived(news))
        self._say_waits()

    def _fall_back(self, why: str) -> None:
        """Draw the table from texts from now on, as what the host sends does not fit the rules that are installed here."""
        assert self._welcome
        if isinstance(self._reader, TextReader):
            raise SeatLostError(why)
        self._sit_down(TextReader(self._welcome, f"{why} The table is drawn from its texts."))
        self._read_events()
        if asked := self._asked:
            self._ask(asked)

    def _see_request(self, message: protocol.RequestMessage) -> None:
        if self._asked and message.id == self._asked.id and self.hand.turn:
            return  # it is still on screen, with what was typed: only the connection is new
        if message.id in self.connection.unsettled:
            self._asked = message
            return  # the answer is on its way
        self._spent, self._draft = 0.0, ""
        self._ask(message)

    def _ask(self, message: protocol.RequestMessage, why: str = "") -> None:
        assert self._reader and self._shadow
        self._asked = message
        try:
            request = self._reader.request(message)
            _look(self._shadow, request)
        except MisfitError as error:
            self._fall_back(str(error))
            return
        except SchemaError as error:
            raise SeatLostError(f"The host asks what cannot be asked here: {error}") from None
        self._request = request
        if message.pictures:
            self._start(self._fetch_pictures(message))
        ask = Ask(request, self._view, self._clock, ends_itself=False)
        ask.on_close(lambda: self._send_answer(ask))
        self.hand.add(ask)
        self.hand.take()
        self._post(Asked(request, partial(_seconds_left, ask, self._spent), self._draft, why))

    def _ask_again(self, why: str) -> None:
        if self._asked and not self.hand.turn:
            self._ask(self._asked, why or "The host did not take the answer.")

    def _send_answer(self, ask: Ask) -> None:
        response = ask.result
        if response is None or ask.request.id != (self._asked.id if self._asked else 0):
            return
        self._spent += response.seconds or 0.0
        if isinstance(response.answer, Forfeit):
            self._give(protocol.ForfeitMessage(id=ask.request.id))
        elif isinstance(response.answer, BaseModel):
            given = response.answer.model_dump(mode="json", exclude_unset=not self.game)
            self._draft = max((each for each in given.values() if isinstance(each, str)), key=len, default="")
            self._give(answer_message(response, given))
        self._tell_reached()
        self._say_waits()

    def _give(self, message: protocol.AnswerMessage | protocol.ForfeitMessage) -> None:
        try:
            self.connection.answer(message)
        except (InputError, OSError) as error:  # it is sent all the same, and would be lost with this process alone
            self._presence = str(error)

    def _close(self, request: int) -> None:
        if self._asked and self._asked.id == request:
            self._asked = self._request = None
            if (ask := self.hand.turn) and ask.request.id == request:
                self.hand.close(ask)
                self._post(Withdrawn(request))
        self._say_waits()
        self._tell_reached()

    # Who is there

    def _stay(self) -> None:
        """Refuse a second connection with the token of this seat: somebody is here."""
        if self._has_rival:
            self._has_rival, self._presence = False, ""
            self.connection.send(protocol.StayMessage())
            self._tell_reached()

    def _note_presence(self, message: protocol.PresenceMessage) -> None:
        own = self._welcome.place if self._welcome else self._room.you if self._room else 0
        if message.state == "elsewhere" and message.place == own:
            self._has_rival, self._presence = True, _RIVAL
            self._tell_reached()
            return
        name = self._name_of(message.place)
        words = _PRESENCE[message.state].format(name)
        waits = f", {message.seconds:.0f} s" if message.seconds is not None and 0 <= message.seconds < _LONG else ""
        self._presence = "" if message.state == "here" else f"{words}{waits}"
        self._tell_reached()

    def _name_of(self, place: int) -> str:
        places = self._room.places if self._room else ()
        label = next((each.label for each in places if each.number == place), "")
        seats = self._welcome.seats if self._welcome else ()
        seat = seats[place - 1] if 0 < place <= len(seats) and not self.is_blind else ""
        return visible_line((seat or label)[:_LONGEST]) or (f"place {place}" if place > 0 else "somebody")

    def _note_reached(self, reached: Reached) -> None:
        self._tell_reached()

    def _tell_reached(self) -> None:
        reached = self.connection.reached
        self._post(HostReached(self._reached_words(reached), reached.state))

    def _reached_words(self, reached: Reached) -> str:
        if self.end:
            return self.end.verdict
        parts = [self.link.place]
        if reached.state == "here" and reached.round_trip is not None:
            parts.append(f"{max(1.0, reached.round_trip * 1000):.0f} ms")
        elif reached.state == "waiting" and self._clock() - reached.since > _PATIENCE:
            parts.append(_WAITING)
        elif reached.state == "reconnecting":
            parts.append(f"reconnecting {self._clock() - reached.since:.0f} s")
        elif reached.state == "lost":
            parts.append("lost")
        if self.connection.unsettled:
            parts.append("sending")
        return " · ".join(filter(None, (*parts, self._presence)))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            if self.connection.reached.state in ("reconnecting", "waiting") or self.connection.unsettled:
                self._tell_reached()

    def _say_waits(self) -> None:
        is_waiting = self._asked is None or self.hand.turn is None
        self._waits_since = self._clock()
        self._post(Waits(self._others if is_waiting else 0, lambda: self._clock() - self._waits_since))

    # Pictures, and the end

    def _start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _fetch_pictures(self, message: protocol.RequestMessage) -> None:
        found = []
        with suppress(InputError):
            for shown in message.pictures[:_MOST_PICTURES]:
                data = await self.connection.picture(shown)
                found.append(await asyncio.to_thread(take_picture, data, "of the host"))
                album.add(found[-1])  # where the table looks for what it cannot draw itself
        self._pictures = {message.id: tuple(found)}
        if found:
            self._post(PicturesCame())

    async def _finish(self, over: protocol.OverMessage) -> None:
        self.end = await fetch_end(self.connection, self._kept, self._welcome, over)
        self._post(Finished())
        self._tell_reached()


class _Present:
    """Notes what interrupts the person, and that they are there. stay: called when they type."""

    def __init__(self, attention: Attention, stay: Callable[[], None]) -> None:
        self.set_away, self.set_covered = attention.set_away, attention.set_covered
        self.keep_time = attention.keep_time
        self._attention, self._stay = attention, stay

    def note_typing(self, keys: int = 0, deleted: int = 0, pasted: int = 0, anticipated: int = 0) -> None:
        """Note input at the table."""
        self._stay()
        self._attention.note_typing(keys, deleted, pasted, anticipated)


def _waiting_place(place: protocol.RoomPlace, *, is_you: bool) -> WaitingPlace:
    label = place.label[:_LONGEST] + (f", at {place.provider[:_LONGEST]}" if place.provider else "")
    return WaitingPlace(place.number, place.kind, label, place.presence, is_host=is_you)


_LONG = 24 * 3600.0
_RIVAL = "this seat was opened elsewhere: any key here keeps it"
_WAITING = "waiting, as this seat may be open elsewhere"
_PRESENCE = {
    "here": "{} is here",
    "reconnecting": "{} is reconnecting",
    "away": "{} is away",
    "elsewhere": "{} is opened twice",
    "left": "{} has left",
}


def answer_message(response: Response, given: dict[str, Any]) -> protocol.AnswerMessage:
    """Return the message of an answer, with the times of a human. given: its fields."""
    timing, display = response.timing, response.display
    times = {name: getattr(timing, name) for name in protocol.AnswerTiming.model_fields} if timing else None
    size = {name: getattr(display, name) for name in protocol.ShownSize.model_fields} if display else None
    return protocol.AnswerMessage(
        id=response.request,
        answer=given,
        timing=protocol.AnswerTiming(**times) if times else None,
        display=protocol.ShownSize(**size) if size else None,
    )


def _seconds_left(ask: Ask, spent: float) -> float | None:
    return None if ask.seconds_left is None else max(0.0, ask.seconds_left - spent)


def _try_out(shadow: Observer, event: Event) -> None:
    """Fold an event beside the screen: one that the rules cannot have told must not break the table. Raises MisfitError."""
    try:
        shadow.narrate(event)
        shadow.look()
    except Exception as error:
        raise _misfit(error) from None


def _look(shadow: Observer, request: Request) -> None:
    try:
        shadow.look(request)
    except Exception as error:
        raise _misfit(error) from None


def _misfit(error: Exception) -> MisfitError:
    return MisfitError(f"The host tells what the rules that are installed here cannot have told ({type(error).__name__}).")
