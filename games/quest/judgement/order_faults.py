"""Clauses of a sentence whose order, in time or as reason and result, differs from that in the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from woozle.games.quest.judgement.alignment import (
    Claim,
    Fault,
    is_year,
    roots,
)
from woozle.games.quest.judgement.sentences import Token, word_set

_LATER, _EARLIER = word_set("after since once because when"), word_set("before until till so then afterwards whereupon")
_TIMES = word_set("after once before until till then afterwards whereupon")
_LOOKS_BACK = word_set("had before after earlier previously already until since when")
_SURE = 0.4  # support of a clause whose home is taken for right


def find_order(claims: Sequence[Claim]) -> Iterator[Fault]:
    """Find clauses of a sentence whose order, in time or as reason and result, differs from that in the source."""
    for link, early, late in _find_links(claims):
        if min(early.support, late.support) < _SURE or min(len(early.matches), len(late.matches)) < 2:
            continue
        is_turned = _is_turned_within(early, late) if early.home == late.home else link in _TIMES and _is_told_later(early, late)
        if is_turned:
            yield Fault(0.4, "puts events in another order than the passage")


def _find_links(claims: Sequence[Claim]) -> Iterator[tuple[str, Claim, Claim]]:
    """Yield pairs of clauses, the earlier one first, with the word that joins them."""
    for at, claim in enumerate(claims):
        link = next(
            (one.word for one, other in pairwise(claim.tokens[:4]) if one.word in _LATER | _EARLIER and other.kind != "number"), ""
        )
        other = claims[at - 1] if at else claims[1] if len(claims) > 1 and link == claim.tokens[0].word else None
        if link and other:
            yield (link, claim, other) if link in _LATER else (link, other, claim)


def _is_turned_within(early: Claim, late: Claim) -> bool:
    """Return whether the sentence of the source that two clauses are about joins them the other way round."""
    there = early.there
    differences = []
    for links, first in ((_LATER, 1), (_EARLIER, 0)):
        joints = [at for at, token in enumerate(there) if at and token.word in links]
        joint = next((at for at in joints if any(token.is_verb for token in there[at : at + 6])), 0)  # not of "before noon"
        if joint:
            sides = [roots(_content(part)) for part in (there[:joint], there[joint:])]
            straight = len(early.roots & sides[first]) + len(late.roots & sides[1 - first])
            differences.append(len(early.roots & sides[1 - first]) + len(late.roots & sides[first]) - straight)
    return max(differences, default=0) > 1 and min(differences) >= 0


def _is_told_later(early: Claim, late: Claim) -> bool:
    """Return whether the source dates, or else tells, the earlier clause after the later one."""
    years = [[token.value for token in claim.there if token.kind == "number" and is_year(token)] for claim in (early, late)]
    if years[0] and years[1]:
        return min(years[0]) > max(years[1])
    looks_back = any(token.word in _LOOKS_BACK for claim in (early, late) for token in claim.there)
    return early.home > late.home and not looks_back


def _content(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind in ("content", "name", "number")]
