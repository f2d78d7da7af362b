"""Counts of a player's answers and forfeits, and the name under which it is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from woozle.core.names import join_names, player_name
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.core.usage import NOTHING, Usage

MOST_FORFEITS = 0.1
"""Share of questions forfeited, above which a player is marked."""


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """Counts of the questions that a player was asked, and of its answers.

    questions: Closed questions: answered, forfeited or void.
    forfeits: Questions forfeited by the player's own fault. voids: Questions lost to technical failures (a crash, a network).
    repairs: Answers that could not be parsed or were illegal, and were asked for again.
    replies: Replies received from models.
    not_taken: By sampling setting, how many of these were made without it, since the server refused it.
    cut_short: Answers whose reply was cut off at its token limit, and taken as it stood.
    unread: Answers that were taken, and in which the rules could read nothing.
    usage: Of all calls made for its answers.
    stand_ins: By name of a bot, how many of these answers it gave, since the player was gone.
    """

    questions: int = 0
    forfeits: int = 0
    voids: int = 0
    repairs: int = 0
    replies: int = 0
    not_taken: Mapping[str, int] = field(default_factory=dict)
    cut_short: int = 0
    usage: Usage = NOTHING
    unread: int = 0
    stand_ins: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: AnswerCounts) -> AnswerCounts:
        sums: dict[str, Any] = {}
        for name in (each.name for each in fields(self)):
            one, more = getattr(self, name), getattr(other, name)
            sums[name] = dict(Counter(one) + Counter(more)) if isinstance(one, Mapping) else one + more
        return AnswerCounts(**sums)

    @property
    def answered(self) -> Share:
        """The share of questions that were answered."""
        return Share(self.questions - self.forfeits - self.voids, self.questions)

    @property
    def forfeited(self) -> Share:
        return Share(self.forfeits, self.questions)

    @property
    def voided(self) -> Share:
        return Share(self.voids, self.questions)

    @property
    def repaired(self) -> Share:
        """The share of attempts that could not be taken and were asked for again."""
        return Share(self.repairs, self.questions + self.repairs)

    @property
    def incomplete(self) -> Share:
        """The share of answers that were cut off and taken as they stood."""
        return Share(self.cut_short, self.answered.part)

    @property
    def never_answered(self) -> bool:
        """Whether it was asked at least once and never answered, or nothing could be read in any of its answers."""
        return self.questions > 0 and self.answered.part <= self.unread

    @property
    def dropped(self) -> tuple[str, ...]:
        """The settings that were refused for every reply."""
        return tuple(name for name, times in self.not_taken.items() if times >= self.replies)

    @property
    def partly_taken(self) -> tuple[str, ...]:
        """The settings that were used for some replies, and refused for others."""
        return tuple(name for name, times in self.not_taken.items() if times < self.replies)

    def forfeits_above(self, limit: float) -> bool:
        """Return whether more than a share `limit` of the questions was forfeited."""
        return self.forfeits > limit * self.questions


NO_ANSWERS = AnswerCounts()


def effective_name(described: Mapping[str, Any], counts: AnswerCounts | None = None) -> str:
    """Return the name under which a player is compared: without the settings that had no effect on any of its replies.

    A setting that only some replies were made with stays. Bots that stood in for the player are named: it is not compared with
    those who played alone.

    Args:
        described: Description of the player in a transcript's header.
        counts: Of the same match; None if nothing is known of its answers.
    """
    name = player_name(described, counts.dropped if counts else ())
    if not counts or not counts.stand_ins:
        return name
    return f"{name} with {join_names(player_name({'kind': 'bot', 'name': bot}) for bot in counts.stand_ins)}"


def effective_names(players: Mapping[Seat, Mapping[str, Any]], counts: Mapping[Seat, AnswerCounts]) -> dict[Seat, str]:
    """Return the names under which players are compared, by seat."""
    return {seat: effective_name(described, counts.get(seat)) for seat, described in players.items()}
