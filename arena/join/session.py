"""A match at the table of another machine: messages of its host become news for the screen of a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from woozle.arena.join.any_schema import SchemaError
from woozle.arena.join.connection import Joiner, SeatConnection
from woozle.arena.join.ending import JoinedEnd, fetch_end
from woozle.arena.join.kept_seat import MATCH, KeptSeat
from woozle.arena.join.link import OPEN_NETWORK, SeatLink
from woozle.arena.join.seat_reader import MisfitError, SeatReader, TextReader, reader_of, rule_lines
from woozle.arena.join.seat_record import GivenAnswer, SeatLostError
from woozle.arena.play import news
from woozle.arena.play.handover import Attention, Handover
from woozle.arena.play.people import Person
from woozle.arena.views.end_card import EndCard
from woozle.arena.views.observer import Observer
from woozle.arena.views.panels import Results
from woozle.arena.views.speeds import faster, slower
from woozle.arena.views.waiting_room import PRESENCE_WORDS, WaitingPlace, WaitingRoom
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.core.match import Pacer
from woozle.core.request import Answer, Forfeit, Picture, Seat
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

    Attributes:
        question: The open question as the host asks it.
        observation: All that the seat has observed; another list where that is read otherwise from now on.
    """

    id = ""
    is_shared = False
    is_joined = True
    start = None
    why_no_rematch = "The host of the table begins a rematch; the same link leads there."

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
        self.connection = SeatConnection(link, self._kept, joiner, self._take, self._tell_reached, clock=clock)
        self.record = self.connection.record
        self._is_agent = joiner.is_agent
        self.link = link
        self.folder = self._kept.folder / MATCH
        self.is_over = False
        self.over: protocol.OverMessage | None = None  # of the match that ended last
        self.is_blind = False
        self._speed = inf  # of reading: all at once
        self.hand = Handover({})
        self.attention = Attention(self.hand, Pacer(), self.stay)
        self.end: JoinedEnd | None = None
        self._post: Callable[[news.News], Any] = lambda told: None
        self._reader: SeatReader | None = None
        self._room: protocol.RoomMessage | None = None
        self.items: list[protocol.ObservedEvent] = []
        self._dealt: str | None = None  # the name of the match that is drawn
        self.observation: list[Event] = []
        self.question: protocol.RequestMessage | None = None
        self._spent = 0.0  # seconds of the open question, before its answer was refused
        self._draft = ""
        self._pictures: asyncio.Task[tuple[Picture, ...]] | None = None
        self._recovery = ""  # while it may be shown
        self._presence = ""
        self.has_rival = False  # whether a second connection with the seat's token waits
        self._waits_since = clock()
        self._others: int | None = None  # players known to be asked; None before the host says so
        self._finishing: asyncio.Task[None] | None = None
        self._finished = asyncio.Event()

    @property
    def welcome(self) -> protocol.WelcomeMessage | None:
        """Return the seat that was dealt; None before."""
        return self.record.welcome

    # For screens

    @property
    def game(self) -> str:
        """Return the name of the game; empty where the table is drawn from texts."""
        return self._reader.game if self._reader else ""

    @property
    def looking(self) -> Seat | None:
        return self.welcome.seat if self.welcome else None

    @property
    def how_to_return(self) -> str:
        """Return how to come back to the table after leaving it, as a sentence; empty without a seat there."""
        if not self._kept.credentials.token or self.connection.reached.state == "lost":
            return ""
        return f"Your seat stays yours: `woozle join '{self.link.text}'` leads back to it."

    @property
    def rules(self) -> tuple[Line, ...]:
        return rule_lines(self.welcome) if self.welcome else ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures of the open question."""
        return self._pictures.result() if self._pictures and self._pictures.done() else ()

    async def fetched_pictures(self) -> tuple[Picture, ...]:
        """Return the pictures of the open question, once they have come."""
        return await self._pictures if self._pictures else ()

    def observer(self) -> Observer:
        """Return the seat as a viewer of a match that has not begun; once it has the seat."""
        assert self._reader
        return self._reader.observer()

    async def play(self, post: Callable[[news.News], Any], *, stays: bool = True) -> None:
        """Play to the end; cancelling leaves a seat that can be taken again.

        Args:
            stays: For another match, until the host goes.
        """
        self._post = post
        connected = asyncio.ensure_future(self.connection.run())
        tasks = (connected, asyncio.ensure_future(self._finished.wait()), asyncio.ensure_future(self._tick()))
        try:
            self._post(news.Gathered(WaitingRoom("", "waiting", (), notes=self._warnings)))
            await asyncio.wait(tasks[:1] if stays else tasks[:2], return_when=asyncio.FIRST_COMPLETED)
            if connected.done():
                connected.result()
            if self._finishing:
                await self._finishing
        except (InputError, OSError) as error:
            self._post(news.Failed(str(error)))
        finally:
            working = [each for each in (*tasks, self._finishing, self._pictures) if each]
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)
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

    # Acts of the person

    def answer(self, request: int, answer: Answer | Forfeit) -> None:
        """Send an answer, now or when the host is reached again."""
        if ask := self.hand.on_screen(request):
            self.hand.close(ask)
            ask.answer(answer)

    @property
    def paces(self) -> dict[str, Callable[[], object]]:
        """Return what can be hurried here: what is read, at this seat alone, and the own question, by giving no answer."""
        return {
            "give_up": self._give_up_question,
            "skip": partial(self._send_pace, skip=True),
            "slower": partial(self._change_speed, slower),
            "faster": partial(self._change_speed, faster),
        }

    def _change_speed(self, change: Callable[[float], float]) -> None:
        self._speed = change(self._speed)
        self._send_pace()

    def _send_pace(self, *, skip: bool = False) -> None:
        speed = 0.0 if self._speed == inf else self._speed
        self.connection.send(protocol.PaceMessage(speed=speed, skip=skip))

    def _give_up_question(self) -> None:
        if ask := self.hand.turn:
            self.answer(ask.request.id, Forfeit("gave_up"))
            self._post(news.Withdrawn(ask.request.id))

    def submit(self, fields: Mapping[str, Any]) -> None:
        """Send the fields of an answer as they are, for the host to check."""
        if ask := self.hand.turn:
            self.hand.close(ask)
            self._give(protocol.AnswerMessage(id=ask.request.id, answer=dict(fields)))

    def guess(self, humans: Sequence[Seat] | None) -> None:
        """Say which seats the player takes for humans, when a blind table asks. humans: None for no guess."""
        self.connection.send(protocol.GuessesMessage(humans=tuple(humans or ()), abstains=humans is None))

    def stay(self) -> None:
        """Refuse a second connection with the token of this seat: somebody is here."""
        if self.has_rival:
            self.has_rival, self._presence = False, ""
            self.connection.send(protocol.StayMessage())
            self._tell_reached()

    def reveal(self) -> None:
        """Do nothing: there is no curtain."""

    # News of the host

    def _take(self, message: object) -> None:
        match message:
            case protocol.JoinedMessage(recovery=recovery):
                self._recovery = recovery
            case protocol.RoomMessage():
                self._gather(message)
            case protocol.WelcomeMessage() if self._dealt != message.match:
                self._dealt, self.items, self.question = message.match, [], None
                self.is_over, self.end = False, None
                self._sit_down(reader_of(message))
                if self._speed != inf:
                    self._send_pace()
            case protocol.OverMessage():
                self.is_over, self.over = True, message
                self._finishing = asyncio.ensure_future(self._finish(message))
            case protocol.EventsMessage(items=items):
                self.items += items
                self._read_events()
            case protocol.RequestMessage():
                self._see_request(message)
            case protocol.RefusedMessage(id=id, why=why) if id and self.question and id == self.question.id:
                if not self.hand.turn:
                    self._ask(self.question, visible_line(why) or "The host did not take the answer.")
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
                self._post(news.HumansGuessed(tuple(seat[:_LONGEST] for seat in seats[:_MOST_PLACES]), seconds))
            case protocol.BehindMessage(events=events):
                self._post(news.Paced("reading" if events > 0 else "going", self._speed))
            case protocol.AskedMessage(places=places):
                own = self.welcome.place if self.welcome else 0
                self._others = len({*places} - {own})
                self._say_waits()

    def _gather(self, room: protocol.RoomMessage) -> None:
        self._room = room
        self.is_blind = any(each.kind == "taken" for each in room.places)
        places = tuple(WaitingPlace(**dict(each), is_host=each.number == room.you) for each in room.places[:_MOST_PLACES])
        notes = (*self._warnings, *(note[: _LONGEST * 4] for note in room.notes[:_MOST_NOTES]))
        self._post(news.Gathered(WaitingRoom(room.title[: _LONGEST * 2], room.state, places, notes=notes)))

    @property
    def _warnings(self) -> tuple[str, ...]:
        code = visible_line(self._recovery[:_LONGEST])
        recovery = f"Your recovery code, shown once: {code}. In place of what follows # in the link, it opens your seat anywhere."
        return tuple(filter(None, (OPEN_NETWORK if self.link.is_open_network else "", recovery if code else "")))

    def _sit_down(self, reader: SeatReader) -> None:
        """Sit down at the table that a reader draws; what was observed before follows."""
        assert self.welcome
        if turn := self.hand.turn:
            self.hand.close(turn)
        self._reader = reader
        self.hand.people = {self.welcome.seat: Person(1)}
        self.hand.looking = self.welcome.seat
        self.observation = []
        self._post(news.Seated(self.welcome.seat, reader.why_texts))

    def _read_events(self) -> None:
        assert self._reader
        first = len(self.observation)
        try:
            for item in self.items[first:]:
                self.observation.append(self._reader.event(item))
        except MisfitError as error:
            self._fall_back(str(error))
            return
        if events := tuple(self.observation[first:]):
            self._post(news.EventsArrived(events))
        self._say_waits()

    def _fall_back(self, why: str) -> None:
        """Draw the table from texts from now on, as what the host sends does not fit the rules that are installed here."""
        assert self.welcome
        if isinstance(self._reader, TextReader):
            raise SeatLostError(why)
        self._sit_down(TextReader(self.welcome, f"{why} The table is drawn from its texts."))
        self._read_events()
        if self.question:
            self._ask(self.question)

    def _see_request(self, message: protocol.RequestMessage) -> None:
        if self.question and message.id == self.question.id and self.hand.turn:
            return  # it is still on screen, with what was typed: only the connection is new
        self.question = message
        if message.id in self.record.unsettled:
            return  # the answer is on its way
        self._spent, self._draft = 0.0, ""
        self._drop_pictures()
        self._pictures = asyncio.ensure_future(self._fetch_pictures(message.pictures)) if message.pictures else None
        self._ask(message)

    def _ask(self, message: protocol.RequestMessage, why: str = "") -> None:
        assert self._reader
        try:
            request = self._reader.request(message)
        except MisfitError as error:
            self._fall_back(str(error))
            return
        except SchemaError as error:
            raise SeatLostError(f"The host asks what cannot be asked here: {error}") from None
        ask = Ask(request, self.observation, self._clock, ends_itself=False)
        ask.on_close(lambda: self._send_answer(ask))
        self.hand.add(ask)
        self.hand.take()
        self._post(news.Asked(request, partial(_seconds_left, ask, self._spent), self._draft, why))
        self._tell_reached()

    def _send_answer(self, ask: Ask) -> None:
        self.hand.close(ask)
        response = ask.result
        if response is None or ask.request.id != (self.question.id if self.question else 0):
            return
        self._spent += response.seconds or 0.0
        if isinstance(response.answer, Forfeit):
            self._give(protocol.ForfeitMessage(id=ask.request.id))
        elif isinstance(response.answer, BaseModel):
            given = response.answer.model_dump(mode="json", exclude_unset=not self.game)
            self._draft = max((each for each in given.values() if isinstance(each, str)), key=len, default="")
            fields = {"id": response.request, "answer": given, "timing": response.timing, "display": response.display}
            self._give(protocol.AnswerMessage.model_validate(fields, from_attributes=True))
        self._tell_reached()
        self._say_waits()

    def _give(self, message: GivenAnswer) -> None:
        try:
            self.connection.answer(message)
        except (InputError, OSError) as error:  # it is sent all the same, and would be lost with this process alone
            self._presence = str(error)

    def _close(self, request: int) -> None:
        if self.question and self.question.id == request:
            self.question = None
            self._drop_pictures()
            if (ask := self.hand.turn) and ask.request.id == request:
                self.hand.close(ask)
                self._post(news.Withdrawn(request))
        self._say_waits()
        self._tell_reached()

    # Presence

    def _note_presence(self, message: protocol.PresenceMessage) -> None:
        own = self.welcome.place if self.welcome else self._room.you if self._room else 0
        if message.state == "elsewhere" and message.place == own:
            self.has_rival, self._presence = True, _RIVAL
            self.stay() if self._is_agent else self._tell_reached()
            return
        words = f"{self._name_of(message.place)} is {PRESENCE_WORDS[message.state]}"
        waits = f", {message.seconds:.0f} s" if message.seconds is not None and 0 <= message.seconds < _LONG else ""
        self._presence = "" if message.state == "here" else f"{words}{waits}"
        self._tell_reached()

    def _name_of(self, place: int) -> str:
        places = self._room.places if self._room else ()
        label = next((each.label for each in places if each.number == place), "")
        seats = self.welcome.seats if self.welcome else ()
        seat = seats[place - 1] if 0 < place <= len(seats) and not self.is_blind else ""
        return visible_line((seat or label)[:_LONGEST]) or (f"place {place}" if place > 0 else "somebody")

    def _tell_reached(self) -> None:
        self._post(news.HostReached(self._reached_words(), self.connection.reached.state))

    def _reached_words(self) -> str:
        if self.end:
            return self.end.verdict
        reached, parts = self.connection.reached, [self.link.place]
        if reached.state == "here" and self.hand.turn:
            parts = []  # the question needs the room
        elif reached.state == "here" and reached.round_trip is not None:
            parts.append(f"{max(1.0, reached.round_trip * 1000):.0f} ms")
        elif reached.state == "waiting" and self._clock() - reached.since > _PATIENCE:
            parts.append(_WAITING)
        elif reached.state == "reconnecting":
            parts.append(f"reconnecting {self._clock() - reached.since:.0f} s")
        elif reached.state == "lost":
            parts.append("lost")
        if self.record.unsettled:
            parts.append("sending")
        return " · ".join(filter(None, (*parts, self._presence)))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            if self.connection.reached.state in ("reconnecting", "waiting") or self.record.unsettled:
                self._tell_reached()

    def _say_waits(self) -> None:
        is_waiting = self.question is None or self.hand.turn is None
        self._waits_since = self._clock()
        self._post(news.Waits(self._others if is_waiting else 0, lambda: self._clock() - self._waits_since))

    # Pictures, and the end

    def _drop_pictures(self) -> None:
        if self._pictures:
            self._pictures.cancel()
            self._pictures = None

    async def _fetch_pictures(self, shown: Sequence[protocol.ShownPicture]) -> tuple[Picture, ...]:
        found = []
        with suppress(InputError):
            for each in shown[:_MOST_PICTURES]:
                data = await self.connection.picture(each)
                found.append(await asyncio.to_thread(take_picture, data, "of the host"))
                album.add(found[-1])  # the table looks there for what it cannot draw itself
        if found:
            asyncio.get_running_loop().call_soon(self._post, news.PicturesCame())
        return tuple(found)

    async def _finish(self, over: protocol.OverMessage) -> None:
        self.end = await fetch_end(self.connection, self._kept, over)
        self._post(news.Finished())
        self._finished.set()
        self._tell_reached()


_LONG = 24 * 3600.0
_RIVAL = "this seat was opened elsewhere; type anything here to keep it"
_WAITING = "waiting, as this seat may be open elsewhere"


def _seconds_left(ask: Ask, spent: float) -> float | None:
    return None if ask.seconds_left is None else max(0.0, ask.seconds_left - spent)
