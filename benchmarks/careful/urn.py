"""A careful human at the urn: tells the truth, adds up the reports, and doubts the seat that is furthest off.

As the crook it bends each report by a third of a handful, always in the same direction: against the luck of its first one, so that
what it says is no less likely than what it drew. It says nothing beside its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.urn.events import FEWEST, Accuse, Briefing, Drawn, Guess, Opened, Report, Reported
from woozle.players.bot import Bot

WIDTH = 5  # to each side of the sum
BENT = 3  # the part of a handful by which the crook bends its report
SUSPICIOUS = 1 / 3  # of the marbles of a seat, by which its reports must be off before it is named, and not believed


class Careful(Bot):
    """An attentive person who does no long sums."""

    name = "careful human"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        briefing = first(observation, Briefing)
        assert briefing is not None
        secret = first(observation, Opened)
        drawn = [event.reds for event in observation if isinstance(event, Drawn)]
        if request.answer is Report:
            return Report(reds=_bend(drawn, briefing, secret) if secret else drawn[-1], text="")
        reds = _reds(request.to, briefing, observation)
        suspect, off = _furthest(request.to, reds)
        is_odd = off >= SUSPICIOUS * briefing.marbles * briefing.handfuls
        if request.answer is Accuse:
            return Accuse(target=suspect if is_odd or secret else None)
        if secret:
            return Guess(low=secret.red, high=secret.red)
        believed = [each for seat, each in reds.items() if seat != suspect or not is_odd]
        least, most = briefing.total // FEWEST, briefing.total - briefing.total // FEWEST
        middle = min(max(round(fmean(believed) * len(briefing.seats)), least), most)
        return Guess(low=max(least, middle - WIDTH), high=min(most, middle + WIDTH))


def _bend(drawn: Sequence[int], briefing: Briefing, secret: Opened) -> int:
    """Return the report of a crook: more than it drew if its first handful had fewer red marbles than its share, else less."""
    step = max(1, round(briefing.marbles / BENT))
    is_up = drawn[0] * briefing.total < secret.red * briefing.marbles
    return max(0, min(briefing.marbles, drawn[-1] + (step if is_up else -step)))


def _reds(me: Seat, briefing: Briefing, observation: Sequence[Event]) -> Mapping[Seat, float]:
    """Return the red marbles of each seat by its reports, and by its own draws for `me`; silent seats are left out."""
    said: dict[Seat, list[int]] = {seat: [] for seat in briefing.seats}
    for event in observation:
        if isinstance(event, Drawn):
            said[me].append(event.reds)
        elif isinstance(event, Reported) and event.seat != me and event.said is not None:
            said[event.seat].append(event.said)
    return {seat: fmean(reports) * briefing.handfuls for seat, reports in said.items() if reports}


def _furthest(me: Seat, reds: Mapping[Seat, float]) -> tuple[Seat | None, float]:
    """Return the other seat that is furthest from the mean of all the rest, and by how much."""
    offs = {
        seat: abs(each - fmean(other for name, other in reds.items() if name != seat)) for seat, each in reds.items() if seat != me
    }
    return max(offs.items(), key=lambda each: each[1], default=(None, 0.0))
