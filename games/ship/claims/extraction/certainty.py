"""The probability that a speech makes a claim that the grammar read in it, by a logistic model of the words around the claim.

The model was fitted to labelled speeches that the grammar was not written from (`python -m benchmarks.claims_model`); its
weights, in thousandths, lie in `certainty.toml`. A claim below `KEPT` is dropped; one below `SURE` is tentative, so that it
cannot be held against its speaker.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from woozle.core.request import Seat
from woozle.games.ship.claims.extraction.lexicon import verbs
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.map import Room

_LONG, _MIDDLING = 400, 120  # characters of a speech
_MOST_WORDS = 60  # of a clause; a longer one is described by its beginning
_MOST_BESIDE = 48  # claims before and after one that it is compared with


@dataclass(frozen=True, slots=True)
class _Place:
    """A claim's clause in its speech: the sentence and its number, and the tokens of the clause, from `first` to before `end`."""

    number: int
    sentence: Sequence[Token]
    asks: bool
    first: int
    end: int

    @property
    def clause(self) -> Sequence[Token]:
        return self.sentence[self.first : self.end]


_Listed: TypeAlias = tuple[object, ...]


def _listed(claim: Claim) -> _Listed:
    """Return the key of a claim, equal for claims whose rooms or seats one clause lists."""
    return claim.type, claim.subject, claim.is_negated, claim.when, claim.span


class Certainty:
    """Describes the claims of one speech by features, and weighs them.

    sentences: the tokens of each sentence, and whether it is a question.
    """

    def __init__(self, statement: Statement, sentences: Sequence[tuple[Sequence[Token], bool]], before: int) -> None:
        self._speaker = statement.speaker
        self._sentences = [each for each in sentences if each[0]]
        self._starts = [said[0].start for said, _ in self._sentences]
        self._words = [_words(said) for said, _ in self._sentences]
        self._names = [frozenset(name for token in said for name in (token.seat, *token.rooms)) for said, _ in self._sentences]
        size = len(statement.text)
        self._speech = (
            "size:long" if size > _LONG else "size:middling" if size > _MIDDLING else "size:short",
            "begins:capital" if statement.text[:1].isupper() else "begins:small",
            f"before:{min(before, 3)}",
        )

    def weigh(self, claims: Sequence[Claim]) -> list[Claim]:
        """Return the claims that the speech probably makes; those that are not sure are tentative.

        What one denial lists ("I was never in medbay or storage") is all as sure as the surest of it.
        """
        model, found = _model(), []
        own = [claim for claim in claims if claim.source == "own"]
        logits = [model.logit(*each) for each in self._describe(own)]
        surest: dict[_Listed, int] = {}
        for claim, logit in zip(own, logits, strict=True):
            surest[_listed(claim)] = max(logit, surest.get(_listed(claim), logit))
        weighed = iter(logits)
        for claim in claims:
            if claim.source != "own":
                found.append(claim)
                continue
            logit = next(weighed)
            logit = surest[_listed(claim)] if claim.is_negated else logit
            if logit >= model.kept:
                found.append(replace(claim, is_tentative=True) if logit < model.sure else claim)
        return found

    def features(self, claims: Sequence[Claim]) -> list[list[str]]:
        """Return the features of each claim of the speech, as names; each also joined with the kind of the claim."""
        return [[kind, *own, *(f"{kind} {each}" for each in own)] for kind, own in self._describe(claims)]

    def _describe(self, claims: Sequence[Claim]) -> Iterator[tuple[str, Sequence[str]]]:
        for i, claim in enumerate(claims):
            place, beside = self._place(claim), claims[max(0, i - _MOST_BESIDE) : i + _MOST_BESIDE + 1]
            if place is None:
                yield _kind(claim), ()
                continue
            own = (
                *self._speech,
                *self._of_claim(claim, place),
                *_of_words(claim, place, self._words[place.number], self._speaker),
                *_of_others(claim, beside),
            )
            yield _kind(claim), list(dict.fromkeys(own))

    def _place(self, claim: Claim) -> _Place | None:
        if claim.span is None or not self._sentences:
            return None
        start, end = claim.span
        number = max(0, bisect_right(self._starts, start) - 1)
        sentence, asks = self._sentences[number]
        first = next((n for n, token in enumerate(sentence) if token.end > start), 0)
        last = next((n for n in range(len(sentence) - 1, first, -1) if sentence[n].start < end), first)
        return _Place(number, sentence, asks, first, last + 1)

    def _of_claim(self, claim: Claim, place: _Place) -> Iterator[str]:
        """Yield features of a claim: the distances of its names, its rooms, its time and the like."""
        yield f"subject:{self._distance(claim.subject, place)}"
        if claim.target:
            yield f"target:{self._distance(claim.target, place)}"
        if claim.route:
            yield f"rooms:{min(len(claim.route), 6)}"
        elif claim.room:
            yield f"room:{self._distance(claim.room, place)}"
        digits = any(letter.isdigit() for letter in claim.when)
        yield "time:tick" if digits else "time:words" if claim.when else "time:none"
        if claim.strength:
            yield f"strength:{claim.strength}"
        if place.asks:
            yield "asks"
        last = len(self._sentences) - 1
        yield f"sentence:{place.number if place.number < 2 else 'last' if place.number == last else 'inner'}"
        yield f"sentence size:{min(len(place.sentence) // 4, 5)}"
        yield f"clause size:{min(len(place.clause) // 3, 5)}"
        if len(place.clause) == len(place.sentence):
            yield "whole sentence"
            yield f"whole sentence of {min(len(place.sentence), 9)}"
        yield f"clause seats:{min(len({token.seat for token in place.clause} - {''}), 3)}"
        yield f"clause rooms:{min(sum(token.kind == 'room' for token in place.clause), 4)}"

    def _distance(self, name: Seat | Room, place: _Place) -> str:
        """Return how far from a claim a seat or a room is named."""
        if name == self._speaker:
            return "me"
        if any(name == token.seat or name in token.rooms for token in place.clause):
            return "clause"
        if name in self._names[place.number]:
            return "sentence"
        return "sentence before" if place.number and name in self._names[place.number - 1] else "far"


def _kind(claim: Claim) -> str:
    what = claim.activity or claim.type
    where = "route" if claim.route else "room" if claim.room else ""
    return f"[{' '.join(filter(None, (what, where, 'target' if claim.target else '', 'not' if claim.is_negated else '')))}]"


def _of_words(claim: Claim, place: _Place, words: Sequence[str], speaker: Seat) -> Iterator[str]:
    """Yield the words of the clause, and those beside it and beside its rooms and seats."""
    said = [word or _name(token, claim, speaker) for token, word in zip(place.sentence, words, strict=True)]

    def at(i: int) -> str:
        return said[i] if 0 <= i < len(said) else "<end>"

    for i in range(place.first, min(place.end, place.first + _MOST_WORDS)):
        yield f"word:{said[i]}"
        verb = verbs().get(words[i])
        if verb:
            yield f"verb:{verb.kind} {verb.form}"
    yield from (f"{i:+} of clause:{at(place.first + i)}" for i in (-2, -1))
    yield f"after clause:{at(place.end)}"
    yield f"opening:{at(0)}"
    yield f"opening:{at(0)} {at(1)}"
    yield from (f"sentence has:{word}" for word in ("if", "would", "could", "because", '"') if word in said)
    rooms = {claim.room, *claim.route} - {""}
    inside = range(place.first, place.end)
    places = [i for i in inside if rooms.intersection(place.sentence[i].rooms)]
    places = places or [i for i, token in enumerate(place.sentence) if rooms.intersection(token.rooms)]
    marks = {"room": places[:1], "last room": places[1:][-1:]}
    for name, seat in (("target", claim.target), ("subject", claim.subject if claim.subject != speaker else "")):
        named = [i for i in inside if seat and place.sentence[i].seat == seat]
        marks[name] = (named or [i for i, token in enumerate(place.sentence) if seat and token.seat == seat])[:1]
    for name, found in marks.items():
        for i in found:
            yield from (f"{step:+} of {name}:{at(i + step)}" for step in (-2, -1, 1, 2))


def _words(sentence: Sequence[Token]) -> list[str]:
    """Return the words of a sentence as the model knows them; empty for names, whose part differs by claim."""
    return [token.text if token.kind == "word" and not token.text.isdecimal() else _stand_in(token) for token in sentence]


def _stand_in(token: Token) -> str:
    match token.kind:
        case "seat" | "room":
            return ""
        case "task":
            return "<task>"
        case "time":
            return "<tick>" if any(letter.isdigit() for letter in token.text) else "<time>"
        case "stop" | "question":
            return "<stop>"
        case _:
            return "<number>" if token.text.isdecimal() else token.text


def _name(token: Token, claim: Claim, speaker: Seat) -> str:
    """Return what stands for a seat or a room: its part in the claim."""
    if token.kind == "room":
        return "<room>" if {claim.room, *claim.route}.intersection(token.rooms) else "<other room>"
    parts = {claim.target: "<target>", claim.subject: "<subject>", speaker: "<me>"}
    return parts.get(token.seat, "<seat>") + ("'s" if token.is_possessive else "")


def _of_others(claim: Claim, claims: Sequence[Claim]) -> Iterator[str]:
    """Yield what else is claimed by the same words, of the same rooms, and of the same target."""
    rooms = {claim.room, *claim.route} - {""}
    for other in claims:
        if other is claim:
            continue
        what = "route" if other.route else other.activity or other.type
        is_beside = bool(other.span and claim.span and other.span[0] < claim.span[1] and claim.span[0] < other.span[1])
        if is_beside:
            yield f"beside:{what}{' of it' if other.subject == claim.subject else ''}"
        if other.subject == claim.subject and not rooms.isdisjoint((other.room, *other.route)):
            yield f"also there:{what}"
        if claim.target and other.target == claim.target:
            yield f"also of target:{what}"


@dataclass(frozen=True, slots=True)
class _Model:
    """A logistic model in thousandths of a logit, so that sums are exact.

    kept, sure: the least for either. weights: of features, by the kind of the claim; under "" for claims of all other kinds.
    The weight of a kind itself stands under an empty name.
    """

    kept: int
    sure: int
    intercept: int
    weights: Mapping[str, Mapping[str, int]]

    def logit(self, kind: str, features: Sequence[str]) -> int:
        """Return the logit of a claim of a kind."""
        weights = self.weights.get(kind) or self.weights[""]
        return self.intercept + weights.get("", 0) + sum(weights[each] for each in features if each in weights)


@cache
def _model() -> _Model:
    kept = tomllib.loads(files(__package__).joinpath("certainty.toml").read_text("utf-8"))
    weights: dict[str, dict[str, int]] = {"": {}}
    for name, weight in kept["weights"].items():
        kind, mark, feature = name.partition("]") if name.startswith("[") else ("", "", name)
        weights.setdefault(kind + mark, {})[feature.strip()] = weight
    general = weights.pop("")
    summed = {kind: general | {name: own[name] + general.get(name, 0) for name in own} for kind, own in weights.items()}
    return _Model(kept["kept"], kept["sure"], kept["intercept"], summed | {"": general})
