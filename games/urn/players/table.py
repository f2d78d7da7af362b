"""What a seat makes of the reports: how many red marbles each seat has, and which of them stands out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.games.urn.events import Briefing, Drawn, Reported


@dataclass(frozen=True)
class Table:
    """The red marbles of each seat in the handfuls so far, by its reports; of a silent seat nothing is known.

    me: the seat that looks on, whose marbles are those that it drew or, in public, reported.
    drawn: the number of marbles that each seat has drawn.
    """

    me: Seat
    seats: Sequence[Seat]
    drawn: int
    reds: Mapping[Seat, float]

    @classmethod
    def of(cls, me: Seat, observation: Sequence[Event], *, is_public: bool = False, reds: int | None = None) -> Table:
        """Return the table as a seat sees it. reds: what it is about to report."""
        briefing = first(observation, Briefing)
        assert briefing is not None, "a match begins with its briefing"
        told = [event for event in observation if isinstance(event, Reported)]
        said = {seat: [event.said for event in told if event.seat == seat and event.said is not None] for seat in briefing.seats}
        if is_public:
            said[me] += [] if reds is None else [reds]
        else:
            said[me] = [event.reds for event in observation if isinstance(event, Drawn)]
        handfuls = max(map(len, said.values()))
        known = {seat: handfuls * fmean(each) for seat, each in said.items() if each}
        return cls(me, briefing.seats, handfuls * briefing.marbles, known)

    def sum(self, but: Seat | None = None) -> float:
        """Return the number of red marbles by all reports; those of one seat, and of silent ones, are taken to be like the rest."""
        known = [reds for seat, reds in self.reds.items() if seat != but]
        return fmean(known) * len(self.seats) if known else self.drawn * len(self.seats) / 2

    def offs(self) -> dict[Seat, float]:
        """Return how far each other seat's marbles are from the mean of all the rest, in standard units of an even urn's luck;
        no farther than from those of `me`, since no one doubts a report like their own.
        """
        found = {}
        for seat in self.reds.keys() - {self.me}:
            rest = [reds for other, reds in self.reds.items() if other != seat]
            if rest and self.drawn:
                off = min(abs(self.reds[seat] - each) for each in (fmean(rest), self.reds.get(self.me, fmean(rest))))
                found[seat] = 2 * off / sqrt(self.drawn)
        return {seat: found[seat] for seat in self.seats if seat in found}

    def furthest(self) -> tuple[Seat | None, float]:
        """Return the seat that is furthest off, and by how much; None without one."""
        return max(self.offs().items(), key=lambda each: each[1], default=(None, 0.0))
