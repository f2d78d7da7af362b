"""The rules of the urn, all of whose marbles are drawn: reports that are all true add up to the number of red ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from woozle.core.game import EVERYONE, Game, Play, RecordEntry
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Seat
from woozle.games.urn.events import (
    ALPHA,
    FEWEST,
    MARBLES,
    NAMED,
    PAR,
    POINTS,
    Accuse,
    Briefing,
    Config,
    Drawn,
    Guess,
    Handful,
    Judged,
    Opened,
    Report,
    Reported,
)


def interval_score(low: float, high: float, truth: float, alpha: float) -> float:
    """Return the interval score of a range that is to hold the truth in 1 - alpha of all cases; 0 is best.

    Its width, plus 2 / alpha for each unit by which it misses: a proper score (Gneiting and Raftery 2007, section 6.2).

    Args:
        alpha: In (0, 1).
    """
    return high - low + 2 / alpha * max(0, low - truth, truth - high)


class Urn(Game[Config]):
    """Handfuls and reports, then accusations and ranges."""

    name, version = "urn", 2
    earlier_versions: ClassVar[Any] = {1: "woozle.games.urn.earlier.version_1:Urn"}
    report = "woozle.games.urn.measures:REPORT"
    reads_text = False
    min_seats, default_seats, max_seats = 3, 5, 8
    seat_names = ("Ada", "Bo", "Cy", "Dot", "Eli", "Fay", "Gil", "Hal")
    presets: ClassVar[Any] = {"standard": {}, "quick": {"handfuls": 2}, "patient": {"handfuls": 5}}
    role_names: ClassVar[Any] = {"crook": "knows the number and wants the others to be wrong", "fair": "wants to know the number"}
    hidden_role = "crook"

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        told = iter(record)
        seats = next((event.seats for event, _ in told if isinstance(event, Briefing)), ())
        crook = next((event.crook for event, _ in told if isinstance(event, Opened)), None)
        return {seat: "crook" if seat == crook else "fair" for seat in seats if crook}

    @classmethod
    def correctness(cls, record: Iterable[RecordEntry]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Return whether reports were true, accusations hit (but the crook's own), and ranges hold the number."""
        found: dict[tuple[Seat, str], Sequence[bool | None]] = {}
        for event, _ in record:
            if isinstance(event, Opened):
                red, crook = event.red, event.crook
            elif isinstance(event, Judged):
                is_open = event.accused is None or event.seat == crook
                found[event.seat, "Report"] = event.truths
                found[event.seat, "Accuse"] = [None if is_open else event.accused == crook]
                found[event.seat, "Guess"] = [event.low <= red <= event.high]
        return found

    def briefing(self) -> tuple[Briefing]:
        handfuls = self.config.handfuls
        return (Briefing(self.seats, handfuls, MARBLES // (len(self.seats) * handfuls)),)

    def fill(self, total: int) -> Opened:
        """Return what is in an urn of so many marbles, and who knows it."""
        fewest = total // FEWEST
        return Opened(fewest + self.chance.below("red", total - 2 * fewest + 1), self.chance.choice("crook", self.seats))

    def draw(self, briefing: Briefing, red: int) -> list[list[int]]:
        """Return the number of red marbles in each handful of each seat, drawn until the urn is empty."""
        urn = self.chance.shuffle("marbles", [1] * red + [0] * (briefing.total - red))
        hands = [sum(urn[at : at + briefing.marbles]) for at in range(0, briefing.total, briefing.marbles)]
        return [hands[at :: briefing.handfuls] for at in range(briefing.handfuls)]

    def play(self) -> Play:
        seats, seconds, (briefing,) = self.seats, self.config.seconds_to_answer, self.briefing()
        opened = self.fill(briefing.total)
        truths: dict[Seat, list[bool | None]] = {seat: [] for seat in seats}
        self.tell(briefing, to=EVERYONE)
        self.tell(opened, to=(opened.crook,))
        for number, hands in enumerate(self.draw(briefing, opened.red)):
            self.tell(Handful(number + 1), to=EVERYONE)
            drawn = dict(zip(seats, hands, strict=True))
            for seat in seats:
                self.tell(Drawn(seat, drawn[seat]), to=(seat,))
            start = number % len(seats)
            for seat in (*seats[start:], *seats[:start]):
                legal = {"reds": range(briefing.marbles + 1)}
                report = yield from self.ask(seat, Report, choices=legal, forfeit=None, seconds=seconds, is_public=True)
                truths[seat].append(report.reds == drawn[seat] if report else None)
                self.tell(Reported(seat, report.reds if report else None, report.text if report else ""), to=EVERYONE)
        others = {seat: {"target": [*(other for other in seats if other != seat), None]} for seat in seats}
        nobody, any_range = Accuse(target=None), Guess(low=0, high=MARBLES)
        votes = yield from self.ask_all(seats, Accuse, forfeit=nobody, choices=others.__getitem__, seconds=seconds, is_public=True)
        ranges = yield from self.ask_all(seats, Guess, forfeit=any_range, seconds=seconds, is_public=True)
        return self.judge(opened, truths, {seat: votes[seat].target for seat in seats}, ranges)

    def pay(self, opened: Opened, accused: Mapping[Seat, Seat | None], ranges: Mapping[Seat, Guess], named: int) -> None:
        """Give all but the crook points for their ranges, and more or less for naming a seat."""
        for seat in self.seats:
            if seat != opened.crook:
                low, high = sorted((ranges[seat].low, ranges[seat].high))
                bonus = 0 if accused[seat] is None else named if accused[seat] == opened.crook else -named
                self.score[seat] = POINTS - interval_score(low, high, opened.red, ALPHA) + bonus

    def judge(
        self,
        opened: Opened,
        truths: Mapping[Seat, list[bool | None]],
        accused: Mapping[Seat, Seat | None],
        ranges: Mapping[Seat, Guess],
    ) -> Outcome:
        """Each of the others wins by its own points; the crook has a share of 100 for those who do not, and wins with half."""
        self.pay(opened, accused, ranges, NAMED)
        others = [seat for seat in self.seats if seat != opened.crook]
        misled = sum(self.score[seat] < PAR for seat in others)
        self.score[opened.crook] = POINTS * misled / len(others)
        won = {seat: self.score[seat] >= PAR for seat in others} | {opened.crook: 2 * misled >= len(others)}
        held = f"{opened.red} of {self.briefing()[0].total} marbles were red and {opened.crook} was the crook"
        why = f"{held}, who misled {misled} of the other {len(others)} and {'wins' if won[opened.crook] else 'loses'}."
        return Outcome(self.tell_results(opened, truths, accused, ranges, won), why)

    def tell_results(
        self,
        opened: Opened,
        truths: Mapping[Seat, list[bool | None]],
        accused: Mapping[Seat, Seat | None],
        ranges: Mapping[Seat, Guess],
        won: Mapping[Seat, bool],
    ) -> dict[Seat, Result]:
        """Open the urn, tell all what became of each seat, and return the results."""
        self.tell(opened, to=EVERYONE)
        results = {}
        for seat, guess in ranges.items():
            low, high = sorted((guess.low, guess.high))
            lies, points = truths[seat].count(False), self.score[seat]
            believed = sum(accused[other] != seat for other in self.seats if other != seat) if lies else 0
            self.tell(Judged(seat, low, high, accused[seat], tuple(truths[seat]), believed, points), to=EVERYONE)
            numbers = {"score": points, "crook": int(seat == opened.crook), "width": high - low, "lies": lies, "believed": believed}
            results[seat] = Result("won" if won[seat] else "lost", numbers)
        return results
