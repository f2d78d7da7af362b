"""Bots at the urn. What they believe is worked out and not guessed: a share and a crook, from all reports and their own handfuls.

For each number of red marbles, and for each other seat as the crook, they weigh how likely the reports were: those of fair seats
are drawn from the urn, the crook says anything. The range goes from the 10 % to the 90 % point of that belief, which the score asks
for; somebody is named who is the crook more likely than not. As the crook they report as if from another urn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import comb, exp, log
from typing import ClassVar

from woozle.core.chance import Chance
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.games.urn.rules import ALPHA, MARBLES, Accuse, Briefing, Drawn, Guess, Opened, Report, Reported
from woozle.core.request import Answer, Request, Seat
from woozle.players.bot import Bot, happens

_SHARES = range(MARBLES + 1)
_SURE = 0.5  # of being right, above which it pays to name somebody
_LONG = 0.02  # of a hundredth: shares are kept off 0 and 1, where one wrong report would end all doubt
_SAYINGS = ("{0} of {1}.", "I count {0}.", "{0} red, and I looked twice.", "Believe it or not: {0}.", "{0}, nothing special.", "")


class UrnBot(Bot):
    """Believes what follows. Subclasses have other traits.

    shift: by how many marbles the crook bends its reports, away from the truth. doubts: whether it reckons with a crook. fibs: of a
    hundred reports, how many are made up although it is fair.
    """

    shift: ClassVar[int] = 30
    doubts: ClassVar[bool] = True
    fibs: ClassVar[int] = 0

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        chance = self.chance(request)
        if request.answer is Report:
            return self._report(request, observation, chance)
        table = _Table(request.to, observation, doubts=self.doubts)
        if request.answer is Guess:
            return Guess(low=table.quantile(ALPHA / 2), high=table.quantile(1 - ALPHA / 2))
        suspect, sure = max(table.suspects.items(), key=lambda each: each[1], default=(None, 0.0))
        return Accuse(target=suspect if sure > _SURE or table.secret else None)

    def _report(self, request: Request, observation: Sequence[Event], chance: Chance) -> Report:
        drawn = next(event.reds for event in reversed(observation) if isinstance(event, Drawn))
        secret = first(observation, Opened)
        marbles = len(request.choices["reds"]) - 1
        if secret and self.shift:
            bent = secret.red + (self.shift if _errs_up(secret.red, marbles, observation) else -self.shift)
            drawn = sum(chance.below("marble", MARBLES) < bent for _ in range(marbles))
        elif happens(chance, "fib", self.fibs):
            drawn = chance.below("reds", marbles + 1)
        return Report(reds=drawn, text=chance.choice("words", _SAYINGS).format(drawn, marbles))


def _errs_up(red: int, marbles: int, observation: Sequence[Event]) -> bool:
    """Return whether the reports so far err upwards, or could do so by more: a lie that adds to an error is noticed later."""
    said = [event.said for event in observation if isinstance(event, Reported) and event.said is not None]
    return sum(said) * MARBLES > red * marbles * len(said) if said else red < MARBLES / 2


class _Table:
    """The knowledge of a seat. suspects: P(crook) of each other seat; secret: what the crook was told, None for others."""

    def __init__(self, me: Seat, observation: Sequence[Event], *, doubts: bool) -> None:
        briefing = next(event for event in observation if isinstance(event, Briefing))
        self.secret = first(observation, Opened)
        mine = [event.reds for event in observation if isinstance(event, Drawn)]
        said: dict[Seat, list[int]] = {seat: [] for seat in briefing.seats if seat != me}
        for event in observation:
            if isinstance(event, Reported) and event.seat != me and event.said is not None:
                said[event.seat].append(event.said)
        weights = _weights(mine, said, briefing.marbles, doubts=doubts)
        total = sum(map(sum, weights.values()))
        self.suspects = {seat: sum(each) / total for seat, each in weights.items() if seat}
        self._shares = [sum(each) / total for each in zip(*weights.values(), strict=True)]

    def quantile(self, part: float) -> int:
        """Return the number of red marbles below which this part of the belief lies, or the number itself if it is known."""
        if self.secret:
            return self.secret.red
        return next((red for red, sum_ in zip(_SHARES, accumulate(self._shares), strict=True) if sum_ >= part), MARBLES)


def _weights(mine: Sequence[int], said: Mapping[Seat, Sequence[int]], marbles: int, *, doubts: bool) -> dict[Seat, list[float]]:
    """Return the likelihood of all that was seen and said, by crook and share; an empty name stands for no crook."""
    own = [_fit(mine, marbles, red) for red in _SHARES]
    fits = {seat: [_fit(reports, marbles, red) for red in _SHARES] for seat, reports in said.items()}
    fair = [sum(each) for each in zip(own, *fits.values(), strict=True)]
    anything = {seat: -len(reports) * log(marbles + 1) for seat, reports in said.items()}
    logs = {seat: [all_ - fit + anything[seat] for all_, fit in zip(fair, fits[seat], strict=True)] for seat in said if doubts} or {
        "": fair
    }
    best = max(map(max, logs.values()))
    return {seat: [exp(each - best) for each in row] for seat, row in logs.items()}


def _fit(reports: Sequence[int], marbles: int, red: int) -> float:
    """Return the log-likelihood that a fair seat reports this, with so many red marbles in the urn."""
    share = min(max(red, _LONG), MARBLES - _LONG) / MARBLES
    return sum(log(comb(marbles, reds)) + reds * log(share) + (marbles - reds) * log(1 - share) for reds in reports)


class Keen(UrnBot):
    """Works out what to believe; as the crook it bends its reports so far that it pays, and not too far."""

    name = "keen"


class Bold(UrnBot):
    """A crook that lies as much as it can."""

    name = "bold"
    shift = 80


class Truthful(UrnBot):
    """Always tells the truth, even as the crook."""

    name = "truthful"
    shift = 0


class Trusting(UrnBot):
    """Takes every report for true, and accuses nobody."""

    name = "trusting"
    doubts = False


class Fibber(UrnBot):
    """Makes up one report in two, though nothing is gained by it."""

    name = "fibber"
    fibs = 50


BOTS: tuple[type[Bot], ...] = (Keen, Bold, Truthful, Trusting, Fibber)
"""The default first."""
