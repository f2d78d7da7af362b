"""Calibration curves of self-play as plots and text, with the reasons where none can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from woozle.arena.views.figures import FIGURES_HEAD, figure_line
from woozle.arena.views.plots import WIDTH, Look, Plot, Series, in_text
from woozle.arena.views.self_play.labels import corpus
from woozle.arena.views.words import count
from woozle.core.games.self_play.calibration import AnswerCalibration, Known, Role, SearchCalibration
from woozle.core.games.self_play.metrics import Curve
from woozle.core.names import join_names
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line

_HEAD = FIGURES_HEAD.replace("  matches", "questions")
_FEW = 2  # questions that a curve needs to be one

_SEARCH_TITLES = {
    "auc": "area under the curve",
    "over_random": "  less that of a random order",
    "auroc": "AUROC of P(SEARCH), search gains",
}
_ANSWER_TITLES = {
    "auc": "area under the curve",
    "over_random": "  less that of a random order",
    "ece": "ECE of P(ANSWER) against F1",
    "brier": "Brier score of the same",
    "auroc": "AUROC of P(ANSWER), is right",
}

_LACKS = {
    "leaning": "it was not recorded how likely its actions were. Models that give no log-probabilities need `samples`.",
    "without": "F1 without a search is not known. Play the same questions with `--set searches=0`, and report both runs.",
    "with": "F1 with a search is not known: nobody in that place searched. Report a run as well in which the base model does.",
    "both": "no question was answered both without a search and with one. Let both runs be about the same questions (`--each`).",
}


def plots(searching: Sequence[SearchCalibration], answering: Sequence[AnswerCalibration]) -> list[Plot]:
    """Return the plots that have enough questions."""
    found = [_search_plot(each) for each in searching if len(each.items) >= _FEW]
    return [*found, *(_answer_plot(each) for each in answering if _is_drawn(each)), *_compare_players(searching, answering)]


def curve_lines(searching: Sequence[SearchCalibration], answering: Sequence[AnswerCalibration]) -> Iterator[str]:
    """Yield plots in text with their figures, and the reasons for missing plots."""
    for search in searching:
        yield from (
            in_text(_search_plot(search)) if len(search.items) >= _FEW else _untold(_search_title(search), search_lack(search))
        )
        yield from _figures(_SEARCH_TITLES, search.figures)
        yield ""
    for answer in answering:
        if _is_drawn(answer):
            yield from in_text(_answer_plot(answer))
        else:
            yield from _untold(_answer_title(answer), answer_lack(answer) or _answer_note(answer))
        yield from _figures(_ANSWER_TITLES, answer.figures)
        yield ""
    for plot in _compare_players(searching, answering):
        yield from in_text(plot)
        yield ""


def search_lack(each: SearchCalibration) -> str:
    """Return a sentence on why there is no search curve; empty if there is one."""
    return f"No curve: {_LACKS[each.lack]}" if each.lack else _few(len(each.items))


def answer_lack(each: AnswerCalibration) -> str:
    """Return a sentence on why there are no figures for the calibration of replies; empty if there are."""
    return f"No figures: {_LACKS[each.lack]}" if each.lack else _few(len(each.items))


def _few(questions: int) -> str:
    return f"No curve: it takes {_FEW} questions at least, and there is one." if questions < _FEW else ""


def _is_drawn(each: AnswerCalibration) -> bool:
    """Return whether to draw a curve: as in figure 5, without evidence. Few questions, chosen in a society, make a poor curve."""
    return each.after == "nothing" and len(each.items) >= _FEW and (each.role.place == "alone" or not each.elsewhere)


def _untold(title: str, why: str) -> Iterator[str]:
    yield from wrap(visible_line(title), WIDTH)
    yield from wrap(visible_line(why), WIDTH, initial_indent="  ", subsequent_indent="  ")


def _figures(titles: Mapping[str, str], figures: Mapping[str, Estimate]) -> Iterator[str]:
    known = {name: figures[name] for name in titles if figures[name].value is not None}
    if known:
        yield _HEAD
    for name, figure in known.items():
        yield figure_line(titles[name], figure)


# Searches


def _search_title(each: SearchCalibration) -> str:
    return f"Search calibration: {each.player}, {_role(each.role)}"


def _search_plot(each: SearchCalibration) -> Plot:
    return Plot(
        _search_title(each),
        _search_note(each),
        "share of questions with a search, the highest P(SEARCH) first",
        "F1",
        [
            _series(f"by P(SEARCH), area {each.curve.area:.3f}", "curve", each.curve),
            _series(f"oracle: by what a search gains, area {each.oracle.area:.3f}", "best", each.oracle),
            _series(f"random order, area {each.random.area:.3f}", "random", each.random),
        ],
    )


def _search_note(each: SearchCalibration) -> str:
    n = len(each.items)
    left = each.questions - n
    note = f"n = {count(n, 'question')}; {_name_sources(each.known)}. F1 of {each.base} without and with a search."
    if left:
        note += (
            f" Left out: {count(left, 'question')} of {each.questions}, as it answered {each.without} without a search"
            f" and {each.searched} with one."
        )
    return note


# Answers


def _answer_title(each: AnswerCalibration) -> str:
    when = "before any evidence" if each.after == "nothing" else f"after {each.after}"
    return f"Answer calibration {when}: {each.player}, {_role(each.role)}"


def _answer_plot(each: AnswerCalibration) -> Plot:
    return Plot(
        _answer_title(each),
        _answer_note(each),
        "share of questions answered, the highest P(ANSWER) first",
        "F1",
        [
            _series(f"by P(ANSWER), area {each.curve.area:.3f}", "curve", each.curve),
            _series(f"oracle: by F1, area {each.oracle.area:.3f}", "best", each.oracle),
            _series(f"random order, area {each.random.area:.3f}", "random", each.random),
        ],
    )


def _answer_note(each: AnswerCalibration) -> str:
    note = f"n = {count(len(each.items), 'question')}; {_name_sources(each.known)}."
    if each.elsewhere:
        note += (
            f" Not of all questions: {count(each.elsewhere, 'time')} it asked or searched instead;"
            " with `--set searches=0` a seat alone answers all of them."
        )
    return note


# Players compared, as in figures 4 and 5


def _compare_players(searching: Sequence[SearchCalibration], answering: Sequence[AnswerCalibration]) -> Iterator[Plot]:
    """Yield plots with curves of several players: of searches on the same base, and of replies in the same place."""
    alike: dict[object, list[SearchCalibration]] = {}
    for search in searching:
        if len(search.items) >= _FEW:
            alike.setdefault((search.base, search.role, frozenset(search.subjects)), []).append(search)
    yield from (_searches_compared(searches) for searches in alike.values() if len(searches) > 1)
    places: dict[Role, list[AnswerCalibration]] = {}
    for answer in answering:
        if _is_drawn(answer):
            places.setdefault(answer.role, []).append(answer)
    yield from (_answers_compared(answers) for answers in places.values() if len(answers) > 1)


def _searches_compared(searches: Sequence[SearchCalibration]) -> Plot:
    first = _search_plot(searches[0])
    lines = [_series(f"{each.player}, area {each.curve.area:.3f}", "curve", each.curve) for each in searches]
    title = f"Search calibration compared, {_role(searches[0].role)}"
    note = f"n = {count(len(searches[0].items), 'question')}. F1 of {searches[0].base} without and with a search."
    return Plot(title, note, first.across, first.up, [*lines, *first.series[1:]])


def _answers_compared(answers: Sequence[AnswerCalibration]) -> Plot:
    first = _answer_plot(answers[0])
    lines = [_series(f"{each.player}, area {each.curve.area:.3f}, n = {len(each.items)}", "curve", each.curve) for each in answers]
    title = f"Answer calibration compared, before any evidence, {_role(answers[0].role)}"
    chosen = join_names(each.player for each in answers if each.elsewhere)
    note = f"Only those questions that were answered at once, by {chosen}: such curves do not compare." if chosen else ""
    return Plot(title, note, first.across, first.up, lines)


# Both


def _role(role: Role) -> str:
    where = {"alone": "alone", "asking": "who asks others", "asked": "asked by another"}[role.place]
    return f"{where} with {corpus(role.library)}" if role.library else where


def _name_sources(known: Known) -> str:
    """Return the source of the likelihoods."""
    ways = {"own": "as the bot says", "samples": "from samples", "log-probabilities": "from log-probabilities"}
    told = join_names(f"{count(number, 'step')} {ways[by]}" for by, number in known.by.items())
    return f"P of {told}" + (f", of {known.unknown} not known" if known.unknown else "")


def _series(name: str, look: Look, curve: Curve) -> Series:
    return Series(name, look, curve.x, curve.points)
