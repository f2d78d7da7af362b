"""Numbers of a clause that its source does not have, or has for something else."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence

from woozle.games.quest.judgement.alignment import (
    Claim,
    Fault,
    Place,
    find_unit,
    find_units,
    is_alike,
    is_year,
)
from woozle.games.quest.judgement.sentences import Token, word_set
from woozle.games.quest.judgement.words import stem


def find_numbers(claim: Claim) -> Iterator[Fault]:
    """Find numbers that the source does not have, or has for something else."""
    for at, token in enumerate(claim.tokens):
        if token.kind != "number" or token.value == 1 or _is_fraction(claim.tokens, at):  # "one" is rarely a number
            continue
        is_small = token.word.isalpha() and token.value <= 12
        places = next(match.places for match in claim.matches if match.token is token)
        if _is_round(claim, at):
            continue
        if not any(place.token.kind == "number" for place in places):
            is_rough = any(each.word in _ROUGH for each in claim.tokens[max(0, at - 3) : at])
            yield Fault((0.85 if is_rough else 0.75) if is_small else 0.2, f"“{token.word}” is not in the passage")
            continue
        reasons = [_find_other_use(claim, at, place) for place in places]
        if all(reasons):
            is_free = is_small and any(
                find_unit(claim.source.sentences[each.sentence].tokens, each.token.at) is None for each in places
            )
            yield Fault(0.6 if is_free else 0.25, reasons[0])


def _is_fraction(tokens: Sequence[Token], at: int) -> bool:
    return any(each.word in PARTS for each in tokens[at + 1 : at + 2])


PARTS = word_set("third thirds quarter quarters fifth fifths sixth sixths tenth tenths half")
_ROUGH = word_set("almost nearly about around roughly some over than under approximately")


def _is_round(claim: Claim, at: int) -> bool:
    """Return whether a number is called rough, and the source has one near it, or one of the same things not far from it."""
    number, unit = claim.tokens[at], find_unit(claim.tokens, at)
    if not any(each.word in _ROUGH for each in claim.tokens[max(0, at - 3) : at]):
        return False
    if unit is not None and any(
        is_alike(unit, other) and 0.7 <= value / max(1.0, number.value) <= 1.4 for value, other in claim.source.measured
    ):
        return True
    values = claim.source.values
    near = bisect(values, number.value)
    is_near = any(abs(each - number.value) <= 0.15 * each for each in values[max(0, near - 1) : near + 1])
    return is_near and number.value not in claim.source.by_value


_BESIDE, _NEAR = 8, 12  # words on each side of a number that may be what it belongs to: in a text, and in a source


def _find_other_use(claim: Claim, at: int, place: Place) -> str:
    """Return a reason if a place of the source uses a number for another thing, by its unit or a word beside it; else empty."""
    number = claim.tokens[at]
    sentences = claim.source.sentences
    there = sentences[place.sentence].tokens
    unit, known_unit = find_unit(claim.tokens, at), find_unit(there, place.token.at)
    near = [each for each in there if each.kind in ("content", "name") and abs(each.at - place.token.at) <= _NEAR]
    if unit and known_unit and not is_alike(unit, known_unit):
        is_measure = unit.root in MEASURES or known_unit.root in MEASURES
        is_of_another = any(is_alike(unit, each) for each in find_units(there))
        is_away = (is_measure or unit.root in claim.source.counted) and not any(is_alike(unit, each) for each in near)
        if is_of_another or is_away:
            return f"“{number.word}” counts “{known_unit.word}” in the passage"
    others = (match for match in claim.matches if match.token.kind == "number" and match.token.at != number.at)
    if any(abs(other.token.at - place.token.at) <= _NEAR for match in others for other in match.near(place.sentence)):
        return ""
    reach = len(claim.there) if is_year(number) and unit is None else _BESIDE
    beside = [each for each in claim.tokens if each.kind in ("content", "name") and abs(each.at - number.at) <= reach]
    earlier = sentences[place.sentence - 1].tokens if place.sentence else ()
    known = [each for each in beside if each.root in claim.source.by_root]
    is_bound = any(is_alike(each, other) for each in beside for other in near)
    carried_on = sum(any(is_alike(each, other) for other in earlier) for each in known)
    return (
        ""
        if is_bound or 2 * carried_on >= len(known) or len(known) < 2
        else f"“{number.word}” belongs to something else in the passage"
    )


MEASURES = frozenset(
    map(
        stem,
        word_set("""kilometre metre centimetre millimetre mile foot yard inch acre hectare gram kilogram tonne ton pound ounce
    litre gallon pint second minute hour day week month year decade century euro dollar franc crown mark
    florin penny percent degree volt watt kilowatt knot fathom kilo shilling ruble peso yen rupee guilder thaler"""),
    )
)
