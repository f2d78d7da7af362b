"""Do accusations that sound surer, or rest on more, hit more often? And how far do rates depend on the tolerance for times?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from woozle.core.statistics.resampling import Estimate, Share, pooled_share
from woozle.games.ship.claims.audit import Audit
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Checked
from woozle.games.ship.claims.tally import Tally, tallies

NO_GROUND = "nothing that speaks for it"
TOLERANCES = (0, 1, 2, 3, 5)


def by_strength(audits: Iterable[Audit], team: str = "goose") -> Mapping[str, Estimate]:
    """Return the share of accusations by a team that hit a duck, by how sure they sound; and of those with and without a hedge."""
    return _shares(audits, team, _sounds)


def by_ground(audits: Iterable[Audit], team: str = "goose") -> Mapping[str, Estimate]:
    """Return the share of accusations by a team that hit a duck, by the weightiest thing that the accuser had seen."""
    return _shares(audits, team, lambda each: (each.verdict.ground or NO_GROUND,))


def _sounds(each: Checked) -> Iterator[str]:
    yield each.claim.strength or "strength not told"
    yield "hedged (I think)" if each.claim.is_hedged else "not hedged"


def _shares(audits: Iterable[Audit], team: str, names: Callable[[Checked], Iterable[str]]) -> Mapping[str, Estimate]:
    found: dict[str, list[Share]] = {}
    for number, audit in enumerate(audits):
        for each in audit.checked:
            target = audit.timeline.judged_team(each) if each.claim.type == "accusation" else None
            if target is None or audit.timeline.teams[each.statement.speaker] != team:
                continue
            for name in names(each):
                shares = found.setdefault(name, [])
                shares += [Share(0, 0)] * (number + 1 - len(shares))
                part, whole = shares[number]
                shares[number] = Share(part + (target == "duck"), whole + 1)
    return {name: pooled_share(shares) for name, shares in found.items()}


def sweep(audits: Sequence[Audit], figures: Sequence[str], team: str = "goose") -> Mapping[int, Mapping[str, Estimate]]:
    """Return figures of a team's claims for several tolerances, in ticks."""
    table: dict[int, dict[str, Estimate]] = {}
    for tolerance in TOLERANCES:
        each = [_again(audit, tolerance, team) for audit in audits]
        table[tolerance] = {name: pooled_share([getattr(tally, name) for tally in each]) for name in figures}
    return table


def _again(audit: Audit, tolerance: int, team: str) -> Tally:
    timeline = audit.timeline
    checked = [
        Checked(each.statement, each.claim, check(timeline, each.statement, each.claim, tolerance=tolerance))
        for each in audit.checked
    ]
    whole = Tally()
    for seat, tally in tallies(timeline, audit.extractions, checked).items():
        if timeline.teams[seat] == team:
            whole.add(tally)
    return whole
