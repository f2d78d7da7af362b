"""Bots at the urn. What they believe is worked out and not guessed: a share and a crook, from all reports and their own handfuls.

For each number of red marbles, and for each other seat as the crook, they weigh how likely the reports were: those of fair seats
are drawn from the urn, the crook says anything. The usual range goes from the 10 % to the 90 % point of that belief, which the
score asks for; a seat is named if it is the crook more likely than not. As the crook they report as if from another urn.

`steady`, `sunny` and `fox` are the opponents of three levels: they differ in how far they believe, in how sure they are of their
range, and in how they lie. What they say beside their numbers is in speech.py. The others are for experiments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, exp, log
from typing import ClassVar

from woozle.core.arithmetic import plain_sum
from woozle.core.chance import Chance
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.urn.players.speech import accused_in_words, comment
from woozle.games.urn.rules import MARBLES, Accuse, Briefing, Drawn, Guess, Opened, Report, Reported
from woozle.players.bot import Bot, happens, variant

_SHARES = range(MARBLES + 1)
_LONG = 0.02  # of a hundredth: shares are kept off 0 and 1, where one wrong report would end all doubt
_HUNDRED = 100


class UrnBot(Bot):
    """Believes what follows. Subclasses have other traits.

    shift: by how many marbles the crook bends its reports. is_plain_liar: whether it lies up from a poor urn and down from a rich
    one; else in the direction in which the reports before it err. is_steady_liar: whether its reports add up to what they are bent
    to; else they are drawn from another urn. doubts: whether it reckons with a crook. faith: how much likelier than each seat as
    the crook it finds that no one lies. wary: of a hundred crooks, those that it expects to bend what they say a little. sure: how
    sure it is, of a hundred, of whom it names. tails: per cent of its belief that it leaves out at either end of its range. swayed:
    how many times likelier a crook it finds a seat that another has accused in words. fibs: of a hundred reports, how many
    are made up although it is fair. voice: how it speaks, as in sayings.toml.
    """

    shift: ClassVar[int] = 30
    is_plain_liar: ClassVar[bool] = False
    is_steady_liar: ClassVar[bool] = False
    doubts: ClassVar[bool] = True
    faith: ClassVar[float] = 0.0
    wary: ClassVar[int] = 0
    sure: ClassVar[int] = 50
    tails: ClassVar[int] = 10
    swayed: ClassVar[float] = 1.0
    fibs: ClassVar[int] = 0
    voice: ClassVar[str] = "plain"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Report:
            chance = self.chance(request)
            reds = self._reds(request, observation, chance)
            return Report(reds=reds, text=comment(self.voice, request, observation, reds, chance))
        table = _Table(request.to, observation, self)
        if request.answer is Guess:
            return Guess(low=table.quantile(self.tails / _HUNDRED), high=table.quantile(1 - self.tails / _HUNDRED))
        suspect, sure = max(table.suspects.items(), key=lambda each: each[1], default=(None, 0.0))
        return Accuse(target=suspect if sure * _HUNDRED > self.sure or table.secret else None)

    def _reds(self, request: Request, observation: Sequence[Event], chance: Chance) -> int:
        drawn = [event.reds for event in observation if isinstance(event, Drawn)]
        secret, marbles = first(observation, Opened), len(request.choices["reds"]) - 1
        if not (secret and self.shift):
            return chance.below("reds", marbles + 1) if happens(chance, "fib", self.fibs) else drawn[-1]
        is_up = secret.red < MARBLES / 2 if self.is_plain_liar else _errs_up(secret.red, marbles, observation)
        bent = secret.red + (self.shift if is_up else -self.shift)
        if not self.is_steady_liar:
            return sum(chance.below("marble", MARBLES) < bent for _ in range(marbles))
        before = [event.said for event in observation if isinstance(event, Reported) and event.seat == request.to and event.said]
        wanted = round(max(0, min(MARBLES, bent)) * marbles * len(drawn) / MARBLES)
        return max(0, min(marbles, wanted - sum(before)))


def _errs_up(red: int, marbles: int, observation: Sequence[Event]) -> bool:
    """Return whether the reports so far err upwards, or could do so by more: a lie that adds to an error is noticed later."""
    said = [event.said for event in observation if isinstance(event, Reported) and event.said is not None]
    return sum(said) * MARBLES > red * marbles * len(said) if said else red < MARBLES / 2


class _Table:
    """The knowledge of a seat. suspects: P(crook) of each other seat; secret: what the crook knows, None for others."""

    def __init__(self, me: Seat, observation: Sequence[Event], bot: UrnBot) -> None:
        briefing = next(event for event in observation if isinstance(event, Briefing))
        self.secret = first(observation, Opened)
        mine = [event.reds for event in observation if isinstance(event, Drawn)]
        said: dict[Seat, list[int]] = {seat: [] for seat in briefing.seats if seat != me}
        for event in observation:
            if isinstance(event, Reported) and event.seat != me and event.said is not None:
                said[event.seat].append(event.said)
        weights = _weights(mine, said, briefing.marbles, bot)
        if bot.swayed > 1:
            for seat in accused_in_words(me, observation) & weights.keys():
                weights[seat] = [bot.swayed * each for each in weights[seat]]
        total = plain_sum(map(plain_sum, weights.values()))
        self.suspects = {seat: plain_sum(each) / total for seat, each in weights.items() if seat}
        self._shares = [plain_sum(each) / total for each in zip(*weights.values(), strict=True)]

    def quantile(self, part: float) -> int:
        """Return the number of red marbles below which this part of the belief lies, or the number itself if it is known."""
        if self.secret:
            return self.secret.red
        return next((red for red, sum_ in zip(_SHARES, accumulate(self._shares), strict=True) if sum_ >= part), MARBLES)


def _weights(mine: Sequence[int], said: Mapping[Seat, Sequence[int]], marbles: int, bot: UrnBot) -> dict[Seat, list[float]]:
    """Return the likelihood of all that was seen and said, by crook and share; an empty name stands for no crook."""
    fits = {seat: _fits(tuple(reports), marbles) for seat, reports in said.items()}
    fair = [plain_sum(each) for each in zip(_fits(tuple(mine), marbles), *fits.values(), strict=True)]
    logs: dict[Seat, list[float]] = {}
    if bot.doubts:
        lies = {seat: _lies(tuple(reports), marbles, bot.wary) for seat, reports in said.items()}
        logs = {seat: [all_ - fit + lie for all_, fit, lie in zip(fair, fits[seat], lies[seat], strict=True)] for seat in said}
    if bot.faith or not logs:
        logs[""] = [each + log(bot.faith or 1) for each in fair]
    best = max(map(max, logs.values()))
    return {seat: [exp(each - best) for each in row] for seat, row in logs.items()}


@lru_cache(maxsize=1024)
def _fits(reports: tuple[int, ...], marbles: int) -> tuple[float, ...]:
    """Return the log-likelihood that a fair seat reports this, for each number of red marbles in the urn."""
    return tuple(_fit(reports, marbles, red) for red in _SHARES)


_BEND = 25  # marbles, by which a crook that lies a little is expected to bend what it says


@lru_cache(maxsize=1024)
def _lies(reports: tuple[int, ...], marbles: int, wary: int) -> tuple[float, ...]:
    """Return the log-likelihood that a crook reports this, for each number: anything, or a little up from a poor urn, or down."""
    anything = -len(reports) * log(marbles + 1)
    if not wary:
        return (anything,) * len(_SHARES)
    part = wary / _HUNDRED
    bent = (_fit(reports, marbles, red + (_BEND if red < MARBLES / 2 else -_BEND)) for red in _SHARES)
    return tuple(log((1 - part) * exp(anything) + part * exp(each)) for each in bent)


def _fit(reports: Sequence[int], marbles: int, red: int) -> float:
    """Return the log-likelihood of a fair seat's report, given the number of red marbles in the urn."""
    share = min(max(red, _LONG), MARBLES - _LONG) / MARBLES
    return plain_sum(log(comb(marbles, reds)) + reds * log(share) + (marbles - reds) * log(1 - share) for reds in reports)


class Steady(UrnBot):
    """Believes what it hears until it can't, and lies outright."""

    name, level = "steady", "normal"
    character = "Believes you until the numbers clash, and lies by half an urn as the crook."
    is_plain_liar = is_steady_liar = True
    shift = 52
    faith = 14.0
    tails = 29
    voice = "steady"


class Sunny(UrnBot):
    """Believes nearly everything, is far too sure of it, and tells obvious lies."""

    name, level = "sunny", "easy"
    character = "Believes nearly everything, guesses far too narrowly, and tells wild lies."
    is_plain_liar = is_steady_liar = True
    shift = 100
    faith = 20.0
    tails = 40
    swayed = 3.0
    voice = "sunny"


class Fox(UrnBot):
    """Expects small lies and tells them, where they add to an error of the table; names a seat on little evidence."""

    name, level = "fox", "hard"
    character = "Expects small lies, tells small lies, and accuses on slight evidence."
    is_steady_liar = True
    shift = 15
    wary = 70
    sure = 30
    voice = "fox"


# For experiments
Keen = variant(UrnBot, "keen", "Works out what to believe; as the crook it bends its reports so far that it pays, and not too far.")
Bold = variant(UrnBot, "bold", "A crook that lies as much as it can.", shift=80)
Truthful = variant(UrnBot, "truthful", "Always tells the truth, even as the crook.", shift=0)
Trusting = variant(UrnBot, "trusting", "Takes every report for true, and accuses no one.", doubts=False)
Fibber = variant(UrnBot, "fibber", "Makes up one report in two, though nothing is gained by it.", fibs=50)


BOTS: tuple[type[Bot], ...] = (Steady, Sunny, Fox, Keen, Bold, Truthful, Trusting, Fibber)
"""The default first."""
