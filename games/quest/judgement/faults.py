"""Faults of a clause beside its source: denials, opposites, replaced words, doubts, quantifiers, and the rest."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.games.quest.judgement.alignment import (
    Claim,
    Fault,
    Match,
    is_alike,
)
from woozle.games.quest.judgement.name_faults import (
    find_exchanged_neighbours,
    find_misplaced_names,
    find_misplaced_prepositions,
    find_owners,
)
from woozle.games.quest.judgement.number_faults import find_numbers
from woozle.games.quest.judgement.role_faults import find_exchanged_names, find_roles
from woozle.games.quest.judgement.sentences import DETERMINERS, HEDGES, PREPOSITIONS, Token, word_set
from woozle.games.quest.judgement.word_relations import ANTONYMS
from woozle.games.quest.judgement.words import stem


def find_negation(claim: Claim) -> Iterator[Fault]:
    """Find statements of the source that a clause denies, and the other way round."""
    negators = [token.word for token in claim.tokens if token.is_negator]
    first = next((match for match in claim.matches if match.token.negated), None)
    denied = [match for match in claim.matches if match.token.negated and match.places]
    said = f"says “{negators[0]}”" if negators else f"denies “{denied[0].token.word}”" if denied else ""
    reason = f"{said}, the passage does not"
    has_denial = any(map(_is_denial, claim.there))
    if denied and not any(_is_denied(claim, match) for match in denied):
        is_contrast = first is denied[0] and not any(token.negated and token.is_verb for token in claim.tokens)  # "Tarn, not Peck"
        is_close = any(token.negated for token in claim.there)
        is_away = first is not denied[0] or not denied[0].near(claim.home) or any(token.word == "if" for token in claim.tokens)
        is_same = denied[0].worth == 1.0
        yield Fault(0.7 if is_contrast or is_away else 0.4 if is_close or not is_same else 0.1, reason)
    elif negators and not denied and not has_denial:
        yield Fault(0.85, reason)
    elif (
        not negators and claim.home in claim.source.taken_back and not any(token.hedged or token.negated for token in claim.tokens)
    ):
        yield Fault(0.3, "says what the passage takes back")
    if denied or any(token.word in _EXCEPTIONS for token in claim.there):
        return
    agreed = [token.negated or not place.token.negated for token, place in claim.pairs]
    verbs = [token.word for token, place in claim.pairs if token.is_verb and place.token.is_verb and place.token.negated]
    if verbs and len(negators) != 1 and 2 * sum(agreed) < len(agreed):
        yield Fault(0.15, f"says “{verbs[0]}”, the passage denies it")


_EXCEPTIONS = word_set("apart except besides but")
_DENIALS = frozenset(map(stem, word_set("forbid ban refuse fail lack lose miss deny prevent stop without reject decline")))


def _is_denied(claim: Claim, match: Match) -> bool:
    """Return whether the source denies the word too: at home or, if it is not there, elsewhere."""
    return any(
        place.token.negated
        or place.sentence in claim.source.taken_back
        or any(
            _is_denial(each) for each in claim.source.sentences[place.sentence].clauses[place.clause] if each.at != place.token.at
        )
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
        if match.worth == 1.0 and any(abs(place.sentence - claim.home) <= 1 for place in match.places):
            continue
        for opposite in ANTONYMS.get(token.root, frozenset()) & there.keys() - here:
            if token.negated == there[opposite].negated and _is_in_place(claim, token, there[opposite]):
                yield Fault(0.15, f"says “{token.word}”, the passage says “{there[opposite].word}”")
                break


def _is_in_place(claim: Claim, token: Token, other: Token) -> bool:
    """Return whether a word of the text and one of the source have a neighbour in common, on the same side in the same voice."""
    has_voices = any(each.word == "by" for each in (*claim.tokens, *claim.there))
    steps = [(one.at - token.at, place.token.at - other.at) for one, place in claim.pairs]
    return any(abs(here) <= 4 and abs(there) <= 4 and (here * there > 0 or has_voices) for here, there in steps)


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
        )
        for pair in (*((one, right) for one in left.split()), *((one, left) for one in right.split()))
    )
}


def find_turned_words(claim: Claim) -> Iterator[Fault]:
    """Find a small word, such as above, fewer or from, whose opposite the source has beside the same word."""
    there = [token for token in claim.there if token.word not in DETERMINERS]
    at_place = {token.at: at for at, token in enumerate(there)}
    tokens = [token for token in claim.tokens if token.word not in DETERMINERS]
    known = {token.at: place.token for token, place in claim.pairs}
    for at, token in enumerate(tokens):
        opposites = _DIRECTIONS.get(token.word)
        if opposites is None:
            continue
        for step in (1,) if token.word in PREPOSITIONS else (-1, 1):
            neighbour = tokens[at + step] if 0 <= at + step < len(tokens) else token
            place = known.get(neighbour.at)
            if place is None or place.at not in at_place or (token.word == "from" and neighbour.word.endswith("ing")):
                continue
            beside = at_place[place.at] - step
            other = there[beside] if 0 <= beside < len(there) else None
            if other and other.word in opposites:
                yield Fault(0.3, f"says “{token.word}”, the passage says “{other.word}”")
                return


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
        is_name = two.kind == replaced.kind == "name"
        if is_copied or is_name:
            yield Fault(0.4 if is_name else 0.6, f"says “{two.shown}”, the passage says “{replaced.shown}”")


def _find_between(claim: Claim, token: Token) -> Token | None:
    """Return the one word that the home has between the neighbours of a word of the claim."""
    before = [place.token for one, place in claim.pairs if 0 < token.at - one.at <= 3]
    after = [place.token for one, place in claim.pairs if 0 < one.at - token.at <= 3]
    if not before or not after or not 0 < after[0].at - before[-1].at <= 6:
        return None
    between = [each for each in claim.there if before[-1].at < each.at < after[0].at and each.kind in ("name", "content")]
    between = [each for each in between if each.is_verb == token.is_verb and each.root not in claim.roots]
    return between[0] if len(between) == 1 else None


def find_hedges(claim: Claim) -> Iterator[Fault]:
    """Find statements of the source that a clause doubts, and the other way round."""
    hedges = [token.word for token in claim.tokens if token.word in HEDGES]
    known = [token.word for token in claim.there if token.word in HEDGES]
    if hedges and not known and "if" not in hedges:
        is_report = any(token.root in _REPORTS for token in claim.there)
        is_permission = set(hedges) <= {"would"} or (
            set(hedges) <= {"may", "would"} and not any(token.word == "have" for token in claim.tokens)
        )
        yield Fault(
            0.85 if is_permission or (is_report and hedges[0] in _OPINIONS) else 0.3, f"says “{hedges[0]}”, the passage is sure"
        )
    verbs = [place for token, place in claim.pairs if token.is_verb]
    if verbs and not any(token.hedged or token.negated for token in claim.tokens) and all(place.token.hedged for place in verbs):
        yield Fault(0.5, "states what the passage only reports or doubts")


_REPORTS = frozenset(
    map(stem, word_set("say report tell argue call answer admit announce explain write hold declare conclude find"))
)
_OPINIONS = word_set(
    "believe believes believed think thinks suggest suggests claim claims claimed maintain maintains contend contends"
)

_QUANTIFIERS = {
    **dict.fromkeys(word_set("all every each everybody everyone everything whole entire always both"), "all"),
    **dict.fromkeys(word_set("none nobody nothing never neither"), "none"),
    **dict.fromkeys(word_set("only sole just"), "only"),
    **dict.fromkeys(word_set("most majority"), "most"),
    **dict.fromkeys(word_set("half"), "half"),
}


def find_quantifiers(claim: Claim) -> Iterator[Fault]:
    """Find all, none, most or half where the source has another of these."""
    tokens = [
        one
        for one, other in zip(claim.tokens, [*claim.tokens[1:], None], strict=True)
        if other is None or other.word not in ("a", "an")
    ]
    here = {_QUANTIFIERS[token.word]: token.word for token in tokens if token.word in _QUANTIFIERS}  # "half a century" is an amount
    around = claim.source.sentences[max(0, claim.home - 1) : claim.home + 2]
    nearby = {_QUANTIFIERS[token.word] for sentence in around for token in sentence.tokens if token.word in _QUANTIFIERS}
    there = {_QUANTIFIERS[token.word] for token in claim.there if token.word in _QUANTIFIERS}
    nearby |= {"none"} if any(map(_is_denial, claim.there)) else set()
    for kind, word in here.items():
        if kind not in nearby and kind != "only":
            yield Fault(0.3 if there and kind != "most" else 0.85, f"says “{word}”, the passage does not")


FAULTS = (
    find_negation,
    find_opposites,
    find_turned_words,
    find_numbers,
    find_roles,
    find_exchanged_names,
    find_misplaced_names,
    find_exchanged_neighbours,
    find_misplaced_prepositions,
    find_owners,
    find_replaced_words,
    find_hedges,
    find_quantifiers,
)
"""The searches for faults of a clause, in order."""
