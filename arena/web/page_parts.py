"""Fragments of a page beside the table of a match: the waiting room, the players, the question, and the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from woozle.arena.fragments.html_templates import kept, render
from woozle.arena.fragments.question import question
from woozle.arena.tables.place import Place
from woozle.arena.tables.remote_seat import RemoteSeat, Turn
from woozle.arena.tables.table import OpenTable
from woozle.arena.views.end import HEADLINES
from woozle.arena.views.panels import Question
from woozle.arena.views.waiting_room import WaitingPlace
from woozle.arena.web.match_view import MatchView
from woozle.arena.web.seat_socket import over_message
from woozle.core.event import Refused
from woozle.core.request import Seat
from woozle.players.seat_protocol import PlaceKind, RoomMessage
from woozle.saves.receipts import spoken_code
from woozle.saves.transcript import read

_TEMPLATES = "woozle.arena.web.templates"


def question_html(table: OpenTable, seat: RemoteSeat, view: MatchView, turn: Turn, asked: Question) -> str:
    """Return the question that waits for an answer. What the rules refused stands in it again, with their reason."""
    draft, problem = None, ""
    if view.last_draft and view.last_draft[0] == turn.request.id:
        draft = view.last_draft[1]
        problem = next((event.problem for event in reversed(seat.observation) if isinstance(event, Refused)), "")
    return question(asked, f"/t/{table.id}/answer", draft, problem)


def room_html(table: OpenTable, room: RoomMessage) -> str:
    """Return the waiting room as HTML."""
    own = table.room.places[room.you - 1] if room.you else None
    is_ready, is_study = bool(own and own.is_ready), bool(table.plan.study)
    return render(
        f"{_TEMPLATES}:room.html", room=room, places=places_of(room), table=table.id, is_ready=is_ready, is_study=is_study
    )


def places_of(room: RoomMessage) -> list[WaitingPlace]:
    """Return the places of a table, in words."""
    return [WaitingPlace(**dict(each), is_host=each.number == room.you) for each in room.places]


def presence_html(table: OpenTable, own: Place | None) -> str:
    """Return the players of a table and their connections as HTML; a blind table names nobody. own: the place of the reader."""
    company: list[tuple[Seat, str, str, int | None]] = []
    others = () if table.plan.hides_losses else [place for place in table.room.places if place.is_taken and place is not own]
    lost = {place for place in others if table.room.presence(place) != "here"}
    ends = table.plan.study is not None and table.plan.study.ends_when_lost
    replaced = {place for place in others if place.seat and place.seat.lost and not ends}
    if table.match and not table.plan.hides_players:
        asked = table.match.asked
        for seat, place, seen in zip(
            table.game.seats, table.room.places, table.room.seen_places(own.number if own else 0), strict=True
        ):
            state, left = "", None
            if place in replaced:
                state = "gives no answers now" if table.plan.when_gone == "forfeit" else "replaced by a program"
            elif place in lost:
                state, left = WaitingPlace(**dict(seen)).state, place.seat.waits_until_gone if place.seat else None
            elif place.number in asked.places:
                state, left = "to answer", asked.seconds
            who = "you" if place is own else _who(seen.kind, seen.label, seen.provider, is_study=bool(table.plan.study))
            company.append((seat, who, state, None if left is None else round(left)))
    notices = ("Somebody is not connected.",) if table.plan.hides_players and lost else ()
    return kept(f"{_TEMPLATES}:presence.html", company=tuple(company), notices=notices)


@lru_cache(1024)
def _who(kind: PlaceKind, label: str, provider: str, *, is_study: bool) -> str:
    who = WaitingPlace(0, kind, label, provider=provider).who
    if not is_study:
        return who
    return f"model {who}" if kind == "model" else "another participant" if kind == "human" else "program"


class PlayerNotices(NamedTuple):
    """News of players, for a player. told: who was lost or is back, in sentences; is_asked: whether they are there themselves.

    otherwise: what happens without a sign. is_silent: whether they are dealt with as lost until there is one.
    """

    told: tuple[str, ...] = ()
    is_asked: bool = False
    is_silent: bool = False
    otherwise: str = ""

    def html(self, left: float | None) -> Markup:
        """Return the notices. left: seconds that the player has for a sign."""
        return render(f"{_TEMPLATES}:notices.html", left=None if left is None else round(left), **self._asdict())

    def announcement(self, earlier: PlayerNotices, left: float | None) -> str:
        """Return what is said aloud that was not said before."""
        said = [each for each in self.told if each not in earlier.told]
        if left is not None and not earlier.is_asked:
            said.append(f"Are you still there? You have {left:.0f} seconds: press the button I am here, or go on as usual.")
        return " ".join(said)


def player_notices(table: OpenTable, own: Place) -> PlayerNotices:
    """Return what the player of a place is told of lost players at a table of a study, themselves included."""
    study, seat = table.plan.study, own.seat
    if not study or not seat or seat.is_ended:
        return PlayerNotices()
    does = _WHEN_LOST["end" if study.ends_when_lost else "bot" if table.plan.when_gone == "bot" else "forfeit"]
    told = []
    for place in table.room.places:
        if place.seat and place.was_lost and (place is own or not table.plan.hides_losses):
            mine, others = does.of_lost if place.seat.lost else does.of_returned
            told.append(mine if place is own else others.format(seat=place.seat.name))
    is_asked = seat.waits_for_sign is not None
    return PlayerNotices(tuple(filter(None, told)), is_asked, seat.lost == "silent", does.otherwise if is_asked else "")


class _WhenLost(NamedTuple):
    """Sentences on a lost player, and on one who is back: to them, and to the others."""

    otherwise: str
    of_lost: tuple[str, str]
    of_returned: tuple[str, str]


_WHEN_LOST = {
    "bot": _WhenLost(
        "Otherwise a program plays for you until you are back.",
        (
            "There was no sign of you, so a program plays for you now. Press the button to play on.",
            "A program plays {seat} now, since its player is not there.",
        ),
        ("A program played for you while you were not there.", "The player of {seat} is back."),
    ),
    "forfeit": _WhenLost(
        "Otherwise your questions stay without an answer until you are back.",
        (
            "There was no sign of you, so your questions stay without an answer now. Press the button to play on.",
            "{seat} gives no answers now, since its player is not there.",
        ),
        ("Your questions stayed without an answer while you were not there.", "The player of {seat} is back."),
    ),
    "end": _WhenLost("Otherwise the match ends for everybody.", ("", ""), ("", "")),
}


def guess_html(table: OpenTable, seats: Sequence[Seat]) -> str:
    """Return the form that asks which of these seats were human."""
    return render(f"{_TEMPLATES}:guess.html", table=table.id, seats=seats)


async def ending_html(table: OpenTable, place: Place | None, view: MatchView) -> str:
    """Return the end of a match as HTML, for the player of a place or for spectators. view: of whoever reads it."""
    seat = place.seat if place else None
    headline, why = "The match is over.", ""
    if place and seat and table.plan.study:
        over = over_message(table, place)
        headline, why = HEADLINES.get((over.result or {}).get("kind", ""), headline), over.why
    shown = "" if table.plan.study else await asyncio.to_thread(_results_html, table, seat, view)
    codes = await asyncio.to_thread(_codes, table) if shown else {}
    return render(
        f"{_TEMPLATES}:over.html",
        results=shown,
        study=table.plan.study,
        headline=headline,
        why=why,
        table=table.id,
        place=place,
        **codes,
    )


def _codes(table: OpenTable) -> dict[str, str]:
    """Return the codes that people can read to each other: of the head of the match, and of the host's key."""
    assert table.folder
    key = table.house.host_key
    return {"head": spoken_code(read(table.folder).link.hex()), "host": key.fingerprint if key else ""}


def _results_html(table: OpenTable, seat: RemoteSeat | None, view: MatchView) -> Markup:
    """Return the results of a match, after the card of a player."""
    from woozle.arena.fragments.ending import end_card, results
    from woozle.arena.play.endings import card_of_saved, results_for
    from woozle.arena.play.people import Person
    from woozle.saves.match import read_match

    assert table.folder
    persons = {place.seat.name: Person(place.number, place.row.name) for place in table.room.places if place.seat}
    match = read_match(table.folder)
    shown = replace(results_for(match, persons, seat.name if seat else None), head="")
    if not seat:
        return results(shown, view.addresses)
    return end_card(card_of_saved(match, persons, seat.name), view.addresses) + results(replace(shown, reason=""), view.addresses)
