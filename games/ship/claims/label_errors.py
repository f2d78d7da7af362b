"""Errors of the machine by type of claim and phase of the match, as people's labels have them.

The table that the simulated rebuttal in QUACK's text promises: an error rate broken down by claim type and game phase.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias, get_args

from woozle.core.statistics.resampling import Estimate, Share, add_shares, pooled_share
from woozle.games.ship.claims.schema import ClaimType, Statement

Phase: TypeAlias = Literal["early", "middle", "late"]
"""The phase of a match in which a speech is: its first meeting, its second, or a later one."""

TYPES: tuple[ClaimType, ...] = get_args(ClaimType)
PHASES: tuple[Phase, ...] = get_args(Phase)

_Place: TypeAlias = tuple[str, int]
"""A speech: the match, and the position in its record. What several people say of one is not independent."""


def phase_of(statement: Statement) -> Phase:
    """Return the phase of the match in which a speech is."""
    return PHASES[min(statement.meeting, len(PHASES) - 1)]


class Part(NamedTuple):
    """Claims of one type, in one phase; None stands for all types, or all phases."""

    type: ClaimType | None
    phase: Phase | None


@dataclass(frozen=True, slots=True)
class Errors:
    """Errors among the claims of a part, each a share of all labels.

    misread: Claims that the machine read and people do not find, among those that it read. missed: Claims that people find and the
    machine did not read, among those that they find. misjudged: Claims on which its verdict is not that of people, among those that
    both judged. uncertain: Claims that people judged, and the machine did not fully understand.
    """

    misread: Share = Share(0, 0)
    missed: Share = Share(0, 0)
    misjudged: Share = Share(0, 0)
    misjudged_rate: Estimate = Estimate(None, None, None, 0)
    uncertain: int = 0


@dataclass(slots=True)
class _Cell:
    misread: list[bool] = field(default_factory=list)
    missed: list[bool] = field(default_factory=list)
    misjudged: dict[_Place, list[bool]] = field(default_factory=lambda: defaultdict(list))
    uncertain: int = 0


class ErrorCount:
    """Counts errors label by label."""

    def __init__(self) -> None:
        self._cells: dict[Part, _Cell] = {}

    def count_read(self, type: ClaimType, phase: Phase, *, is_found: bool) -> None:
        """Count a claim that the machine read, and whether the person finds it too."""
        self._each(type, phase, lambda cell: cell.misread.append(not is_found))

    def count_said(self, type: ClaimType, phase: Phase, *, is_read: bool) -> None:
        """Count a claim that the person finds in a speech, and whether the machine read it too."""
        self._each(type, phase, lambda cell: cell.missed.append(not is_read))

    def count_judged(self, type: ClaimType, phase: Phase, place: _Place, *, is_same: bool | None) -> None:
        """Count a claim that the person judged. is_same: Whether the machine's verdict is the same; None if it is uncertain."""

        def count(cell: _Cell) -> None:
            if is_same is None:
                cell.uncertain += 1
            else:
                cell.misjudged[place].append(not is_same)

        self._each(type, phase, count)

    def _each(self, type: ClaimType, phase: Phase, count: Callable[[_Cell], None]) -> None:
        for part in (Part(type, phase), Part(type, None), Part(None, phase), Part(None, None)):
            count(self._cells.setdefault(part, _Cell()))

    def table(self) -> Mapping[Part, Errors]:
        """Return the errors of all parts with a label: types in order, each by phase and then over all; all types last."""
        order = [Part(type, phase) for type in (*TYPES, None) for phase in (*PHASES, None)]
        return {part: _errors(self._cells[part]) for part in order if part in self._cells}


def _errors(cell: _Cell) -> Errors:
    by_speech = [_share(answers) for answers in cell.misjudged.values()]
    return Errors(_share(cell.misread), _share(cell.missed), add_shares(by_speech), pooled_share(by_speech), cell.uncertain)


def _share(answers: Sequence[bool]) -> Share:
    return Share(sum(answers), len(answers))
