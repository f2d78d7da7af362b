"""Audits of matches: the claims of their meetings, verdicts on them, and the behaviour of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from woozle.core.game import RecordEntry
from woozle.core.request import Seat
from woozle.games.ship.claims.behaviour import Behaviour, behaviour
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.release import Values, figure_values
from woozle.games.ship.claims.compatible.tiers import Figures, tier1, tier2, tier3
from woozle.games.ship.claims.compatible.verdicts import check_claims
from woozle.games.ship.claims.elsewhere import Review
from woozle.games.ship.claims.extraction.service import Extraction, Known, extractions
from woozle.games.ship.claims.observed import check_speech
from woozle.games.ship.claims.published import distinct
from woozle.games.ship.claims.schema import Checked
from woozle.games.ship.claims.tally import Tally, tallies
from woozle.games.ship.claims.timeline import Timeline, build_timeline

Mode: TypeAlias = Literal["observed", "compatible"]
"""`observed`: by what really happened and was seen. `compatible`: as the public pipeline judges, its oddities included."""

TOLERANCE = 1  # ticks


@dataclass(frozen=True, slots=True)
class Audit:
    """The findings on one match.

    is_by_grammar: Whether the grammar read its claims.
    tallies, behaviours: By seat.
    tier1, tier2, tier3: Figures of the public pipeline, by its names; None but for the first, unless in compatible mode.
    """

    mode: Mode
    is_by_grammar: bool
    timeline: Timeline
    extractions: tuple[Extraction, ...]
    checked: tuple[Checked, ...]
    tallies: Mapping[Seat, Tally]
    behaviours: Mapping[Seat, Behaviour]
    tier1: Figures
    tier2: Figures | None
    tier3: Figures | None


def audit(
    record: Sequence[RecordEntry],
    *,
    mode: Mode = "observed",
    is_imported: bool = False,
    known: Known | None = None,
    tolerance: int = TOLERANCE,
) -> Audit:
    """Audit a match of the ship, whole or so far.

    Args:
        is_imported: As for `build_timeline`.
        known: Returns claims that were extracted elsewhere; None lets the grammar read the speeches.
        tolerance: Ticks by which a time in a claim may be off; not used in compatible mode.
    """
    timeline = build_timeline(record, is_imported=is_imported)
    match = Reconstruction(record)
    read = tuple(extractions(timeline, known))
    review = Review(timeline.seats, timeline.map)
    checked: list[Checked] = []
    collapsed = 0
    for number, each in enumerate(read):
        claims = each.claims or ()
        if mode == "compatible":
            claims = tuple(distinct(claims))
            collapsed += len(each.claims or ()) - len(claims)
        elif known:
            claims = review(each.statement, claims, timeline.statements[:number])
        if mode == "compatible":
            checked += check_claims(match, each.statement, claims)
        else:
            checked += check_speech(timeline, each.statement, claims, tolerance=tolerance)
    return Audit(
        mode,
        known is None,
        timeline,
        read,
        tuple(checked),
        tallies(timeline, read, checked),
        behaviour(timeline),
        tier1(match),
        tier2(match) if mode == "compatible" else None,
        tier3(match, checked, collapsed) if mode == "compatible" else None,
    )


def release_figures(record: Sequence[RecordEntry], found: Audit) -> Values:
    """Return the figures of QUACK's release for a match: those of its audit in compatible mode, from the same claims."""
    match = Reconstruction(record)
    checked: list[Checked] = []
    collapsed = 0
    for each in found.extractions:
        claims = distinct(each.claims or ())
        collapsed += len(each.claims or ()) - len(claims)
        checked += check_claims(match, each.statement, claims)
    tiers = {"tier1": found.tier1, "tier2": tier2(match), "tier3": tier3(match, checked, collapsed)}
    return figure_values(tiers, "the match")
