"""What can be wrong with a clause beside its source: negation, opposites, numbers, roles, names, doubts, quantifiers, order."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from woozle.games.quest.judgement.alignment import Claim, Match, Place, find_unit, find_units, is_alike, roots
from woozle.games.quest.judgement.sentences import (
    AUXILIARIES,
    DETERMINERS,
    HEDGES,
    PREPOSITIONS,
    PRONOUNS,
    Token,
    words,
)
from woozle.games.quest.judgement.word_relations import ANTONYMS
from woozle.games.quest.judgement.words import stem


class Fault(NamedTuple):
    """What is wrong with a clause, and the share of its worth that it keeps."""

    keeps: float
    reason: str


def find_negation(claim: Claim) -> Iterator[Fault]:
    """Find what a clause denies that the source does not, and the other way round."""
    negators = [token.word for token in claim.tokens if token.is_negator]
    first = next((match for match in claim.matches if match.token.negated), None)
    denied = [match for match in claim.matches if match.token.negated and match.places]
    reason = f"says “{negators[0] if negators else denied[0].token.word if denied else ''}”, the passage does not"
    has_denial = any(map(_is_denial, claim.there))
    if denied and not any(_is_denied(claim, match) for match in denied):
        is_contrast = first is denied[0] and not any(token.negated and token.is_verb for token in claim.tokens)  # "Tarn, not Peck"
        is_close = any(token.negated for token in claim.there)
        yield Fault(0.6 if is_contrast or first is not denied[0] else 0.4 if is_close else 0.1, reason)
    elif negators and not denied and not has_denial:
        yield Fault(0.7, reason)
    if negators or any(token.word in _EXCEPTIONS for token in claim.there):
        return
    agreed = [token.negated or not place.token.negated for token, place in claim.pairs]
    verbs = [token.word for token, place in claim.pairs if token.is_verb and place.token.is_verb and place.token.negated]
    if verbs and 2 * sum(agreed) < len(agreed):
        yield Fault(0.15, f"says “{verbs[0]}”, the passage denies it")


_EXCEPTIONS = words("apart except besides but")
_DENIALS = frozenset(map(stem, words("forbid ban refuse fail lack lose miss deny prevent stop without reject decline")))


def _is_denied(claim: Claim, match: Match) -> bool:
    """Return whether the source denies the word too, at home or, where home has it not, elsewhere."""
    return any(
        place.token.negated or any(map(_is_denial, claim.source.sentences[place.sentence].clauses[place.clause]))
        for place in match.near(claim.home) or match.places
    )


def _is_denial(token: Token) -> bool:
    return token.negated or token.is_negator or token.root in _DENIALS


def find_opposites(claim: Claim) -> Iterator[Fault]:
    """Find a word whose opposite the source has in its place."""
    here = {place.token.root for _, place in claim.pairs}
    there = {token.root: token for token in claim.there}
    for match in claim.matches:
        token = match.token
        if match.near(claim.home) and match.worth == 1.0:
            continue
        for opposite in ANTONYMS.get(token.root, frozenset()) & there.keys() - here:
            if token.negated == there[opposite].negated and _is_in_place(claim, token, there[opposite]):
                yield Fault(0.15, f"says “{token.word}”, the passage says “{there[opposite].word}”")
                break


def _is_in_place(claim: Claim, token: Token, other: Token) -> bool:
    """Return whether a word of the text and one of the source have a neighbour in common."""
    return any(abs(one.at - token.at) <= 4 and abs(place.token.at - other.at) <= 4 for one, place in claim.pairs)


_DIRECTIONS = {
    one: frozenset(others.split())
    for one, others in (
        pair
        for left, right in (
            ("more", "fewer less"),
            ("above over", "below under"),
            ("up", "down"),
            ("to into", "from"),
            ("with", "without"),
            ("before", "after"),
            ("least", "most"),
            ("always ever", "never"),
            ("out", "in"),
            ("for", "against"),
        )
        for pair in (*((one, right) for one in left.split()), *((one, left) for one in right.split()))
    )
}


def find_turned_words(claim: Claim) -> Iterator[Fault]:
    """Find a small word, as above, fewer or from, whose opposite the source has beside the same word."""
    there = [token for token in claim.there if token.word not in DETERMINERS]
    at_place = {token.at: at for at, token in enumerate(there)}
    tokens = [token for token in claim.tokens if token.word not in DETERMINERS]
    known = {token.at: place.token for token, place in claim.pairs}
    for at, token in enumerate(tokens):
        opposites = _DIRECTIONS.get(token.word)
        if opposites is None:
            continue
        for step in (1,) if token.word in PREPOSITIONS else (-1, 1):
            neighbour = tokens[at + step] if 0 <= at + step < len(tokens) else None
            place = known.get(neighbour.at) if neighbour else None
            if place is None or place.at not in at_place:
                continue
            beside = at_place[place.at] - step
            other = there[beside] if 0 <= beside < len(there) else None
            if other and other.word in opposites:
                yield Fault(0.3, f"says “{token.word}”, the passage says “{other.word}”")
                return


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
            yield Fault(0.6 if is_small else 0.2, f"“{token.word}” is not in the passage")
            continue
        reasons = [_find_other_use(claim, at, place) for place in places]
        if all(reasons):
            is_free = is_small and any(
                find_unit(claim.source.sentences[each.sentence].tokens, each.token.at) is None for each in places
            )
            yield Fault(0.6 if is_free else 0.25, reasons[0])


def _is_fraction(tokens: Sequence[Token], at: int) -> bool:
    return any(each.word in _PARTS for each in tokens[at + 1 : at + 2])


_PARTS = words("third thirds quarter quarters fifth fifths sixth sixths tenth tenths half")
_ROUGH = words("almost nearly about around roughly some over than under approximately")


def _is_round(claim: Claim, at: int) -> bool:
    """Return whether a number is said to be rough, and the source has one near it, or, counting the same, not far from it."""
    number, unit = claim.tokens[at], find_unit(claim.tokens, at)
    if not any(each.word in _ROUGH for each in claim.tokens[max(0, at - 3) : at]):
        return False
    values = claim.source.values
    near = bisect(values, number.value)
    if any(abs(each - number.value) <= 0.15 * each for each in values[max(0, near - 1) : near + 1]):
        return number.value not in claim.source.by_value
    known = [(each.value, find_unit(claim.there, each.at)) for each in claim.there if each.kind == "number"]
    return unit is not None and any(
        other is not None and is_alike(unit, other) and 0.7 <= value / max(1.0, number.value) <= 1.4 for value, other in known
    )


_BESIDE, _NEAR = 8, 12  # words on each side of a number that may be what it belongs to: in a text, and in a source


def _find_other_use(claim: Claim, at: int, place: Place) -> str:
    """Return what a number is used for at a place of the source, as a reason; empty if for the same: its unit, a word beside it."""
    number = claim.tokens[at]
    sentences = claim.source.sentences
    there = sentences[place.sentence].tokens
    unit, known_unit = find_unit(claim.tokens, at), find_unit(there, place.token.at)
    near = [each for each in there if each.kind in ("content", "name") and abs(each.at - place.token.at) <= _NEAR]
    if unit and known_unit and not is_alike(unit, known_unit):
        is_measure = unit.root in _MEASURES or known_unit.root in _MEASURES
        is_of_another = any(is_alike(unit, each) for each in find_units(there))
        is_away = (is_measure or unit.root in claim.source.counted) and not any(is_alike(unit, each) for each in near)
        if is_of_another or is_away:
            return f"“{number.word}” counts “{known_unit.word}” in the passage"
    pairs = [(match.token, other.token) for match in claim.matches for other in match.near(place.sentence)]
    if any(one.kind == "number" and one.at != number.at and abs(other.at - place.token.at) <= _NEAR for one, other in pairs):
        return ""
    reach = len(claim.there) if _is_year(number) and unit is None else _BESIDE
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


def _is_year(number: Token) -> bool:
    return len(number.word) == 4 and 1000 <= number.value <= 2200


_MEASURES = frozenset(
    map(
        stem,
        words("""kilometre metre centimetre millimetre mile foot yard inch acre hectare gram kilogram tonne ton pound ounce
    litre gallon pint second minute hour day week month year decade century euro dollar franc crown mark
    florin penny percent degree volt watt kilowatt knot fathom kilo shilling ruble peso yen rupee guilder thaler"""),
    )
)


def find_roles(claim: Claim) -> Iterator[Fault]:
    """Find who does in the text what another does in the source: by the sides of a verb that both have."""
    for token, place in claim.pairs:
        if not (token.is_verb and place.token.is_verb) or token.word in AUXILIARIES:
            continue
        here = _sides(claim.tokens, token)
        there = _sides([each for each in claim.there if abs(each.at - place.token.at) <= 14], place.token)
        if not here.doer or not there.doer:
            continue
        if not any(is_alike(one, other) for one in here.doer for other in there.doer):
            is_turned = any(is_alike(one, other) for one in here.doer for other in there.others)
            is_turned = is_turned or any(is_alike(one, other) for one in here.others[:2] for other in there.doer)
            if is_turned:
                if here.has_object:  # without: "the milk spilled", which he had spilled
                    yield Fault(0.2, f"who “{token.word}” whom is the other way round in the passage")
            elif not _is_topic(claim, here.doer) and any(each.is_capital for each in here.doer) and _has_name(there.doer):
                yield Fault(0.3, f"somebody else “{token.word}” in the passage")
            elif not _is_topic(claim, here.doer):
                yield Fault(0.45, f"somebody else “{token.word}” in the passage")
        elif here.others and there.others and any(one.kind == "name" and one.root not in claim.roots_there for one in here.others):
            yield Fault(0.6, f"something else was “{token.word}” in the passage")


def _has_name(tokens: Sequence[Token]) -> bool:
    return any(each.kind == "name" or each.is_capital for each in tokens)


def _is_topic(claim: Claim, doer: Sequence[Token]) -> bool:
    """Return whether a doer may be what the home calls otherwise: unknown, or of its beginning, its sentence or that before."""
    places = [place for each in doer for place in claim.source.by_root.get(each.root, ())]
    return not places or any(place.sentence in (0, claim.home, claim.home - 1) for place in places)


class _Sides(NamedTuple):
    """The words on the doer's side of a verb, none if it is a pronoun, and those on the other. has_object: behind it, or a doer."""

    doer: Sequence[Token]
    others: Sequence[Token]
    has_object: bool


def _sides(tokens: Sequence[Token], verb: Token) -> _Sides:
    at = next(i for i, each in enumerate(tokens) if each.at == verb.at)
    before, after = tokens[:at], tokens[at + 1 :]
    by = next((i for i, each in enumerate(after) if each.word == "by"), None)
    is_passive = any(each.word in ("was", "were", "is", "are", "been", "be", "being") for each in before[-3:])
    is_passive = is_passive or (by == 0 and not _is_amount(after[1:4]))  # "the boat, steered by Tarn"
    if is_passive:
        doer = [] if by is None else [each for each in after[by:] if each.kind in ("content", "name")][:4]
        return _Sides(doer, _outside_phrases(before), bool(doer))
    end = next((i for i, each in enumerate(after) if each.word in _ASIDE), len(after))
    others = [each for each in after[:end] if each.kind in ("content", "name")]
    has_object = bool(after) and (after[0].kind in ("content", "name", "number") or after[0].word in DETERMINERS | PRONOUNS)
    if before and before[-1].word in ("who", "which"):
        return _Sides([each for each in before[-6:-1] if each.kind in ("content", "name")], others, has_object)
    if any(each.word in PRONOUNS for each in before):
        return _Sides([], others, has_object)
    return _Sides(_outside_phrases(before)[-3:], others, has_object)


_ASIDE = words("than behind after before since like unlike while whereas when because although")


def _is_amount(tokens: Sequence[Token]) -> bool:
    """Return whether what follows `by` is an amount: "by 31 per cent", "by nearly a third", not "by the 17-year-old"."""
    number = next((at for at, each in enumerate(tokens) if each.kind == "number" or each.word in _PARTS), None)
    return number is not None and not any(each.word in ("the", "his", "her", "its") for each in tokens[:number])


def _outside_phrases(tokens: Sequence[Token]) -> list[Token]:
    """Return the words that may be a subject: not behind a preposition."""
    found, is_inside, last = [], False, -1
    for token in tokens:
        is_inside = (is_inside and token.at == last + 1 and not token.is_verb) or token.word in PREPOSITIONS
        if token.kind in ("content", "name") and not is_inside and not token.is_verb:
            found.append(token)
        last = token.at
    return found


def find_exchanged_names(claim: Claim) -> Iterator[Fault]:
    """Find names whose order is turned round with the same verb in the same voice."""
    names = [
        (token, place.token)
        for token, place in claim.pairs
        if token.is_capital and place.token.is_capital and "name" in (token.kind, place.token.kind)
    ]
    verbs = [(token, place.token) for token, place in claim.pairs if token.is_verb and place.token.is_verb]
    for (one, known), (other, other_known) in pairwise(names):
        is_turned = any(one.at < verb.at < other.at and other_known.at < there.at < known.at for verb, there in verbs)
        if is_turned and _is_passive(claim.tokens) == _is_passive(claim.there):
            yield Fault(0.3, f"{_name(one)} and {_name(other)} are the other way round in the passage")


def _is_passive(tokens: Sequence[Token]) -> bool:
    return any(token.word == "by" for token in tokens)


def _name(token: Token) -> str:
    return token.word.capitalize()


def find_misplaced_names(claim: Claim) -> Iterator[Fault]:
    """Find names that the source has nowhere, has far off, beside other words, or not side by side."""
    yield from (
        Fault(0.4, f"{_name(match.token)} is not in the passage")
        for match in claim.matches
        if match.token.kind == "name" and not match.places
    )
    names = [match for match in claim.matches if match.token.is_capital and _has_name([place.token for place in match.places])]
    names = [match for match in names if match.token.word not in _DATES]
    for one, other in pairwise(names):
        is_pair = other.token.at == one.token.at + 1 and one.places and other.places and not one.token.is_owner
        if is_pair and frozenset((one.token.root, other.token.root)) not in claim.source.name_pairs:
            yield Fault(0.4, f"“{_name(one.token)} {_name(other.token)}” is not a name in the passage")
    for match in names:
        sentences = {place.sentence for place in match.places}
        if match.token.kind != "name" or not 0 < len(sentences) < 3 or 0 in sentences:  # what the source is about
            continue
        if not _is_said_of(claim, match):
            yield Fault(0.5, f"{_name(match.token)} belongs to something else in the passage")
            return
        if not any(abs(each - claim.home) <= 1 for each in sentences):
            yield Fault(0.6, f"{_name(match.token)} belongs to something else in the passage")
            return


_DATES = words("""january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""")


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
    """Find what belongs to another in the source: "Ann's mill" for "Bob's mill"."""
    for one, other in pairwise(claim.tokens):
        if not (one.is_owner and one.is_capital and one.root in claim.source.by_root) or other.kind == "small":
            continue
        owners = claim.source.owners.get(other.root, frozenset())
        if owners and not owners & roots([each for each in claim.tokens if one.at - 3 <= each.at <= one.at]):
            yield Fault(0.4, f"the “{other.word}” is another's in the passage")


def find_replaced_words(claim: Claim) -> Iterator[Fault]:
    """Find a word that stands where the source has another one, between words that are the same."""
    at_home = {match.token.at: bool(match.near(claim.home)) for match in claim.matches}
    is_copied = len(at_home) >= 5 and sum(at_home.values()) >= 0.75 * len(at_home)
    there = [each for each in claim.there if each.kind != "mark"]
    frames = {(one.word, three.word): two for one, two, three in zip(there, there[1:], there[2:], strict=False)}
    for one, two, three in zip(claim.tokens, claim.tokens[1:], claim.tokens[2:], strict=False):
        if two.kind == "number" or at_home.get(two.at, True):
            continue
        replaced = frames.get((one.word, three.word)) or _find_between(claim, two)
        if replaced is None or replaced.kind == "small" or replaced.root in claim.roots or is_alike(two, replaced):
            continue
        if is_copied or two.kind == replaced.kind == "name":
            yield Fault(0.4, f"says “{two.word}”, the passage says “{replaced.word}”")


def _find_between(claim: Claim, token: Token) -> Token | None:
    """Return the word of the home that stands alone between those that stand around a word of the claim."""
    before = [place.token for one, place in claim.pairs if 0 < token.at - one.at <= 3]
    after = [place.token for one, place in claim.pairs if 0 < one.at - token.at <= 3]
    if not before or not after or not 0 < after[0].at - before[-1].at <= 6:
        return None
    between = [each for each in claim.there if before[-1].at < each.at < after[0].at and each.kind in ("name", "content")]
    between = [each for each in between if each.is_verb == token.is_verb and each.root not in claim.roots]
    return between[0] if len(between) == 1 else None


def find_hedges(claim: Claim) -> Iterator[Fault]:
    """Find what is doubted that the source states, and the other way round."""
    hedges = [token.word for token in claim.tokens if token.word in HEDGES]
    known = [token.word for token in claim.there if token.word in HEDGES]
    if hedges and not known:
        is_permission = set(hedges) <= {"may", "would"} and not any(token.word == "have" for token in claim.tokens)
        yield Fault(0.85 if is_permission else 0.3, f"says “{hedges[0]}”, the passage is sure")
    verbs = [place for token, place in claim.pairs if token.is_verb]
    if verbs and not any(token.hedged for token in claim.tokens) and all(place.token.hedged for place in verbs):
        yield Fault(0.5, "states what the passage only reports or doubts")


_QUANTIFIERS = {
    **dict.fromkeys(words("all every each everybody everyone everything whole entire always both"), "all"),
    **dict.fromkeys(words("none nobody nothing never neither"), "none"),
    **dict.fromkeys(words("only sole just"), "only"),
    **dict.fromkeys(words("most majority"), "most"),
    **dict.fromkeys(words("half"), "half"),
}


def find_quantifiers(claim: Claim) -> Iterator[Fault]:
    """Find all, none, most and half of what the source says something else."""
    here = {_QUANTIFIERS[token.word]: token.word for token in claim.tokens if token.word in _QUANTIFIERS}
    around = claim.source.sentences[max(0, claim.home - 1) : claim.home + 2]
    nearby = {_QUANTIFIERS[token.word] for sentence in around for token in sentence.tokens if token.word in _QUANTIFIERS}
    there = {_QUANTIFIERS[token.word] for token in claim.there if token.word in _QUANTIFIERS}
    there |= {"none"} if any(map(_is_denial, claim.there)) else set()
    for kind, word in here.items():
        if kind not in there | nearby and kind != "only":
            yield Fault(0.3 if there else 0.85, f"says “{word}”, the passage does not")


_LATER = words("after since once because when")
_EARLIER = words("before until till so then")


def find_order(claim: Claim) -> Iterator[Fault]:
    """Find what is put before or after, or is a reason, against the source: by the sides of the word that joins them."""
    there = claim.there
    for link, early in ((_LATER, 1), (_EARLIER, 0)):
        joins = [at for at, token in enumerate(claim.tokens) if token.word in link]
        known = [at for at, token in enumerate(there) if token.word in link]
        if not joins or not known:
            continue
        sides = [roots(_content(part)) for part in (claim.tokens[: joins[0]], claim.tokens[joins[0] :])]
        known_sides = [roots(_content(part)) for part in (there[: known[0]], there[known[0] :])]
        straight = len(sides[early] & known_sides[early]) + len(sides[1 - early] & known_sides[1 - early])
        crossed = len(sides[early] & known_sides[1 - early]) + len(sides[1 - early] & known_sides[early])
        if crossed > straight + 1:
            yield Fault(0.3, "puts events in another order than the passage")


def _content(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind in ("content", "name", "number")]


FAULTS = (
    find_negation,
    find_opposites,
    find_turned_words,
    find_numbers,
    find_roles,
    find_exchanged_names,
    find_misplaced_names,
    find_owners,
    find_replaced_words,
    find_hedges,
    find_quantifiers,
    find_order,
)
"""What a clause is searched for."""
