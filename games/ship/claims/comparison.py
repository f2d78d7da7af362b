"""Comparison of audited matches by team, player and condition, by grounds and by tolerance, with intervals over matches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from woozle.core.measures import Match, Measure, Terms, values_of
from woozle.core.request import Seat
from woozle.core.statistics import resampling
from woozle.core.statistics.resampling import Estimate, Share, add_shares, pooled_difference, pooled_share
from woozle.games.ship.claims.audit import Audit
from woozle.games.ship.claims.behaviour import Behaviour
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Checked
from woozle.games.ship.claims.tally import Tally, tallies
from woozle.games.ship.measures import AUDITED, CLAIMS


@dataclass(frozen=True, slots=True)
class Audited:
    """A match with who played it. players: what plays each seat, in words."""

    audit: Audit
    players: Mapping[Seat, str]

    @property
    def behaviours(self) -> Mapping[Seat, Behaviour]:
        return self.audit.behaviours

    @property
    def condition(self) -> str:
        """The players of geese, and of ducks."""
        geese, ducks = (self._of(team) for team in ("goose", "duck"))
        return geese if geese == ducks else f"geese {geese}, ducks {ducks}"

    @property
    def deal(self) -> Hashable:
        """The roles and rooms dealt: equal for matches with the same seed, whatever their players."""
        timeline = self.audit.timeline
        first_tick = [*timeline.ticks, len(timeline.record)][1]
        return tuple(event for event, _ in timeline.record[1:first_tick])  # all but the Briefing

    def _of(self, team: str) -> str:
        teams = self.audit.timeline.teams
        return " + ".join(sorted({self.players.get(seat, "?") for seat in teams if teams[seat] == team}))


class Figure(NamedTuple):
    """A figure of a group: of all its matches together, and as a mean over matches, which weigh the same there."""

    pooled: Estimate
    mean: Estimate


@dataclass(frozen=True, slots=True)
class Group:
    """Matches, or seats in them, that belong together. by: the key they share; n: matches. figures: by name."""

    by: str
    name: str
    n: int
    figures: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of a figure between two conditions, over the deals that both played."""

    one: str
    other: str
    figure: str
    pooled: Estimate


_Key = Callable[[Audited, Seat], str]

_GROUPS: Mapping[str, _Key] = {
    "all": lambda game, seat: "all",
    "team": lambda game, seat: game.audit.timeline.teams[seat],
    "player": lambda game, seat: f"{game.players.get(seat, '?')} as {game.audit.timeline.teams[seat]}",
    "condition": lambda game, seat: f"{game.condition}: {game.audit.timeline.teams[seat]}",
}


def groups(games: Sequence[Audited]) -> list[Group]:
    """Return all groups of seats that share a property. A seat may be in several."""
    found: list[Group] = []
    for by, key in _GROUPS.items():
        seats: dict[str, dict[int, list[Seat]]] = {}
        for number, game in enumerate(games):
            for seat in game.audit.timeline.seats:
                seats.setdefault(key(game, seat), {}).setdefault(number, []).append(seat)
        for name, some in sorted(seats.items()):
            matches = [(games[number], each) for number, each in some.items()]
            found.append(Group(by, name, len(matches), {name: _figure(measure, matches) for name, measure in AUDITED.items()}))
    return found


def _figure(measure: Measure, matches: Iterable[tuple[Audited, Sequence[Seat]]]) -> Figure:
    shares = [_share(measure, *each) for each in matches]
    rates = [share.rate for share in shares]
    if measure.interval == "wilson":
        return Figure(pooled_share(shares), resampling.mean_share(rates))
    return Figure(resampling.pooled_mean(shares), resampling.mean(rates))


def _share(measure: Measure, game: Audited, seats: Iterable[Seat]) -> Share:
    """Return a measure of some seats of a match together, as its report has it."""
    match = Match(Terms(), "", {}, {}, is_void=False, read_facts=lambda: game)
    found: Any = [values_of(measure, match, seat)[measure.name] for seat in seats]
    return add_shares(found)


def differences(games: Sequence[Audited], team: str = "goose") -> list[Difference]:
    """Compare the claims of a team in each two conditions that have played the same deals."""
    conditions: dict[str, dict[Hashable, tuple[Audited, list[Seat]]]] = {}
    for game in games:
        teams = game.audit.timeline.teams
        conditions.setdefault(game.condition, {})[game.deal] = game, [seat for seat in teams if teams[seat] == team]
    found = []
    for one, other in combinations(sorted(conditions), 2):
        for measure in CLAIMS:
            ours, theirs = ({deal: _share(measure, *each) for deal, each in conditions[name].items()} for name in (one, other))
            pair = pooled_difference(ours, theirs)
            if pair.n > 1:
                found.append(Difference(one, other, measure.name, pair))
    return found


# Do accusations that sound surer, or rest on more, hit more often? And how far do rates depend on the tolerance for times?

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
