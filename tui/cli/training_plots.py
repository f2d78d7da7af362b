"""Curves of training: what P(SEARCH) and P(ANSWER) are worth before play and after it (figures 4 and 5 of the paper)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from woozle.arena.views.words import count
from woozle.players.games.self_play.training.seeds import Line, Metrics, line
from woozle.tui.cli.plots import Look, Plot, Series

_KINDS = {"play": "self-play", "names": "self-play with names", "actions": "action supervision"}


def plots(runs: Mapping[str, Mapping[int, Metrics]]) -> list[Plot]:
    """Mean curves over seeds and tools. runs: by kind and seed. All of a seed begin with one model."""
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
    if what == "search":  # of one base model for all; of answers each model has an oracle of its own
        series.append(_series("oracle: by what a search gains", "best", first, kind, 0, "oracle"))
        series.append(_series("random order", "random", first, kind, 0, "random"))
    return Plot(f"{what.capitalize()} calibration", note, across, "F1", series)


def _series(name: str, look: Look, runs: Sequence[Metrics], kind: str, epoch: int, which: Line = "points") -> Series:
    x, y = line(runs, kind, epoch, which)
    return Series(f"{name}, area {_area(x, y):.3f}", look, x, y)


def _area(x: Sequence[float], y: Sequence[float]) -> float:
    """As metrics have it: by trapezoids from nothing on, else the mean."""
    if x[0]:
        return sum(y) / len(y)
    return sum((one + other) / 2 for one, other in pairwise(y)) / (len(y) - 1)
