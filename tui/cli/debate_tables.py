"""What `woozle report` prints of debates put together: tables 1 to 3 in the layout of the paper, differences, and the rest.

No line is wider than 80 cells, so that it can be read in any terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from woozle.arena.views.company import company
from woozle.arena.views.words import count
from woozle.core.games.debate.comparison import Experiment, Spread, seeds, spreads
from woozle.core.games.debate.report import Group, MatchReport
from woozle.core.naming import listed
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.tui.cli.intervals import FIGURES_HEAD, interval

_NAME, _CELL, _COLUMNS = 23, 11, 5  # cells of a row's name and of a column, and columns of a block
_OWN = "own pool"  # questions that are of no collection with a name

_TITLES: Mapping[str, str] = {
    "table": "right answers of the table",
    "D": "D: share of others listened to",
    "unread": "answers that could not be read",
    "unmeasured": "choices that could not be measured",
    "errors": "errors heard by who began right",
    "corrections": "right heard by who began wrong",
    "error_edges": "wrong heard, wrong after, a debate",
    "right_edges": "right heard, right after, a debate",
    "traced": "wrong in the end since the first",
}
"""What figures are called that go by no name of the paper."""

_EDGES = (
    "Edges say that somebody heard a wrong (right) answer and is wrong (right) after it:"
    " that both happened, not that one came of the other."
)
_NOT_COMPARED = (
    "MA1",
    "IMR2",
    "unmeasured",
    "error_edges",
    "right_edges",
    "traced",
)  # the first two are the same as others, by definition
_WIDTH = 80

Rows = Mapping[str, Mapping[str, Spread]]
"""By name and column."""


def tables(experiments: Sequence[Experiment], groups: Sequence[Group]) -> Iterator[str]:
    """All that is printed of debates put together."""
    for players, some in groupby(experiments, key=lambda each: each.players):
        alike = list(some)
        yield f"{visible_line(company({'kind': name} for _, name in players))}: methods compared"
        for each in alike:
            for name, group in each.unmeasured.items():
                yield from wrap(f"{name}, {setup(each)}, is in no table: {group.unmeasured}, so that everybody was heard.", _WIDTH)
        yield from _table_1(alike)
        for each in alike:
            yield from _table_2(each)
            yield from _table_3(each)
            yield from _differences(each)
        yield ""
        for note in _notes(alike):
            yield from wrap(visible_line(note), _WIDTH)
        yield ""
    for group in groups:
        yield from _rest(group)


def setup(experiment: Experiment) -> str:
    """How its debates begin, as table 1 has it: `2✗ 1✓`, or `standard`."""
    wrong, seats = experiment.wrong, len(experiment.players)
    if wrong is None:
        return "standard"
    return " ".join(filter(None, (f"{wrong}✗" if wrong else "", f"{seats - wrong}✓" if wrong < seats else "")))


# Tables 1 to 3


def _table_1(experiments: Sequence[Experiment]) -> Iterator[str]:
    """Accuracy and misleading by round (table 1), initially misled and corrected (tables 6 to 8), for each collection."""
    for data in dict.fromkeys(data for each in experiments for data in each.data):
        debates = {
            f"{setup(each)}  {_row_name(name, group)}": [debate for debate in group.matches if debate.data == data]
            for each in experiments
            for name, group in each.methods.items()
        }
        rows = {name: spreads(each) for name, each in debates.items()}
        for kinds in (("MA", "MR"), ("IMR", "CR")):
            names = [name for kind in kinds for name in _of_rounds(kind, rows)]
            title = "Table 1. Errors by round" if "MA" in kinds else "The same, as in tables 6 to 8"
            yield from _block(f"{title}: {data or _OWN}, percent", rows, {name: name for name in names}, _percent)
            yield from _unread({name: (each, "unread") for name, each in debates.items()})


def _of_rounds(kind: str, rows: Rows) -> list[str]:
    """The figures of a kind, round by round."""
    names = {name for spread in rows.values() for name in spread if name.removeprefix(kind).isdigit()}
    return sorted(names, key=lambda name: int(name.removeprefix(kind)))


def _table_2(experiment: Experiment) -> Iterator[str]:
    """How often each method is right in the end, and the first answers without a debate."""
    seats, n = len(experiment.players), "sc"
    by_data = _by_data(experiment.firsts)
    rows = {"CoT" if k == 1 else f"CoT-SC({k})": _column(by_data, f"{n}{k}") for k in range(1, seats + 1)}
    rows |= {_row_name(name, group): _column(_by_data(group.matches), "table") for name, group in experiment.methods.items()}
    yield from _block(f"Table 2. Right answers, {setup(experiment)}, percent", rows, _columns(experiment), _percent)
    lasts = {name: (group.matches, f"unread{group.matches[0].briefing.rounds}") for name, group in experiment.methods.items()}
    yield from _unread({"CoT" if seats == 1 else "CoT and CoT-SC": (experiment.firsts, "unread1"), **lasts})


def _table_3(experiment: Experiment) -> Iterator[str]:
    """What share of the others is listened to; all of them are where it is full."""
    sparse = {name: group for name, group in experiment.methods.items() if group.matches[0].way.topology != "full"}
    rows = {_row_name(name, group): _column(_by_data(group.matches), "D") for name, group in sparse.items()}
    yield from _block(f"Table 3. D, {setup(experiment)}", rows, _columns(experiment), _share)
    yield from _unread({name: (group.matches, "unread") for name, group in sparse.items()})


def _row_name(name: str, group: Group) -> str:
    """A method, with the share of its choices of partners that could not be measured, if there are some."""
    failures = group.unmeasured
    return f"{name} ({_percent(failures.failed / failures.of)} % unmeasured)" if failures.failed else name


def _unread(rows: Mapping[str, tuple[Sequence[MatchReport], str]]) -> Iterator[str]:
    """The share of answers of each row of a table that could not be read. rows: debates, and the name of the figure."""
    found = {name: spreads(debates)[figure].mean for name, (debates, figure) in rows.items() if debates}
    if not found:
        return
    listing = (
        "; ".join(f"{' '.join(name.split())} {_percent(mean or 0.0)}" for name, mean in found.items())
        if any(found.values())
        else "none"
    )
    said = f"Unread answers, counted as wrong{', percent' if listing != 'none' else ''}: {listing}."
    yield from wrap(visible_line(said), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _by_data(debates: Iterable[MatchReport]) -> dict[str, list[MatchReport]]:
    found: dict[str, list[MatchReport]] = {}
    for debate in debates:
        found.setdefault(debate.data, []).append(debate)
    return found


def _column(by_data: Mapping[str, Sequence[MatchReport]], figure: str) -> dict[str, Spread]:
    """A figure by collection, and its mean over them."""
    found = {data: spreads(debates).get(figure, Spread(None, None, 0)) for data, debates in by_data.items()}
    known = [spread.mean for spread in found.values() if spread.mean is not None]
    return {**found, "Avg.": Spread(sum(known) / len(known), None, len(known))} if len(known) > 1 else found


def _columns(experiment: Experiment) -> dict[str, str]:
    titles = {data: data or _OWN for data in experiment.data}
    return {**titles, "Avg.": "Avg."} if len(titles) > 1 else titles


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _block(title: str, rows: Rows, columns: Mapping[str, str], shown: Callable[[float], str]) -> Iterator[str]:
    """A table, or several below each other where its columns do not fit."""
    named = list(columns.items())
    if not rows or not named:
        return
    over = max((spread.n for row in rows.values() for name, spread in row.items() if name != "Avg."), default=0)
    yield ""
    yield from wrap(visible_line(f"{title}{f'; mean ± sd over {over} seeds' if over > 1 else ''}"), _WIDTH)
    for at in range(0, len(named), _COLUMNS):
        some = named[at : at + _COLUMNS]
        yield " " * (_NAME + 2) + "".join(f"{visible_line(name)[: _CELL - 1]:>{_CELL}}" for _, name in some).rstrip()
        for name, row in rows.items():
            cells = "".join(f"{_cell(row.get(key), shown):>{_CELL}}" for key, _ in some)
            yield from _row(visible_line(name), cells)


def _row(name: str, cells: str) -> Iterator[str]:
    """A line; a long name has one of its own."""
    is_long = len(name) > _NAME
    if is_long:
        yield f"  {name}"
    yield f"  {'' if is_long else name:<{_NAME}}{cells}"


def _cell(spread: Spread | None, shown: Callable[[float], str]) -> str:
    if spread is None or spread.mean is None:
        return "-"
    return shown(spread.mean) if spread.deviation is None else f"{shown(spread.mean)}±{shown(spread.deviation)}"


# Differences and the rest


def _differences(experiment: Experiment) -> Iterator[str]:
    """Each method less the one that is compared with, on the same first answers, and each less these first answers themselves."""
    how = setup(experiment)
    for name, pairs in experiment.pairs.items():
        yield ""
        yield visible_line(f"{name} less {experiment.reference}, {how}: {count(pairs.n, 'pair')} with the same first answers")
        yield from _listed({figure: more for figure, more in pairs.more.items() if more.n and _is_compared(figure)})
        if ratios := [f"{figure} {ratio:.3f}" for figure, ratio in pairs.flows.items() if ratio is not None]:
            yield f"  heard, as a ratio of both shares: {listed(ratios)}"
    if experiment.gains:
        yield ""
        yield f"Right answers of the table less the majority of its first answers, {how}"
        yield from _listed(experiment.gains)


def _is_compared(figure: str) -> bool:
    return figure not in _NOT_COMPARED and not figure.startswith(("sc", "belief")) and not _is_unread_by_round(figure)


def _is_unread_by_round(figure: str) -> bool:
    return figure.startswith("unread") and figure != "unread"


def _listed(figures: Mapping[str, Estimate]) -> Iterator[str]:
    """Figures with their intervals, one a line."""
    if figures:
        yield FIGURES_HEAD
    for name, figure in figures.items():
        yield interval(_title(name), figure)


def _notes(experiments: Sequence[Experiment]) -> Iterator[str]:
    """What has to be known to read the tables."""
    for each in experiments:
        of_seeds = {name: [len(seed) for seed in seeds(group.matches)] for name, group in each.methods.items()}
        if single := [name for name, sizes in of_seeds.items() if len(sizes) == 1]:
            yield f"One seed only, {setup(each)}, so that there is no sd: {listed(single)}."
        for name, sizes in of_seeds.items():
            if len(set(sizes)) > 1:
                yield f"Not all questions were debated as often by {name}, {setup(each)}: its seeds hold {listed(map(str, sizes))}."
        for name, group in each.methods.items():
            if same := len(group.matches) - len({debate.words for debate in group.matches}):
                yield (
                    f"{same} of {len(group.matches)} debates by {name}, {setup(each)}, are word for word as others: copies, or of"
                    " players without chance. They make deviations and intervals too small."
                )
        for name, pairs in each.pairs.items():
            mine, theirs = len(each.methods[name].matches), len(each.methods[each.reference].matches)
            if pairs.n < max(mine, theirs):
                yield (
                    f"Not on the same first answers, {setup(each)}: {mine - pairs.n} of {mine} debates by {name} and"
                    f" {theirs - pairs.n} of {theirs} by {each.reference}. They are in the tables, and in no pair."
                )
    if any(each.methods for each in experiments):
        yield _EDGES


def _rest(group: Group) -> Iterator[str]:
    """All figures of a group with their intervals, those by wrong first answers, and what lasts."""
    first = group.matches[0]
    yield count(len(group.matches), "debate")
    yield f"  {visible_line(first.terms.rules)}"
    yield f"  {visible_line(company({'kind': name} for name in first.terms.players.values()))}; officials: " + visible_line(
        first.terms.officials
    )
    is_alone = first.briefing.rounds == 1
    skipped = () if is_alone else ("sc",)  # they are in table 2
    shown = {name: each for name, each in group.figures.items() if not _is_unread_by_round(name)}
    yield from _listed({name: each for name, each in shown.items() if each.n and not name.startswith(skipped)})
    yield from _by_wrong(group.by_wrong, first.briefing.rounds)
    if not is_alone:
        identity = (
            "MA = MA' (1 - MR) + (1 - MA') CR holds in every round." if group.holds else "MA, MR and CR contradict each other."
        )
        yield f"  {identity}"
        errors, beliefs = group.error_half_life, group.belief_half_life
        yield f"  Half-life of the commonest wrong first answer: {count(errors, 'round') if errors else 'longer than the debate'}."
        if "belief0" in group.figures:
            yield f"  Half-life of right answers under appeals: {count(beliefs, 'turn') if beliefs else 'longer than the probe'}."
    yield ""


def _title(name: str) -> str:
    if name.startswith("sc"):
        k = int(name.removeprefix("sc"))
        return "CoT" if k == 1 else f"CoT-SC({k})"
    if name.startswith("belief"):
        turn = int(name.removeprefix("belief"))
        return f"still right after appeal {turn}" if turn else "still right after a false claim"
    return _TITLES.get(name, name)


def _by_wrong(by_wrong: Mapping[int, Mapping[str, Estimate]], rounds: int) -> Iterator[str]:
    """Figures of debates that began with so many wrong answers: how hard the question is for its agents (figure 4)."""
    if not by_wrong:
        return
    last = f"MA{rounds}"
    names = [*dict.fromkeys(("MA1", "MA2", last) if rounds > 1 else ("MA1",)), "table"]
    yield f"  {'first answers wrong':<24}{'debates':>9}" + "".join(f"{name:>9}" for name in names)
    for number, figures in by_wrong.items():
        values = (figures[name].value for name in names)
        yield f"  {number:<24}{figures['MA1'].n:>9}" + "".join(f"{'-' if each is None else f'{each:.4f}':>9}" for each in values)
