"""Runs with several seeds together: the figures of each epoch as means with intervals, what learning changed, and mean curves.

A seed draws another world, another model and other games, so that intervals are over seeds. What learning changed, and what the
ablation did, are differences within seeds.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, Literal, TypeAlias

from woozle.core.statistics.resampling import Estimate, mean, mean_difference
from woozle.games.self_play.papers.metrics import RIGHT, SHARES, point_name

Metrics: TypeAlias = Sequence[Mapping[str, Any]]
"""Of one run: of all its epochs, from 0."""

ALONE = (
    "task_f1", "search_rate", "reward", "hedge_rate", "search_auc", "search_auroc", "answer_auc", "answer_auroc", "answer_ece",
    "answer_brier", *(f"{what}_{point_name(share)}" for what in ("search", "answer") for share in SHARES),
)  # fmt: skip
PROBABILITIES = ("search_gaining", "search_idle", "answer_right", "answer_wrong")
TOGETHER = ("group_f1", "searches", "passed_on")
FIGURES = (*ALONE, *PROBABILITIES, *TOGETHER)
"""Alone with one tool, as means over tools; P(SEARCH) where a search gains the base something and where it does not, and P(ANSWER),
of ANSWER or HEDGE, where its own answer is right and where it is wrong; and of the society.
"""


def by_epoch(runs: Mapping[int, Metrics]) -> list[dict[str, Estimate]]:
    """Return each figure of each epoch that all runs have, from 0. runs: of one kind, by seed."""
    epochs = min(map(len, runs.values()), default=0)
    return [{name: mean(figure(run[epoch], name) for run in runs.values()) for name in FIGURES} for epoch in range(epochs)]


def run_difference(ours: Mapping[int, Metrics], theirs: Mapping[int, Metrics], epoch: int = -1) -> dict[str, Estimate]:
    """Return the difference between our last epoch and one of theirs: what was learned, from epoch 0 of the same runs."""
    return {name: mean_difference(_by_seed(ours, -1, name), _by_seed(theirs, epoch, name)) for name in FIGURES}


def _by_seed(runs: Mapping[int, Metrics], epoch: int, name: str) -> dict[Hashable, float | None]:
    return {seed: figure(run[epoch], name) for seed, run in runs.items()}


def figure(told: Mapping[str, Any], name: str) -> float | None:
    """Return one figure of an epoch; None if it is missing."""
    if name in PROBABILITIES:
        return _mean_probability(told, name)
    found: float | None = told["mean" if name in ALONE else "together"].get(name)  # a run of before has no points of curves
    return found


def _mean_probability(told: Mapping[str, Any], name: str) -> float | None:
    """Return the mean over all tools and those questions."""
    what, _, which = name.partition("_")
    played = [each for tool in told["alone"].values() for each in tool["by_question"].values()]
    if what == "search":
        some = [each["p_search"] for each in played if (each["base_f1_found"] > each["base_f1"]) == (which == "gaining")]
    else:
        some = [each["p_answer"] for each in played if (each["f1"] > RIGHT) == (which == "right")]
    return fmean(some) if some else None


Line: TypeAlias = Literal["points", "random", "oracle"]


def line(runs: Iterable[Metrics], kind: str, epoch: int, which: Line = "points") -> tuple[list[float], list[float], float]:
    """Return a mean curve over seeds and tools, as in figures 4 and 5: its points across, from 0 to 1, and up, and its area.

    kind: `search_calibration` or `answer_calibration`; runs: all of them with the same number of questions.
    """
    told = [tool[kind] for run in runs for tool in run[epoch]["alone"].values()]
    points = list(map(fmean, zip(*(each[which] for each in told), strict=True)))
    first = 1 if kind == "answer_calibration" else 0  # nothing searched is a point, nothing answered is none
    last = len(points) - 1 + first
    area = fmean(each["auc" if which == "points" else f"{which}_auc"] for each in told)
    return [at / last for at in range(first, last + 1)], points, area


def as_json(runs: Mapping[str, Mapping[int, Metrics]]) -> dict[str, Any]:
    """Return all figures as JSON. runs: by kind (`play`, `names`, `actions`) and seed."""
    found: dict[str, Any] = {
        "kinds": {
            kind: {
                "seeds": list(each),
                "epochs": [_figures_as_json(figures) for figures in by_epoch(each)],
                "changed": _figures_as_json(run_difference(each, each, 0)),
                "by_seed": {
                    str(seed): [{name: figure(told, name) for name in FIGURES} for told in run] for seed, run in each.items()
                },
            }
            for kind, each in runs.items()
        }
    }
    if "play" in runs and "names" in runs:
        found["names_less_play"] = _figures_as_json(run_difference(runs["names"], runs["play"]))
    return found


def _figures_as_json(figures: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: each._asdict() for name, each in figures.items()}
