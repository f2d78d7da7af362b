"""Matches of undercover as their viewers see them."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.registry import observer
from woozle.core.game import PUBLIC
from woozle.core.line import Line
from woozle.core.request import Request
from woozle.games.undercover import events as undercover

from tests.games.undercover import play

SEATS = ("Ada", "Ben", "Cleo", "Dan", "Eve")
VIEWERS = (*SEATS, PUBLIC)
BRIEFING = undercover.Briefing(
    SEATS, "undercover", "How many cups are there?", ("1", "2", "3", "4"), True, False, "together", 1, 3, "direct", "revote", 2
)
SIGHT = undercover.Sight("Ada", "a" * 64, 512, play.TABLE)
PAIR = undercover.Pair(
    "cups", play.QUESTION, play.TABLE, play.OTHER, "a" * 64, "b" * 64, play.EDIT, (0.97, 0.9, 1.0), 0.948, True, 1, {}
)


def started(*more, **options):
    """Return the Events that Ada has been told. options: of the briefing, other than the defaults."""
    return [replace(BRIEFING, **options), SIGHT, *more]


def reasoned(*answers, number=1, seats=SEATS):
    """A round in which all answer."""
    began = undercover.RoundBegan("reasoning", number, seats)
    said = (
        undercover.Reasoned(seat, number, answer, f"{seat} looks closely.") for seat, answer in zip(seats, answers, strict=False)
    )
    return [began, *said]


def seen(events, viewer="Ada"):
    """Return a viewer's state, and the lines that it has read."""
    known = observer("undercover", viewer)
    return known, [line for event in events for line in known.see(event)]


def told(events, viewer="Ada") -> list[str]:
    return [text_of(line) for line in seen(events, viewer)[1]]


def text_of(line: Line) -> str:
    return f"{line.label}: {line.text}" if line.label else line.text


def card(table, seat):
    return next(each for each in table.seats if each.name == seat)


def asked(kind, choices=None):
    return Request(1, "Ada", kind, choices or {})
