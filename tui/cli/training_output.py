"""What training prints: how it goes on, on standard error, and at the end the figures of each epoch."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from woozle.arena.views.words import count
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.players.games.self_play.training import seeds

if TYPE_CHECKING:
    from woozle.arena.runs.training import Trained
    from woozle.players.games.self_play.training.rest import Progress
    from woozle.players.games.self_play.training.tuning import Pace

SUMMARY, PICTURES = "summary.json", ("curves.svg", "curves.png")
"""Beside the folders of several runs."""

_EVERY = 10.0  # seconds between two lines about one part

_COLUMNS = (
    ("task F1", "task_f1"), ("search", "search_rate"), ("reward", "reward"), ("search AUC", "search_auc"),
    ("answer AUC", "answer_auc"), ("ECE", "answer_ece"), ("Brier", "answer_brier"), ("AUROC", "answer_auroc"),
)  # fmt: skip
_TOGETHER = (("group F1", "group_f1"), ("passed on", "passed_on"))
_SEARCHING = (("search AUROC", "search_auroc"), ("P(SEARCH), gains", "search_gaining"), ("  gains nothing", "search_idle"))
_ANSWERING = (("P(ANSWER), right", "answer_right"), ("  wrong", "answer_wrong"))
_ROWS = (*_COLUMNS, *_SEARCHING, *_ANSWERING, *_TOGETHER)


class Telling:
    """Lines on standard error, with the seconds since it began: one at the end of each part, and one every few seconds before."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._told = 0.0

    def run(self, title: str) -> None:
        """Another run begins."""
        if title:
            sys.stderr.write(f"{title}\n")

    def teaching(self, pace: Pace) -> None:
        """The tiny model is being taught."""
        self._tell("before play, teaching", pace.step, pace.steps, f"step {pace.step} of {pace.steps}, {_paced(pace)}")

    def progress(self, progress: Progress) -> None:
        """A run goes on."""
        noun = {"rollouts": "question", "tuning": "step", "measuring": "part"}[progress.part]
        more = f", {_paced(progress.pace)}" if progress.pace else ""
        begin = f"epoch {progress.epoch}, {progress.part}"
        self._tell(begin, progress.done, progress.of, f"{noun} {progress.done:,} of {progress.of:,}{more}")

    def _tell(self, begin: str, done: int, of: int, how: str) -> None:
        now = time.monotonic()
        if done < of and now - self._told < _EVERY:
            return
        self._told = now
        sys.stderr.write(f"{now - self._began:6,.0f} s  {begin}: {how}\n")
        sys.stderr.flush()


def whole(found: Sequence[Trained]) -> dict[str, Any]:
    """All figures, for programs."""
    runs = [{"seed": each.seed, "kind": each.kind, "folder": str(each.folder), "epochs": each.metrics} for each in found]
    return {"runs": runs, "summary": seeds.as_json(_by_kind(found))}


def kept(found: Sequence[Trained], out: Path) -> Iterator[str]:
    """What several runs come to, in files beside them: lines that say where. Raises SaveError."""
    from woozle.saves.disk import replace, save_error
    from woozle.tui.cli import plot_files
    from woozle.tui.cli.training_plots import plots

    runs = _by_kind(found)
    summary = out / SUMMARY
    try:
        replace(summary, json.dumps(seeds.as_json(runs), indent=1).encode(), sync=False)
    except OSError as error:
        raise save_error(error, summary, "train again") from error
    for name in PICTURES:
        plot_files.keep(plots(runs), out / name)
    yield f"Figures in {visible_line(str(summary))}, curves in {visible_line(str(out / PICTURES[0]))} and {PICTURES[1]}."


def together(found: Sequence[Trained]) -> Iterator[str]:
    """Means over seeds with their intervals, a figure a line; and what was changed, within seeds."""
    runs = _by_kind(found)
    for kind, each in runs.items():
        epochs = seeds.by_epoch(each)
        yield f"{kind}, {count(len(each), 'seed')}: means, with 95 % intervals by the bootstrap over seeds"
        yield f"{'':<18}" + "".join(f"{f'epoch {number}':<23}" for number in range(len(epochs))) + "change"
        change = seeds.changed(each)
        for title, name in _ROWS:
            told = "".join(f"{_with_interval(epoch[name]):<23}" for epoch in epochs)
            yield f"{title:<18}{told}{_with_interval(change[name], sign='+')}".rstrip()
        yield ""
    if "play" in runs and "names" in runs:
        apart = seeds.apart(runs["names"], runs["play"])
        yield "names less play, after the last epoch"
        yield from (f"{title:<18}{_with_interval(apart[name], sign='+')}" for title, name in _ROWS)
        yield ""


def _by_kind(found: Sequence[Trained]) -> dict[str, dict[int, list[dict[str, Any]]]]:
    runs: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for each in found:
        runs.setdefault(each.kind, {})[each.seed] = each.metrics
    return runs


def _with_interval(figure: Estimate, sign: str = "") -> str:
    if figure.value is None:
        return "-"
    interval = "" if figure.low is None else f" [{figure.low:{sign}.3f}, {figure.high:{sign}.3f}]"
    return f"{figure.value:{sign}.3f}{interval}"


def tables(found: Sequence[Trained]) -> Iterator[str]:
    """The figures of each run, an epoch a line; alone with one tool, as a mean over tools, and then in the society."""
    for each in found:
        yield f"{each.folder}: seed {each.seed}, {each.kind}"
        yield "epoch  " + "  ".join(f"{title:>10}" for title, _ in (*_COLUMNS, *_TOGETHER))
        for told in each.metrics:
            numbers = [told["mean"][name] for _, name in _COLUMNS] + [told["together"][name] for _, name in _TOGETHER]
            yield f"{told['epoch']:>5}  " + "  ".join(f"{_number(number):>10}" for number in numbers)
        yield from _group_sizes(each.metrics)
        yield ""


def _group_sizes(metrics: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """In groups of how many rollouts, that did the same, those were that each epoch learned from."""
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


def _paced(pace: Pace) -> str:
    return f"loss {pace.loss:.3f}, {pace.tokens_per_second:,.0f} tokens/s, padding {pace.padding:.0%}"
