"""A careful human at the urn: tells the truth, pools all reports by mental arithmetic, and doubts the seat that is furthest off.

As the crook it adds or removes one marble in five, always in the same direction. It says nothing beside its numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.urn.rules import MARBLES, Accuse, Briefing, Drawn, Guess, Opened, Report, Reported
from woozle.players.bot import Bot

WIDTH = 15  # to each side of the pooled mean
BENT = 0.2  # share of a handful by which the crook bends its report
SUSPICIOUS = 25  # marbles in a hundred by which a seat's reports must be off before it is named


class Careful(Bot):
    """An attentive person who does no long sums."""

    name = "careful human"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        briefing = first(observation, Briefing)
        assert briefing is not None
        secret = first(observation, Opened)
        if request.answer is Report:
            drawn = next(event.reds for event in reversed(observation) if isinstance(event, Drawn))
            return Report(reds=_bend(drawn, briefing.marbles, secret) if secret else drawn, text="")
        shares = _shares(request.to, briefing, observation)
        suspect, off = _furthest(request.to, shares)
        if request.answer is Accuse:
            return Accuse(target=suspect if off >= SUSPICIOUS or secret else None)
        if secret:
            return Guess(low=secret.red, high=secret.red)
        mean = round(fmean(share for seat, share in shares.items() if seat != suspect or off < SUSPICIOUS))
        return Guess(low=max(0, mean - WIDTH), high=min(MARBLES, mean + WIDTH))


def _bend(drawn: int, marbles: int, secret: Opened) -> int:
    """Return the report of a crook: too high for an urn with few red marbles, too low for one with many."""
    step = max(1, round(BENT * marbles))
    return max(0, min(marbles, drawn + (step if secret.red < MARBLES / 2 else -step)))


def _shares(me: Seat, briefing: Briefing, observation: Sequence[Event]) -> Mapping[Seat, float]:
    """Return the red marbles in a hundred by each seat's reports, and by its own draws for `me`; silent seats are left out."""
    said: dict[Seat, list[int]] = {seat: [] for seat in briefing.seats}
    for event in observation:
        if isinstance(event, Drawn):
            said[me].append(event.reds)
        elif isinstance(event, Reported) and event.seat != me and event.said is not None:
            said[event.seat].append(event.said)
    return {seat: MARBLES * fmean(reports) / briefing.marbles for seat, reports in said.items() if reports}


def _furthest(me: Seat, shares: Mapping[Seat, float]) -> tuple[Seat | None, float]:
    """Return the other seat that is furthest from the mean of all the rest, and by how much."""
    offs = {
        seat: abs(share - fmean(other for name, other in shares.items() if name != seat))
        for seat, share in shares.items()
        if seat != me
    }
    return max(offs.items(), key=lambda each: each[1], default=(None, 0.0))
