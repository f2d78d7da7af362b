"""What a speech claims, for tests: the speaker is Grace, at a table with names that are ordinary words."""

from __future__ import annotations

from collections.abc import Iterable

from woozle.core.games.ship.claims.extraction import Extractor
from woozle.core.games.ship.claims.schema import Claim, Statement
from woozle.core.games.ship.maps import load

SEATS = ("Alice", "Bob", "Eve", "Frank", "Grace", "Ivy")


def said(text: str, speaker: str = "Grace", meeting: int = 0) -> Statement:
    return Statement(meeting=meeting, tick=20, round=meeting, speaker=speaker, text=text, at=0)


def claims(text: str, *types: str, before: Iterable[Statement] = (), speaker: str = "Grace", ship: str = "ship") -> list[Claim]:
    """The claims of a speech; of these types, if some are given."""
    found = Extractor(SEATS, load(ship))(said(text, speaker), tuple(before))
    return [claim for claim in found if not types or claim.type in types]


def rooms(text: str, **more: object) -> set[tuple[str, str]]:
    """Who was where."""
    return {(c.subject, c.room) for c in claims(text, "location", **more) if c.room and not c.is_negated}  # type: ignore[arg-type]


def routes(text: str, **more: object) -> dict[str, str]:
    """Who went where, rooms joined by `>`."""
    return {c.subject: ">".join(c.route) for c in claims(text, "location", **more) if c.route}  # type: ignore[arg-type]


def sightings(text: str, **more: object) -> set[tuple[str, str, str]]:
    """Who saw whom where."""
    return {(c.subject, c.target, c.room) for c in claims(text, "sighting", **more) if not c.is_negated}  # type: ignore[arg-type]


def stances(text: str, **more: object) -> dict[tuple[str, str], str]:
    """Who is accused, and how strongly, or vouched for."""
    return {(c.type, c.target): c.strength for c in claims(text, "accusation", "defense", **more)}  # type: ignore[arg-type]
