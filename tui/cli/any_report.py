"""What `woozle report` prints of a game without a report of its own: the numbers of results, and how often answers were right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, TypeAlias

from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.game import Game, Told
from woozle.core.outcome import Result
from woozle.core.reports import ReportError, Terms, put_together
from woozle.core.request import Seat
from woozle.core.statistics.intervals import Interval, share_interval, student
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.transcript import Transcript
from woozle.tui.cli.intervals import FIGURES_HEAD, interval
from woozle.tui.cli.report_terms import terms_of

_Who: TypeAlias = tuple[str, str]  # a player, and its role
_WON, _RIGHT = "won", " right"


@value
class SeatReport:
    """What became of a seat. right: of its answers that are right or wrong, by their type, which were right."""

    player: str
    role: str
    result: str
    numbers: Mapping[str, float]
    right: Mapping[str, Sequence[bool]]

    @property
    def figures(self) -> dict[str, float]:
        """All of it as numbers: 1 for a win, what the rules count, and the share of right answers."""
        shares = {f"{kind}{_RIGHT}": fmean(right) for kind, right in self.right.items() if right}
        return {_WON: float(self.result == "won"), **self.numbers, **shares}


@value
class MatchReport:
    """What a match came to."""

    name: str
    terms: Terms
    reason: str
    seats: Mapping[Seat, SeatReport]


def match_report(transcript: Transcript, record: Sequence[Told]) -> MatchReport:
    """What one match came to. Raises ReportError for one that is unfinished."""
    if transcript.end is None:
        raise ReportError("it is not finished")
    kind = registry.game(transcript.header.game, transcript.header.rules)
    roles, rightness = kind.roles(record), kind.rightness(record)
    right: dict[Seat, dict[str, list[bool]]] = defaultdict(dict)
    for (seat, answer), told in rightness.items():
        right[seat][answer.lower()] = [each for each in told if each is not None]
    terms = terms_of(transcript)
    seats = {
        seat: SeatReport(terms.players.get(seat, "?"), roles.get(seat, ""), result.kind, _numbers(kind, result), right[seat])
        for seat, result in transcript.end.outcome.results.items()
    }
    return MatchReport(transcript.folder.name, terms, transcript.end.outcome.reason, seats)


def _numbers(kind: type[Game[Any]], result: Result) -> dict[str, float]:
    """Those of a result, but for those that only say what role a seat had."""
    return {name: number for name, number in result.numbers.items() if name not in kind.role_names}


def report_json(matches: Sequence[MatchReport]) -> dict[str, Any]:
    """Each match, and repetitions together, for programs."""
    told = [
        {
            "match": match.name,
            "rules": match.terms.rules,
            "reason": match.reason,
            "seats": {
                seat: {"player": each.player, "role": each.role, "result": each.result, **each.figures}
                for seat, each in match.seats.items()
            },
        }
        for match in matches
    ]
    together = [
        {
            "rules": alike[0].terms.rules,
            "player": who,
            "role": role,
            "figure": name,
            "mean": each.value,
            "low": each.low,
            "high": each.high,
            "matches": each.n,
        }
        for alike in _played_alike(matches)
        for (who, role), figures in _together(alike).items()
        for name, each in figures.items()
    ]
    return {"matches": told, "together": together}


def _played_alike(matches: Sequence[MatchReport]) -> list[list[MatchReport]]:
    """Those with the same rules put together, whoever played: figures of others do not compare."""
    return put_together(matches, lambda match: match.terms.digest(by_anybody=True))


def match_lines(match: MatchReport) -> Iterator[str]:
    """One match, for people."""
    yield visible_line(f"{match.name}: {match.terms.rules}")
    yield visible_line(f"  {match.reason}")
    for seat, each in match.seats.items():
        role = f", {each.role}" if each.role else ""
        numbers = ", ".join(f"{name} {number:g}" for name, number in each.numbers.items())
        right = ", ".join(f"{kind} right {sum(told)} of {len(told)}" for kind, told in each.right.items() if told)
        yield visible_line(f"  {seat} ({each.player}{role}): {each.result}; {'; '.join(filter(None, (numbers, right)))}")
    yield ""


def table_lines(matches: Sequence[MatchReport]) -> Iterator[str]:
    """Repetitions together, for people: a match counts once for a player in a role."""
    for at, alike in enumerate(_played_alike(matches)):
        yield from [""] if at else []
        yield count(len(alike), "match", "matches")
        yield f"  {visible_line(alike[0].terms.rules)}"
        for (who, role), figures in _together(alike).items():
            yield ""
            yield visible_line(f"{who}, {role}" if role else who)
            yield FIGURES_HEAD
            yield from (interval(name, each) for name, each in figures.items())


def _together(matches: Sequence[MatchReport]) -> dict[_Who, dict[str, Estimate]]:
    """The mean of each figure over matches, by player and role; void results are left out."""
    found: dict[_Who, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for match in matches:
        here: dict[tuple[_Who, str], list[float]] = defaultdict(list)
        for seat in match.seats.values():
            for name, number in seat.figures.items() if seat.result != "void" else ():
                here[(seat.player, seat.role), name].append(number)
        for (who, name), numbers in here.items():
            found[who][name].append(fmean(numbers))
    return {
        who: {name: _estimate(means, is_share=name == _WON or name.endswith(_RIGHT)) for name, means in figures.items()}
        for who, figures in sorted(found.items())
    }


def _estimate(means: Sequence[float], *, is_share: bool) -> Estimate:
    """The mean with its interval: a count that was 0 or 1 in each match is no share, and could have been more."""
    low, high = (share_interval(means) if is_share else _students(means)) or (None, None)
    return Estimate(fmean(means), low, high, len(means))


def _students(means: Sequence[float]) -> Interval | None:
    if len(set(means)) < 2:
        return None
    reach = student(len(means) - 1) * stdev(means) / sqrt(len(means))
    return fmean(means) - reach, fmean(means) + reach
