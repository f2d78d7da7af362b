"""Measures of the urn: points, widths of ranges, and lies."""

from __future__ import annotations

from typing import Any

from woozle.core.conduct import Belief, Conduct, ConductReader, Suspicion
from woozle.core.event import last
from woozle.core.games.urn.rules import ALPHA, MARBLES, Judged, Opened
from woozle.core.measures import Measure, Played, Report
from woozle.core.request import Seat


def _number(name: str, meaning: str, unit: str, **more: Any) -> Measure:
    return Measure(name, meaning, None, unit, of="seat", interval="student", form="g", head=name, **more)


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


REPORT: Report[None] = Report(
    (
        _number("score", "100 less what its range cost, 20 more or less for naming somebody", "points", better="high"),
        _number("width", "width of its range; 0 for a crook that says what it knows", "marbles", better="low", leaves=1),
        _number("lies", "reports that were not what it drew", "reports", leaves=2),
        _number("believed", "if it lied: how many others did not name it", "seats", leaves=3),
    ),
    conduct=ConductReader(
        _conduct,
        beliefs="A range is to hold the share of red marbles in 80 of 100 cases; one from 0 to 100 says nothing and is left out, "
        "and so is a crook's, who knows.",
        lies="A report is a lie if it is not what you drew; you are caught if at least half of the others name you as the crook.",
        suspicions="Whom you name as the crook.",
    ),
)
