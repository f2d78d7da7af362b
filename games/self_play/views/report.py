"""Sections of a report on self-play: data sets side by side, sequences of actions, and calibration with its curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap
from typing import Any

from woozle.arena.views.company import name_company
from woozle.arena.views.plots import WIDTH
from woozle.arena.views.report import Groups, ReportView, table_lines
from woozle.arena.views.words import cut
from woozle.core.measures import Group, Match
from woozle.core.text import visible_line
from woozle.games.self_play.measures import SelfPlayFacts, sequences
from woozle.games.self_play.papers.calibration import AnswerCalibration, SearchCalibration, answer_calibrations, search_calibrations
from woozle.games.self_play.views import curves
from woozle.games.self_play.views.curves import Calibration, data_name, role_name

_SEQUENCES = 5  # that are printed
_SAID = 40  # characters of a reply
_LONGEST_ROW = 46  # cells of a row's name


def _more_lines(group: Group[SelfPlayFacts]) -> Iterator[str]:
    common = sequences(match.facts for match in group.valid).most_common(_SEQUENCES)
    often = "; ".join(f"{' '.join(actions)} ({number})" for actions, number in common)
    yield from wrap(f"Most often: {often}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def _group_lines(group: Group[SelfPlayFacts]) -> Iterator[str]:
    yield f"  on {visible_line(data_name(group.matches[0].facts.data))}"


# Data sets side by side


def _lines(groups: Groups) -> Iterator[str]:
    found = _calibrations(groups)
    if len({group.matches[0].facts.data for group in groups}) > 1:
        for title, figure in (("Table 2. F1", None), ("Search rate", "search_rate")):
            yield from _columns(title, ((*_setting(group), _cell(group, figure)) for group in groups))
        searched = [each for each in found if isinstance(each, SearchCalibration) and each.items and each.player == each.base]
        for title, at in (("Figure 3. F1 without a search", 0), ("F1 with a search", -1)):
            cells = (
                (f"{each.player}, {role_name(each.role)}", each.role.data, f"{each.curve.points[at]:.3f}") for each in searched
            )
            yield from _columns(title, cells)
    yield from curves.curve_lines(found)


def _setting(group: Group[SelfPlayFacts]) -> tuple[str, str]:
    """Return who plays how, and the data set."""
    first = group.matches[0]
    libraries = "" if not first.facts.is_alone else ", ".join(first.facts.libraries.values())
    how = ", ".join(filter(None, (name_company(first.terms.players.values()), libraries, first.terms.rules)))
    return how, first.facts.data


def _cell(group: Group[SelfPlayFacts], figure: str | None) -> str:
    f1 = "task_f1" if group.matches[0].facts.is_alone else "group_f1"
    value = group.figures[figure or f1].value
    return "-" if value is None else f"{value:.3f}"


def _columns(title: str, cells: Iterable[tuple[str, str, str]]) -> Iterator[str]:
    """Yield a table with a column for each data set. cells: row, data set and value."""
    rows: dict[str, dict[str, str]] = {}
    for row, data, cell in cells:
        rows.setdefault(row, {})[data] = cell
    if rows:
        heads = list(dict.fromkeys(data for each in rows.values() for data in each))
        shown = [(name, [each.get(data, "-") for data in heads]) for name, each in rows.items()]
        yield from table_lines([data_name(data) for data in heads], shown, title, longest=_LONGEST_ROW)
        yield ""


def _calibrations(groups: Groups) -> list[Calibration]:
    matches = [match.facts for group in groups for match in group.matches]
    return [*search_calibrations(matches), *answer_calibrations(matches)]


# For programs


def _group_json(group: Group[SelfPlayFacts]) -> Mapping[str, Any]:
    common = sequences(match.facts for match in group.valid).most_common()
    return {
        "data": group.matches[0].facts.data or None,
        "sequences": [{"actions": list(actions), "matches": number} for actions, number in common],
    }


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
        "data": each.role.data or None,
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
    group_lines=_group_lines,
    more_lines=_more_lines,
    group_json=_group_json,
    lines=_lines,
    json=_json,
    plots=lambda groups: curves.plots(_calibrations(groups)),
)
