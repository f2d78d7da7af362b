"""Sections of a report on debates: tables 1 to 3 in the layout of the paper, and methods in pairs.

No line is wider than 80 cells, so that it can be read in any terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from woozle.arena.views.company import name_company
from woozle.arena.views.report import FIGURES_HEAD, Groups, ReportView, figure_line, table_lines
from woozle.arena.views.words import count, cut
from woozle.core.groups import group_pairs
from woozle.core.measures import Group, Match, Measure, heading
from woozle.core.names import join_names
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.games.debate.measures import DebateFacts, belief_half_life, error_half_life, failures_json, identity_holds
from woozle.games.debate.spread import budgets, comparison

_NAME, _HEAD = 23, 10  # cells of a row's name and over a column
_OWN = "own pool"  # questions that are of no collection with a name

_EDGES = (
    "An edge means that a seat heard a wrong (right) answer and is wrong (right) after it:"
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
_ALL_VOTES, _STEP_OF_VOTES = 9, 10  # CoT-SC(k) has a row for each k to 9, then for each tenth
_ANSWER = 24  # characters of an answer
IDENTITY = "MA = MA' (1 - MR) + (1 - MA') CR"

Rows = Mapping[str, Mapping[str, comparison.Spread]]
"""By name and column."""

Samples = Mapping[str, Sequence[DebateFacts]]
"""Debates of a single round, by the player of all their seats."""


def _lines(groups: Groups) -> Iterator[str]:
    """Return methods side by side, as in tables 1 to 3, and in pairs."""
    samples = _samples(groups)
    for players, some in groupby(comparison.experiments(_debates(groups)), key=lambda each: each.players):
        alike = list(some)
        yield f"{visible_line(name_company(name for _, name in players))}: methods compared"
        for each in alike:
            for name, group in each.unmeasured.items():
                failures = comparison.failed_measurements(group)
                yield from wrap(f"{name}, {_setup(each)}, is in no table: {failures}, so that everybody was heard.", _WIDTH)
        yield from _table_1(alike)
        for each in alike:
            yield from _table_2(each, samples)
            yield from _table_3(each)
            yield from _equal_tokens(each, samples)
            yield from _differences(each, {name: measure for group in groups for name, measure in group.measures.items()})
        yield ""
        for note in _notes(alike):
            yield from wrap(visible_line(note), _WIDTH)
        yield ""
    if any(group.void for group in groups):
        yield "Void debates are in no figure: a technical failure stopped a player, there or in the debate that"
        yield "first answers were taken from."


def _setup(experiment: comparison.Experiment) -> str:
    """Return the first answers of an experiment as table 1 has them: `2✗ 1✓`, or `standard`."""
    wrong, seats = experiment.wrong, len(experiment.players)
    if wrong is None:
        return "standard"
    return " ".join(filter(None, (f"{wrong}✗" if wrong else "", f"{seats - wrong}✓" if wrong < seats else "")))


# Tables 1 to 3


def _table_1(experiments: Sequence[comparison.Experiment]) -> Iterator[str]:
    """Yield accuracy and misleading by round (table 1), initially misled and corrected (tables 6 to 8), for each collection."""
    for data in dict.fromkeys(data for each in experiments for data in each.data):
        debates = {
            f"{_setup(each)}  {_row_name(name, group)}": _by_data(group).get(data, [])
            for each in experiments
            for name, group in each.methods.items()
        }
        rows = {name: comparison.spreads(each) for name, each in debates.items()}
        for kinds in (("MA", "MR"), ("IMR", "CR")):
            names = [name for kind in kinds for name in _of_rounds(kind, rows)]
            title = "Table 1. Errors by round" if "MA" in kinds else "The same, as in tables 6 to 8"
            yield from _block(f"{title}: {data or _OWN}, percent", rows, {name: name for name in names}, _percent)
            yield from _unread({name: (each, "unread") for name, each in debates.items()})


def _of_rounds(kind: str, rows: Rows) -> list[str]:
    """Return the figures of a kind, round by round."""
    names = {name for spread in rows.values() for name in spread if name.removeprefix(kind).isdigit()}
    return sorted(names, key=lambda name: int(name.removeprefix(kind)))


def _table_2(experiment: comparison.Experiment, samples: Samples) -> Iterator[str]:
    """Yield how often each method is right in the end, and votes without a debate.

    Votes are of one set of samples for all k: the table's own first answers, or a larger one of the same player and questions.
    """
    more = _samples_of(experiment, samples)
    seats = max(len(debate.seats) for debate in (*experiment.firsts, *more))
    alone = experiment.firsts if seats == len(experiment.players) else [each for each in more if len(each.seats) == seats]
    by_data = _by_data(alone)
    rows = {"CoT" if k == 1 else f"CoT-SC({k})": _column(by_data, f"sc{k}") for k in _votes(seats)}
    rows |= {_row_name(name, group): _column(_by_data(group), "table") for name, group in experiment.methods.items()}
    yield from _block(f"Table 2. Right answers, {_setup(experiment)}, percent", rows, _columns(experiment), _percent)
    lasts = {name: (group, f"unread{group[0].briefing.rounds}") for name, group in experiment.methods.items()}
    yield from _unread({"CoT" if seats == 1 else "CoT and CoT-SC": (alone, "unread1"), **lasts})


def _votes(samples: int) -> list[int]:
    """Return the numbers of samples whose majority has a row."""
    return [k for k in range(1, samples + 1) if k <= _ALL_VOTES or not k % _STEP_OF_VOTES]


def _samples(groups: Groups) -> Samples:
    return budgets.samples_by_player(match.facts for group in groups for match in group.valid)


def _samples_of(experiment: comparison.Experiment, samples: Samples) -> list[DebateFacts]:
    """Return samples of the player of an experiment about its questions, where its first answers are the players' own."""
    first = experiment.firsts[0]
    asked = {debate.question for debate in experiment.firsts}
    known = samples.get(budgets.sole_player(first), ()) if experiment.wrong is None else ()
    return [debate for debate in known if debate.question in asked]


def _budgets(experiment: comparison.Experiment, samples: Samples) -> dict[str, dict[str, budgets.Budget]]:
    """Return methods beside votes at equal tokens, by collection and method."""
    alone = _by_data(_samples_of(experiment, samples))
    found: dict[str, dict[str, budgets.Budget]] = {}
    for name, group in experiment.methods.items():
        for data, debates in _by_data(group).items():
            if budget := budgets.compare_budgets(debates, alone.get(data, ())):
                found.setdefault(data, {})[name] = budget
    return found


def _equal_tokens(experiment: comparison.Experiment, samples: Samples) -> Iterator[str]:
    """Yield how often each method is right beside the majority of as many samples as it costs, for each collection."""
    for data, methods in _budgets(experiment, samples).items():
        yield ""
        yield visible_line(f"Debate against votes at equal tokens, {_setup(experiment)}: {data or _OWN}, percent")
        heads = ["tokens", "right", "samples", "CoT-SC", "difference", "95 %", "n"]
        yield from table_lines(heads, ((name, _budget_cells(each)) for name, each in methods.items()), longest=_NAME)
        if short := [f"{name} {each.k}" for name, each in methods.items() if each.k > each.most]:
            most = min(each.most for each in methods.values())
            yield from wrap(
                f"  There are {most} samples a question, and a debate costs more: {join_names(short)}.",
                _WIDTH,
                subsequent_indent="  ",
            )


def _budget_cells(budget: budgets.Budget) -> list[str]:
    more = budget.more
    known = [f"{100 * each:+.1f}" for each in (more.low, more.high) if each is not None]
    shown = [f"{each.value * 100:.1f}" for each in (budget.debate, budget.vote) if each.value is not None]
    k = min(budget.k, budget.most)
    difference = f"{100 * (more.value or 0.0):+.1f}"
    return [f"{budget.tokens:,.0f}", shown[0], str(k), shown[-1], difference, " to ".join(known) or "-", str(more.n)]


def _table_3(experiment: comparison.Experiment) -> Iterator[str]:
    """Yield the share of the others that seats listen to; full graphs are left out."""
    sparse = {name: group for name, group in experiment.methods.items() if group[0].way.topology != "full"}
    rows = {_row_name(name, group): _column(_by_data(group), "D") for name, group in sparse.items()}
    yield from _block(f"Table 3. D, {_setup(experiment)}", rows, _columns(experiment), _share)
    yield from _unread({name: (group, "unread") for name, group in sparse.items()})


def _row_name(name: str, group: comparison.Debates) -> str:
    """Return a method, with the share of its choices of partners that could not be measured, if there are some."""
    failures = comparison.failed_measurements(group)
    return f"{name} ({_percent(failures.failed / failures.of)} % unmeasured)" if failures.failed else name


def _unread(rows: Mapping[str, tuple[Sequence[DebateFacts], str]]) -> Iterator[str]:
    """Yield the share of answers of each row of a table that could not be read. rows: debates, and the name of the figure."""
    found = {name: comparison.spreads(debates)[figure].mean for name, (debates, figure) in rows.items() if debates}
    if not found:
        return
    listing = (
        "; ".join(f"{' '.join(name.split())} {_percent(mean or 0.0)}" for name, mean in found.items())
        if any(found.values())
        else "none"
    )
    said = f"Unread answers, counted as wrong{', percent' if listing != 'none' else ''}: {listing}."
    yield from wrap(visible_line(said), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _by_data(debates: Iterable[DebateFacts]) -> dict[str, list[DebateFacts]]:
    return group_pairs((debate.data, debate) for debate in debates)


def _column(by_data: Mapping[str, Sequence[DebateFacts]], figure: str) -> dict[str, comparison.Spread]:
    """Return a figure by collection, and its mean over them."""
    found = {data: comparison.spreads(debates).get(figure, comparison.Spread(None, None, 0)) for data, debates in by_data.items()}
    known = [spread.mean for spread in found.values() if spread.mean is not None]
    return {**found, "Avg.": comparison.Spread(sum(known) / len(known), None, len(known))} if len(known) > 1 else found


def _columns(experiment: comparison.Experiment) -> dict[str, str]:
    titles = {data: data or _OWN for data in experiment.data}
    return {**titles, "Avg.": "Avg."} if len(titles) > 1 else titles


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _share(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


def _block(title: str, rows: Rows, columns: Mapping[str, str], shown: Callable[[float], str]) -> Iterator[str]:
    """Yield a table with its title."""
    if not rows or not columns:
        return
    over = max((spread.n for row in rows.values() for name, spread in row.items() if name != "Avg."), default=0)
    yield ""
    yield from wrap(visible_line(f"{title}{f'; mean ± sd over {over} seeds' if over > 1 else ''}"), _WIDTH)
    heads = [visible_line(name)[:_HEAD] for name in columns.values()]
    cells = ((name, [_cell(row.get(key), shown) for key in columns]) for name, row in rows.items())
    yield from table_lines(heads, cells, longest=_NAME)


def _cell(spread: comparison.Spread | None, shown: Callable[[float], str]) -> str:
    if spread is None or spread.mean is None:
        return "-"
    return shown(spread.mean) if spread.deviation is None else f"{shown(spread.mean)}±{shown(spread.deviation)}"


# Differences and the rest


def _differences(experiment: comparison.Experiment, measures: Mapping[str, Measure]) -> Iterator[str]:
    """Yield the difference of each method from the baseline on the same first answers, and from these first answers."""
    how = _setup(experiment)
    for name, pairs in experiment.pairs.items():
        yield ""
        yield visible_line(f"{name} less {experiment.reference}, {how}: {count(pairs.n, 'pair')} with the same first answers")
        yield from _list_figures({figure: more for figure, more in pairs.more.items() if more.n and _is_compared(figure)}, measures)
        if ratios := [f"{figure} {ratio:.3f}" for figure, ratio in pairs.flows.items() if ratio is not None]:
            yield f"  heard, as a ratio of both shares: {join_names(ratios)}"
    if experiment.gains:
        yield ""
        yield f"Right answers of the table less the majority of its first answers, {how}"
        yield from _list_figures(experiment.gains, measures)


def _is_compared(figure: str) -> bool:
    is_unread_by_round = figure.startswith("unread") and figure != "unread"
    return (
        figure not in _NOT_COMPARED
        and not figure.startswith(("sc", "belief", "error_flow", "right_flow", "vote", "robust"))
        and not is_unread_by_round
    )


def _list_figures(figures: Mapping[str, Estimate], measures: Mapping[str, Measure]) -> Iterator[str]:
    if figures:
        yield FIGURES_HEAD
    for name, figure in figures.items():
        yield figure_line(heading(measures[name]) if name in measures else name, figure)


def _notes(experiments: Sequence[comparison.Experiment]) -> Iterator[str]:
    for each in experiments:
        of_seeds = {name: [len(seed) for seed in comparison.seeds(group)] for name, group in each.methods.items()}
        if single := [name for name, sizes in of_seeds.items() if len(sizes) == 1]:
            yield f"One seed only, {_setup(each)}, so that there is no sd: {join_names(single)}."
        for name, sizes in of_seeds.items():
            if len(set(sizes)) > 1:
                held = join_names(map(str, sizes))
                yield f"Not all questions were debated as often by {name}, {_setup(each)}: its seeds hold {held}."
        for name, group in each.methods.items():
            if same := len(group) - len({debate.words for debate in group}):
                yield (
                    f"{same} of {len(group)} debates by {name}, {_setup(each)}, are word for word as others, as of players"
                    " without chance. They make deviations and intervals too small."
                )
        for name, pairs in each.pairs.items():
            mine, theirs = len(each.methods[name]), len(each.methods[each.reference])
            if pairs.n < max(mine, theirs):
                yield (
                    f"Not on the same first answers, {_setup(each)}: {mine - pairs.n} of {mine} debates by {name} and"
                    f" {theirs - pairs.n} of {theirs} by {each.reference}. They are in the tables, and in no pair."
                )
    if any(each.methods for each in experiments):
        yield _EDGES


def _more_lines(group: Group[DebateFacts]) -> Iterator[str]:
    debates = [match.facts for match in group.valid]
    if not debates or debates[0].briefing.rounds == 1:
        return
    holds = identity_holds(debates)
    yield f"  {IDENTITY} holds in every round." if holds else "  MA, MR and CR contradict each other."
    errors, beliefs = error_half_life(debates), belief_half_life(debates)
    yield f"  Half-life of the commonest wrong first answer: {count(errors, 'round') if errors else 'longer than the debate'}."
    if group.figures["belief0"].n:
        yield f"  Half-life of right answers under appeals: {count(beliefs, 'turn') if beliefs else 'longer than the probe'}."


def _debates(groups: Groups) -> list[comparison.Debates]:
    return [[match.facts for match in group.valid] for group in groups if group.valid]


def _faults(groups: Groups) -> Iterator[str]:
    """Return a sentence for each method that was asked for and is not in the tables, since its estimator failed."""
    for debates in _debates(groups):
        if (failures := comparison.failed_measurements(debates)).is_excessive:
            yield f"There is no {comparison.method(debates[0].way)} here: {failures}, so that everybody listened to everybody."


# For programs


def _group_json(group: Group[DebateFacts]) -> Mapping[str, Any]:
    first, debates = group.matches[0].facts, [match.facts for match in group.valid]
    return {
        "way": first.way,
        "wrong": first.wrong,
        "estimator_failures": failures_json(comparison.failed_measurements(debates)),
        "identity_holds": identity_holds(debates) if debates else None,
        "error_half_life": error_half_life(debates) if debates else None,
        "belief_half_life": belief_half_life(debates) if debates else None,
    }


def _experiment_json(each: comparison.Experiment, samples: Samples) -> dict[str, Any]:
    return {
        "players": dict(each.players),
        "wrong": each.wrong,
        "reference": each.reference,
        "methods": {
            name: {
                "matches": len(group),
                "seeds": [len(seed) for seed in comparison.seeds(group)],
                "over_seeds": _spreads_json(group),
                "less_reference": None
                if name == each.reference
                else {
                    "pairs": each.pairs[name].n,
                    "figures": each.pairs[name].more,
                    "flow_ratios": dict(each.pairs[name].flows),
                },
                "less_first_answers": each.gains[name],
            }
            for name, group in each.methods.items()
        },
        "not_measured": {name: failures_json(comparison.failed_measurements(group)) for name, group in each.unmeasured.items()},
        "first_answers": {"sets": len(each.firsts), "over_seeds": _spreads_json(each.firsts)},
        "equal_tokens": _budgets(each, samples),
    }


def _spreads_json(debates: Sequence[DebateFacts]) -> dict[str, Any]:
    """Return figures over seeds, of each collection of questions."""
    return {data: comparison.spreads(some) for data, some in _by_data(debates).items()}


def _match_lines(match: Match[DebateFacts]) -> Iterator[str]:
    """Return the question, then what each seat answered round by round, and whom it had listened to."""
    facts = match.facts
    seats = facts.briefing.seats
    yield facts.briefing.question
    width = max(map(len, seats))
    for at, seat in enumerate(seats):
        said = "  ".join(_answer(answers[at], right[at]) for answers, right in zip(facts.answers, facts.right, strict=True))
        heard = "; ".join(join_names(seats[other] for other in each.get(at, ())) or "nobody" for each in facts.heard)
        yield f"{seat:<{width}}  {said}{f'  heard {heard}' if heard else ''}"
        for number, beliefs in sorted(facts.beliefs.items()):
            when = "the debate" if number == len(facts.heard) + 1 else f"round {number}"
            if answers := beliefs.get(seat):
                yield f"{'':<{width}}  asked aside after {when}: {', '.join(each or '-' for each in answers)}"


def _answer(answer: str | None, is_right: bool) -> str:
    return f"{cut(answer or '-', _ANSWER)} {'✓' if is_right else '✗'}"


def _json(groups: Groups) -> dict[str, Any]:
    samples = _samples(groups)
    return {"experiments": [_experiment_json(each, samples) for each in comparison.experiments(_debates(groups))]}


VIEW = ReportView(
    match_lines=_match_lines,
    more_lines=_more_lines,
    group_json=_group_json,
    lines=_lines,
    json=_json,
    faults=_faults,
)
