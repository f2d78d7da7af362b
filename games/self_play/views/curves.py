"""Calibration curves of self-play as plots and text, with the reasons where none can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TypeAlias

from woozle.arena.views.plots import WIDTH, Look, Plot, Series, in_text
from woozle.arena.views.report import FIGURES_HEAD, figure_line
from woozle.arena.views.words import count
from woozle.core.groups import group_pairs
from woozle.core.names import join_names
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.games.self_play.papers.calibration import AnswerCalibration, Origins, Role, SearchCalibration
from woozle.games.self_play.papers.metrics import SHARES, Curve, point_name
from woozle.games.self_play.words import corpus_name

_HEAD = FIGURES_HEAD.replace("  matches", "questions")
_FEW = 2  # questions that a curve needs to be one

Calibration: TypeAlias = SearchCalibration | AnswerCalibration

_TITLES = {
    "auc": "area under the curve",
    "over_random": "  less that of a random order",
    "ece": "ECE of P(ANSWER) against F1",
    "brier": "Brier score of the same",
}
_SEARCH_TITLES = {
    "auroc": "AUROC of P(SEARCH), search gains",
    **{point_name(share): f"F1, {share:.0%} searched" for share in (0.0, *SHARES, 1.0)},
}
_ANSWER_TITLES = {
    "auroc": "AUROC of P(ANSWER), is right",
    **{point_name(share): f"F1, {share:.0%} answered" for share in (*SHARES, 1.0)},
}

_LACKS = {
    "leaning": "it was not recorded how likely its actions were. Models that give no log-probabilities need `samples`.",
    "without": "F1 without a search is not known. Play the same questions with `--set searches=0`, and report both runs.",
    "with": "F1 with a search is not known: no seat in that place searched. Also report a run in which the base model does.",
    "both": "no question was answered both without a search and with one. Let both runs be about the same questions (`--each`).",
}


def plots(found: Sequence[Calibration]) -> list[Plot]:
    """Return the plots that have enough questions; searches before answers, as they are given."""
    return [*map(_plot, filter(_is_drawn, found)), *_compare_players(found)]


def curve_lines(found: Sequence[Calibration]) -> Iterator[str]:
    """Yield plots in text with their figures, and the reasons for missing plots."""
    for each in found:
        yield from in_text(_plot(each)) if _is_drawn(each) else _untold(_title(each), lack(each) or _note(each))
        own = _SEARCH_TITLES if isinstance(each, SearchCalibration) else _ANSWER_TITLES
        yield from _figures(_TITLES | own, each.figures)
        yield ""
    for plot in _compare_players(found):
        yield from in_text(plot)
        yield ""


def lack(each: Calibration) -> str:
    """Return a sentence on why there is no search curve, or no figures of replies; empty if there are."""
    if each.lack:
        return f"No {'curve' if isinstance(each, SearchCalibration) else 'figures'}: {_LACKS[each.lack]}"
    return f"No curve: it takes {_FEW} questions at least, and there is one." if len(each.items) < _FEW else ""


def _is_drawn(each: Calibration) -> bool:
    """Return whether to draw a curve.

    Of replies as in figure 5, without evidence. Few questions, chosen in a society, make a poor curve.
    """
    if len(each.items) < _FEW or isinstance(each, SearchCalibration):
        return len(each.items) >= _FEW
    return each.after == "nothing" and (each.role.place == "alone" or not each.elsewhere)


def _untold(title: str, why: str) -> Iterator[str]:
    yield from wrap(visible_line(title), WIDTH)
    yield from wrap(visible_line(why), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _figures(titles: Mapping[str, str], figures: Mapping[str, Estimate]) -> Iterator[str]:
    known = {name: figures[name] for name in titles if name in figures and figures[name].value is not None}
    if known:
        yield _HEAD
    for name, figure in known.items():
        yield figure_line(titles[name], figure)


def _title(each: Calibration) -> str:
    if isinstance(each, SearchCalibration):
        return f"Search calibration: {each.player}, {_role(each.role)}"
    when = "before any evidence" if each.after == "nothing" else f"after {each.after}"
    return f"Answer calibration {when}: {each.player}, {_role(each.role)}"


def _note(each: Calibration) -> str:
    note = f"n = {count(len(each.items), 'question')}; {_name_origins(each.origins)}."
    if isinstance(each, SearchCalibration):
        note += f" F1 of {each.base} without and with a search."
        if left := each.questions - len(each.items):
            note += (
                f" Left out: {count(left, 'question')} of {each.questions}, as it answered {each.without} without a search"
                f" and {each.searched} with one."
            )
    elif each.elsewhere:
        note += (
            f" Not of all questions: {count(each.elsewhere, 'time')} it asked or searched instead;"
            " with `--set searches=0` a seat alone answers all of them."
        )
    return note


def _plot(each: Calibration) -> Plot:
    is_search = isinstance(each, SearchCalibration)
    chance, done = ("P(SEARCH)", "with a search") if is_search else ("P(ANSWER)", "answered")
    best = "what a search gains" if is_search else "F1"
    return Plot(
        _title(each),
        _note(each),
        f"share of questions {done}, the highest {chance} first",
        "F1",
        [
            _series(f"by {chance}, area {each.curve.area:.3f}", "curve", each.curve),
            _series(f"oracle: by {best}, area {each.oracle.area:.3f}", "best", each.oracle),
            _series(f"random order, area {each.random.area:.3f}", "random", each.random),
        ],
    )


# Players compared, as in figures 4 and 5


def _compare_players(found: Sequence[Calibration]) -> Iterator[Plot]:
    """Yield plots with curves of several players: of searches on the same base, and of replies in the same place."""
    drawn = list(filter(_is_drawn, found))
    searches = group_pairs(
        ((each.base, each.role, frozenset(each.subjects)), each) for each in drawn if isinstance(each, SearchCalibration)
    )
    answers = group_pairs((each.role, each) for each in drawn if isinstance(each, AnswerCalibration))
    yield from (_compare_searches(alike) for alike in searches.values() if len(alike) > 1)
    yield from (_compare_answers(alike) for alike in answers.values() if len(alike) > 1)


def _compare_searches(searches: Sequence[SearchCalibration]) -> Plot:
    first = _plot(searches[0])
    lines = [_series(f"{each.player}, area {each.curve.area:.3f}", "curve", each.curve) for each in searches]
    title = f"Search calibration compared, {_role(searches[0].role)}"
    note = f"n = {count(len(searches[0].items), 'question')}. F1 of {searches[0].base} without and with a search."
    return Plot(title, note, first.across, first.up, [*lines, *first.series[1:]])


def _compare_answers(answers: Sequence[AnswerCalibration]) -> Plot:
    first = _plot(answers[0])
    lines = [_series(f"{each.player}, area {each.curve.area:.3f}, n = {len(each.items)}", "curve", each.curve) for each in answers]
    title = f"Answer calibration compared, before any evidence, {_role(answers[0].role)}"
    chosen = join_names(each.player for each in answers if each.elsewhere)
    note = f"Only those questions that were answered at once, by {chosen}: such curves do not compare." if chosen else ""
    return Plot(title, note, first.across, first.up, lines)


def role_name(role: Role) -> str:
    """Return where a seat's questions come from and what it can search."""
    where = {"alone": "alone", "asking": "who asks others", "asked": "asked by another"}[role.place]
    return f"{where} with {corpus_name(role.library)}" if role.library else where


def _role(role: Role) -> str:
    return f"{role_name(role)}, on {data_name(role.data)}"


def data_name(data: str) -> str:
    """Return a data set as reports name it."""
    return data or "own pool"


def _name_origins(origins: Origins) -> str:
    """Return where the likelihoods come from."""
    ways = {"own": "as the bot says", "samples": "from samples", "log-probabilities": "from log-probabilities"}
    told = join_names(f"{count(number, 'step')} {ways[by]}" for by, number in origins.items() if by)
    return f"P of {told}" + (f", of {origins[None]} not known" if origins[None] else "")


def _series(name: str, look: Look, curve: Curve) -> Series:
    return Series(name, look, curve.x, curve.points)
