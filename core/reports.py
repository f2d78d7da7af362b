"""What reports of all games have in common."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from woozle.core.outcome import Outcome
from woozle.core.request import Seat

T = TypeVar("T")

UNFINISHED = "the match is unfinished; only finished ones are reported"


class ReportError(ValueError):
    """A match of which nothing can be reported. Says why, in a sentence or the end of one."""


@dataclass(frozen=True, slots=True)
class Terms:
    """A match before it began. name: that no other has; rules, officials, players: in words; config: as its header has it.

    version: of the rules.
    """

    name: str
    rules: str
    officials: str
    players: Mapping[Seat, str]
    config: Mapping[str, Any]
    version: int

    def digest(self, *, without: Collection[str] = (), in_any_seat: bool = False, by_anybody: bool = False) -> str:
        """The same for matches that were played alike, and for no others.

        without: options that say what a match is about, and not how it is played. in_any_seat: whoever sat where. by_anybody:
        whoever sat there.
        """
        players = () if by_anybody else sorted(self.players.values()) if in_any_seat else self.players
        config = {name: each for name, each in self.config.items() if name not in without}
        what = json.dumps([self.version, players, self.officials, config], sort_keys=True, default=str)
        return hashlib.sha256(what.encode()).hexdigest()


def has_failed(outcome: Outcome) -> bool:
    """Whether a seat failed by no fault of its own, a server that broke down say: then what the others did to it says nothing."""
    return any(result.kind == "void" for result in outcome.results.values())


def put_together(reports: Iterable[T], likeness: Callable[[T], Hashable]) -> list[list[T]]:
    """Reports by what they have in common, in the order in which they come. likeness: the same for those that belong together."""
    alike: dict[Hashable, list[T]] = defaultdict(list)
    for report in reports:
        alike[likeness(report)].append(report)
    return list(alike.values())
