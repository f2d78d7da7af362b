"""The rules of the urn. A share is a number of red marbles among the hundred."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Annotated, Any, ClassVar

from pydantic import Field, StringConstraints

from woozle.core.frozen_model import FrozenModel
from woozle.core.game import EVERYONE, Event, Game, Play, RecordEntry
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Answer, Seat, TimeLimit
from woozle.core.value import value

MARBLES, ALPHA = 100, 0.2  # a range is to hold the share in 80 of 100 cases
NAMED, PAR = 20, 70  # points for naming the crook, or off for another seat; the mean above which the others win


class Config(FrozenModel):
    """Options of the urn; the defaults are the preset `standard`."""

    handfuls: int = Field(default=2, ge=1, le=5, description="how often each draws and reports")
    marbles: int = Field(default=4, ge=1, le=20, examples=[3, 4, 5, 8, 12], description="in a handful; each is put back at once")
    seconds_to_answer: TimeLimit = None


class Report(Answer):
    """Say how many red marbles you drew, truthfully or not, and add a comment if you like."""

    reds: int = Field(description="How many red marbles will you claim?")
    text: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(default="", description="Add a comment?")


class Accuse(Answer):
    """Say who you think the crook is, or name no one."""

    target: Seat | None = Field(description="Who is the crook?")


class Guess(Answer):
    """Give a range for the number of red marbles; its ends may come in either order."""

    low: int = Field(ge=0, le=MARBLES, description="At least how many of the 100 marbles in the urn are red?")
    high: int = Field(ge=0, le=MARBLES, description="And at most how many of the 100?")


@value
class Briefing(Event):
    """The configuration of the match."""

    seats: tuple[Seat, ...]
    handfuls: int
    marbles: int


@value
class Handful(Event):
    """The beginning of a handful: all draw, then report in turn."""

    number: int


@value
class Drawn(Event):
    """The number of red marbles that a seat drew. Told to the seat."""

    seat: Seat
    reds: int


@value
class Reported(Event):
    """A report: the number of red marbles that a seat claims; None if it gave none."""

    seat: Seat
    said: int | None
    text: str


@value
class Opened(Event):
    """The content of the urn, and the crook. Told to the crook at once, to everyone at the end."""

    red: int
    crook: Seat


@value
class Judged(Event):
    """The result of a seat. truths: Of its reports. believed: Number of others that did not accuse it, if it lied."""

    seat: Seat
    low: int
    high: int
    accused: Seat | None
    truths: tuple[bool | None, ...]
    believed: int
    points: float


def interval_score(low: float, high: float, truth: float, alpha: float) -> float:
    """Return the interval score of a range that is to hold the truth in 1 - alpha of all cases; 0 is best.

    Its width, plus 2 / alpha for each unit by which it misses: a proper score (Gneiting and Raftery 2007, section 6.2).

    Args:
        alpha: In (0, 1).
    """
    return high - low + 2 / alpha * max(0, low - truth, truth - high)


class Urn(Game[Config]):
    """Handfuls and reports, then accusations and ranges."""

    name, version = "urn", 1
    report = "woozle.games.urn.measures:REPORT"
    reads_text = False
    min_seats, default_seats, max_seats = 3, 5, 8
    seat_names = ("Ada", "Bo", "Cy", "Dot", "Eli", "Fay", "Gil", "Hal")
    presets: ClassVar[Any] = {"standard": {}, "quick": {"handfuls": 1, "marbles": 5}, "patient": {"handfuls": 4, "marbles": 3}}
    role_names: ClassVar[Any] = {"crook": "knows the share and wants the others to be wrong", "fair": "wants to know the share"}
    hidden_role = "crook"

    @classmethod
    def roles(cls, record: Iterable[RecordEntry]) -> Mapping[Seat, str]:
        told = iter(record)
        seats = next((event.seats for event, _ in told if isinstance(event, Briefing)), ())
        crook = next((event.crook for event, _ in told if isinstance(event, Opened)), None)
        return {seat: "crook" if seat == crook else "fair" for seat in seats if crook}

    @classmethod
    def correctness(cls, record: Iterable[RecordEntry]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Return whether reports were true, accusations hit (but the crook's own), and ranges hold the share."""
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
        return (Briefing(self.seats, self.config.handfuls, self.config.marbles),)

    def play(self) -> Play:
        seats, options, seconds = self.seats, self.config, self.config.seconds_to_answer
        opened = Opened(self.chance.below("red", MARBLES + 1), self.chance.choice("crook", seats))
        truths: dict[Seat, list[bool | None]] = {seat: [] for seat in seats}
        self.tell(*self.briefing(), to=EVERYONE)
        self.tell(opened, to=(opened.crook,))
        for number in range(options.handfuls):
            self.tell(Handful(number + 1), to=EVERYONE)
            drawn = {s: sum(self.chance.below("marble", MARBLES) < opened.red for _ in range(options.marbles)) for s in seats}
            for seat in seats:
                self.tell(Drawn(seat, drawn[seat]), to=(seat,))
            start = number % len(seats)
            for seat in (*seats[start:], *seats[:start]):
                legal = {"reds": range(options.marbles + 1)}
                report = yield from self.ask(seat, Report, choices=legal, forfeit=None, seconds=seconds)
                truths[seat].append(report.reds == drawn[seat] if report else None)
                self.tell(Reported(seat, report.reds if report else None, report.text if report else ""), to=EVERYONE)
        others = {seat: {"target": [*(other for other in seats if other != seat), None]} for seat in seats}
        votes = yield from self.ask_all(seats, Accuse, forfeit=Accuse(target=None), choices=others.__getitem__, seconds=seconds)
        ranges = yield from self.ask_all(seats, Guess, forfeit=Guess(low=0, high=MARBLES), seconds=seconds)
        return self._end(opened, truths, {seat: votes[seat].target for seat in seats}, ranges)

    def _end(
        self,
        opened: Opened,
        truths: Mapping[Seat, list[bool | None]],
        accused: Mapping[Seat, Seat | None],
        ranges: Mapping[Seat, Guess],
    ) -> Outcome:
        """Give 100 points less what the range costs, and some for naming the crook; it has what the others' mean lacks of 100."""
        red, crook = opened.red, opened.crook
        ends = {seat: sorted((guess.low, guess.high)) for seat, guess in ranges.items()}
        for seat, (low, high) in ends.items():
            named = 0 if accused[seat] is None else NAMED if accused[seat] == crook else -NAMED
            self.score[seat] = MARBLES - interval_score(low, high, red, ALPHA) + named
        mean = fmean(points for seat, points in self.score.items() if seat != crook)
        self.score[crook] = MARBLES - mean
        self.tell(opened, to=EVERYONE)
        results = {}
        for seat, (low, high) in ends.items():
            lies, points = truths[seat].count(False), self.score[seat]
            believed = sum(accused[other] != seat for other in self.seats if other != seat) if lies else 0
            self.tell(Judged(seat, low, high, accused[seat], tuple(truths[seat]), believed, points), to=EVERYONE)
            numbers = {"score": points, "crook": int(seat == crook), "width": high - low, "lies": lies, "believed": believed}
            results[seat] = Result("won" if (mean > PAR) != (seat == crook) else "lost", numbers)
        held = f"{red} of {MARBLES} marbles were red and {crook} was the crook"
        return Outcome(results, f"{held}: the others have {mean:.0f} points on average, and win with more than {PAR}.")
