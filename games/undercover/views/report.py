"""Sections of a report on Undercover: its questions, and the figures of their benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.report import ReportView, figure_line, table_lines
from woozle.arena.views.words import count
from woozle.core.measures import Group, Match
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.games.undercover.measures import UndercoverFacts
from woozle.games.undercover.pairs.benchmark_metrics import Pope
from woozle.games.undercover.pairs.benchmarks import EVERY_SPLIT, Scores, Split, Whole, scores
from woozle.games.undercover.pairs.verdict import sentences

ByBenchmark = Mapping[str, Mapping[str, Scores]]

_POPE = ("accuracy", "precision", "recall", "F1", "yes-ratio")


def _match_lines(match: Match[UndercoverFacts]) -> Iterator[str]:
    check, pair = match.facts.check, match.facts.pair
    yield pair.question.text if pair else "The pictures could not be made, so there is nothing to report."
    yield from sentences(check) if check else ()
    if match.facts.undercover is not None:
        yield from _detection_lines(match.facts, match.facts.undercover)


def _detection_lines(facts: UndercoverFacts, undercover: Seat) -> Iterator[str]:
    """Return whether the undercover was found, and how each vote went."""
    found = f"found in vote {facts.found_at}" if facts.found_at else "not found"
    others = [f"{seat} in vote {at}" for at, seat in facts.outs.items() if seat != undercover]
    yield f"undercover: {undercover}, {found}{f'; voted out before: {join_names(others)}' if others else ''}"
    for voting in facts.votings:
        yield f"vote {voting.round}: {voting.right} of {count(voting.cast, 'vote')} right, {voting.ballots} could vote"


def _lines(group: Group[UndercoverFacts]) -> Iterator[str]:
    """Yield lines on the subjects of the matches, and on those left out."""
    if benchmark := group.matches[0].facts.benchmark:
        yield f"  questions of {visible_line(benchmark)}"
    for why in _left_out(group):
        yield f"  left out of its lists: {'; '.join(f'{number} with {visible_line(what)}' for what, number in why.items())}"
    if identical := _identical(group):
        yield f"  {count(identical, 'match', 'matches')} with identical pictures, left out of what is said of the undercover"


def _json(group: Group[UndercoverFacts]) -> Mapping[str, Any]:
    first = group.matches[0].facts
    return {
        "mode": first.mode,
        "benchmark": first.benchmark,
        "left_out": [dict(each) for each in _left_out(group)],
        "identical": _identical(group),
        "benchmarks": scores_json(scores([match.facts for match in group.valid])),
    }


def _identical(group: Group[UndercoverFacts]) -> int:
    return sum(match.facts.is_identical for match in group.valid)


def _left_out(group: Group[UndercoverFacts]) -> Sequence[Mapping[str, int]]:
    """Return how many questions of the benchmark's lists were not in the pools, by reason: once for each different count."""
    found: list[Mapping[str, int]] = []
    for match in group.matches:
        if match.facts.left_out and match.facts.left_out not in found:
            found.append(match.facts.left_out)
    return found


# Figures of benchmarks


def scores_json(found: ByBenchmark) -> dict[str, Any]:
    """Return scores for programs, by benchmark and by the source of the answers."""
    return {
        name: {whose: {part: each for part, each in scores._asdict().items() if each} for whose, scores in some.items()}
        for name, some in found.items()
    }


def score_lines(found: ByBenchmark) -> Iterator[str]:
    """Yield a table for each benchmark and each of those who answered."""
    for name, some in found.items():
        for whose, each in some.items():
            if not (each.splits or each.hallusion or each.options):
                continue
            yield f"  {visible_line(f'{name}, {whose}')}"
            yield from _split_lines(each.splits)
            yield from _whole_lines(each.hallusion)
            for category, share in each.options.items():
                yield figure_line("right options" if category == EVERY_SPLIT else f"  {category}", share)


def _split_lines(splits: Mapping[str, Split]) -> Iterator[str]:
    if not splits:
        return
    rows: list[tuple[str, list[str]]] = []
    for name, split in splits.items():
        if name == EVERY_SPLIT and len(splits) == 2:  # the same as the only one
            continue
        rows.append((name, _cells(split, split.figures)))
        if split.figures_by_the_rule_of_pope != split.figures:
            rows.append(("  by the rule of POPE", _cells(split, split.figures_by_the_rule_of_pope)))
    yield from table_lines(["answers", *_POPE], rows)
    every = splits[EVERY_SPLIT]
    yield figure_line("accuracy", every.accuracy)
    yield figure_line("F1", every.f1)


def _cells(split: Split, figures: Pope) -> list[str]:
    return [str(sum(split.counts)), *(f"{each:.4f}" for each in figures)]


def _whole_lines(whole: Whole | None) -> Iterator[str]:
    if whole is None:
        return
    yield f"  {whole.questions} answers; intervals over sets of figures"
    for name, title in (("a_acc", "aAcc"), ("f_acc", "fAcc"), ("q_acc", "qAcc"), ("avg", "Avg")):
        yield figure_line(title, whole.intervals[name])
    original = whole.figures.f_acc_original
    if original is not None and original != whole.figures.f_acc:
        yield f"  {'fAcc without figures 0 of VS':<34}{original:>9.4f}"


VIEW = ReportView(
    match_lines=_match_lines,
    group_lines=_lines,
    more_lines=lambda group: score_lines(scores([match.facts for match in group.valid])),
    group_json=_json,
)
