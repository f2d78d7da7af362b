"""An open table: its waiting room, the deal, the match, and the end.

Everything that must survive a kill is in the database before anybody is told; the match itself is in its transcript.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from woozle.arena import logs
from woozle.arena.join.link import seat_fragment
from woozle.arena.play import setup
from woozle.arena.play.pictures import find_pictures
from woozle.arena.play.setup import Ready
from woozle.arena.tables import invitations
from woozle.arena.tables.database import PlaceRow, StoredTable, TableDatabase, TableRow, TableState
from woozle.arena.tables.deal_attempt import DealAttempt, wait_until
from woozle.arena.tables.guest import Guest
from woozle.arena.tables.invitations import AdmissionError, Joined
from woozle.arena.tables.journal import Journal
from woozle.arena.tables.place import Place
from woozle.arena.tables.plan import TablePlan
from woozle.arena.tables.remote_seat import RemoteSeat, SeatTerms, StandIn
from woozle.arena.tables.slots import SlottedPlayer
from woozle.arena.tables.spectators import Spectators
from woozle.core import deal as deals
from woozle.core import registry
from woozle.core.chance import commitment as key_commitment
from woozle.core.chance import key_from_seed
from woozle.core.deal import Deal
from woozle.core.errors import InputError
from woozle.core.event import Event
from woozle.core.game import Game
from woozle.core.match import Halt, Match, Pacer, Player, Watch
from woozle.core.request import Request, Response, Seat
from woozle.players import registry as players
from woozle.players.seat_protocol import (
    AskedMessage,
    CommitMessage,
    GuessesMessage,
    GuessMessage,
    LeaveMessage,
    OfTable,
    PlaceKind,
    Presence,
    PresenceMessage,
    ReadyMessage,
    RevealMessage,
    RoomMessage,
    RoomPlace,
    StayMessage,
    WelcomeMessage,
)
from woozle.players.seats import ModelSeat, SeatSpec, bot_seed, nobody
from woozle.saves import store
from woozle.saves.disk import SaveError
from woozle.saves.group_sync import GroupSync
from woozle.saves.receipts import HostKey, ViewChain
from woozle.saves.resume import FinishedError, play_again
from woozle.saves.transcript import Transcript, read

BACK_SECONDS = 60.0
"""Time for players to come back to a table that is dealt again, since they or its server were gone."""

TAKE_OVER_SECONDS = 20.0
"""Time for a connected player to refuse a second connection with the same token."""

AWAY = 60.0
"""Seconds without a connection after which a place counts as away."""

GUESS_SECONDS = 60.0
"""Time to say who was human."""

_TRIES_TO_DEAL = 5


@dataclass(frozen=True)
class House:
    """What the tables of a server share.

    database: their index. host_key: signs receipts; None for none. group: forces lines to the disk, but for tables that wait for
    it; None for all to wait. model: makes the players of models of one match, given its folder. records: the folder for matches;
    None for the store. report: hears of failures in the code of a game. tell: takes sentences for the operator. provider: to whom
    what is said is sent, by model. now: Unix time.
    """

    database: TableDatabase
    host_key: HostKey | None = None
    group: GroupSync | None = None
    model: Callable[[Path], ModelSeat] = lambda folder: nobody
    records: Path | None = None
    report: Callable[[BaseException], object] = lambda error: None
    tell: Callable[[str], object] = lambda sentence: None
    provider: Callable[[SeatSpec], str] = lambda spec: ""
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time


class OpenTable:
    """A table at which seats are taken over a network.

    Attributes:
        id: As in its links. title: of what is played. prompt: what is read of it.
        places: In order, from place 1.
        invitations: Of places that were invited since this process began, as tokens, by place. spectators_link: likewise.
        dealing: The attempt to deal that is under way. match, folder: The match, once it has begun.
        asked: The places that everybody knows to be asked now. guesses: Whom seats took for humans.
        watch: Woken with every change of the waiting room, for the host's screen.
    """

    def __init__(self, stored: StoredTable, house: House) -> None:
        """Raises InputError if its plan cannot be played here."""
        self.row = stored.row
        self.id = stored.row.id
        self.plan = TablePlan.parse(stored.row.plan)
        self.house = house
        specs = self.plan.specs()
        self.kind: type[Game[Any]] = registry.game(self.plan.game)
        self.title = self.plan.named()
        self.prompt = players.prompt(self.plan.game)
        self.game = self.kind(len(specs), self.plan.config)
        self.places = [Place(row, spec) for row, spec in zip(stored.places, specs, strict=True)]
        self.invitations: dict[int, str] = {}
        self.room_code = ""
        self.spectators_token = ""
        self.match: Match | None = None
        self.folder: Path | None = Path(stored.row.folder) if stored.row.folder else None
        self.failure = ""
        self.spectators = Spectators(self.plan.watching, self.plan.delay, house.clock)
        self.journal = Journal(house.now, house.clock)
        self._watches: list[Watch] = []
        self._pacer = Pacer(turns_aside=1)
        self._task: asyncio.Task[None] | None = None
        self.dealing: DealAttempt | None = None
        self.asked = AskedMessage(places=())
        self.guesses: dict[Seat, tuple[Seat, ...]] = {}
        self._has_guessed = asyncio.Event()
        self._lines: dict[Seat, tuple[int, ...]] = {}
        self._timers: set[asyncio.TimerHandle] = set()

    # What others read

    @property
    def state(self) -> TableState:
        return self.row.state

    @property
    def match_name(self) -> str:
        """The commitment of the match key, which names the match in receipts; empty before the match."""
        return key_commitment(self.match.referee.key) if self.match else ""

    @property
    def open_places(self) -> list[Place]:
        return [place for place in self.places if place.is_open]

    @property
    def is_full(self) -> bool:
        return not self.open_places

    @property
    def is_paused(self) -> bool:
        return self._pacer.is_paused

    def place(self, number: int) -> Place:
        """Return a place. Raises InputError."""
        if not 0 < number <= len(self.places):
            raise InputError(f"This table has no place {number}.")
        return self.places[number - 1]

    def place_of(self, token: str) -> Place | None:
        """Return the place whose seat's token this is."""
        found = invitations.find_seat((place.row for place in self.places), token)
        return self.places[found.number - 1] if found else None

    def presence(self, place: Place) -> Presence:
        """Return whether the player of a place is connected."""
        if place.rival:
            return "elsewhere"
        if place.guest or not place.is_remote or place.gone_since is None:
            return "here"
        return "away" if self.house.clock() - place.gone_since >= AWAY else "reconnecting"

    def room(self, you: int = 0) -> RoomMessage:
        """Return who is here, as the player of a place may see it."""
        hides = self.plan.is_blind
        places = tuple(self._room_place(place, hides=hides and place.number != you) for place in self.places)
        return RoomMessage(state=self.state, title=self.title, you=you, places=places, notes=tuple(self._notes()))

    def watch(self) -> Watch:
        """Return a Watch that is woken with every change of the waiting room and the state."""
        self._watches.append(watch := Watch())
        return watch

    # Who joins

    def join(self, token: str, secret: str, name: str, *, is_agent: bool = False, software: str = "") -> tuple[Place, Joined]:
        """Give a place to who has an invitation or a recovery code. The same again gives the same. Raises AdmissionError."""
        joined = invitations.exchange((place.row for place in self.places), token, secret)
        return self._seat(joined, name, is_agent=is_agent, software=software)

    def take(self, number: int, secret: str, name: str, *, is_agent: bool = False, software: str = "") -> tuple[Place, Joined]:
        """Give an open place of a listed table to the first who takes it. Raises AdmissionError."""
        place = self.place(number)
        if not place.is_remote or not (self.plan.is_listed or place.row.token):
            raise AdmissionError("wrong", "This place is not open; ask the host for a link.")
        return self._seat(invitations.take(place.row, secret), name, is_agent=is_agent, software=software)

    def _seat(self, joined: Joined, name: str, *, is_agent: bool, software: str) -> tuple[Place, Joined]:
        place = self.places[joined.place.number - 1]
        if joined.is_again:
            return place, joined
        if self.state in ("over", "closed"):
            raise AdmissionError("started", "The match at this table is over.")
        if place.is_taken and place.row.kind != "open":  # who lost the token, and is let back
            row = joined.place
        else:
            if self.state != "waiting":
                raise AdmissionError("started", "The match at this table has begun.")
            called = invitations.read_name(name)
            row = replace(joined.place, kind="agent" if is_agent else "human", name=self._unique(called), software=software[:60])
        self.house.database.save_places(row)
        if place.guest and place.is_taken:
            place.guest.end("superseded", "This seat was taken by its recovery code or a new link.")
            self.detach(place, place.guest)
        place.row = row
        place.gone_since = self.house.clock()
        self.invitations.pop(place.number, None)
        self._changed()
        return place, joined

    def _unique(self, name: str) -> str:
        """Return a name that no other place has."""
        taken = {place.row.name.casefold() for place in self.places}
        number, found = 1, name
        while found.casefold() in taken:
            number += 1
            found = f"{name[: invitations.NAME_LIMIT - 3]} {number}"
        return found

    def invite(self, number: int) -> str:
        """Return a new invitation to a place that is open, or whose player lost the token."""
        place = self.place(number)
        if not place.is_remote:
            raise InputError(f"Nobody can join at place {number}.")
        row, token = invitations.invite(place.row)
        self.house.database.save_places(row)
        place.row = row
        self.invitations[number] = token
        self._changed()
        return token

    def link(self, base: str, token: str) -> str:
        """Return the link that a token opens, with the fingerprint of the host's key. base: how it begins."""
        key = self.house.host_key
        return f"{base}/t/{self.id}{seat_fragment(token, key.fingerprint if key else '')}"

    def remove(self, number: int) -> None:
        """Remove a player. Before the match the place is open again; in it, the seat is lost for good."""
        place = self.place(number)
        if not place.is_taken:
            raise InputError(f"Nobody has place {number}.")
        guest, waiting = place.guest, self.state == "waiting"
        row = invitations.vacate(place.row) if waiting else invitations.remove(place.row)
        self.house.database.save_places(row)
        place.row, place.is_ready = row, False
        if guest:
            guest.end("removed", "The host removed you from the table.")
            self.detach(place, guest)
        self.journal.note("removed", number)
        if place.seat:
            place.seat.leave()
        if waiting:
            self.invite(number)
        self._changed()

    def leave(self, place: Place) -> None:
        """Let the player of a place leave for good."""
        guest = place.guest
        if self.state == "waiting":
            row = invitations.vacate(place.row)
            self.house.database.save_places(row)
            place.row, place.is_ready = row, False
        if guest:
            guest.end("over", "You have left the table.")
            self.detach(place, guest)
        self.journal.note("left", place.number)
        if place.seat:
            place.seat.leave()
            self._tell_presence(place, "left")
        if self.state == "waiting":
            self.invite(place.number)
        self._changed()

    def set_ready(self, place: Place) -> None:
        """Note that a player wants to begin or, after the end, to play again."""
        place.is_ready = True
        self._changed()
        if self.state == "over" and all(each.is_ready for each in self.places if each.is_taken):
            self.rematch()

    def hear(self, place: Place, message: OfTable) -> None:
        """Take what the player of a place says about the table."""
        match message:
            case CommitMessage(attempt=attempt, commitment=commitment) if self.dealing:
                self.dealing.commit(place, attempt, commitment)
            case RevealMessage(attempt=attempt, nonce=nonce) if self.dealing:
                self.dealing.reveal(place, attempt, nonce)
            case StayMessage(yields=yields):
                self.answer_rival(place, yields=yields)
            case GuessesMessage(humans=humans):
                self.guess(place, humans)
            case ReadyMessage():
                self.set_ready(place)
            case LeaveMessage():
                self.leave(place)

    # Connections

    async def attach(self, place: Place, guest: Guest) -> bool:
        """Connect a guest to a place; return whether it may have it. A second connection waits for the first."""
        if place.guest and not await self._take_over(place, guest):
            guest.end("denied", "This seat is open elsewhere, and whoever is there stays.")
            return False
        place.guest, place.gone_since = guest, None
        self.journal.note("came", place.number)
        if self.state == "over" and not self.match:
            self._show_again()
        if place.seat:
            guest.enter(place.seat)
            if self.asked.places:
                guest.tell(self.asked)
            place.seat.set_here(True)
            self._tell_presence(place, "here")
        else:
            guest.tell(self.room(place.number))
            if self.dealing:
                guest.tell(self.dealing.message)
        self._changed()
        return True

    def detach(self, place: Place, guest: Guest) -> None:
        """Note that a connection has ended."""
        if place.rival is guest:
            place.rival = None
        if place.guest is not guest:
            return
        place.guest, place.gone_since = None, self.house.clock()
        self.journal.note("lost", place.number)
        place.answers.set()
        if self.dealing:
            self.dealing.note_gone()
        if place.seat:
            place.seat.set_here(False)
            self._tell_presence(place, "reconnecting", place.seat.waits_until_gone)
            self._later(AWAY, lambda: self._look_for(place))
            self._pause_if_lost()
        self._changed()

    def answer_rival(self, place: Place, *, yields: bool) -> None:
        """Let the connected player keep the seat, or give it to the second connection."""
        if place.guest and yields:
            place.guest.end("superseded", "This seat was opened elsewhere.")
            self.detach(place, place.guest)
        elif place.rival:
            place.rival = None
        place.answers.set()

    async def _take_over(self, place: Place, guest: Guest) -> bool:
        if place.rival:
            return False
        first, place.rival = place.guest, guest
        self.journal.note("elsewhere", place.number)
        assert first
        place.answers.clear()
        self._tell_presence(place, "elsewhere", TAKE_OVER_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(TAKE_OVER_SECONDS):
                await place.answers.wait()
        is_kept = place.rival is not guest
        if not is_kept:
            place.rival = None
            if place.guest is first:
                first.end("superseded", "This seat was opened elsewhere.")
                self.detach(place, first)
        self._changed()
        return not is_kept

    # The match

    def start(self) -> None:
        """Begin: open places go to bots. Raises InputError."""
        if self.state != "waiting":
            raise InputError("The match at this table has begun already.")
        for place in self.open_places:
            place.row = replace(place.row, kind="bot", invitation="", is_used=False)
        self._save(state="dealing", room_code="")
        self.invitations.clear()
        self.room_code = ""
        self._task = asyncio.create_task(self._run())
        self._changed()

    def resume(self) -> None:
        """Go on where the process before was killed. Raises InputError or SaveError for a match that cannot be."""
        for place in self.places:
            if place.is_taken:
                place.gone_since = self.house.clock()
        if self.state == "dealing":
            self._task = asyncio.create_task(self._run())
        elif self.state == "playing":
            assert self.folder
            try:
                ready = setup.reopened_match(
                    self.folder,
                    self._reseat,
                    model=self.house.model(self.folder),
                    pacer=self._pacer,
                    group=self._group,
                    wrap=self._wrap,
                )
            except FinishedError:
                self._finish()
                return
            self.journal.begin(self.folder)
            self._enter(ready.match)
            self._task = asyncio.create_task(self._play(ready))

    @property
    def _group(self) -> GroupSync | None:
        return None if self.plan.is_durable else self.house.group

    async def _run(self) -> None:
        try:
            ready = await self._begin()
        except (InputError, OSError) as error:
            self._fail(str(error))
        except Exception as error:
            self.house.report(error)
            self._fail("The match could not be begun; the host's log says why.")
        else:
            await self._play(ready)

    async def _begin(self) -> Ready:
        dealt = await self._deal()
        order = dict(zip(dealt.deal.seats, self.places, strict=True))
        specs = [self._final_spec(order[seat]) for seat in self.game.seats]
        folder = store.new_match_folder(self.plan.game, among=self.house.records)
        ready = setup.new_match(
            self.plan.game,
            specs,
            self.plan.config,
            None,
            folder,
            lambda seat: self._seat_player(order[seat], seat, dealt.key),
            model=self.house.model(folder),
            services=self.plan.services,
            is_blind=self.plan.is_blind,
            pacer=self._pacer,
            group=self._group,
            dealt=dealt,
            wrap=self._wrap,
        )
        self.folder = folder
        self.journal.begin(folder)
        self._save(state="playing", folder=str(folder))
        self.dealing = None
        self._enter(ready.match)
        return ready

    async def _deal(self) -> setup.Dealt:
        """Return a key to which all places have brought a nonce, or that of a seed. Raises InputError."""
        plan = self.plan
        told = Deal(
            protocol="woozle.deal/1" if plan.seed is None else "seed",
            table=self.id,
            attempt=self.row.attempt,
            game=plan.game,
            rules=self.kind.version,
            config="",
            secret="",
            shares=(),
            is_drawn=plan.is_blind,
        )
        if plan.seed is not None:
            self._save(attempt=self.row.attempt + 1)
            key, config = key_from_seed(plan.seed, self.row.attempt), deals.config_digest(plan.options)
            return setup.Dealt(key, replace(told, attempt=self.row.attempt, config=config, seats=self._seats_by(key)), "")
        silent: frozenset[int] = frozenset()
        for _ in range(_TRIES_TO_DEAL):
            if self.row.attempt:
                await self._wait_for_players()
            secret = invitations.new_secret()
            self._save(state="dealing", attempt=self.row.attempt + 1, secret=secret)
            new = replace(told, attempt=self.row.attempt, config=deals.config_digest(plan.options, secret))
            self.dealing = DealAttempt(new, secret, self.places, silent)
            if deal := await self.dealing.run(self._save_places):
                key = deals.deal_key(secret, deal)
                return setup.Dealt(key, replace(deal, seats=self._seats_by(key)), secret)
            silent |= {number for number in self.dealing.refused if self.place(number).guest}  # others are gone, and waited for
            self.journal.note("not_revealed", attempt=self.row.attempt, places=sorted(silent))
        raise InputError("The match could not be dealt, because players did not reveal their nonces; open the table again.")

    async def _wait_for_players(self) -> None:
        """Wait until the players who were told of an attempt are back: their clients take no match that is dealt without them."""
        self._watches.append(watch := Watch())
        with suppress(TimeoutError):
            async with asyncio.timeout(BACK_SECONDS):
                while not all(place.guest for place in self.places if place.is_remote and place.is_taken):
                    await watch.news()
        self._watches.remove(watch)

    def _seats_by(self, key: bytes) -> tuple[Seat, ...]:
        return deals.draw_seats(key, self.game.seats) if self.plan.is_blind else tuple(self.game.seats)

    def _final_spec(self, place: Place) -> SeatSpec:
        return SeatSpec("bot", players.bot(self.plan.game).name) if place.is_remote and not place.is_taken else place.spec

    def _seat_player(self, place: Place, seat: Seat, key: bytes) -> Any:
        """Return the player of a place that somebody has."""
        is_human = place.row.kind != "agent"
        told: dict[str, Any] = {"kind": "human"} if is_human else {"kind": "agent", "name": place.row.software or "agent"}
        name = registry.name_of(self.plan.game)
        stand_in = self._stand_in(place, seat, key)
        terms = SeatTerms(
            takes_over=self.plan.when_gone == "bot",
            forfeits=self.plan.when_gone == "forfeit",
            gone_after=self.plan.gone_after,
            draw=players.pictures(name) if is_human and players.prompt(name).is_described else players.agent_pictures(name),
            stand_in=stand_in,
        )
        chain = ViewChain(key_commitment(key), seat)
        place.seat = RemoteSeat(
            seat,
            chain,
            terms,
            is_human=is_human,
            describe={**told, "remote": True},
            wake=lambda: place.guest.wake() if place.guest else None,
            clock=self.house.clock,
        )
        return place.seat.player

    def _wrap(self, player: Player, key: bytes) -> Player:
        """Let nobody be known by how long they take, at a blind table."""
        slot = self.plan.slot if self.plan.is_blind else 0.0
        return SlottedPlayer(player, key, slot, self.house.clock) if slot else player

    def _stand_in(self, place: Place, seat: Seat, key: bytes) -> StandIn:
        bot = players.bot(self.plan.game)
        made = bot(bot_seed(seat, key))

        def answer(request: Request, observation: Sequence[Event]) -> Response:
            self.journal.note("stood_in", place.number, request=request.id, bot=bot.name)
            return Response(request.id, made.answer(request, observation), seconds=0.0, stand_in=bot.name)

        return answer

    def _reseat(self, seat: Seat) -> Any:
        """Return the player of a seat of a match that is resumed."""
        assert self.folder
        transcript = read(self.folder)
        assert transcript.key is not None
        place = self.places[self._seats_by(transcript.key).index(seat)]
        return self._seat_player(place, seat, transcript.key)

    def _enter(self, match: Match) -> None:
        """Begin to show a match to all who are here."""
        self.match, referee = match, match.referee
        self.spectators.begin(self.plan.game, referee)
        for place in self.places:
            if place.seat:
                place.seat.begin(referee.view(place.seat.name), match.past)
                place.seat.set_here(place.guest is not None)
                if place.guest:
                    place.guest.enter(place.seat)
        self._changed()

    async def _play(self, ready: Ready) -> None:
        assert self.folder
        pumping = asyncio.create_task(self._pump(ready.match))
        try:
            with logs.log_match(self.folder.name, ready.match.referee, is_blind=self.plan.is_blind):
                await ready.match.play()
            await self._ask_for_guesses()
            self._finish()
        except (SaveError, Halt) as error:
            self._fail(str(error))
        except Exception as error:
            self.house.report(error)
            self._fail("The match stopped, because of a fault in its game; the host's log says why.")
        finally:
            pumping.cancel()
            ready.writer.close()

    async def _pump(self, match: Match) -> None:
        """Wake who has observed something new."""
        watch, seen = match.watch(), dict.fromkeys(self.places, 0)
        while True:
            for place in self.places:
                if place.guest and place.seat and len(place.seat.observation) > seen[place]:
                    seen[place] = len(place.seat.observation)
                    place.guest.wake()
            self.spectators.grow()
            self._tell_asked(match)
            await watch.news()

    def _tell_asked(self, match: Match) -> None:
        """Tell who is asked now, where everybody knows that. An answer that was refused shows nothing: its question stays open."""
        if self.plan.is_blind:
            return
        asked = {each.to: each for each in match.referee.open.values() if each.is_public}
        places = tuple(place.number for place in self.places if self._seat_of(place) in asked)
        if places != self.asked.places:
            limits = [each.seconds for each in asked.values() if each.seconds is not None]
            self.asked = AskedMessage(places=places, seconds=max(limits, default=None))
            self._tell(self.asked)

    def _seat_of(self, place: Place) -> Seat:
        """Return the seat of a place at a table where places keep their order."""
        return self.game.seats[place.number - 1]

    def welcome(self, place: Place) -> WelcomeMessage:
        """Return the first message of a match to a place."""
        assert place.seat and self.match
        from woozle.arena.views.rules import lines

        words = self.prompt.words
        seat = place.seat
        return WelcomeMessage(
            game=self.plan.game,
            rules=self.kind.version,
            seat=seat.name,
            text="\n".join(words.guide(seat.name, seat.observation)),
            match=self.match_name,
            table=self.id,
            attempt=self.row.attempt,
            place=place.number,
            seats=tuple(self.game.seats),
            nonces={str(each.number): each.row.nonce for each in self.places if each.row.nonce},
            rulebook=tuple(line.text for line in lines(self.match.referee.game) if line.text),
        )

    def pause(self) -> None:
        """Pause the match for everybody, or go on."""
        if self._pacer.is_paused:
            self._pacer.resume()
        else:
            self._pacer.pause()
        self.journal.note("paused" if self._pacer.is_paused else "resumed")
        for place in self.places:
            if place.seat:
                place.seat.set_paused(self._pacer.is_paused)
        self._changed()

    def _pause_if_lost(self) -> None:
        """Pause while a seat is lost, if the host has ruled so."""
        if self.plan.when_gone == "pause":
            is_lost = any(each.seat and not each.guest for each in self.places)
            if is_lost != self._pacer.is_paused:
                self.pause()

    # The end

    async def _ask_for_guesses(self) -> None:
        """Ask the humans of a blind table who was human, before anybody learns it."""
        if not self.plan.has_guesses:
            return
        for place in self.places:
            if place.guest and place.seat and place.seat.is_human:
                others = tuple(seat for seat in self.game.seats if seat != place.seat.name)
                place.guest.tell(GuessMessage(seats=others, seconds=GUESS_SECONDS))
        await wait_until(self._has_guessed, self._all_have_guessed, GUESS_SECONDS)

    def _all_have_guessed(self) -> bool:
        asked = (place.seat.name for place in self.places if place.guest and place.seat and place.seat.is_human)
        return all(seat in self.guesses for seat in asked)

    def may_guess(self, place: Place) -> bool:
        """Return whether the player of a place is asked who was human."""
        is_due = self.plan.has_guesses and self.state == "playing" and self.match and self.match.referee.outcome
        return bool(is_due and place.seat and place.seat.name not in self.guesses)

    def guess(self, place: Place, humans: Sequence[Seat]) -> None:
        """Take whom a player takes for humans, once."""
        if self.may_guess(place) and place.seat:
            named = tuple(seat for seat in self.game.seats if seat in humans and seat != place.seat.name)
            self.guesses[place.seat.name] = named
            self.journal.note("guessed", place.number, humans=list(named))
            self._has_guessed.set()

    def who_played(self) -> dict[Seat, str]:
        """Return who had each seat, in words, once the match is over."""
        seats = self._seats_by(self.match.referee.key) if self.match else ()
        return {seat: " ".join(self._who(place)) for seat, place in zip(seats, self.places, strict=False)}

    def _finish(self) -> None:
        self._save(state="over", ended=self.house.now())
        self.spectators.grow()
        self.spectators.wake()
        self._tell_room()
        self._changed()

    def _show_again(self) -> None:
        """Show the end of a match that this process did not play. Who comes back sees all that they had observed."""
        assert self.folder
        try:
            find_pictures(self.folder)
            referee, past = play_again(self.folder)
        except (InputError, OSError):
            return
        for place, seat in zip(self.places, self._seats_by(referee.key), strict=True):
            if place.is_remote and place.is_taken:
                self._seat_player(place, seat, referee.key)
        self._enter(Match(referee, {}, past=past))
        for place in self.places:
            if place.seat:
                place.seat.end(referee.outcome)

    def ending(self, seat: Seat) -> tuple[Transcript, tuple[int, ...]]:
        """Return the sealed transcript, and the line of each receipt of a seat."""
        assert self.folder
        transcript = read(self.folder)
        if seat not in self._lines:
            self._lines[seat] = tuple(line.number for line in transcript.lines if line.body["request"]["to"] == seat)
        return transcript, self._lines[seat]

    def rematch(self) -> None:
        """Play again with the same people, roles dealt anew. Raises InputError."""
        if self.state != "over":
            raise InputError("The match at this table is not over.")
        self._save(state="waiting", ended=0.0, folder="", secret="")
        self.match, self.folder, self._lines, self.guesses = None, None, {}, {}
        for place in self.places:
            place.seat, place.is_ready = None, False
            if place.row.kind == "bot" and place.is_remote:
                place.row = replace(place.row, kind="open")
            if place.guest:
                place.guest.leave_match()
        self.start()

    def _fail(self, why: str) -> None:
        """Stop before the end; the match is kept and can go on when the server starts again."""
        self.failure = why
        self.house.tell(f"Table {self.id} has stopped: {why}")
        for place in self.places:
            if place.guest:
                place.guest.end("stopping", why)
        self._changed()

    async def close(self, why: str = "The host closed the table.", *, for_good: bool = True) -> None:
        """Leave the table. for_good: it does not go on when the server starts again."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        for timer in self._timers:
            timer.cancel()
        if for_good and self.state not in ("over", "closed"):
            self._save(state="closed", ended=self.house.now(), room_code="")
        for place in self.places:
            if place.guest:
                place.guest.end("closed" if for_good else "stopping", why)
        self.spectators.end(why)
        self._changed()

    # Telling

    def _save(self, **changes: Any) -> None:
        row = replace(self.row, **changes)
        self.house.database.save_table(row, *(place.row for place in self.places))
        self.row = row

    def _save_places(self) -> None:
        self.house.database.save_places(*(place.row for place in self.places))

    def _changed(self) -> None:
        if self.state in ("waiting", "dealing"):
            self._tell_room()
        for watch in self._watches:
            watch.wake()
        if self.state == "waiting" and self.plan.starts_when_full and self.is_full and self._are_all_here():
            self.start()

    def _are_all_here(self) -> bool:
        return all(place.guest for place in self.places if place.is_remote)

    def _tell_room(self) -> None:
        for place in self.places:
            if place.guest:
                place.guest.tell(self.room(place.number))

    def _tell(self, message: AskedMessage) -> None:
        for place in self.places:
            if place.guest:
                place.guest.tell(message)

    def _tell_presence(self, place: Place, state: Presence, seconds: float | None = None) -> None:
        number = 0 if self.plan.is_blind else place.number
        message = PresenceMessage(place=number, state=state, seconds=seconds and round(seconds, 1))
        own = message.model_copy(update={"place": place.number})
        for each in self.places:
            if each.guest:
                each.guest.tell(own if each is place else message)

    def _look_for(self, place: Place) -> None:
        if not place.guest and place.gone_since is not None and self.house.clock() - place.gone_since >= AWAY:
            self._tell_presence(place, "away")
            self._changed()

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        def run() -> None:
            self._timers.discard(timer)
            call()

        timer = asyncio.get_running_loop().call_later(seconds, run)
        self._timers.add(timer)

    def _room_place(self, place: Place, *, hides: bool) -> RoomPlace:
        kind, label = self._who(place)
        if hides:
            return RoomPlace(number=place.number, kind="open" if kind == "open" else "taken")
        return RoomPlace(
            number=place.number,
            kind=kind,
            label=label,
            presence=self.presence(place),
            is_ready=place.is_ready,
            provider=self.house.provider(place.spec) if kind == "model" else "",
        )

    def _who(self, place: Place) -> tuple[PlaceKind, str]:
        if place.is_remote:
            if place.is_taken:
                return ("agent" if place.row.kind == "agent" else "human"), place.row.name
            return ("bot", players.bot(self.plan.game).name) if place.row.kind == "bot" else ("open", "")
        match place.spec.kind:
            case "model":
                return "model", str(place.spec.model)
            case "agent":
                return "agent", place.spec.name
        return "bot", place.spec.name

    def _notes(self) -> Iterator[str]:
        """Yield what everybody should know before they join."""
        plan = self.plan
        if plan.is_blind:
            yield "Nobody learns who sits where until the end."
        if plan.seed is not None:
            yield "The host knows the seed of this match, and so what will be dealt."
        if providers := sorted({self.house.provider(place.spec) for place in self.places if place.spec.kind == "model"} - {""}):
            yield f"What you say is sent to {' and '.join(providers)}, whose models play along."
        yield _GONE[plan.when_gone].format(seconds=f"{plan.gone_after:g}")


_GONE: Mapping[str, str] = {
    "wait": "If somebody loses the connection, the match waits for them.",
    "pause": "If somebody loses the connection, the match pauses.",
    "bot": "If somebody is gone for {seconds} seconds, a bot answers for them until they are back.",
    "forfeit": "If somebody is gone for {seconds} seconds, they give no answers until they are back.",
}


def new_table(plan: TablePlan, house: House, *, creator: str = "") -> OpenTable:
    """Open a table, with an invitation for each place, a room code, and a link for spectators. Raises SaveError."""
    row = TableRow(invitations.new_code(), plan.model_dump_json(), house.now(), creator=creator)
    code, watching = invitations.new_code(), invitations.new_token()
    row = replace(row, room_code=invitations.digest(code), spectators=invitations.digest(watching))
    specs = plan.specs()
    tokens: dict[int, str] = {}
    places: list[PlaceRow] = []
    for number, spec in enumerate(specs, 1):
        place = PlaceRow(row.id, number)
        if spec.kind in ("human", "remote"):
            place, tokens[number] = invitations.invite(place)
        else:
            place = replace(place, kind=spec.kind)
        places.append(place)
    house.database.save_table(row, *places)
    table = OpenTable(StoredTable(row, tuple(places)), house)
    table.invitations, table.room_code, table.spectators_token = tokens, code, watching
    return table


def resumed_tables(house: House) -> Iterable[OpenTable]:
    """Yield the tables that a server that ended has left, to be resumed. Those whose game is not installed are told of."""
    for stored in house.database.tables_to_resume():
        try:
            yield OpenTable(stored, house)
        except InputError as error:
            house.tell(f"Table {stored.row.id} cannot go on: {error}")
