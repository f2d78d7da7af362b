"""Measures of the urn: points, widths of ranges, and lies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from woozle.core.conduct import Belief, Conduct, ConductReader, Suspicion
from woozle.core.event import last
from woozle.core.measures import Match, Measure, Played, Report, rightness
from woozle.core.request import Seat
from woozle.games.urn.events import ALPHA, MARBLES, POINTS, Judged, Opened
from woozle.games.urn.rules import interval_score


@dataclass(frozen=True, slots=True)
class Costs:
    """Parts of the points of a seat other than the crook.

    missed: marbles by which its range misses; named: points for naming a seat.
    """

    missed: int
    named: int


def _costs(played: Played) -> dict[Seat, Costs]:
    """Return the costs of all but the crook, whose range and accusation count for nothing."""
    events = [event for event, _ in played.record]
    if (opened := last(events, Opened)) is None:
        return {}
    return {
        each.seat: Costs(
            max(0, each.low - opened.red, opened.red - each.high),
            round(each.points - POINTS + interval_score(each.low, each.high, opened.red, ALPHA)),
        )
        for each in events
        if isinstance(each, Judged) and each.seat != opened.crook
    }


def _missed(match: Match[dict[Seat, Costs]], seat: Seat) -> float | None:
    return match.facts[seat].missed if seat in match.facts else None


def _named(match: Match[dict[Seat, Costs]], seat: Seat) -> float | None:
    return match.facts[seat].named if seat in match.facts else None


def _number(name: str, meaning: str, unit: str, value: Callable[..., float | None] | None = None, **more: Any) -> Measure:
    return Measure(name, meaning, value, unit, of="seat", interval="student", head=name, **{"form": "g", **more})


def _conduct(played: Played, _: None, seat: Seat) -> Conduct:
    events = [event for event, _ in played.record]
    judged = next((event for event in events if isinstance(event, Judged) and event.seat == seat), None)
    opened = last(events, Opened)
    if judged is None or opened is None:
        return Conduct()
    others = len(played.outcome.results) - 1
    is_caught = 2 * judged.believed <= others
    truths, lies = judged.truths.count(True), (is_caught,) * judged.truths.count(False)
    if seat == opened.crook:
        return Conduct(truths=truths, lies=lies)
    says_something = judged.high - judged.low < MARBLES
    is_held = judged.low <= opened.red <= judged.high
    hit = judged.accused == opened.crook
    return Conduct(
        (Belief("ranges", 1 - ALPHA, is_held),) if says_something else (),
        (Suspicion("accusation", "crook" if hit else "fair", hit, 1 / others),) if judged.accused else (),
        truths,
        lies,
    )


REPORT: Report[dict[Seat, Costs]] = Report(
    (
        _number(
            "score",
            "100 less what its range cost, 10 more or less for naming a seat; of the crook its share of 100 for those it misled",
            "points",
            better="high",
            form=".0f",
        ),
        _number("width", "width of its range; 0 for a crook that says what it knows", "marbles", better="low", leaves=1),
        _number("missed", "marbles by which its range misses; each costs 10", "marbles", _missed, better="low", leaves=4),
        _number("named", "points for naming the crook or another seat; not of the crook", "points", _named, form="+g", leaves=5),
        _number("lies", "reports that were not what it drew", "reports", leaves=2),
        _number("believed", "if it lied: how many others did not name it", "seats", leaves=3),
        *map(rightness, ("report", "accuse", "guess")),
    ),
    facts=_costs,
    conduct=ConductReader(
        _conduct,
        beliefs="A range is to hold the number of red marbles in 80 of 100 cases; one from 0 to 100 says nothing and is left out, "
        "and so is a crook's, who knows.",
        lies="A report is a lie if it is not what you drew; you are caught if at least half of the others name you as the crook.",
        suspicions="Whom you name as the crook.",
    ),
)
