"""Debates divided by how hard their questions are (figures 4 and 7): by how often the model is right about them on its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from woozle.core.groups import group_pairs
from woozle.core.measures import Figure, Match, figure, values_named
from woozle.core.statistics.resampling import Share, add_shares
from woozle.games.debate.measures import REPORT, DebateFacts, Question, difficulty


def cells(table: Any, matches: Mapping[str, Sequence[Sequence[Match[DebateFacts]]]], _: object) -> dict[tuple[str, str], Figure]:
    """Return the cells of a table of a recipe whose rows have runs of samples and of debates, and the part that counts.

    Args:
        table: With rows that have a `part` and columns that have a `figure`.
        matches: By the label of the row: samples, and debates about the same questions.
    """
    found: dict[tuple[str, str], Figure] = {}
    for row in table.rows:
        samples, debates = (REPORT.valid(each) for each in matches[row.label])
        hard = difficulties(match.facts for match in samples)
        some = [match for match in debates if hard.get(match.facts.question) in row.part.values()]
        for column in table.columns:
            if some and (known := values_named(REPORT, some, column.figure)):
                found[row.label, column.head] = figure(*known)
    return found


def difficulties(samples: Iterable[DebateFacts]) -> dict[Question, str]:
    """Return `easy` or `hard` for each question by all its samples, the first answers of all seats."""
    every: Mapping[Question, Sequence[Share]] = group_pairs((debate.question, debate.shares["sc1"]) for debate in samples)
    return {question: difficulty(add_shares(shares)) for question, shares in every.items()}
