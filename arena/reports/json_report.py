"""Reports for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.reports.comparison_json import comparison_json
from woozle.arena.views.report import ReportView
from woozle.core.comparison import Comparison
from woozle.core.measures import Change, Group, Match, Measure, Report, Value, details_of, measures_of, rate, values_of


def report_json(
    report: Report[Any], view: ReportView, groups: Sequence[Group[Any]], compared: Sequence[Comparison[Any]] = ()
) -> dict[str, Any]:
    """Return each match, those put together, and methods compared."""
    matches = [(group, match) for group in groups for match in group.matches]
    return {
        "matches": [match_json(report, measures_of(report, group.matches), match) for group, match in matches],
        "void": sum(group.void for group in groups),
        "groups": [_group_json(report, view, group) for group in groups],
        "comparisons": [name_fields({**comparison_json(each), **view.comparison_json(each, groups)}) for each in compared],
        **name_fields(view.json(groups)),
    }


def match_json(report: Report[Any], measures: Sequence[Measure], match: Match[Any]) -> dict[str, Any]:
    """Return one match: its figures, those of its seats, and the game's details."""
    details = dict(name_fields(details_of(report, match)))
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
    return name_fields(value)


def _terms_json(match: Match[Any]) -> dict[str, Any]:
    return {"rules": match.terms.rules, "officials": match.terms.officials, "prompts": match.terms.prompts}


def _group_json(report: Report[Any], view: ReportView, group: Group[Any]) -> dict[str, Any]:
    first = group.matches[0]
    is_one_table = all(match.terms.players == first.terms.players for match in group.matches)
    return {
        **_terms_json(first),
        "players": dict(first.terms.players) if is_one_table else None,
        "matches": len(group.matches),
        "void": group.void,
        **({"data": report.topic_of(first).data} if report.topic else {}),
        **({f"{report.cluster.name}s": len({report.cluster.of(match) for match in group.valid})} if report.cluster else {}),
        **name_fields(view.group_json(group)),
        "figures": name_fields(group.figures),
        "seats": name_fields(group.seats),
        "compared": [{"one": one, "other": other, "figures": name_fields(each)} for (one, other), each in group.compared.items()],
        **{title.replace(" ", "_"): name_fields(parts) for title, parts in group.parts.items()},
    }


def name_fields(value: Any) -> Any:
    """Return a value for programs: every named tuple in it by the names of its fields."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, Mapping):
        return {name: name_fields(each) for name, each in value.items()}
    return [name_fields(each) for each in value] if isinstance(value, list | tuple) else value
