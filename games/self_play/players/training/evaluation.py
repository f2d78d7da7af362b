"""Evaluation of a model on questions that it did not play with: alone with one tool, and in its society (sections 5 and 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Any, TypeAlias

from woozle.core.value import value
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import Question
from woozle.games.self_play.events import ANSWER, HEDGE, SEARCH
from woozle.games.self_play.papers import metrics
from woozle.games.self_play.papers.areas import answer_point, search_point
from woozle.games.self_play.players.training.policy import Policy
from woozle.games.self_play.players.training.prompts import Wording, corpus_word
from woozle.games.self_play.players.training.rollouts import Begin, Library, Rollout, rollouts, seat_alone, tools_of
from woozle.games.self_play.state import find_differing

Base: TypeAlias = Mapping[str, Mapping[str, tuple[float, float]]]
"""F1 of the base model's likeliest answer, without and with a search: by corpus and question."""

_FIGURES = ("p_search", "p_answer", "f1", "base_f1", "base_f1_found")
"""Of each question: P(SEARCH), P(ANSWER) of ANSWER or HEDGE, F1 without a search, and the base model's without and with one."""

_POINTS = {metrics.point_name(share): share for share in metrics.SHARES}


@value
class Examination:
    """The model to measure, and the questions. again: plays of each question; seed: of all draws."""

    policy: Policy
    society: Config
    questions: tuple[Question, ...]
    library: Library
    wording: Wording
    seed: int
    again: int = 1

    def alone(self, tool: str, *forced: str, name: str, temperature: float = 0.0) -> list[Rollout]:
        """Play each question by one seat with that tool, ASK disabled; those of `forced` once, others `again` times."""
        again = 1 if forced else self.again
        begins = [Begin(each, number, forced) for each in self.questions for number in range(again)]
        return self._play(seat_alone(self.society, tool), begins, f"{name}/{tool}", temperature)

    def together(self, name: str) -> list[Rollout]:
        return self._play(self.society, [Begin(each, at) for each in self.questions for at in range(self.again)], name, 1.0)

    def _play(self, society: Config, begins: Sequence[Begin], name: str, temperature: float) -> list[Rollout]:
        return rollouts(
            self.policy, society, begins, self.library, self.wording, seed=self.seed, name=name, temperature=temperature
        )


def base_of(examined: Examination) -> dict[str, dict[str, tuple[float, float]]]:
    """Return the gain by retrieval of a model that has not learned from play, by corpus and question."""
    found = {}
    for tool in tools_of(examined.society):
        without = examined.alone(tool, ANSWER, name="base")
        searched = examined.alone(tool, SEARCH, ANSWER, name="base")
        found[tool] = {one.question: (one.f1, other.f1) for one, other in zip(without, searched, strict=True)}
    return found


def evaluate(examined: Examination, base: Base, hear: Callable[[int, int], None] = lambda done, of: None) -> dict[str, Any]:
    """Return all figures of D6, as JSON. hear: told how many of the parts are done."""
    tools = tools_of(examined.society)
    parts = len(tools) + 1
    words = Counter(map(corpus_word, tools))
    found: dict[str, Any] = {"alone": {}}
    for number, tool in enumerate(tools):
        name = corpus_word(tool) if words[corpus_word(tool)] == 1 else tool
        found["alone"][name] = _alone(examined, tool, base[tool])
        hear(number + 1, parts)
    found["together"] = _together(examined.together("examined"))
    hear(parts, parts)
    found["mean"] = _means(found["alone"])
    return found


def _alone(examined: Examination, tool: str, base: Mapping[str, tuple[float, float]]) -> dict[str, Any]:
    played = examined.alone(tool, name="examined", temperature=1.0)
    first = {each.question: each.steps[0].chances for each in played}
    own = {each.question: each.f1 for each in examined.alone(tool, ANSWER, name="examined")}
    ids = [question.id for question in examined.questions]
    searching = [first[each].get(SEARCH, 0.0) for each in ids]
    sure = [metrics.answer_probability(first[each][ANSWER], first[each][HEDGE]) or 0.0 for each in ids]
    without, with_search = [base[each][0] for each in ids], [base[each][1] for each in ids]
    return {
        "task_f1": fmean(each.f1 for each in played),
        "search_rate": fmean(each.searches > 0 for each in played),
        "reward": fmean(each.reward for each in played),
        "hedge_rate": fmean(each.actions[-1] == HEDGE for each in played),
        "search_calibration": _searching(searching, without, with_search),
        "answer_calibration": _answering(sure, [own[each] for each in ids]),
        "by_question": {
            each: dict(zip(_FIGURES, figures, strict=True))
            for each, *figures in zip(ids, searching, sure, (own[each] for each in ids), without, with_search, strict=True)
        },
    }


def _searching(searching: Sequence[float], without: Sequence[float], with_search: Sequence[float]) -> dict[str, Any]:
    curve = metrics.search_curve(searching, without, with_search)
    random, oracle = metrics.random_search(without, with_search), metrics.oracle_search(without, with_search)
    gains = [after > before for before, after in zip(without, with_search, strict=True)]
    return {
        "points": curve.points,
        "random": random.points,
        "oracle": oracle.points,
        "auc": curve.area,
        "random_auc": random.area,
        "oracle_auc": oracle.area,
        "auroc": metrics.auroc(searching, gains),
        **{name: search_point(searching, without, with_search, share)(range(len(gains))) for name, share in _POINTS.items()},
    }


def _answering(sure: Sequence[float], f1: Sequence[float]) -> dict[str, Any]:
    curve, oracle = metrics.answer_curve(sure, f1), metrics.answer_curve(f1, f1)
    return {
        "points": curve.points,
        "random": (fmean(f1),) * len(f1),
        "oracle": oracle.points,
        "auc": curve.area,
        "random_auc": fmean(f1),
        "oracle_auc": oracle.area,
        "ece": metrics.ece(sure, f1),
        "brier": metrics.brier(sure, f1),
        "auroc": metrics.auroc(sure, [each > metrics.RIGHT for each in f1]),
        **{name: answer_point(sure, f1, share)(range(len(f1))) for name, share in _POINTS.items()},
    }


def _together(played: Sequence[Rollout]) -> dict[str, Any]:
    passed = metrics.passed_on((*given, each.answer) for each in played if (given := find_differing(each.heard)))
    return {
        "group_f1": fmean(each.f1 for each in played),
        "reward": fmean(each.reward for each in played),
        "searches": fmean(each.searches for each in played),
        "passed_on": passed.rate,
        "could_pass_on": passed.whole,
    }


def _means(alone: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    each = list(alone.values())
    found: dict[str, Any] = {name: fmean(one[name] for one in each) for name in ("task_f1", "search_rate", "reward", "hedge_rate")}
    for kind, names in (("search_calibration", ("auc", "auroc")), ("answer_calibration", ("auc", "ece", "brier", "auroc"))):
        for name in (*names, *_POINTS):
            known = [one[kind][name] for one in each if one[kind][name] is not None]
            found[f"{kind.partition('_')[0]}_{name}"] = fmean(known) if known else None
    return found
