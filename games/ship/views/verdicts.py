"""Verdicts on claims, as people read them."""

from __future__ import annotations

from woozle.arena.views import audits
from woozle.arena.views.audits import CONTRADICTED, KNEW, TRUE, UNCERTAIN, UNSEEN, ClaimRow
from woozle.games.ship.claims.precision import figure_of, precisions
from woozle.games.ship.claims.schema import Checked, Claim, Ruling, Standing, Verdict
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.views.claims import claim_words, contradiction

VERDICTS: dict[Ruling, audits.Verdict] = {
    "true": TRUE,
    "near_miss": audits.Verdict("≈", "NEAR", "notice"),
    "wrong_room": audits.Verdict("✗", "WRONG ROOM", "bad"),
    "wrong_time": audits.Verdict("✗", "WRONG TIME", "bad"),
    "wrong_player": audits.Verdict("✗", "WRONG PLAYER", "bad"),
    "false": audits.Verdict("✗", "FALSE", "bad"),
    "unverifiable": UNSEEN,
}

STANDINGS: dict[Standing, str] = {"lie": CONTRADICTED, "mistaken": "mistaken", "unsupported": "no grounds"}
"""The speaker's standing on a claim that the grammar read, in a word. Honest claims get none."""


def standing_words(checked: Checked) -> str:
    """Return the speaker's standing in a word or two; empty if honest or unknown."""
    return KNEW if checked.is_known_false else STANDINGS.get(checked.verdict.standing, "")


def claim_row(timeline: Timeline, checked: Checked) -> ClaimRow:
    """Return a claim with its verdict, as people read it."""
    statement, claim, verdict = checked.statement, checked.claim, checked.verdict
    return ClaimRow(
        at=statement.at,
        number=timeline.seats.index(statement.speaker) + 1 if statement.speaker in timeline.seats else 0,
        speaker=statement.speaker,
        claim=claim_words(claim),
        verdict=UNCERTAIN if verdict.standing == "uncertain" else VERDICTS[verdict.outcome],
        standing=standing_words(checked),
        reason=verdict.reason,
        contradiction=contradiction(checked),
        proof=verdict.evidence,
        quote=statement.text[slice(*claim.span)] if claim.span else "",
        is_counted=checked.is_counted,
        measured=_measured(claim, verdict),
    )


def _measured(claim: Claim, verdict: Verdict) -> tuple[int, int] | None:
    """Return the number of checked verdicts of this kind that were right, and of all that were checked."""
    found = precisions("grammar").get(figure_of(claim, verdict))
    return (found.right, found.n) if found else None
