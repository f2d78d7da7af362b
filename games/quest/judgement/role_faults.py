"""Roles of a clause that another has in its source: doer and thing done to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from woozle.games.quest.judgement.alignment import (
    Claim,
    Fault,
    has_name,
    is_alike,
)
from woozle.games.quest.judgement.number_faults import PARTS
from woozle.games.quest.judgement.sentences import AUXILIARIES, DETERMINERS, PREPOSITIONS, PRONOUNS, Token, word_set


def find_roles(claim: Claim) -> Iterator[Fault]:
    """Find doers in the text that differ from those in the source, by the words on each side of a verb that both have."""
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
            if is_turned and here.has_object:  # without: "the milk spilled", which he had spilled
                yield Fault(0.2, f"who “{token.word}” whom is the other way round in the passage")
            elif has_name(claim.source, here.doer) and has_name(claim.source, there.doer):
                yield Fault(0.3, f"the passage says “{token.word}” of somebody else")
            elif here.has_object and not is_turned and not _is_topic(claim, here.doer):
                yield Fault(0.45, f"the passage says “{token.word}” of somebody else")
        elif there.others and any(
            one.kind == "name" and one.root not in claim.roots_there for one in here.others[:2] if one.at <= token.at + 4
        ):
            yield Fault(0.6, f"the passage says “{token.word}” of something else")


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
    is_passive = any(each.word in _BE for each in before[-3:])
    is_passive = is_passive or (by == 0 and not _is_amount(after[1:4]))  # "the boat, steered by Tarn"
    if is_passive:
        doer = [] if by is None else [each for each in after[by:] if each.kind in ("content", "name")][:4]
        return _Sides(doer, _outside_phrases(before), bool(doer))
    end = next(
        (i for i, each in enumerate(after) if each.word in _ASIDE or (each.kind == "mark" and each.word not in "'’\"“”-")),
        len(after),
    )
    others = [each for each in after[:end] if each.kind in ("content", "name")]
    has_object = bool(after) and (after[0].kind in ("content", "name", "number") or after[0].word in DETERMINERS | PRONOUNS)
    if before and before[-1].word in ("who", "which"):
        return _Sides([each for each in before[-6:-1] if each.kind in ("content", "name")], others, has_object)
    if any(each.word in PRONOUNS for each in before):
        return _Sides([], others, has_object)
    if before and before[-1].word in ("and", "or", "but"):  # "left Sund and touched": who did is before the first verb
        before = list(takewhile(lambda each: not each.is_verb, before))
    return _Sides(_outside_phrases(before)[-3:], others, has_object)


_BE = word_set("was were is are been be being")
_ASIDE = word_set("than behind after before since like unlike while whereas when because although")


def _is_amount(tokens: Sequence[Token]) -> bool:
    """Return whether what follows `by` is an amount: "by 31 per cent", "by nearly a third", not "by the 17-year-old"."""
    number = next((at for at, each in enumerate(tokens) if each.kind == "number" or each.word in PARTS), None)
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
        if is_turned and not _is_passive(claim.tokens) and not _is_passive(claim.there):
            yield Fault(0.3, f"{one.shown} and {other.shown} are the other way round in the passage")


def _is_passive(tokens: Sequence[Token]) -> bool:
    return any(token.word == "by" or (token.word in _BE and other.is_verb) for token, other in pairwise(tokens))
