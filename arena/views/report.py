"""Parts of reports: the sections that a game adds to its measures, and figures with their intervals, a line each."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from woozle.arena.views.plots import Plot
from woozle.core.comparison import Comparison
from woozle.core.measures import Figure, Group, Match
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.core.value import value

Groups: TypeAlias = Sequence[Group[Any]]


@value
class ReportView:
    """The sections of one game.

    Args:
        match_lines: of a match, above its figures.
        group_lines: above the figures of matches put together. more_lines: below them.
        group_json: beside the figures of matches put together.
        lines, json: of all groups.
        tables: of methods with the same players, above the tests, in place of a table for each figure that they are compared by.
        comparison_json: beside the rest of methods compared; of all groups, too.
        plots: what can be drawn of all matches.
        faults: sentences about matches that are not what their options say; after them the exit status is 1.
    """

    match_lines: Callable[[Match[Any]], Iterable[str]] = lambda match: ()
    group_lines: Callable[[Group[Any]], Iterable[str]] = lambda group: ()
    more_lines: Callable[[Group[Any]], Iterable[str]] = lambda group: ()
    group_json: Callable[[Group[Any]], Mapping[str, Any]] = lambda group: {}
    lines: Callable[[Groups], Iterable[str]] = lambda groups: ()
    json: Callable[[Groups], Mapping[str, Any]] = lambda groups: {}
    tables: Callable[[Comparison[Any], Groups], Iterable[str]] | None = None
    comparison_json: Callable[[Comparison[Any], Groups], Mapping[str, Any]] = lambda comparison, groups: {}
    plots: Callable[[Groups], Iterable[Plot]] = lambda groups: ()
    faults: Callable[[Groups], Iterable[str]] = lambda groups: ()


TITLE, _GAP, _WIDTH = 38, 2, 80  # cells of a title, between columns, and of a line

FIGURES_HEAD = f"  {'':<{TITLE}}{'':>8}{'sd':>7} {'95 % interval':<17}{'matches':>7}"
"""Over such lines."""


def figure_line(title: str, figure: Figure | Estimate) -> str:
    """Return a figure, its deviation and interval, and how many say something of it; `-` for what is not known."""
    sd = figure.sd if isinstance(figure, Figure) else None
    mean = "-" if figure.value is None else number_cell(figure.value)
    ends = [number_cell(each) for each in (figure.low, figure.high) if each is not None]
    deviation = "" if sd is None else number_cell(sd)
    return f"  {visible_line(title):<{TITLE}}{mean:>8}{deviation:>7} {' to '.join(ends) or '-':<18}{figure.n:>6}"


def table_lines(
    heads: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], corner: str = "", *, longest: int = TITLE
) -> Iterator[str]:
    """Yield a table with a title for each row, or several below each other where columns do not fit.

    Args:
        heads: Over the columns. rows: Titles with cells. corner: Over the titles.
        longest: Cells of a title; a longer one has its own line.
    """
    table = [(corner, heads), *rows]
    shown = [(visible_line(title), [visible_line(cell) for cell in cells]) for title, cells in table]
    width = max(len(title) for title, _ in shown if len(title) <= longest)
    widths = [max(len(cells[at]) for _, cells in shown) + _GAP for at in range(len(heads))]
    start = 0
    while start < len(heads):
        end = start + 1
        while end < len(heads) and 2 + width + sum(widths[start : end + 1]) <= _WIDTH:
            end += 1
        for title, cells in shown:
            if len(title) > longest:
                yield f"  {title}"
            named = f"  {title if len(title) <= longest else '':<{width}}"
            yield (named + "".join(f"{cells[at]:>{widths[at]}}" for at in range(start, end))).rstrip()
        start = end


def aligned_lines(rows: Sequence[Sequence[str]], numbers: Container[int] = ()) -> Iterator[str]:
    """Yield rows with their cells below each other. numbers: the columns whose cells end, and not begin, below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            cell.rjust(width) if at in numbers else cell.ljust(width) for at, (cell, width) in enumerate(cells)
        ).rstrip()


def number_cell(value: float) -> str:
    """Return a number with at most five digits."""
    digits = 4 if abs(value) < 10 else 3 if abs(value) < 100 else 2 if abs(value) < 1000 else 0
    return f"{value:,.{digits}f}"
