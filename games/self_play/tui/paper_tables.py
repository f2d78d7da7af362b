"""Tables and figures of the paper that are computed: from the theory, from several runs together, and from what training keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from woozle.arena.reproduction.cells import Computed
from woozle.arena.reproduction.recipe import Table
from woozle.core.errors import InputError
from woozle.core.measures import Figure, Match
from woozle.core.text import visible_line
from woozle.games.self_play.measures import SelfPlayFacts
from woozle.games.self_play.papers.calibration import answer_calibrations, search_calibrations
from woozle.games.self_play.papers.conditions import equilibria
from woozle.games.self_play.papers.provision import Provision, payoffs
from woozle.games.self_play.views.curves import Calibration, lack

Matches: TypeAlias = Mapping[str, Sequence[Sequence[Match[SelfPlayFacts]]]]
"""The finished matches of the runs of each row, by its label."""

Files: TypeAlias = Mapping[str, Sequence[Path]]
"""The files of the data sets that are at hand."""

Cells: TypeAlias = dict[tuple[str, str], Computed | Figure | float | None]
"""By the label of the row and the head of the column."""

_GUESSED, _COST = (Fraction("0.4"), Fraction("0.2")), Fraction("0.05")
_EXAMPLE = Provision((Fraction("0.9"), Fraction("0.3")), _GUESSED, _COST)
"""The game of docs/self_play.md, an example for table 1 and figure 6, which have letters in place of numbers."""

_KINDS = {"CSP": "play", "CSP-DeAnon": "names", "Act. Sup.": "actions"}
"""Kinds of training by the names of the paper."""

_STEPS = 100  # values of p2, evenly between 0 and 1


def payoff_cells(table: Table, matches: Matches, files: Files) -> Cells:
    """Return what both players are paid in each profile of the example (table 1). A row is a profile, such as `AG`."""
    heads = [column.head for column in table.columns]
    paid = {row.label: payoffs(_EXAMPLE, row.label).each for row in table.rows}
    return {(label, head): float(pay) for label, each in paid.items() for head, pay in zip(heads, each, strict=True)}


def region_cells(table: Table, matches: Matches, files: Files) -> Cells:
    """Return for each p1 the share of p2 with some equilibria (figure 6). A column's figure is these profiles, with commas."""
    found: Cells = {}
    for row in table.rows:
        games = [Provision((Fraction(str(row.x)), Fraction(2 * step + 1, 2 * _STEPS)), _GUESSED, _COST) for step in range(_STEPS)]
        stable = [",".join(equilibria(game)) for game in games]
        found |= {(row.label, column.head): stable.count(column.figure) / _STEPS for column in table.columns}
    return found


def search_cells(table: Table, matches: Matches, files: Files) -> Cells:
    """Return figures of P(SEARCH) of the player of each row's last run, on what a search gains that of the first two (figure 4)."""
    found: Cells = {}
    for label, runs in matches.items():
        if runs and runs[-1]:
            player = next(iter(runs[-1][0].terms.players.values()))
            drawn = search_calibrations(match.facts for match in chain.from_iterable(runs))
            found |= _cells(table, label, next(each for each in drawn if each.player == player))
    return found


def answer_cells(table: Table, matches: Matches, files: Files) -> Cells:
    """Return figures of P(ANSWER) of each row's run, in which nothing can be searched (figure 5)."""
    found: Cells = {}
    for label, runs in matches.items():
        for each in answer_calibrations(match.facts for match in chain.from_iterable(runs)):
            found |= _cells(table, label, each)
    return found


def _cells(table: Table, label: str, found: Calibration) -> Cells:
    figures = found.figures
    return {(label, column.head): Computed(Figure(*figures[column.figure]), lack(found)) for column in table.columns}


def learning_cells(table: Table, matches: Matches, files: Files) -> Cells:
    """Return figures after each epoch of training (figures 7 to 10), a row for a kind of training and an epoch, its x."""
    kinds: dict[str, Any] = {}
    for file in files.get("training", ()):
        try:
            kinds |= json.loads(file.read_text("utf-8"))["kinds"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(f"{visible_line(file.name)} is no summary of `woozle train`; train again, or take it away.") from error
    return {
        (row.label, column.head): _learned(kinds, _KINDS[row.series], int(row.x or 0), column.figure)
        for row in table.rows
        for column in table.columns
    }


def _learned(kinds: Mapping[str, Any], kind: str, epoch: int, name: str) -> Figure | None:
    epochs = kinds[kind]["epochs"] if kind in kinds else []
    told = epochs[epoch].get(name) if epoch < len(epochs) else None
    return Figure(told["value"], told["low"], told["high"], told["n"]) if told else None
