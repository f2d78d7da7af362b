"""The room of an open table: its places with their players and connections, and its spectators."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from woozle.arena.play import models
from woozle.arena.tables import invitations
from woozle.arena.tables.database import PlaceRow
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.house import House
from woozle.arena.tables.journal import Journal
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import TablePlan
from woozle.arena.tables.remote_seat import SeatReport
from woozle.arena.tables.spectators import Spectators
from woozle.core.errors import InputError
from woozle.core.match import Watch
from woozle.players.seat_protocol import AskedMessage, ByeCode, DealMessage, Message, Presence, PresenceMessage, RoomPlace
from woozle.saves.disk import SaveError

TAKE_OVER_SECONDS = 20.0
"""Time for a connected player to refuse a second connection with the same token."""

AWAY = 60.0
"""Seconds without a connection after which a place counts as away."""


class Room:
    """The places of a table, the connections of their players, and its spectators.

    Attributes:
        places: In order, from place 1.
        invitations: Tokens of the invitations that this process has made and nobody has used, by place. code: the room code;
            empty if it is not known, and from the start on.
        providers: By place: to whom everything said is sent, for a model elsewhere; empty for others.
        journal: Of the players who come and go.
        standing: Messages for everybody, including those who come later: who is asked, or the commitments of a deal.
    """

    def __init__(self, places: Sequence[Place], plan: TablePlan, house: House, changed: Callable[[], None]) -> None:
        """changed: is called after every change, before watchers are woken."""
        self.places = places
        self.plan = plan
        self.house = house
        self.providers = {place.number: models.provider(place.spec.model) for place in places}
        self.invitations: dict[int, str] = {}
        self.code = ""
        self.spectators = Spectators(plan.watching, plan.delay, house.clock)
        self.journal = Journal(house.now, house.clock)
        self.standing: AskedMessage | DealMessage | None = None
        self._react = changed
        self._watches: list[Watch] = []
        self._timers: dict[Place, asyncio.TimerHandle] = {}

    def place(self, number: int) -> Place:
        """Return a place. Raises InputError."""
        if not 0 < number <= len(self.places):
            raise InputError(f"This table has no place {number}.")
        return self.places[number - 1]

    def place_of(self, token: str) -> Place | None:
        found = invitations.find_seat((place.row for place in self.places), token)
        return self.places[found.number - 1] if found else None

    @property
    def open_places(self) -> list[Place]:
        return [place for place in self.places if place.is_open]

    @property
    def players(self) -> list[Place]:
        """The places whose players have joined and not left for good."""
        return [place for place in self.places if place.is_taken and not place.row.is_left]

    @property
    def is_empty(self) -> bool:
        """Whether no player is connected, and nobody watches."""
        return not any(place.guest for place in self.places) and not self.spectators.count

    def presence(self, place: Place) -> Presence:
        """Return whether the player of a place is connected."""
        if place.rival:
            return "elsewhere"
        if place.row.is_left or place.row.is_removed:
            return "left"
        is_held = place.seat and place.seat.held  # the others must not learn of it
        if place.guest or is_held or not place.is_remote or place.gone_since is None:
            return "here"
        return "away" if self.house.clock() - place.gone_since >= AWAY else "reconnecting"

    def seen_places(self, you: int) -> tuple[RoomPlace, ...]:
        """Return all places as the player of one of them sees them. you: its number; 0 for others."""
        return tuple(self._seen_place(place, you) for place in self.places)

    def _seen_place(self, place: Place, you: int) -> RoomPlace:
        kind, label = place.player
        if self.plan.hides_losses and place.is_remote:
            kind = "human"  # also where a bot plays for somebody who left before
        if self.plan.hides_players and place.number != you:
            return RoomPlace(number=place.number, kind="open" if kind == "open" else "taken")
        return RoomPlace(
            number=place.number,
            kind=kind,
            label="" if self.plan.study and kind != "model" else label,
            presence=self.presence(place),
            is_ready=place.is_ready,
            provider=self.providers[place.number],
        )

    # Changes

    def watch(self) -> Watch:
        """Return a Watch that is woken with every change."""
        self._watches.append(watch := Watch())
        return watch

    async def wait_until(self, is_so: Callable[[], bool], seconds: float) -> None:
        """Wait until a condition holds, for some seconds at most. It is tested after every change."""
        watch = self.watch()
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    while not is_so():
                        await watch.news()
        finally:
            self._watches.remove(watch)

    def change(self) -> None:
        self._react()
        self.wake()

    def wake(self) -> None:
        for watch in self._watches:
            watch.wake()

    def wake_guests(self) -> None:
        """Let all connections look for what is new."""
        for place in self.places:
            if place.guest:
                place.guest.wake()

    def keep(self, place: Place, row: PlaceRow) -> None:
        """Change a place, and save it. Raises SaveError."""
        self.house.database.save_places(row)
        place.row = row

    def invite(self, number: int) -> str:
        """Return a new invitation to a place that is open, or whose player lost the token."""
        place = self.place(number)
        if not place.is_remote:
            raise InputError(f"Nobody can join at place {number}.")
        row, token = invitations.invite(place.row)
        self.keep(place, row)
        self.invitations[number] = token
        self.change()
        return token

    def seat(self, place: Place, row: PlaceRow) -> None:
        """Give a place to a player, in place of any other."""
        self.keep(place, row)
        if place.guest:
            self.disconnect(place, "superseded", "This seat was taken by its recovery code or a new link.")
        place.gone_since = self.house.clock()
        self.invitations.pop(place.number, None)
        self.change()

    # Connections

    async def attach(self, place: Place, guest: Guest) -> bool:
        """Connect a guest to a place; return whether it may have it. A second connection waits for the first."""
        if place.guest and not await self._take_over(place, guest):
            guest.end("denied", "This seat is open elsewhere, and whoever is there stays.")
            return False
        place.guest, place.gone_since = guest, None
        if timer := self._timers.pop(place, None):
            timer.cancel()
        self.journal.note("came", place.number)
        if place.seat:
            guest.enter(place.seat)
            place.seat.set_here(True)
            self.tell_presence(place)
        self.change()
        if self.standing:
            guest.tell(self.standing)
        return True

    def detach(self, place: Place, guest: Guest) -> None:
        if place.rival is guest:
            place.rival = None
        if place.guest is not guest:
            return
        place.guest, place.gone_since = None, self.house.clock()
        is_held = place.seat and place.seat.held  # for questions on another page
        self.journal.note("lost", place.number, **({"for": "questions"} if is_held else {}))
        if place.seat:
            place.seat.set_here(False)
            self.tell_presence(place)
        self._timers[place] = asyncio.get_running_loop().call_later(AWAY, self._note_away, place)
        self.change()

    def disconnect(self, place: Place, code: ByeCode, why: str) -> None:
        if guest := place.guest:
            guest.end(code, why)
            self.detach(place, guest)

    def answer_rival(self, place: Place, *, yields: bool) -> None:
        """Let the connected player keep the seat, or give it to the second connection."""
        if yields:
            self.disconnect(place, "superseded", "This seat was opened elsewhere.")
        else:
            place.rival = None
            self.wake()

    async def _take_over(self, place: Place, guest: Guest) -> bool:
        if place.rival:
            return False
        first, place.rival = place.guest, guest
        self.journal.note("elsewhere", place.number)
        self.tell_presence(place, TAKE_OVER_SECONDS)
        await self.wait_until(lambda: place.rival is not guest or place.guest is not first, TAKE_OVER_SECONDS)
        if place.rival is not guest:
            self.change()
            return False
        place.rival = None
        if place.guest is first:
            self.disconnect(place, "superseded", "This seat was opened elsewhere.")
        return True

    def _note_away(self, place: Place) -> None:
        if place.seat:
            self.tell_presence(place)
        self.change()

    def note_player(self, place: Place, what: SeatReport) -> None:
        """Note a change in the state of a seat's player, and announce it unless the plan hides it."""
        match what:
            case "asked_for_sign" | "showed_sign":
                self.journal.note(what, place.number)
                return
        try:  # first, so that after a kill in between it is called twice and not never
            self.house.lost(self.plan, place.number, what)
        except (InputError, SaveError) as error:  # the match goes on
            self.house.tell(str(error))
        except Exception as error:
            self.house.report(error)
        if what == "returned":
            self.journal.note(what, place.number)
        else:
            place.was_lost = True
            self.journal.note("dealt_with", place.number, how=what)
        for each in self.places:
            if each.guest and (each is place or not self.plan.hides_losses):
                each.guest.wake()

    def close(self, code: ByeCode, why: str) -> None:
        for timer in self._timers.values():
            timer.cancel()
        for place in self.places:
            if place.guest:
                place.guest.end(code, why)
        self.spectators.end(why)
        self.change()

    # Telling

    def tell(self, message: Message) -> None:
        for place in self.places:
            if place.guest:
                place.guest.tell(message)

    def announce(self, message: AskedMessage | DealMessage) -> None:
        """Tell all who are connected now or later."""
        self.standing = message
        self.tell(message)

    def tell_presence(self, place: Place, seconds: float | None = None) -> None:
        """Announce that a player came, left, or is waited for. seconds: until the rule applies; None for the rule for lost seats.

        A blind table does not say who, and one that hides losses says nothing.
        """
        if place.seat and seconds is None:
            seconds = place.seat.waits_until_gone
        number = 0 if self.plan.hides_players else place.number
        about = PresenceMessage(place=number, state=self.presence(place), seconds=seconds and round(seconds, 1))
        own = about.model_copy(update={"place": place.number})
        for each in self.places:
            if each.guest and (each is place or not self.plan.hides_losses):
                each.guest.tell(own if each is place else about)
