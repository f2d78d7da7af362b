"""Decisions as their players met them: what was asked and observed, what a model was sent, and what it said.

A Response keeps the SHA-256 of what its model was sent, so that it is known whether messages that are worded again are the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from woozle.core.event import EVERYONE, Audience
from woozle.core.game import Event, Game, RecordEntry
from woozle.core.reply_parts import said_and_thought
from woozle.core.request import Answer, PastResponse, Picture, Request, Response, Seat
from woozle.core.text import LEFT_OUT, RedactableText
from woozle.core.value import value
from woozle.players.backends.model_client import Message
from woozle.players.models import messages
from woozle.players.models.seat_prompt import SeatPrompt
from woozle.players.models.spec import parse_description
from woozle.players.registry import pictures, prompt
from woozle.saves.blobs import load_blobs
from woozle.saves.decoder import decode_record, decode_request, decode_response
from woozle.saves.match import Decision, FinishedMatch, Occupant, PlayerKind
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import Transcript


def typed_texts(transcript: Transcript, *, with_text: bool) -> Mapping[str, RedactableText]:
    """Return texts that people typed, and texts derived from them, by ref; without texts, each is LEFT_OUT."""
    words = transcript.words
    return words if with_text else {ref: RedactableText(LEFT_OUT, ref) for ref in words}


KINDS: tuple[PlayerKind, ...] = ("human", "model", "bot")
"""Kinds of player, as `--seats` and the tables name them."""


@value
class Choice:
    """The seats that are exported; an empty tuple means all.

    seats: by name; kinds: as in KINDS; roles: in the match. is_won: only seats that won.
    """

    seats: tuple[str, ...] = ()
    kinds: tuple[PlayerKind, ...] = ()
    roles: tuple[str, ...] = ()
    is_won: bool = False

    def holds(self, match: FinishedMatch, who: Occupant) -> bool:
        result = match.results.get(who.seat)
        return (
            who.seat in (self.seats or (who.seat,))
            and who.player in (self.kinds or (who.player,))
            and who.role in (self.roles or (who.role,))
            and (not self.is_won or (result is not None and result.kind == "won"))
        )


ALL = Choice()
"""All seats."""


def kinds_of(names: Sequence[str]) -> tuple[PlayerKind, ...]:
    """Parse kinds of player as the command line names them. Raises TableError."""
    if other := next((name for name in names if name not in KINDS), None):
        raise TableError(f"There is no kind of player {other!r}; choose from {', '.join(KINDS)}.")
    return tuple(kind for kind in KINDS if kind in names)


class Moment(NamedTuple):
    """A Response with its context.

    Attributes:
        observation: All Events that the seat observed in the whole match.
        observed: The number of these when the Response came.
        first: The number of these when the seat had answered before.
        past: The Responses of the seat before this one.
        response: The Response; texts that are left out say so.
    """

    decision: Decision
    request: Request
    response: Response
    observation: Sequence[Event]
    observed: int
    first: int
    past: tuple[PastResponse, ...] = ()

    @property
    def view(self) -> Sequence[Event]:
        return self.observation[: self.observed]


def game_of(match: FinishedMatch) -> type[Game[Any]]:
    """Return the rules of a match. Raises TableError if they are not installed."""
    if match.game is None:
        raise TableError(f"the game {match.header.game!r} is not installed.")
    return match.game


def record_of(match: FinishedMatch, *, with_text: bool) -> list[list[RecordEntry]]:
    """Return the Events of a match: those of the opening, then a list for each Response. Raises TableError, DecodeError.

    Without texts, LEFT_OUT stands for what people typed.
    """
    game = game_of(match)
    return match.parts if with_text else decode_record(game, match.transcript, typed_texts(match.transcript, with_text=False))


def moments(match: FinishedMatch, *, with_text: bool) -> Iterator[Moment]:
    """Yield all Responses of seats in order, without those of services, which have their own prompts.

    Raises TableError, DecodeError.
    """
    game, seats = game_of(match), {who.seat for who in match.seats}
    words = typed_texts(match.transcript, with_text=with_text)
    opening, *told = record_of(match, with_text=with_text)
    views: Mapping[Seat, list[Event]] = {seat: [] for seat in seats}
    answered = dict.fromkeys(seats, 0)
    past: Mapping[Seat, list[PastResponse]] = {seat: [] for seat in seats}
    _observe(views, opening)
    for decision, events in zip(match.decisions, told, strict=True):
        seat = decision.who.seat
        if seat in seats:
            line = decision.line
            if line.words and not with_text:
                line = replace(line, words=dict.fromkeys(line.words, LEFT_OUT))
            request = decode_request(game, line, words)
            response = decode_response(game, request, line)
            yield Moment(decision, request, response, views[seat], len(views[seat]), answered[seat], tuple(past[seat]))
            past[seat].append(PastResponse(request, response, len(views[seat])))
            answered[seat] = len(views[seat])
        _observe(views, events)


def _observe(views: Mapping[Seat, list[Event]], told: Sequence[tuple[Event, Audience]]) -> None:
    for event, audience in told:
        for seat in views if audience == EVERYONE else audience:
            if seat in views:
                views[seat].append(event)


class Prompting(NamedTuple):
    """The messages of a decision.

    is_as_sent: whether a model was sent exactly these; None if no model was, or it is not known. lacks: the number of pictures that
    it was shown and that are missing beside the transcript.
    """

    sent: tuple[Message, ...]
    is_as_sent: bool | None
    lacks: int = 0


class Rewording:
    """Words the decisions of a match again, in order, by the prompts of today."""

    def __init__(self, match: FinishedMatch) -> None:
        game = match.header.game
        self._match = match
        self._reply_words = prompt(game).reply
        self._is_drawn = pictures(game) is not None
        self._prompts: dict[Seat, tuple[SeatPrompt, int]] = {}  # with how many Responses of the seat each has noted

    def prompt_of(self, moment: Moment) -> Prompting:
        shown = tuple(load_blobs(self._match.transcript.folder, moment.response.pictures))
        lacks = len(moment.response.pictures) - len(shown)
        digests = {completion.prompt for completion in moment.response.completions if completion.prompt}
        sent: tuple[Message, ...] = ()
        for observation, is_described in _variants(moment, is_model=bool(digests)):
            again = self._word(moment, observation, shown, is_described=is_described)
            if messages.digest(again) in digests:
                return Prompting(again, True, lacks)
            sent = sent or again
        return Prompting(sent, False if digests else None, lacks)

    def _word(
        self, moment: Moment, observation: Sequence[Event], shown: Sequence[Picture], *, is_described: bool
    ) -> tuple[Message, ...]:
        asked = self._prompt_at(moment)
        tells = is_described and self._is_drawn and not shown
        described = asked.describe_picture(moment.request, observation) if tells else ""
        return asked.messages(moment.request, observation, shown, described)

    def _prompt_at(self, moment: Moment) -> SeatPrompt:
        """Return the prompt of the seat, which has noted its Responses before this moment."""
        seat = moment.request.to
        found, count = self._prompts.get(seat, (None, 0))
        if found is None or count > len(moment.past):
            found, count = self._new_prompt(seat), 0
        for past in moment.past[count:]:
            found.remember(past)
        self._prompts[seat] = found, len(moment.past)
        return found

    def _new_prompt(self, seat: Seat) -> SeatPrompt:
        """Return the prompt of a seat: of a model, its description says how it was asked; of an agent, a part of it."""
        game, player = self._match.header.game, self._match.header.players[seat]
        if player.get("kind") == "model":
            spec, memory = parse_description(player), player.get("memory", "none")
            return SeatPrompt.of_model(game, seat, spec, memory)
        asked = player.get("prompt")
        told = asked if isinstance(asked, Mapping) else {}
        return SeatPrompt(game, seat, told.get("memory", "none"), has_thoughts=told.get("thoughts", False))

    def reply_to(self, moment: Moment) -> tuple[str, str]:
        """Return the reply and the reasoning: a model's without marks, other players' as a model would word them."""
        response = moment.response
        if response.completions:
            last = response.completions[-1]
            return said_and_thought(last.text, last.reasoning)
        return (self._reply(response.answer) if isinstance(response.answer, Answer) else ""), ""

    def _reply(self, answer: Answer) -> str:
        if answer.is_plain_text and (reply := self._reply_words):
            return str(reply(answer))
        return json.dumps(answer.model_dump(mode="json"), ensure_ascii=False)


def _variants(moment: Moment, *, is_model: bool) -> Iterator[tuple[Sequence[Event], bool]]:
    """Yield observations that may have been sent, and whether pictures were described: first all that the seat had observed.

    Others may have answered while a model thought, so that it was sent less.
    """
    yield moment.view, True
    if is_model:
        for observed in range(moment.observed, moment.first - 1, -1):
            yield from ((moment.observation[:observed], is_described) for is_described in (True, False))
