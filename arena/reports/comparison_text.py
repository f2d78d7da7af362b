"""Methods side by side and in pairs, as text at most 80 cells wide if names are short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from textwrap import wrap
from typing import Any, NamedTuple

from woozle.arena.views.company import name_company
from woozle.arena.views.report import FIGURES_HEAD, Groups, ReportView, figure_line, number_cell, table_lines
from woozle.arena.views.words import count
from woozle.core.comparison import Comparison, Key, MethodTest, Spread, seeds
from woozle.core.groups import group_pairs
from woozle.core.measures import Match, Measure, heading
from woozle.core.names import join_names
from woozle.core.text import visible_line

_WIDTH = 80
_NAME, _HEAD = 23, 12  # cells of a row's name in a table, and over a column
_METHOD = 14  # cells of the name of what is tested
_OWN = "own pool"  # questions that are of no data set with a name

_NEEDED = "needed: how many pairs show a difference {} with a probability of 80 % (a paired t test at .05)"


def comparison_lines(view: ReportView, comparison: Comparison[Any], groups: Groups) -> Iterator[str]:
    """Yield a table for each figure that methods are compared by, the tests, and the differences of all other figures."""
    yield visible_line(f"{_title(comparison)}: {'methods' if comparison.varied == 'options' else 'players'} compared")
    for name, why in comparison.left_out.items():
        yield from wrap(visible_line(f"{name} is in no table: {why}."), _WIDTH)
    if view.tables and comparison.varied == "options":
        yield from view.tables(comparison, groups)
    else:
        for key in _tabled(comparison):
            yield from _table(comparison, key)
    yield from _test_lines(comparison)
    yield from _difference_lines(comparison)
    yield ""
    for note in _notes(comparison):
        yield from wrap(visible_line(note), _WIDTH)
    yield ""


def _title(comparison: Comparison[Any]) -> str:
    first = comparison.matches[0]
    if comparison.varied == "players":
        return first.terms.rules
    companies = {tuple(sorted(match.terms.players.values())) for match in comparison.matches}
    players = name_company(companies.pop()) if len(companies) == 1 else join_names(sorted(set(first.terms.players.values())))
    return ", ".join(filter(None, (players, comparison.report.methods.setting(first))))


# Tables


def _tabled(comparison: Comparison[Any]) -> list[Key]:
    """Return the figures that have a table, in the order in which the report declares them."""
    found = {key: None for match in comparison.matches for key in comparison.figure_values(match)}
    return [key for name in comparison.report.methods.figures for key in found if key.name == name]


class _Row(NamedTuple):
    """The matches of a row of tables, and the figures that stand in for others there."""

    name: str
    matches: Sequence[Match[Any]]
    stand_ins: Mapping[str, str]

    def key(self, key: Key) -> Key:
        return key._replace(name=self.stand_ins.get(key.name, key.name))


def _table(comparison: Comparison[Any], key: Key) -> Iterator[str]:
    baselines = [_Row(name, comparison.firsts, each) for name, each in comparison.baselines.items() if key.name in each]
    rows = [*baselines, *(_Row(name, matches, {}) for name, matches in comparison.methods.items())]
    measure, columns = comparison.measures[key.name], comparison.data
    found = {row.name: _spreads(comparison, row, columns, key) for row in rows}
    found = {name: each for name, each in found.items() if any(spread.n for spread in each)}
    if not found:
        return
    heads = ["matches", *(_data_words(comparison, data) for data in columns), *(["Avg."] if len(columns) > 1 else [])]
    counts = {row.name: str(len(row.matches)) for row in rows}
    cells = {name: [counts[name], *(_cell(spread, measure) for spread in each)] for name, each in found.items()}
    for name, head in comparison.report.methods.beside.items():
        beside = {row.name: comparison.spread(row.matches, row.key(Key(name)))._replace(deviation=None) for row in rows}
        if any(spread.mean for spread in beside.values()):
            heads.append(head)
            for row_name, row_cells in cells.items():
                row_cells.append(_cell(beside[row_name], comparison.measures[name]))
    over = max((spread.n for each in found.values() for spread in each[: len(columns)]), default=0)
    title = [comparison.report.methods.figures[key.name] or _title_of(measure), key.role, "percent" * _is_share(measure)]
    yield ""
    yield from wrap(visible_line(", ".join(filter(None, title)) + f"; mean ± sd over {over} seeds" * (over > 1)), _WIDTH)
    yield from table_lines([visible_line(head)[:_HEAD] for head in heads], cells.items(), longest=_NAME)


def _data_words(comparison: Comparison[Any], data: str) -> str:
    return data or (_OWN if comparison.report.topic else "all deals")


def _title_of(measure: Measure) -> str:
    title = heading(measure).strip()
    return title[:1].upper() + title[1:]


def _spreads(comparison: Comparison[Any], row: _Row, columns: Sequence[str], key: Key) -> list[Spread]:
    """Return a figure of a row by data set, and of several the mean of them."""
    by_data = comparison.by_data(row.matches)
    found = [comparison.spread(by_data.get(data, ()), row.key(key)) for data in columns]
    known = [each.mean for each in found if each.mean is not None]
    average = [Spread(fmean(known) if known else None, None, len(known))] if len(columns) > 1 else []
    return found + average


def _is_share(measure: Measure) -> bool:
    return measure.interval == "wilson"


def _cell(spread: Spread, measure: Measure) -> str:
    if spread.mean is None:
        return "-"
    shown = [f"{100 * each:.1f}" if _is_share(measure) else number_cell(each) for each in spread[:2] if each is not None]
    return "±".join(shown)


# Tests and differences


def _test_lines(comparison: Comparison[Any]) -> Iterator[str]:
    tests = comparison.tests
    if not tests:
        return
    heads = ["pairs", "less", "95 % interval", "p", "Holm", "effect", "needed"]
    for (key, data, other), some in group_pairs(((test.figure, test.data, test.other), test) for test in tests).items():
        about = [
            _title_of(comparison.measures[key.name]),
            key.role,
            _data_words(comparison, data) if len(comparison.data) > 1 else "",
        ]
        own = "" if other == comparison.reference else ", of its own matches"
        yield ""
        yield from wrap(visible_line(f"{', '.join(filter(None, about))}: less {other}{own}"), _WIDTH)
        yield from table_lines(heads, [(test.method, _test_cells(test)) for test in some], longest=_METHOD)


def _test_cells(test: MethodTest) -> list[str]:
    found = test.result
    ends = [_signed(each) for each in (found.low, found.high) if each is not None]
    effect = "-" if found.effect is None else f"{'OR ' if found.method == 'McNemar' else 'd '}{found.effect:.2f}"
    return [
        str(found.n),
        _signed(found.difference or 0.0),
        " to ".join(ends) or "-",
        _probability(found.p),
        _probability(test.adjusted),
        effect,
        "-" if test.needed is None else f"{test.needed:,}" if test.needed < 100_000 else ">99,999",
    ]


def _signed(value: float) -> str:
    digits = 3 if abs(value) < 10 else 1 if abs(value) < 1000 else 0
    return f"{value:+.{digits}f}".replace("+0.", "+.").replace("-0.", "-.")


def _probability(p: float | None) -> str:
    return "-" if p is None else "<.001" if p < 0.0005 else f"{p:.3f}".removeprefix("0")


def _difference_lines(comparison: Comparison[Any]) -> Iterator[str]:
    tested = {(test.figure, test.method) for test in comparison.tests if test.other == comparison.reference}
    begins = comparison.report.methods.begins
    for (name, data), found in comparison.differences.items():
        about = f", {_data_words(comparison, data)}" if len(comparison.data) > 1 else ""
        alike = f" with the same {begins.name}" if begins else ""
        subjects = f" about {count(found.subjects, 'subject')}" if found.subjects != len(found.pairs) else ""
        yield ""
        said = f"{name} less {comparison.reference}{about}: {count(len(found.pairs), 'pair')}{alike}{subjects}"
        yield from wrap(visible_line(said), _WIDTH)
        rows = {key: each for key, each in found.figures.items() if each.n and (key, name) not in tested}
        shown = {key: each for key, each in rows.items() if _is_listed(comparison.measures[key.name], each.value)}
        if shown:
            yield FIGURES_HEAD
        for key, each in shown.items():
            yield figure_line(f"{heading(comparison.measures[key.name])}{f', {key.role}' if key.role else ''}", each)


def _is_listed(measure: Measure, value: float | None) -> bool:
    return measure.listed == "always" or (measure.listed == "if not 0" and bool(value))


def _notes(comparison: Comparison[Any]) -> Iterator[str]:
    if comparison.also:
        yield f"They differ in other options too: {join_names([each.replace('_', ' ') for each in comparison.also])}."
    of_seeds = {name: [len(seed) for seed in seeds(comparison.report, some)] for name, some in comparison.methods.items()}
    if single := [name for name, sizes in of_seeds.items() if len(sizes) == 1]:
        yield f"One seed only, so that there is no sd: {join_names(single)}."
    for name, sizes in of_seeds.items():
        if len(set(sizes)) > 1:
            yield f"Not all subjects were played as often by {name}: its seeds hold {join_names(list(map(str, sizes)))}."
    begins = comparison.report.methods.begins
    alike = f"with the same {begins.name}" if begins else "about the same"
    for name in comparison.methods:
        if name == comparison.reference:
            continue
        pairs = [pair for (method, _), found in comparison.differences.items() if method == name for pair in found.pairs]
        mine, theirs = len(comparison.methods[name]), len(comparison.methods[comparison.reference])
        if len(pairs) < max(mine, theirs):
            yield (
                f"Not {alike}: {mine - len(pairs)} of {mine} matches by {name} and {theirs - len(pairs)} of {theirs} by"
                f" {comparison.reference}. They are in the tables, and in no pair."
            )
    if comparison.tests:
        kinds = {test.result.method for test in comparison.tests}
        named = join_names(sorted({"McNemar's" if kind == "McNemar" else "a permutation test" for kind in kinds}))
        asked = "as large" if comparison.difference is None else f"of {comparison.difference:g}"
        yield (
            f"p: {named}, in pairs, two-sided; Holm: adjusted for all {len(comparison.tests)} tests of this comparison. effect: the"
            f" odds ratio (OR) of yes or no, else Cohen's d of pairs. {_NEEDED.format(asked)}."
        )
