"""Rates of verdicts against speakers, by role, in reports: with the precision of the verdict, and corrected for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.report import ReportView, table_lines
from woozle.core.groups import group_pairs
from woozle.core.measures import Group, Match, values_of
from woozle.core.statistics.resampling import Estimate, Share, add_shares, pooled_share
from woozle.core.value import value
from woozle.games.ship.claims.precision import Precision, corrected, precisions
from woozle.games.ship.claims.schema import HELD_AGAINST
from woozle.games.ship.claims.versions import GRAMMAR, VERIFIER
from woozle.games.ship.measures import AUDITED, ShipFacts

FIGURES = tuple(HELD_AGAINST.values())
"""The figures of claims that are held against their speaker."""


@value
class RoleRate:
    """A rate of the claims of a role. precision, corrected: None if they are not known."""

    role: str
    figure: str
    rate: Estimate
    precision: Precision | None
    corrected: Estimate | None


def role_rates(group: Group[ShipFacts]) -> tuple[RoleRate, ...]:
    """Return the rates by role and figure, over the matches of a group. Roles that claimed nothing have none."""
    known = precisions("grammar")
    shares = group_pairs(pair for match in group.valid for pair in _shares(match))
    found = []
    for (role, name), each in sorted(shares.items(), key=lambda pair: (pair[0][0], FIGURES.index(pair[0][1]))):
        rate, precision = pooled_share(each), known.get(name)
        if rate.value is not None:
            found.append(RoleRate(role, name, rate, precision, corrected(rate, precision) if precision else None))
    return tuple(found)


def _shares(match: Match[ShipFacts]) -> Iterator[tuple[tuple[str, str], Share]]:
    """Yield the share of each figure for all seats of each role together."""
    for role, seats in group_pairs((each.role, seat) for seat, each in match.seats.items()).items():
        for name in FIGURES:
            found: Any = [values_of(AUDITED[name], match, seat)[name] for seat in seats]
            yield (role, name), add_shares(found)


def _lines(group: Group[ShipFacts]) -> Iterator[str]:
    rates = role_rates(group)
    if not rates:
        return
    yield ""
    rows = [(f"{each.role}: {each.figure}", _cells(each)) for each in rates]
    yield from table_lines(["rate", "precision", "corrected"], rows, "claims by role")
    versions = f"Claims were read by grammar {GRAMMAR} and judged by verifier {VERIFIER}."
    if any(each.corrected for each in rates):
        versions += " Corrected by Rogan and Gladen."
    yield f"  {versions}"
    if any(each.precision is None for each in rates):
        yield "  Where their precision is not measured, no rate is corrected."


def _cells(each: RoleRate) -> list[str]:
    precision = f"{each.precision.share:.2f} (n {each.precision.n})" if each.precision else "not measured"
    return [_estimate_cell(each.rate), precision, _estimate_cell(each.corrected)]


def _estimate_cell(estimate: Estimate | None) -> str:
    if estimate is None or estimate.value is None:
        return "-"
    ends = "" if estimate.low is None or estimate.high is None else f" {estimate.low:.3f}-{estimate.high:.3f}"
    return f"{estimate.value:.3f}{ends}"


def precision_json(precision: Precision | None) -> dict[str, Any] | None:
    """Return a precision for programs; None where it was not measured."""
    if precision is None:
        return None
    low, high = precision.interval
    return {"share": precision.share, "low": low, "high": high, "n": precision.n}


def _json(group: Group[ShipFacts]) -> Mapping[str, Any]:
    rates = [
        {
            "role": each.role,
            "figure": each.figure,
            "rate": each.rate._asdict(),
            "precision": precision_json(each.precision),
            "corrected": each.corrected._asdict() if each.corrected else None,
        }
        for each in role_rates(group)
    ]
    return {"claims_by_role": {"grammar": GRAMMAR, "verifier": VERIFIER, "rates": rates}}


VIEW = ReportView(more_lines=_lines, group_json=_json)
