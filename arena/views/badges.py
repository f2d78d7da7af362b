"""Badges: a few, about truth, each with its rule and its figure. They are counted over a person's matches and never kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from woozle.core.conduct import Belief, Conduct
from woozle.core.value import value

_NOTHING = Conduct()


@value
class OwnMatch:
    """A match that a person played to the end.

    Args:
        id: Of the match. path, digest: of its transcript.
        role: Of the person's seat; empty if the game has none.
        is_sought: The others looked for this role.
        conduct: What the seat held, said and suspected; None if it was not read.
    """

    id: str
    game: str
    role: str
    seat: str
    is_won: bool
    is_sought: bool
    path: Path
    digest: str
    conduct: Conduct | None = None

    @property
    def deeds(self) -> Conduct:
        """The conduct, or an empty one."""
        return self.conduct or _NOTHING


class Count(NamedTuple):
    """The progress of a badge after a match. n: towards the goal; is_met: its rule holds now; figure: behind it, in a few words."""

    n: int
    is_met: bool
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge.

    Args:
        name: Of one or a few words.
        rule: A sentence.
        goal: The number that has to be reached.
        unit: What is counted, in the plural.
        counts: Yields how far it is after each match, the earliest first. Once its rule held it is earned.
    """

    name: str
    rule: str
    goal: int
    unit: str
    counts: Callable[[Iterable[OwnMatch]], Iterator[Count]]


@value
class BadgeProgress:
    """The progress of a badge. earned_by: the id of the match with which it was earned; empty until then.

    count: of its goal, at most; figure: behind it, empty if the count says all.
    """

    badge: Badge
    count: int
    figure: str
    earned_by: str = ""

    @property
    def progress(self) -> str:
        """The figure behind it, in words: `31 of 50 beliefs, 77 % right`."""
        done = "earned" if self.earned_by else f"{self.count:,} of {self.badge.goal:,} {self.badge.unit}"
        return ", ".join(filter(None, (done, self.figure)))


def earned_line(badge: Badge) -> str:
    """Return a badge that was just earned, with its rule."""
    return f"Badge earned: {badge.name}. {badge.rule}"


def badge_progress(matches: Sequence[OwnMatch]) -> tuple[BadgeProgress, ...]:
    """Return how far each badge is after some matches, the earliest first."""
    return tuple(_progress_of(badge, matches) for badge in BADGES)


def _progress_of(badge: Badge, matches: Sequence[OwnMatch]) -> BadgeProgress:
    last = Count(0, False)
    for match, last in zip(matches, badge.counts(matches), strict=True):
        if last.is_met:
            return BadgeProgress(badge, badge.goal, last.figure, match.id)
    return BadgeProgress(badge, min(badge.goal, last.n), last.figure)


def earned_with(matches: Sequence[OwnMatch], id: str) -> tuple[Badge, ...]:
    """Return the badges that were earned with a match."""
    return tuple(each.badge for each in badge_progress(matches) if each.earned_by == id)


# Counting


def _well_calibrated(goal: int, reach: float, matches: Iterable[OwnMatch]) -> Iterator[Count]:
    """Count statements with a probability; met if the latest were right as often as was stated, within `reach`."""
    held: list[Belief] = []
    for match in matches:
        held += [each for each in match.deeds.beliefs if isinstance(each.stated, float)]
        latest = held[-goal:]
        right = sum(each.is_so for each in latest)
        stated = sum(each.stated for each in latest if isinstance(each.stated, float))
        is_met = len(latest) == goal and abs(right - stated) <= reach * goal + 1e-9
        figure = f"{right / len(latest):.0%} right where {stated / len(latest):.0%} were stated" if latest else ""
        yield Count(len(latest), is_met, figure)


def _surely_right(goal: int, share: float, matches: Iterable[OwnMatch]) -> Iterator[Count]:
    """Count statements that were sure; met if `share` of the latest were right."""
    sure: list[bool] = []
    for match in matches:
        sure += [each.is_so for each in match.deeds.beliefs if each.stated == "sure"]
        latest = sure[-goal:]
        right, n = sum(latest), len(latest)
        yield Count(n, n == goal and right >= share * goal, f"{right} of the last {n} right" if n else "")


def _knows_limits(goal: int, gap: float, matches: Iterable[OwnMatch]) -> Iterator[Count]:
    """Count the rarer of sure and unsure statements; met if sure ones were right more often, by `gap` at least."""
    said: dict[object, list[bool]] = {"sure": [], "unsure": []}
    for match in matches:
        for each in match.deeds.beliefs:
            if each.stated in said:
                said[each.stated].append(each.is_so)
        sure, unsure = said.values()
        n = min(len(sure), len(unsure))
        shares = (sum(sure) / len(sure), sum(unsure) / len(unsure)) if n else (0.0, 0.0)
        figure = f"{shares[0]:.0%} right when sure, {shares[1]:.0%} when not" if n else ""
        yield Count(n, n >= goal and shares[0] - shares[1] >= gap, figure)


def _in_a_row(goal: int, told: Callable[[OwnMatch], Iterable[bool]], matches: Iterable[OwnMatch]) -> Iterator[Count]:
    """Count cases in a row that were good. told: the cases of a match, in order."""
    row = 0
    for match in matches:
        most = row
        for is_good in told(match):
            row = row + 1 if is_good else 0
            most = max(most, row)
        yield Count(most if most >= goal else row, most >= goal)


def _times(goal: int, times: Callable[[OwnMatch], int], matches: Iterable[OwnMatch]) -> Iterator[Count]:
    """Count what happened in all matches together."""
    n = 0
    for match in matches:
        n += times(match)
        yield Count(n, n >= goal)


def _statements(match: OwnMatch) -> Iterator[bool]:
    """Yield truths, then lies: within a match their order is not kept."""
    yield from (True,) * match.deeds.truths
    yield from (False,) * len(match.deeds.lies)


def _spared_the_innocent(match: OwnMatch) -> Iterator[bool]:
    if match.deeds.suspicions:
        yield all(each.is_right for each in match.deeds.suspicions)


BADGES = (
    Badge("Calibrated", "Of your latest 50 beliefs with a number, as many were so as you stated, give or take 5 in 100.", 50,
          "beliefs", partial(_well_calibrated, 50, 0.05)),
    Badge("Sure and right", "Of the latest 20 things that you said were sure, 18 or more were so.", 20, "things said to be sure",
          partial(_surely_right, 20, 0.9)),
    Badge("Knows the limits", "You were sure 10 times and unsure 10 times, and right more often when sure, by 20 in 100 or more.",
          10, "of each", partial(_knows_limits, 10, 0.2)),
    Badge("Fair accuser", "In 5 matches in a row in which you suspected anyone, you suspected no one innocent.", 5,
          "matches in a row", partial(_in_a_row, 5, _spared_the_innocent)),
    Badge("Plain dealer", "You said 50 things in a row that could be checked, and no lie among them.", 50, "statements in a row",
          partial(_in_a_row, 50, _statements)),
    Badge("Held to the end", "You told a lie, were caught at none, and won.", 1, "matches",
          partial(_times, 1, lambda match: int(match.is_won and bool(match.deeds.lies) and not any(match.deeds.lies)))),
    Badge("Honest in hiding", "You won in the role that the others looked for, with things said that could be checked and no lie.",
          1, "matches",
          partial(_times, 1,
                  lambda match: int(match.is_won and match.is_sought and match.deeds.truths > 0 and not match.deeds.lies))),
    Badge("Unmoved", "You kept to a right answer 3 times while most of the others said something else.", 3, "times",
          partial(_times, 3, lambda match: sum(match.deeds.pressed))),
)  # fmt: skip
"""All badges, in the order in which they are shown."""
