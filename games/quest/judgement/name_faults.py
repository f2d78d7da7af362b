"""Names of a clause that its source has elsewhere, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from woozle.games.quest.judgement.alignment import (
    Claim,
    Fault,
    Match,
    Place,
    has_name,
    roots,
)
from woozle.games.quest.judgement.number_faults import MEASURES
from woozle.games.quest.judgement.sentences import DETERMINERS, PREPOSITIONS, Token, word_set


def find_misplaced_names(claim: Claim) -> Iterator[Fault]:
    """Find names that the source does not have, or has far off, beside other words, or not side by side."""
    yield from (
        Fault(0.4, f"{match.token.shown} is not in the passage")
        for match in claim.matches
        if match.token.kind == "name" and not match.places
    )
    names = [match for match in claim.matches if has_name(claim.source, [match.token]) and match.token.word not in _DATES]
    for one, other in pairwise(names):
        is_pair = other.token.at == one.token.at + 1 and one.places and other.places and not one.token.is_owner
        if is_pair and frozenset((one.token.root, other.token.root)) not in claim.source.name_pairs:
            yield Fault(0.25, f"“{one.token.shown} {other.token.shown}” is not a name in the passage")
    for match in names:
        sentences = {place.sentence for place in match.places}
        if match.token.kind != "name" or not 0 < len(sentences) < 3 or 0 in sentences:  # what the source is about
            continue
        if not _is_said_of(claim, match):
            yield Fault(0.5, f"{match.token.shown} belongs to something else in the passage")
            return
        if not any(abs(each - claim.home) <= 1 for each in sentences):
            yield Fault(0.6, f"{match.token.shown} belongs to something else in the passage")
            return


_DATES = word_set("""january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""")


def find_exchanged_neighbours(claim: Claim) -> Iterator[Fault]:
    """Find a name beside a word that has another name beside it in the source."""
    for match in claim.matches:
        name = match.token
        if name.word in _DATES or not has_name(claim.source, [name]):
            continue
        for beside in _neighbours(claim, name):
            is_counted = any(each.kind == "number" and 0 < name.at - each.at <= 6 for each in claim.tokens)
            is_title = beside.token.at == name.at - 1 and not is_counted  # "the keeper Tollan", not "six-year-old Odhran"
            if not any(_may_belong(claim, name, place, is_title=is_title) for place in beside.places):
                yield Fault(0.2, f"the passage does not say “{beside.token.word}” of {name.shown}")
                return


def _neighbours(claim: Claim, name: Token) -> Iterator[Match]:
    """Yield the nearest words on each side of a name that the source has as well."""
    numbers = {token.at for token in claim.tokens if token.kind == "number"}
    for side in (-1, 1):
        near = [each for each in claim.matches if 0 < side * (each.token.at - name.at) <= 2 and each.token.kind == "content"]
        near = sorted(near, key=lambda each: abs(each.token.at - name.at))[:1]
        yield from (
            each
            for each in near
            if each.worth == 1.0
            and not each.token.is_capital
            and not each.token.is_verb
            and each.token.root not in MEASURES
            and each.token.at - 1 not in numbers
        )


def _may_belong(claim: Claim, name: Token, place: Place, *, is_title: bool) -> bool:
    """Return whether a name may belong to a word of the source: near it, near a pronoun, or where no other name is.

    is_title: whether the word stands before the name, so that another sentence has to be next to it.
    """
    there = claim.source.sentences[place.sentence].tokens
    at = place.token.at
    if any(each.root == name.root for each in there[max(0, at - 8) : at + 9]):
        return True
    if any(each.word in ("he", "she", "it", "they") for each in there[max(0, at - 4) : at]):
        return True
    if is_title:
        return any(abs(each.sentence - place.sentence) == 1 for each in claim.source.by_root.get(name.root, ()))
    names = [each for each in there[max(0, at - 3) : at + 4] if each.kind == "name" and each.word not in _DATES]
    return not names or any(each.root in claim.roots for each in names)


_PLACE = word_set("at in near off from to on through into of between via around above across towards")


def find_misplaced_prepositions(claim: Claim) -> Iterator[Fault]:
    """Find names after `at` or `in` that are no place in the source, and prepositions that have another name there."""
    known = claim.source.prepositions
    here = [(one, other) for one, other in _introduce(claim.tokens) if other.root in known and other.word not in _DATES]
    there = {one: other for one, other in _introduce(claim.there) if other.word not in _DATES}
    for preposition, name in here:
        if preposition in ("at", "in", "near") and not known[name.root] & _PLACE:
            yield Fault(0.25, f"{name.shown} is not a place in the passage")
            return
        other = there.get(preposition)
        if other and preposition != "of" and other.root not in claim.roots and preposition not in known[name.root]:
            yield Fault(0.25, f"says “{preposition} {name.shown}”, the passage says “{preposition} {other.shown}”")
            return


def _introduce(tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """Yield the names of a clause that follow a preposition, with it."""
    said = [each for each in tokens if each.word not in DETERMINERS]
    yield from ((one.word, other) for one, other in pairwise(said) if one.word in PREPOSITIONS and other.kind == "name")


def _is_said_of(claim: Claim, match: Match) -> bool:
    """Return whether one of the words beside a name stands near it in the source too."""
    at = match.token.at
    beside = [each for each in claim.matches if each.places and 0 < abs(each.token.at - at) <= 5 and each.token.kind != "number"]
    near = [
        other
        for each in beside
        for other in each.places
        for place in match.places
        if other.sentence == place.sentence and other.token.at != place.token.at
    ]
    return len(beside) < 2 or bool(near)


def find_owners(claim: Claim) -> Iterator[Fault]:
    """Find what has another owner in the source: "Ann's mill" for "Bob's mill"."""
    for one, other in pairwise(claim.tokens):
        if not (one.is_owner and one.is_capital and one.root in claim.source.by_root) or other.kind == "small":
            continue
        owners = claim.source.owners.get(other.root, frozenset())
        if owners and not owners & roots([each for each in claim.tokens if one.at - 3 <= each.at <= one.at]):
            yield Fault(0.4, f"the “{other.word}” is somebody else's in the passage")
