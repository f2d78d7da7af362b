"""Reports for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.views.report import ReportView
from woozle.core.measures import Change, Figures, Group, Match, Measure, Report, Value, measures_of, rate, values_of
from woozle.core.statistics.resampling import Share


def report_json(report: Report[Any], view: ReportView, groups: Sequence[Group[Any]]) -> dict[str, Any]:
    """Return each match, and those put together."""
    matches = [(group, match) for group in groups for match in group.matches]
    return {
        "matches": [match_json(report, measures_of(report, group.matches), match) for group, match in matches],
        "void": sum(group.void for group in groups),
        "groups": [_group_json(report, view, group) for group in groups],
        **view.json(groups),
    }


def match_json(report: Report[Any], measures: Sequence[Measure], match: Match[Any]) -> dict[str, Any]:
    """Return one match: its figures, those of its seats, and the game's details."""
    details = dict(report.details(match)) if report.details else {}
    beside: Mapping[str, Mapping[str, Any]] = details.pop("seats", {})
    return {
        "path": match.terms.name,
        **_terms_json(match),
        "players": dict(match.terms.players),
        "void": match.is_void,
        "reason": match.reason,
        **details,
        "figures": _values(measures, match),
        "seats": {
            seat: {
                "player": each.player,
                "role": each.role,
                "result": each.result.kind,
                "never_answered": each.answers.never_answered,
                "not_taken": [*each.answers.dropped],
                "partly_taken": [*each.answers.partly_taken],
                **_values(measures, match, seat),
                **beside.get(seat, {}),
            }
            for seat, each in match.seats.items()
        },
    }


def _values(measures: Sequence[Measure], match: Match[Any], seat: str | None = None) -> dict[str, Any]:
    about = [measure for measure in measures if (measure.of == "match") == (seat is None)]
    return {name: _value(value) for measure in about for name, value in values_of(measure, match, seat).items()}


def _value(value: Value) -> Any:
    match value:
        case Change():
            return rate(value)
        case Share():
            return value._asdict()
    return value


def _terms_json(match: Match[Any]) -> dict[str, Any]:
    return {"rules": match.terms.rules, "officials": match.terms.officials}


def _group_json(report: Report[Any], view: ReportView, group: Group[Any]) -> dict[str, Any]:
    first = group.matches[0]
    is_one_table = all(match.terms.players == first.terms.players for match in group.matches)
    return {
        **_terms_json(first),
        "players": dict(first.terms.players) if is_one_table else None,
        "matches": len(group.matches),
        "void": group.void,
        **({f"{report.cluster.name}s": len({report.cluster.of(match) for match in group.valid})} if report.cluster else {}),
        **view.group_json(group),
        "figures": figures_json(group.figures),
        "seats": {name: figures_json(each) for name, each in group.seats.items()},
        "compared": [{"one": one, "other": other, "figures": figures_json(each)} for (one, other), each in group.compared.items()],
        **{
            title.replace(" ", "_"): {part: figures_json(each) for part, each in parts.items()}
            for title, parts in group.parts.items()
        },
    }


def figures_json(figures: Figures) -> dict[str, Any]:
    """Return figures by name; null where nothing is known."""
    return {name: figure._asdict() for name, figure in figures.items()}
