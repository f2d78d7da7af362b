"""The claims of a game as the public release keeps them beside its log."""

from __future__ import annotations

from collections.abc import Mapping

from woozle.core.value import value
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.written import Written, distinct, end_of_key, speech_key
from woozle.games.ship.claims.published import parse_claims, parse_repetitions
from woozle.games.ship.claims.schema import Claim, Statement

CACHE = "tier3_extraction_cache.jsonl"
"""Claims that the language model extracted, repetitions included."""

AUDIT = "tier3_claims.jsonl"
"""Claims with their published verdicts, without repetitions, and without the speeches in which nothing was claimed."""

CLAIM_FILES = (CACHE, AUDIT)
"""The first of these that has claims of a game is the one that counts."""


@value
class PublicClaims:
    """The public claims of a game.

    file: Name of the file that they are from; empty if there is none.
    speeches: The speeches in that file with their claims, without repetitions.
    collapsed: Number of repetitions left out.
    """

    file: str = ""
    speeches: tuple[tuple[Statement, tuple[Claim, ...]], ...] = ()
    collapsed: int = 0


def public_claims(match: Reconstruction, files: Mapping[str, bytes], folder: str) -> PublicClaims:
    """Return the claims of a game: those of the cache, else those of the audit, else none. Raises ClaimsError.

    Args:
        files: Contents of the files beside the log, by name.
        folder: The name of their folder, for errors.
    """
    for name in CLAIM_FILES:
        if name not in files:
            continue
        written = Written(parse_claims(files[name], f"{folder}/{name}"))
        found = [(each, claims) for each in match.statements if (claims := written.claims(each, match.map.rooms)) is not None]
        if found and name == CACHE:
            return _without_repetitions(found)
        if found:
            left_out = {end_of_key(key): number for key, number in parse_repetitions(files[name]).items()}
            collapsed = sum(left_out.get(speech_key(statement), 0) for statement, _ in found)
            return PublicClaims(name, tuple((statement, tuple(claims)) for statement, claims in found), collapsed)
    return PublicClaims(next((name for name in CLAIM_FILES if name in files), ""))


def _without_repetitions(found: list[tuple[Statement, list[Claim]]]) -> PublicClaims:
    kept = tuple((statement, tuple(distinct(claims))) for statement, claims in found)
    return PublicClaims(CACHE, kept, sum(len(claims) for _, claims in found) - sum(len(claims) for _, claims in kept))
