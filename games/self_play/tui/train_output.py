"""Output of training: progress on standard error, and at the end the figures and curves of each epoch."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from woozle.arena.views.plots import Look, Plot, Series
from woozle.arena.views.words import count
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.games.self_play.papers.metrics import SHARES, point_name
from woozle.games.self_play.players.training import seeds
from woozle.games.self_play.players.training.seeds import Line, Metrics, line

if TYPE_CHECKING:
    from woozle.games.self_play.players.training.rest import Hear, Progress
    from woozle.games.self_play.players.training.runs import Trained
    from woozle.games.self_play.players.training.trainer import Pace

SUMMARY, CURVES = "summary.json", "curves.svg"
"""Files beside the folders of several runs."""

_EVERY = 10.0  # seconds between two lines about one part

_COLUMNS = (
    ("task F1", "task_f1"), ("search", "search_rate"), ("reward", "reward"), ("search AUC", "search_auc"),
    ("answer AUC", "answer_auc"), ("ECE", "answer_ece"), ("Brier", "answer_brier"), ("AUROC", "answer_auroc"),
)  # fmt: skip
_TOGETHER = (("group F1", "group_f1"), ("passed on", "passed_on"))
_SEARCHING = (("search AUROC", "search_auroc"), ("P(SEARCH), gains", "search_gaining"), ("  gains nothing", "search_idle"))
_ANSWERING = (("P(ANSWER), right", "answer_right"), ("  wrong", "answer_wrong"))
_POINTS = tuple(
    (f"F1, {share:.0%} {done}", f"{what}_{point_name(share)}")
    for what, done in (("search", "searched"), ("answer", "answered"))
    for share in SHARES
)
"""Figures 9 and 10 of the paper."""
_ROWS = (*_COLUMNS, *_SEARCHING, *_ANSWERING, *_POINTS, *_TOGETHER)


class ProgressLines:
    """Progress on standard error, with the seconds since the start: a line at the end of each part, and one every few seconds."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._last = 0.0

    def listen(self, title: str) -> Hear:
        """Begin another run."""
        if title:
            sys.stderr.write(f"{title}\n")
        return self._write

    def _write(self, progress: Progress) -> None:
        now, part = time.monotonic(), progress.part
        if progress.done < progress.of and now - self._last < _EVERY:
            return
        self._last = now
        when = "before play" if part == "teaching" else f"epoch {progress.epoch}"
        noun = {"rollouts": "question", "measuring": "part"}.get(part, "step")
        more = f", {_pace_text(progress.pace)}" if progress.pace else ""
        sys.stderr.write(f"{now - self._began:6,.0f} s  {when}, {part}: {noun} {progress.done:,} of {progress.of:,}{more}\n")
        sys.stderr.flush()


def to_json(trained: Sequence[Trained]) -> dict[str, Any]:
    """Return all figures as JSON."""
    runs = [{"seed": each.seed, "kind": each.kind, "folder": str(each.folder), "epochs": each.metrics} for each in trained]
    return {"runs": runs, "summary": seeds.as_json(_by_kind(trained))}


def write_summary(trained: Sequence[Trained], out: Path) -> str:
    """Write the summary of several runs and their curves into files, and return a line that says where. Raises SaveError."""
    from woozle.arena.exports.svg_plots import write_plots
    from woozle.saves.disk import explain_save_errors, replace

    runs = _by_kind(trained)
    summary = out / SUMMARY
    with explain_save_errors(summary, "train again"):
        replace(summary, json.dumps(seeds.as_json(runs), indent=1).encode(), sync=False)
    write_plots(calibration_plots(runs), out / CURVES)
    return f"Figures in {visible_line(str(summary))}, curves in {visible_line(str(out / CURVES))}."


def summary_lines(trained: Sequence[Trained]) -> Iterator[str]:
    """Yield the means over seeds with their intervals, a figure a line, and the changes within seeds."""
    runs = _by_kind(trained)
    for kind, each in runs.items():
        epochs = seeds.by_epoch(each)
        yield f"{kind}, {count(len(each), 'seed')}: means, with 95 % intervals over seeds"
        yield f"{'':<18}" + "".join(f"{f'epoch {number}':<23}" for number in range(len(epochs))) + "change"
        change = seeds.run_difference(each, each, 0)
        for title, name in _ROWS:
            told = "".join(f"{_with_interval(epoch[name]):<23}" for epoch in epochs)
            yield f"{title:<18}{told}{_with_interval(change[name], sign='+')}".rstrip()
        yield ""
    if "play" in runs and "names" in runs:
        apart = seeds.run_difference(runs["names"], runs["play"])
        yield "names less play, after the last epoch"
        yield from (f"{title:<18}{_with_interval(apart[name], sign='+')}" for title, name in _ROWS)
        yield ""


def _by_kind(trained: Sequence[Trained]) -> dict[str, dict[int, list[dict[str, Any]]]]:
    runs: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for each in trained:
        runs.setdefault(each.kind, {})[each.seed] = each.metrics
    return runs


def _with_interval(figure: Estimate, sign: str = "") -> str:
    if figure.value is None:
        return "-"
    interval = "" if figure.low is None else f" [{figure.low:{sign}.3f}, {figure.high:{sign}.3f}]"
    return f"{figure.value:{sign}.3f}{interval}"


def run_lines(trained: Sequence[Trained]) -> Iterator[str]:
    """Yield the figures of each run, an epoch a line: alone with one tool, as a mean over tools, and then in the society."""
    for each in trained:
        yield f"{each.folder}: seed {each.seed}, {each.kind}"
        yield "epoch  " + "  ".join(f"{title:>10}" for title, _ in (*_COLUMNS, *_TOGETHER))
        for told in each.metrics:
            numbers = [told["mean"][name] for _, name in _COLUMNS] + [told["together"][name] for _, name in _TOGETHER]
            yield f"{told['epoch']:>5}  " + "  ".join(f"{_number(number):>10}" for number in numbers)
        yield from _group_sizes(each.metrics)
        yield ""


def _group_sizes(metrics: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield how many rollouts did the same as each one that an epoch learned from."""
    for told in metrics:
        played = told.get("rollouts", {})
        if sizes := played.get("group_sizes"):
            one, two = (sum(size <= most for size in sizes) / len(sizes) for most in (1, 2))
            yield (
                f"epoch {told['epoch']}: {count(len(sizes), 'lesson')} of {count(played['questions'], 'question')}; "
                f"groups of rollouts: {one:.0%} of one, {two:.0%} of two at most, median {median(sizes):g}"
            )


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.3f}"


def _pace_text(pace: Pace) -> str:
    return f"loss {pace.loss:.3f}, {pace.tokens_per_second:,.0f} tokens/s, padding {pace.padding:.0%}"


_KINDS = {"play": "self-play", "names": "self-play with names", "actions": "action supervision"}


def calibration_plots(runs: Mapping[str, Mapping[int, Metrics]]) -> list[Plot]:
    """Return mean curves over seeds and tools: the worth of P(SEARCH) and P(ANSWER) before play and after it.

    Figures 4 and 5 of the paper. runs: by kind and seed; all runs of a seed begin with the same model.
    """
    return [
        _plot(runs, "search", "share of questions with a search, the highest P(SEARCH) first"),
        _plot(runs, "answer", "share of questions answered, the highest P(ANSWER) first"),
    ]


def _plot(runs: Mapping[str, Mapping[int, Metrics]], what: str, across: str) -> Plot:
    kind = f"{what}_calibration"
    first = list(next(iter(runs.values())).values())
    note = f"Alone with one tool, on questions that were not played with; mean of {count(len(first), 'seed')} and all tools."
    series = [_series("before play", "curve", first, kind, 0)]
    for name, each in runs.items():
        epochs = min(map(len, each.values())) - 1
        series.append(_series(f"after {count(epochs, 'epoch')} of {_KINDS[name]}", "curve", list(each.values()), kind, epochs))
    if what == "search":  # of one base model for all; of answers each model has its own oracle
        series.append(_series("oracle: by what a search gains", "best", first, kind, 0, "oracle"))
        series.append(_series("random order", "random", first, kind, 0, "random"))
    return Plot(f"{what.capitalize()} calibration", note, across, "F1", series)


def _series(name: str, look: Look, runs: Sequence[Metrics], kind: str, epoch: int, which: Line = "points") -> Series:
    x, y, area = line(runs, kind, epoch, which)
    return Series(f"{name}, area {area:.3f}", look, x, y)
