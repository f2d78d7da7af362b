"""Sections of a report on debates: tables 1 to 3 in the layout of the paper, and methods in pairs.

No line is wider than 80 cells, so that it can be read in any terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any, TypeAlias

from woozle.arena.views.company import name_company
from woozle.arena.views.report import Groups, ReportView, table_lines
from woozle.arena.views.words import count, cut
from woozle.core.comparison import Comparison, Key, Spread, comparisons
from woozle.core.groups import group_pairs
from woozle.core.measures import Group, Match
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.statistics.resampling import add_shares
from woozle.core.text import visible_line
from woozle.games.debate.measures import (
    REPORT,
    DebateFacts,
    belief_half_life,
    error_half_life,
    failed_measurements,
    failures_json,
    identity_holds,
    name_method,
    setting_words,
)
from woozle.games.debate.spread import budgets
from woozle.games.debate.words import name_few

_NAME, _HEAD = 23, 10  # cells of a row's name and over a column
_OWN = "own pool"  # questions that are of no collection with a name

_EDGES = (
    "An edge means that a seat heard a wrong (right) answer and is wrong (right) after it:"
    " that both happened, not that one came of the other."
)
_WIDTH = 80
_ALL_VOTES, _STEP_OF_VOTES = 9, 10  # CoT-SC(k) has a row for each k to 9, then for each tenth
_ANSWER = 24  # characters of an answer
_FEW = 5  # others that are named in a line, even if they are all
IDENTITY = "MA = MA' (1 - MR) + (1 - MA') CR"

Debates: TypeAlias = Sequence[Match[DebateFacts]]

Spreads: TypeAlias = Mapping[str, Spread]

Rows = Mapping[str, Spreads]
"""By name and column."""

Samples: TypeAlias = Mapping[str, Debates]
"""Debates of a single round, by the player of all their seats."""


def _lines(groups: Groups) -> Iterator[str]:
    """Yield errors by round, of all first answers that were set for the same players."""
    for players, alike in group_pairs((_players(each), each) for each in comparisons(REPORT, groups, alone=True)).items():
        if table := [*_table_1([each for each in alike if each.varied == "options"])]:
            yield visible_line(name_company(name for _, name in players))
            yield from table
            yield from ("", "")
    if any(group.void for group in groups):
        yield "Void debates are in no figure: a technical failure stopped a player, there or in the debate that"
        yield "first answers were taken from."


def _players(comparison: Comparison[DebateFacts]) -> tuple[tuple[Seat, str], ...]:
    return comparison.matches[0].facts.players


def _tables(comparison: Comparison[DebateFacts], groups: Groups) -> Iterator[str]:
    """Yield tables 2 and 3, debates beside votes at equal tokens, and what flows in figure 5."""
    samples = _samples(groups)
    yield from _table_2(comparison, samples)
    yield from _table_3(comparison)
    yield from _equal_tokens(comparison, samples)
    yield from _flows(comparison)
    for name, matches in comparison.methods.items():
        if same := len(matches) - len({match.facts.words for match in matches}):
            yield ""
            yield from wrap(
                f"{same} of {len(matches)} debates by {name} are word for word as others, as of players without chance. They make"
                " deviations and intervals too small.",
                _WIDTH,
            )
    if comparison.methods:
        yield ""
        yield from wrap(_EDGES, _WIDTH)


# Tables 1 to 3


def _table_1(compared: Sequence[Comparison[DebateFacts]]) -> Iterator[str]:
    """Yield accuracy and misleading by round (table 1), initially misled and corrected (tables 6 to 8), for each collection."""
    in_order = sorted(compared, key=lambda each: (_wrong(each) is None, -(_wrong(each) or 0)))
    for data in dict.fromkeys(data for each in in_order for data in each.data):
        debates = {
            f"{setting_words(each.matches[0].facts)}  {_row_name(name, matches)}": (each, each.by_data(matches).get(data, []))
            for each in in_order
            for name, matches in each.methods.items()
        }
        rows = {name: _spreads(each, matches) for name, (each, matches) in debates.items()}
        for kinds in (("MA", "MR"), ("IMR", "CR")):
            names = [name for kind in kinds for name in _of_rounds(kind, rows)]
            title = "Table 1. Errors by round" if "MA" in kinds else "The same, as in tables 6 to 8"
            yield from _block(f"{title}: {data or _OWN}, percent", rows, {name: name for name in names}, _percent)
            yield from _unread({name: (each, matches, "unread") for name, (each, matches) in debates.items()})


def _wrong(comparison: Comparison[DebateFacts]) -> int | None:
    return comparison.matches[0].facts.wrong


def _spreads(comparison: Comparison[DebateFacts], matches: Debates) -> Spreads:
    return {key.name: spread for key, spread in comparison.spreads(matches).items() if not key.role}


def _of_rounds(kind: str, rows: Rows) -> list[str]:
    """Return the figures of a kind, round by round."""
    names = {name for spread in rows.values() for name in spread if name.removeprefix(kind).isdigit()}
    return sorted(names, key=lambda name: int(name.removeprefix(kind)))


def _table_2(comparison: Comparison[DebateFacts], samples: Samples) -> Iterator[str]:
    """Yield how often each method is right in the end, and votes without a debate.

    Votes are of one set of samples for all k: the table's own first answers, or a larger one of the same player and questions.
    """
    more = _samples_of(comparison, samples)
    own = len(_players(comparison))
    seats = max([own, *(len(match.facts.seats) for match in more)])
    alone = comparison.firsts if seats == own else [match for match in more if len(match.facts.seats) == seats]
    rows = {"CoT" if k == 1 else f"CoT-SC({k})": _column(comparison, alone, f"sc{k}") for k in _votes(seats)}
    rows |= {_row_name(name, matches): _column(comparison, matches, "table") for name, matches in comparison.methods.items()}
    yield from _block("Table 2. Right answers, percent", rows, _columns(comparison), _percent)
    lasts = {
        name: (comparison, matches, f"unread{matches[0].facts.briefing.rounds}") for name, matches in comparison.methods.items()
    }
    yield from _unread({"CoT" if seats == 1 else "CoT and CoT-SC": (comparison, alone, "unread1"), **lasts})


def _votes(samples: int) -> list[int]:
    """Return the numbers of samples whose majority has a row."""
    return [k for k in range(1, samples + 1) if k <= _ALL_VOTES or not k % _STEP_OF_VOTES]


def _samples(groups: Groups) -> Samples:
    matches = {id(match.facts): match for group in groups for match in group.valid}
    found = budgets.samples_by_player(match.facts for match in matches.values())
    return {player: [matches[id(debate)] for debate in debates] for player, debates in found.items()}


def _samples_of(comparison: Comparison[DebateFacts], samples: Samples) -> list[Match[DebateFacts]]:
    """Return samples of the player of debates about their questions, where their first answers are the players' own."""
    first = comparison.firsts[0].facts
    asked = {match.facts.question for match in comparison.firsts}
    known = samples.get(budgets.sole_player(first), ()) if first.wrong is None else ()
    return [match for match in known if match.facts.question in asked]


def _budgets(comparison: Comparison[DebateFacts], samples: Samples) -> dict[str, dict[str, budgets.Budget]]:
    """Return methods beside votes at equal tokens, by collection and method."""
    alone = comparison.by_data(_samples_of(comparison, samples))
    found: dict[str, dict[str, budgets.Budget]] = {}
    for name, matches in comparison.methods.items():
        for data, some in comparison.by_data(matches).items():
            debates, votes = ([match.facts for match in each] for each in (some, alone.get(data, ())))
            if budget := budgets.compare_budgets(debates, votes):
                found.setdefault(data, {})[name] = budget
    return found


def _equal_tokens(comparison: Comparison[DebateFacts], samples: Samples) -> Iterator[str]:
    """Yield how often each method is right beside the majority of as many samples as it costs, for each collection."""
    for data, methods in _budgets(comparison, samples).items():
        yield ""
        yield visible_line(f"Debate against votes at equal tokens: {data or _OWN}, percent")
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


def _table_3(comparison: Comparison[DebateFacts]) -> Iterator[str]:
    """Yield the share of the others that seats listen to; full graphs are left out."""
    sparse = {name: matches for name, matches in comparison.methods.items() if matches[0].facts.way.topology != "full"}
    rows = {_row_name(name, matches): _column(comparison, matches, "D") for name, matches in sparse.items()}
    yield from _block("Table 3. D", rows, _columns(comparison), _share)
    yield from _unread({name: (comparison, matches, "unread") for name, matches in sparse.items()})


def _flows(comparison: Comparison[DebateFacts]) -> Iterator[str]:
    """Yield what those heard who began right and wrong, as ratios of both shares on the same first answers (figure 5)."""
    for (name, data), ratios in _flow_ratios(comparison).items():
        about = f", {data or _OWN}" if len(comparison.data) > 1 else ""
        told = join_names([f"{figure} {ratio:.3f}" for figure, ratio in ratios.items()])
        said = f"Heard, {name} to {comparison.reference}{about}, as a ratio of both shares: {told}."
        yield ""
        yield from wrap(visible_line(said), _WIDTH)


def _flow_ratios(comparison: Comparison[DebateFacts]) -> dict[tuple[str, str], dict[str, float]]:
    found: dict[tuple[str, str], dict[str, float]] = {}
    for at, difference in comparison.differences.items():
        for figure in ("errors", "corrections"):
            ours, theirs = (add_shares(pair[side].facts.shares[figure] for pair in difference.pairs).rate for side in (0, 1))
            if ours is not None and theirs:
                found.setdefault(at, {})[figure] = ours / theirs
    return found


def _row_name(name: str, matches: Debates) -> str:
    """Return a method, with the share of its choices of partners that could not be measured, if there are some."""
    failures = failed_measurements(match.facts for match in matches)
    return f"{name} ({_percent(failures.failed / failures.of)} % unmeasured)" if failures.failed else name


def _unread(rows: Mapping[str, tuple[Comparison[DebateFacts], Debates, str]]) -> Iterator[str]:
    """Yield the share of answers of each row of a table that could not be read. rows: debates, and the name of the figure."""
    found = {name: each.spread(matches, Key(figure)).mean for name, (each, matches, figure) in rows.items() if matches}
    if not found:
        return
    listing = (
        "; ".join(f"{' '.join(name.split())} {_percent(mean or 0.0)}" for name, mean in found.items())
        if any(found.values())
        else "none"
    )
    said = f"Unread answers, counted as wrong{', percent' if listing != 'none' else ''}: {listing}."
    yield from wrap(visible_line(said), _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _column(comparison: Comparison[DebateFacts], matches: Debates, figure: str) -> Spreads:
    """Return a figure by collection, and its mean over them."""
    found = {data: comparison.spread(some, Key(figure)) for data, some in comparison.by_data(matches).items()}
    known = [spread.mean for spread in found.values() if spread.mean is not None]
    return {**found, "Avg.": Spread(sum(known) / len(known), None, len(known))} if len(known) > 1 else found


def _columns(comparison: Comparison[DebateFacts]) -> dict[str, str]:
    titles = {data: data or _OWN for data in comparison.data}
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


def _cell(spread: Spread | None, shown: Callable[[float], str]) -> str:
    if spread is None or spread.mean is None:
        return "-"
    return shown(spread.mean) if spread.deviation is None else f"{shown(spread.mean)}±{shown(spread.deviation)}"


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


def _faults(groups: Groups) -> Iterator[str]:
    """Return a sentence for each method that was asked for and is not in the tables, since its estimator failed."""
    valid = [match for group in groups for match in group.valid]
    for debates in group_pairs((REPORT.likeness(match), match.facts) for match in valid).values():
        if (failures := failed_measurements(debates)).is_excessive:
            yield f"There is no {name_method(debates[0].way)} here: {failures}, so that everybody listened to everybody."


# For programs


def _group_json(group: Group[DebateFacts]) -> Mapping[str, Any]:
    first, debates = group.matches[0].facts, [match.facts for match in group.valid]
    return {
        "way": first.way,
        "wrong": first.wrong,
        "estimator_failures": failures_json(failed_measurements(debates)),
        "identity_holds": identity_holds(debates) if debates else None,
        "error_half_life": error_half_life(debates) if debates else None,
        "belief_half_life": belief_half_life(debates) if debates else None,
    }


def _comparison_json(comparison: Comparison[DebateFacts], groups: Groups) -> Mapping[str, Any]:
    return {
        "wrong": _wrong(comparison),
        "first_answers": {
            "sets": len(comparison.firsts),
            "over_seeds": {data: _spreads(comparison, some) for data, some in comparison.by_data(comparison.firsts).items()},
        },
        "flow_ratios": [{"method": name, "data": data, **ratios} for (name, data), ratios in _flow_ratios(comparison).items()],
        "equal_tokens": _budgets(comparison, _samples(groups)),
    }


def _match_lines(match: Match[DebateFacts]) -> Iterator[str]:
    """Return the question, then what each seat answered round by round, and whom it had listened to."""
    facts = match.facts
    seats = facts.briefing.seats
    yield facts.briefing.question
    width = max(map(len, seats))
    for at, seat in enumerate(seats):
        said = "  ".join(_answer(answers[at], right[at]) for answers, right in zip(facts.answers, facts.right, strict=True))
        heard = "; ".join(_name_heard([seats[other] for other in each.get(at, ())], len(seats)) for each in facts.heard)
        yield f"{seat:<{width}}  {said}{f'  heard {heard}' if heard else ''}"
        for number, beliefs in sorted(facts.beliefs.items()):
            when = "the debate" if number == len(facts.heard) + 1 else f"round {number}"
            if answers := beliefs.get(seat):
                yield f"{'':<{width}}  asked aside after {when}: {', '.join(each or '-' for each in answers)}"


def _name_heard(others: Sequence[Seat], seats: int) -> str:
    """Return the others that a seat heard in a round; if they are many, whether they are all."""
    return "all others" if len(others) == seats - 1 > _FEW else name_few(others) or "nobody"


def _answer(answer: str | None, is_right: bool) -> str:
    return f"{cut(answer or '-', _ANSWER)} {'✓' if is_right else '✗'}"


VIEW = ReportView(
    match_lines=_match_lines,
    more_lines=_more_lines,
    group_json=_group_json,
    lines=_lines,
    tables=_tables,
    comparison_json=_comparison_json,
    faults=_faults,
)
