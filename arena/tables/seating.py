"""The players of a match at an open table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, SeatTerms, StandIn
from woozle.arena.tables.room import Room
from woozle.arena.tables.slots import SlottedPlayer
from woozle.arena.views.registry import reading
from woozle.core import registry
from woozle.core.chance import commitment
from woozle.core.event import Event
from woozle.core.match import Player
from woozle.core.request import Request, Response, Seat
from woozle.players import registry as players
from woozle.players.seats import bot_seed


class Seating:
    """Makes the players of a match: for taken places, and around all others at a blind table. seats: of each place."""

    def __init__(self, room: Room, key: bytes, seats: Sequence[Seat]) -> None:
        self.places: Mapping[Seat, Place] = dict(zip(seats, room.places, strict=True))
        self._room = room
        self._key = key

    def player(self, seat: Seat) -> Player:
        """Return the player of a seat whose place is taken."""
        place, plan, study = self.places[seat], self._room.plan, self._room.plan.study
        is_human = place.row.kind != "agent"
        described = {"kind": "human"} if is_human else {"kind": "agent", "name": place.row.software or "agent"}
        name = registry.name_of(plan.game)
        terms = SeatTerms(
            plan.when_gone,
            plan.gone_after,
            draw=players.pictures(name) if is_human and players.prompt(name).is_described else players.agent_pictures(name),
            stand_in=self._stand_in(place, seat),
            reading=lambda event: reading(name, (event,), seat),
            keeps_timing=not study or study.keeps_timing,
            trusts_client=bool(study),
            keeps_display=not study or study.keeps_display,
            holds=lambda past: self._room.house.holds(plan, past),
            idle_seconds=study.idle_seconds if study else 0.0,
            ends_when_lost=study is not None and study.ends_when_lost,
            report=lambda what: self._room.note_player(place, what),
        )
        before = place.seat
        place.seat = RemoteSeat(
            seat,
            commitment(self._key),
            terms,
            {**described, "remote": True},
            wake=lambda: place.guest.wake() if place.guest else None,
            clock=self._room.house.clock,
        )
        if before and before.match == place.seat.match:  # it stopped, and resumes
            place.seat.unsaved = before.unsaved
        place.seat.set_pace(place.pace)
        if place.row.is_left or place.row.is_removed:
            place.seat.leave()
        return place.seat

    def wrap(self, seat: Seat, player: Player, key: bytes) -> Player:
        """Hide how long each player takes, where that would reveal who or what they are."""
        plan = self._room.plan
        is_slotted = plan.is_blind or (plan.hides_losses and self.places[seat].is_remote)
        slot = plan.slot if is_slotted else 0.0
        return SlottedPlayer(player, key, slot, self._room.house.clock) if slot else player

    def _stand_in(self, place: Place, seat: Seat) -> StandIn:
        kind = players.bot(self._room.plan.game)
        bot = kind(bot_seed(seat, self._key))

        def answer(request: Request, observation: Sequence[Event]) -> Response:
            self._room.journal.note("stood_in", place.number, request=request.id, bot=kind.name)
            return Response(request.id, bot.answer(request, observation), seconds=0.0, stand_in=kind.name)

        return answer
