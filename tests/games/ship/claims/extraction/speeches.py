"""Claims of a speech, for tests: the speaker is Grace, at a table with names that are ordinary words."""

from __future__ import annotations

from collections.abc import Iterable

from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.maps import load

SEATS = ("Alice", "Bob", "Eve", "Frank", "Grace", "Ivy")


def said(text: str, speaker: str = "Grace", meeting: int = 0) -> Statement:
    return Statement(meeting=meeting, tick=20, round=meeting, speaker=speaker, text=text, at=0)


def claims(text: str, *types: str, before: Iterable[Statement] = (), speaker: str = "Grace", ship: str = "ship") -> list[Claim]:
    """The claims of a speech; of these types, if some are given."""
    found = Extractor(SEATS, load(ship)).read(said(text, speaker), tuple(before))
    return [claim for claim in found if not types or claim.type in types]


def told(text: str, *types: str, **more: object) -> list[str]:
    """The claims of a speech in short: "sighting Grace Bob medbay", "location Grace cafeteria>medbay", "Bob: body Bob Eve".
    A name with a colon is that of the seat that was told to have said it.
    """
    return [_short(claim) for claim in claims(text, *types, **more)]  # type: ignore[arg-type]


def _short(claim: Claim) -> str:
    words = (
        claim.type,
        claim.subject,
        claim.target,
        claim.victim,
        ">".join(claim.route) or claim.room,
        claim.way and f"way {claim.way}",
        claim.activity,
        "" if claim.number is None else str(claim.number),
        claim.is_negated and "not",
    )
    source = "" if claim.source == "own" else f"{claim.told_by}: "
    return source + " ".join(filter(None, words))


def stances(text: str, **more: object) -> dict[tuple[str, str], str]:
    """Return the seats accused, with the strength, and those vouched for."""
    return {(c.type, c.target): c.strength for c in claims(text, "accusation", "defense", **more)}  # type: ignore[arg-type]
