"""Events of any game as lines of the transcript: in the words of its prompt, with speech set apart."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from woozle.arena.views.failures import lapse
from woozle.arena.views.line import Line, Tone
from woozle.arena.views.words import room_title
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.request import Seat
from woozle.players.registry import Prompt, prompt


def facts_of(event: Event) -> dict[str, Any]:
    """Return the fields of an Event, by name."""
    return {field.name: getattr(event, field.name) for field in fields(event)} if is_dataclass(event) else {}


def seat_of(event: Event) -> Seat:
    """Return the seat that an Event is about; empty if it is about none."""
    seat = getattr(event, "seat", "")
    return seat if isinstance(seat, str) else ""


def kind_of(event: Event) -> str:
    """Return the name of its kind in plain words: `Voting ended`."""
    return room_title(re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower())


def phase_of(event: Event) -> str:
    """Return the name of the part of a match that an event begins: its kind and, if it has one, its number."""
    number = facts_of(event).get("number")
    return f"{kind_of(event)} {number}".lower() if isinstance(number, int) else kind_of(event).lower()


def in_words(game: str, events: Iterable[Event], me: Seat | None) -> tuple[str, ...]:
    """Return the lines of events in the words of a game's prompt, as `me` reads them."""
    return tuple(line for event in events for line in prompt(game).lines(event, me))


def lines(event: Event, prompt: Prompt, me: Seat | None, seats: Sequence[Seat]) -> Iterator[Line]:
    """Yield the lines of an event in the transcript. seats: in order."""
    seat = seat_of(event)
    who = seats.index(seat) + 1 if seat in seats else 0
    told = list(prompt.lines(event, me))
    if isinstance(event, Forfeited) and event.kind == "error":
        yield lapse(event, me, who)
        return
    if isinstance(event, Forfeited | Refused):
        yield from (Line(each, "bad", who=who) for each in told)
        return
    if not seat:
        facts = facts_of(event)
        if "seats" in facts and prompt.rules:
            told = told[:1]  # the page has the rules
        tone: Tone = "heading" if isinstance(facts.get("number"), int) else "quiet" if "seats" in facts else "notice"
        yield from (Line(each, "plain" if at and tone == "heading" else tone) for at, each in enumerate(told))
        return
    said = _find_speech(event, told[-1], seats) if told else ""
    for each in told[:-1] if said else told:
        yield Line(each, "you" if seat == me else "plain", who=who)
    if said:
        yield Line(said, "speech", who=who, label=told[-1][: -len(said)].rstrip(" :\"'"))


def _find_speech(event: Event, line: str, seats: Sequence[Seat]) -> str:
    """Return the words of a player in a line: a text of the event with which the line ends."""
    texts = (each for each in facts_of(event).values() if isinstance(each, str) and each and each not in seats)
    return next((text for text in texts if line.endswith(text)), "")
