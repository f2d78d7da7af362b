"""A match at an open table: played, shown to all who are here, and shown again after its end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from woozle.arena import logs
from woozle.arena.play import setup
from woozle.arena.play.pictures import find_pictures
from woozle.arena.play.setup import Dealt
from woozle.arena.tables import journal
from woozle.arena.tables.database import TableRow
from woozle.arena.tables.place import Place
from woozle.arena.tables.room import Room
from woozle.arena.tables.seating import Seating
from woozle.core.chance import commitment
from woozle.core.match import Match, Pacer
from woozle.core.request import Request, Seat
from woozle.players import registry as players
from woozle.players.seat_protocol import AskedMessage, GuessMessage, WelcomeMessage
from woozle.saves.resume import play_again
from woozle.saves.transcript import Transcript, read
from woozle.saves.writer import Writer

GUESS_SECONDS = 60.0
"""Time to say who was human."""

AT_A_TIME = 0.01
"""Seconds of a match before others have their turn; if they take turns with every answer of a bot, all wait longer."""

_AGENTS_GUESS_SECONDS = 3.0  # agents do not need longer, and many say nothing


class TableMatch:
    """A match at a table.

    Attributes:
        name: The commitment of its key, which names it in receipts.
        folder: Of its transcript.
        guesses: The seats that each took for humans.
    """

    def __init__(
        self, room: Room, row: TableRow, seating: Seating, match: Match, folder: Path, writer: Writer | None, pacer: Pacer
    ) -> None:
        """row: of the table, since the deal; writer: of the transcript, None for a match that is over."""
        self.referee = match.referee
        self.name = commitment(self.referee.key)
        self.folder = folder
        self._announced: tuple[Request, ...] = ()  # the open questions of which all may know, as they were told
        self._since: dict[int, float] = {}
        """The times at which the open questions were asked."""
        self.guesses: dict[Seat, tuple[Seat, ...]] = {}
        self._room = room
        self._plan = room.plan
        self._row = row
        self._places = seating.places
        self._match = match
        match.keeps_past = False  # each seat keeps its own
        self._writer = writer
        self._pacer = pacer
        self._is_guessed = False
        self._guessed: set[Seat] = set()  # seats that have guessed, or declined
        self._unseen: set[Place] = set()  # places with pages that were not drawn when they might have been
        room.standing = None
        room.spectators.begin(self.referee)
        for seat, place in seating.places.items():
            if place.seat:
                place.seat.begin(self.referee.view(seat), match.past)
                place.seat.set_here(place.guest is not None)
                if writer is None:
                    place.seat.end(self.referee.outcome)
                if place.guest:
                    place.guest.enter(place.seat)

    @classmethod
    def begin(cls, room: Room, row: TableRow, dealt: Dealt, folder: Path) -> TableMatch:
        """Return a new match, in a new folder. Raises InputError or SaveError."""
        plan, pacer = room.plan, _pacer(room)
        seating = Seating(room, dealt.key, dealt.deal.seats)
        ready = setup.new_match(
            plan.game,
            [seating.places[seat].player_spec for seat in plan.new_game().seats],
            plan.config,
            None,
            folder,
            seating.player,
            model=room.house.model(folder),
            services=plan.services,
            is_blind=plan.is_blind,
            pacer=pacer,
            group=room.house.group,
            dealt=dealt,
            wrap=seating.wrap,
        )
        return cls(room, row, seating, ready.match, folder, ready.writer, pacer)

    @classmethod
    def resume(cls, room: Room, row: TableRow) -> TableMatch:
        """Return a match that is not over. Raises FinishedError if it is, InputError or SaveError."""
        folder, pacer = Path(row.folder), _pacer(room)
        key = read(folder).key
        assert key is not None
        seating = Seating(room, key, room.plan.seats_by(key))
        lost = journal.losses(folder)
        ready = setup.reopened_match(
            folder, seating.player, model=room.house.model(folder), pacer=pacer, group=room.house.group, wrap=seating.wrap
        )
        for place in seating.places.values():
            if place.seat:
                place.seat.lost = lost.get(place.number)
            place.was_lost = place.number in lost
        return cls(room, row, seating, ready.match, folder, ready.writer, pacer)

    @classmethod
    def show_again(cls, room: Room, row: TableRow) -> TableMatch:
        """Return a match that is over. Returning players see all that they had observed. Raises InputError or OSError."""
        find_pictures(folder := Path(row.folder))
        referee, past = play_again(folder)
        seating = Seating(room, referee.key, room.plan.seats_by(referee.key))
        for seat, place in seating.places.items():
            if place.is_remote and place.is_taken:
                seating.player(seat)
        return cls(room, row, seating, Match(referee, {}, past=past), folder, None, Pacer())

    async def play(self) -> None:
        """Play to the end. Raises SaveError, Halt, and any error in the code of the game."""
        assert self._writer
        self._room.journal.begin(self.folder)
        telling = asyncio.create_task(self._tell_news())
        try:
            self.pause_if_lost()
            with logs.log_match(self.folder.name, self.referee, is_blind=self._plan.is_blind):
                await self._match.play()
            await self._ask_for_guesses()
        finally:
            telling.cancel()
            self._writer.close()

    async def _tell_news(self) -> None:
        """Wake the seats that have observed something new. Instant answers of bots go together, for less than half the work."""
        watch = self._match.watch()
        while True:
            if not self._goes_on_at_once:
                unseen, self._unseen = self._unseen, set()
                for place in self._room.places:
                    if place.seat and (place.seat.has_unnoticed or place in unseen):
                        place.seat.notice()
                self._room.spectators.grow()
                self._tell_asked()
            await watch.news()

    @property
    def _goes_on_at_once(self) -> bool:
        return self._match.goes_on_at_once and not self._pacer.is_paused

    def is_about_to_change(self, place: Place) -> bool:
        """Return whether the player of a place will see something else at once, so that drawing can wait; they are woken for it.

        So it is while bots answer, while the answer of the player is being kept, and just before they are asked.
        """
        if self._goes_on_at_once:
            self._unseen.add(place)
            return True
        asked, seat = {each.to for each in self.referee.open.values()}, place.seat
        if not seat or seat.name not in asked or self._pacer.is_paused:
            return False
        has_slots = self._match.players[seat.name] is not seat
        return not has_slots and not (seat.turn and seat.turn.is_open)

    def _tell_asked(self) -> None:
        """Announce who is asked now, where everybody may know. A refused answer shows nothing: its question stays open."""
        now, before = self._room.house.clock(), self.asked.places
        self._since = {number: self._since.get(number, now) for number in self.referee.open}
        self._announced = tuple(each for each in self.referee.open.values() if each.is_public)
        if (asked := self.asked).places != before:
            self._room.announce(asked)

    @property
    def asked(self) -> AskedMessage:
        """The places publicly known to be asked; none at a blind table. It changes only when bots do not answer, as views do."""
        now, asked = self._room.house.clock(), {each.to: each for each in self._announced}
        if self._plan.hides_players or not asked:
            return AskedMessage(places=())
        left = [each.seconds - (now - self._since.get(each.id, now)) for each in asked.values() if each.seconds is not None]
        places = tuple(place.number for seat, place in self._places.items() if seat in asked)
        return AskedMessage(places=places, seconds=max(0.0, *left) if left else None)

    def pause_if_lost(self) -> None:
        """Pause for all while a player is disconnected, and continue afterwards, if the host chose that."""
        if self._plan.when_gone != "pause" or not self._writer:
            return
        is_lost = any(place.seat and place.seat.is_waited_for for place in self._room.places)
        if is_lost == self._pacer.is_paused:
            return
        if is_lost:
            self._pacer.pause()
        else:
            self._pacer.resume()
        self._room.journal.note("paused" if is_lost else "resumed")
        for place in self._room.places:
            if place.seat:
                place.seat.set_paused(is_lost)

    def welcome(self, place: Place) -> WelcomeMessage:
        """Return the first message of the match to a place."""
        from woozle.arena.views.rules import lines

        assert place.seat
        seat = place.seat
        return WelcomeMessage(
            game=self._plan.game,
            rules=self.referee.game.version,
            seat=seat.name,
            text="\n".join(players.prompt(self._plan.game).words.guide(seat.name, seat.observation)),
            match=self.name,
            table=self._row.id,
            attempt=self._row.attempt,
            place=place.number,
            seats=tuple(self.referee.game.seats),
            nonces={str(each.number): each.row.nonce for each in self._room.places if each.row.nonce},
            rulebook=tuple(line.text for line in lines(self.referee.game) if line.text),
        )

    # The end

    async def _ask_for_guesses(self) -> None:
        """Ask the players of a blind table who was human, before anybody learns it; agents have a moment for it."""
        if not self._plan.has_guesses:
            return
        self._is_guessed = True
        for place in self._room.places:
            if place.guest and self.may_guess(place):
                place.guest.tell(GuessMessage(seats=self.others(place), seconds=GUESS_SECONDS))
        await self._room.wait_until(lambda: not self._asked_for_guess(is_agent=True), _AGENTS_GUESS_SECONDS)
        await self._room.wait_until(lambda: not self._asked_for_guess(is_agent=False), GUESS_SECONDS)

    def _asked_for_guess(self, *, is_agent: bool) -> bool:
        asked = (each.seat for each in self._places.values() if each.guest and self.may_guess(each))
        return any(seat is not None and seat.is_human != is_agent for seat in asked)

    def may_guess(self, place: Place) -> bool:
        """Return whether the player of a place is asked who was human."""
        return self._is_guessed and place.seat is not None and place.seat.name not in self._guessed

    def others(self, place: Place) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.referee.game.seats if self._places[seat] is not place)

    def guess(self, place: Place, humans: Sequence[Seat] | None) -> None:
        """Accept a player's guess who was human, once. humans: None for no guess."""
        if self.may_guess(place) and place.seat:
            name = place.seat.name
            self._guessed.add(name)
            if humans is not None:
                self.guesses[name] = tuple(seat for seat in self.others(place) if seat in humans)
            self._room.journal.note("guessed", place.number, humans=self.guesses.get(name))
            self._room.wake()

    def who_played(self) -> dict[Seat, str]:
        """Return the player of each seat, in words, once the match is over."""
        return {seat: " ".join(place.player) for seat, place in self._places.items()}

    def ending(self, seat: Seat) -> tuple[Transcript, tuple[int, ...]]:
        """Return the sealed transcript, and the line of each receipt of a seat."""
        transcript = read(self.folder)
        return transcript, tuple(line.number for line in transcript.lines if line.body["request"]["to"] == seat)


def _pacer(room: Room) -> Pacer:
    """Return a pacer, which waits for the disk if the host wants that."""
    group = room.house.group
    return Pacer(turns_aside=1, settle=group.sync_now if group and room.plan.is_durable else None, at_a_time=AT_A_TIME)
