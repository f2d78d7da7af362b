"""The figures of benchmarks, as a report prints them: for programs, and for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.report import figure_line
from woozle.core.games.undercover.benchmarks import EVERY_SPLIT, Scores, Split, Whole
from woozle.core.games.undercover.metrics import Pope
from woozle.core.text import visible_line

ByBenchmark = Mapping[str, Mapping[str, Scores]]

_POPE = ("accuracy", "precision", "recall", "F1", "yes-ratio")
_CELL, _NAME = 12, 26  # cells


def scores_json(found: ByBenchmark) -> dict[str, Any]:
    """Return scores as JSON, by benchmark and by the source of the answers."""
    return {name: {whose: _json(each) for whose, each in some.items()} for name, some in found.items()}


def _json(scores: Scores) -> dict[str, Any]:
    return {
        **({"splits": {name: _split_json(split) for name, split in scores.splits.items()}} if scores.splits else {}),
        **({"hallusion": _whole_json(scores.hallusion)} if scores.hallusion else {}),
        **({"options": {name: share._asdict() for name, share in scores.options.items()}} if scores.options else {}),
    }


def _split_json(split: Split) -> dict[str, Any]:
    return {
        "counts": split.counts._asdict(),
        "figures": split.figures._asdict(),
        "figures_by_the_rule_of_pope": split.original._asdict(),
        "accuracy": split.accuracy._asdict(),
        "f1": split.f1._asdict(),
    }


def _whole_json(whole: Whole) -> dict[str, Any]:
    intervals = {name: getattr(whole, name)._asdict() for name in ("a_acc", "f_acc", "q_acc", "avg")}
    return {"questions": whole.questions, "figures": whole.figures._asdict(), "intervals": intervals}


def score_lines(found: ByBenchmark) -> Iterator[str]:
    """Yield a table for each benchmark and each of those who answered."""
    for name, some in found.items():
        for whose, scores in some.items():
            if not (scores.splits or scores.hallusion or scores.options):
                continue
            yield f"  {visible_line(f'{name}, {whose}')}"
            yield from _split_lines(scores.splits)
            yield from _whole_lines(scores.hallusion)
            for category, share in scores.options.items():
                yield figure_line("right options" if category == EVERY_SPLIT else f"  {category}", share)


def _split_lines(splits: Mapping[str, Split]) -> Iterator[str]:
    if not splits:
        return
    yield f"  {'':<{_NAME}}" + "".join(f"{each:>{_CELL}}" for each in ("answers", *_POPE))
    for name, split in splits.items():
        if name == EVERY_SPLIT and len(splits) == 2:  # the same as the only one
            continue
        yield _row(name, sum(split.counts), split.figures)
        if split.original != split.figures:
            yield _row("  by the rule of POPE", sum(split.counts), split.original)
    every = splits[EVERY_SPLIT]
    yield figure_line("accuracy", every.accuracy)
    yield figure_line("F1", every.f1)


def _row(name: str, answers: int, figures: Pope) -> str:
    return f"  {visible_line(name)[:_NAME]:<{_NAME}}{answers:>{_CELL}}" + "".join(f"{each:>{_CELL}.4f}" for each in figures)


def _whole_lines(whole: Whole | None) -> Iterator[str]:
    if whole is None:
        return
    yield f"  {whole.questions} answers; intervals over sets of figures"
    for name, share in (("aAcc", whole.a_acc), ("fAcc", whole.f_acc), ("qAcc", whole.q_acc), ("Avg", whole.avg)):
        yield figure_line(name, share)
    original = whole.figures.f_acc_original
    if original is not None and original != whole.figures.f_acc:
        yield f"  {'fAcc without figures 0 of VS':<34}{original:>9.4f}"
