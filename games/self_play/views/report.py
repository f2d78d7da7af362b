"""Sections of a report on self-play: sequences of actions, and calibration with its curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from woozle.arena.views.plots import WIDTH
from woozle.arena.views.report import Groups, ReportView
from woozle.arena.views.words import cut
from woozle.core.measures import Group, Match
from woozle.games.self_play.measures import SelfPlayFacts, sequences
from woozle.games.self_play.paper.calibration import AnswerCalibration, SearchCalibration, answer_calibrations, search_calibrations
from woozle.games.self_play.views import curves
from woozle.games.self_play.views.curves import Calibration

_SEQUENCES = 5  # that are printed
_SAID = 40  # characters of a reply


def _more_lines(group: Group[SelfPlayFacts]) -> Iterator[str]:
    common = sequences(match.facts for match in group.valid).most_common(_SEQUENCES)
    often = "; ".join(f"{' '.join(actions)} ({number})" for actions, number in common)
    yield from wrap(f"Most often: {often}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def _calibrations(groups: Groups) -> list[Calibration]:
    matches = [match.facts for group in groups for match in group.matches]
    return [*search_calibrations(matches), *answer_calibrations(matches)]


# For programs


def _group_json(group: Group[SelfPlayFacts]) -> Mapping[str, Any]:
    common = sequences(match.facts for match in group.valid).most_common()
    return {"sequences": [{"actions": list(actions), "matches": number} for actions, number in common]}


def _json(groups: Groups) -> Mapping[str, Any]:
    found = _calibrations(groups)
    return {
        "search_calibration": [_calibration_json(each) for each in found if isinstance(each, SearchCalibration)],
        "answer_calibration": [_calibration_json(each) for each in found if isinstance(each, AnswerCalibration)],
    }


def _calibration_json(each: Calibration) -> dict[str, Any]:
    if isinstance(each, SearchCalibration):
        questions = {"likely": each.questions, "without": each.without, "with": each.searched, "paired": len(each.items)}
        own: dict[str, Any] = {"base": each.base, "questions": questions}
    else:
        own = {"after": each.after, "questions": len(each.items), "went_on_instead": each.elsewhere}
    lines = {"curve": each.curve, "oracle": each.oracle, "random": each.random} if each.items else {}
    return {
        "player": each.player,
        "place": each.role.place,
        "library": each.role.library or None,
        "finder": each.role.finder or None,
        "likelihoods": {"known": {by: number for by, number in each.origins.items() if by}, "unknown": each.origins[None]},
        **own,
        "figures": each.figures,
        "lines": {name: {"x": list(line.x), "f1": list(line.points), "area": line.area} for name, line in lines.items()},
        "missing": curves.lack(each) or None,
    }


def _match_lines(match: Match[SelfPlayFacts]) -> Iterator[str]:
    """Return the question, then what was done in its order, and what each seat replied."""
    yield match.facts.subject.question
    yield f"in order: {', '.join(step.action for step in match.facts.steps)}"
    width = max(map(len, match.facts.seats))
    for visit in match.facts.visits:
        did = ", ".join(f"{step.acted.action}{' (forfeited)' if step.acted.forfeited else ''}" for step in visit.steps)
        said = "" if visit.reply is None else f": {cut(visit.reply.acted.argument, _SAID) or '-'}"
        scored = "" if visit.f1 is None else f" F1 {visit.f1:.2f}"
        yield f"{visit.seat:<{width}}  {did or 'nothing'}{said or '; no reply'}{scored}"


VIEW = ReportView(
    match_lines=_match_lines,
    more_lines=_more_lines,
    group_json=_group_json,
    lines=lambda groups: curves.curve_lines(_calibrations(groups)),
    json=_json,
    plots=lambda groups: curves.plots(_calibrations(groups)),
)
