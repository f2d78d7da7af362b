"""A match as its players met it: each Response with what was asked, and what the one who was asked had observed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from woozle.arena.exports.words import without_words, words_of
from woozle.core import registry
from woozle.core.event import EVERYONE, Audience
from woozle.core.game import Event, Game
from woozle.core.request import Request, Response, Seat
from woozle.saves.tables.played import Decision, Played
from woozle.saves.tables.table import TableError
from woozle.saves.vocabulary import MeaningError, decode_record, decode_request, decode_response


class Moment(NamedTuple):
    """A Response. observed: how many Events of `observation` were there when it came, and (first) when the seat answered before.

    observation: of the whole match, of the seat alone. response: also where its words are left out, in which case they say so.
    """

    decision: Decision
    request: Request
    response: Response
    observation: Sequence[Event]
    observed: int
    first: int

    @property
    def seen(self) -> Sequence[Event]:
        """What was observed when the Response came."""
        return self.observation[: self.observed]


def game_of(match: Played) -> type[Game[Any]]:
    """Its rules. Raises TableError where they are not installed."""
    try:
        return registry.game(match.header.game, match.header.rules)
    except (registry.UnknownGameError, ImportError, AttributeError):
        raise TableError(f"the game {match.header.game!r} is not installed.") from None


def moments(match: Played, *, with_text: bool) -> Iterator[Moment]:
    """All Responses of those at the table, in order; officials have no stake, and prompts of their own. Raises TableError."""
    game = game_of(match)
    seats = {who.seat for who in match.seats}
    try:
        yield from _moments(match, game, seats, with_text=with_text)
    except MeaningError as error:
        raise TableError(str(error)) from error


def _moments(match: Played, game: type[Game[Any]], seats: set[Seat], *, with_text: bool) -> Iterator[Moment]:
    words = words_of(match.transcript, with_text=with_text)
    opening, *told = decode_record(game, match.transcript, words)
    views: Mapping[Seat, list[Event]] = {seat: [] for seat in seats}
    answered = dict.fromkeys(seats, 0)
    _observe(views, opening)
    for decision, events in zip(match.decisions, told, strict=True):
        seat = decision.who.seat
        if seat in seats:
            line = decision.line if with_text else without_words(decision.line)
            request = decode_request(game, line, words)
            response = decode_response(game, request, line)
            yield Moment(decision, request, response, views[seat], len(views[seat]), answered[seat])
            answered[seat] = len(views[seat])
        _observe(views, events)


def _observe(views: Mapping[Seat, list[Event]], told: Sequence[tuple[Event, Audience]]) -> None:
    for event, audience in told:
        for seat in views if audience == EVERYONE else audience:
            if seat in views:
                views[seat].append(event)
