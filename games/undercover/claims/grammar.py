"""Claims about a scene in a text: a small grammar for ordinary English, since bots, models and people write as they like.

It misses much and is sometimes wrong. Only what the vocabulary of the setting has a word for is understood: what is decoration in a
drawing, like curtains and clouds, is no claim. Questions, conditions and what others are quoted with claim nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from woozle.core.value import value
from woozle.games.undercover.claims.lexicon import WHOLES, Token, is_noun, tokens
from woozle.games.undercover.scenes.facts import Aspect
from woozle.games.undercover.scenes.graph import Scene, Setting, Thing
from woozle.games.undercover.scenes.queries import Query
from woozle.games.undercover.scenes.questions import answer_question
from woozle.games.undercover.scenes.vocabulary import vocabulary
from woozle.games.undercover.scenes.wordings import parse_query

LONGEST = 4000
"""Characters of a text that are read."""

MOST_CLAIMS = 40
"""The most claims of one text; more is noise, or an attempt to drown others."""

_LONGEST_SENTENCE = 80  # words
_BEGINS = ("me", "pronoun", "being", "row", "column", "article")
_OPENING = ("row", "column", "article", "comma", "and", "other", "me", "being")
_ADJECTIVES = ("colour", "size", "pattern", "state", "text")


@value
class Claim:
    """A statement about a scene, or its denial. about, kind, value: as in a Fact, but `place` may name a row or a column alone.

    is_denied: that it is not so; about `kind`, that none is there, or none of the colour that `value` then names. An `answer` has
    the question for its kind.
    """

    about: Aspect | Literal["answer"]
    kind: str
    value: str = ""
    is_denied: bool = False


def is_true(claim: Claim, scene: Scene) -> bool:
    """Return whether a claim is true of a scene. Of something absent, only denials are true."""
    return _holds(claim, [thing for thing in scene.things if thing.kind == claim.kind], scene) != claim.is_denied


def _holds(claim: Claim, things: Sequence[Thing], scene: Scene) -> bool:
    match claim.about:
        case "answer":
            return answer_question(claim.kind, scene) == claim.value
        case "kind":
            return any(claim.value in ("", thing.colour) for thing in things)
        case "count":
            counts = [thing.count for thing in things]
            return claim.value in map(str, (*counts, sum(counts)))
        case "place":
            stood_at = {thing.place for thing in things}
            places = [place for place in vocabulary(scene.setting).places if place.index in stood_at]
            return any(claim.value in (place.name, place.row, place.column) for place in places)
        case _:
            return any(getattr(thing, claim.about) == claim.value for thing in things)


@lru_cache(maxsize=4096)
def claims(text: str, setting: Setting) -> tuple[Claim, ...]:
    """Return the claims understood in a text: each once, in the order they are made, at most MOST_CLAIMS."""
    found: dict[Claim, None] = {}
    subject = ""
    for sentence in _sentences(tokens(text[:LONGEST], setting)):
        reading = _Sentence(sentence, subject, setting)
        found |= dict.fromkeys(reading.claims())
        subject = reading.subject
        if len(found) >= MOST_CLAIMS:
            break
    return tuple(found)[:MOST_CLAIMS]


@lru_cache(maxsize=4096)
def answers(question: str, answer: str, setting: Setting) -> tuple[Claim, ...]:
    """Return the claims of an answer: one of its own where the question is one asked about scenes, else those of its words."""
    query = parse_query(question, setting)
    if query is None:
        return claims(answer, setting)
    meant = _interpret_answer(query, answer, setting)
    return (Claim("answer", question, meant),) if meant else ()


def _interpret_answer(query: Query, answer: str, setting: Setting) -> str:
    """Return an answer in the words that options have; empty if it does not say."""
    words, plain = vocabulary(setting), answer.casefold().strip(" .!\"'")
    if query.is_yes_no:
        first = plain.replace(",", " ").partition(" ")[0]
        return first if first in ("yes", "no") else ""
    found = {token.type: token.meant for token in reversed(tokens(answer[:LONGEST], setting))}
    match query.about:
        case "occupant" | "reading" | "tallest":
            return words.kinds[found["thing"]].word if "thing" in found else "nothing" if plain == "nothing" else ""
        case "place":
            return " ".join(found[part] for part in ("row", "column") if part in found)
        case "count":
            return found.get("number", "0" if plain in ("no", "none") else "")
        case "together":
            return plain if plain.isdecimal() else found.get("number", "")
        case "text":
            return found.get("text", "") or answer.strip(" .!\"'").upper()
    return found.get(query.about, "")


def _sentences(words: Sequence[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for token in words:
        if token.type != "stop":
            if len(sentence) == _LONGEST_SENTENCE:  # so that a text without full stops takes no longer than another
                yield sentence
                sentence = []
            sentence.append(token)
            continue
        if "?" not in token.meant:
            yield sentence
        sentence = []
    yield sentence


@dataclass(slots=True)
class _Mention:
    """A mention of a thing. first, at: where its words begin and where its name is. no: `no cups`; denied: `I do not see cups`."""

    kind: str
    first: int
    at: int
    part: int
    is_denied: bool
    found: list[Claim] = field(default_factory=list)
    colour: str = ""
    is_none: bool = False


class _Sentence:
    """A reader of one sentence. subject: the kind that was last spoken of, which `it` and `none` mean."""

    def __init__(self, words: list[Token], subject: str, setting: Setting) -> None:
        self.subject = subject
        self._words = words
        self._kinds = vocabulary(setting).kinds
        self._parts, self._denied, self._silent = _scopes(words)
        self._used = {*_of_unknown_things(words)}
        self._mentions = [self._mention(at) for at, token in enumerate(words) if token.type == "thing"]
        self._loose: list[Claim] = []

    def claims(self) -> Iterator[Claim]:
        """Return its claims, in order of the things that are named."""
        for at, token in enumerate(self._words):
            if at not in self._used:
                self._said_beside(at, token)
        if self._mentions:
            self.subject = self._mentions[-1].kind
        for mention in self._mentions:
            if not self._silent[mention.at]:
                yield from _of(mention)
        yield from self._loose

    def _mention(self, at: int) -> _Mention:
        """Return a thing with the words before it: `two large red cups`, `no cup`, `the MILK bottle`."""
        mention = _Mention(self._words[at].meant, at, at, self._parts[at], self._denied[at])
        comma = None
        for before in range(at - 1, -1, -1):
            token = self._words[before]
            if before in self._used:
                break
            if token.type in ("article", "number", "no"):
                mention.first = before
                break
            if token.type == "comma" and comma is None and mention.first < at:
                comma = mention.first  # `a large, red cup`, unless no article comes
            elif token.type in _ADJECTIVES and self._suits(token, mention.kind):
                mention.first = before
            elif token.type != "other" or mention.first - before > 1 or not self._is_begun(before - 1):
                mention.first = comma if comma is not None else mention.first
                break
        else:
            mention.first = comma if comma is not None else mention.first
        if self._is_joined(mention):  # `no cup, jar or plate`
            mention.is_none = any(token.type == "no" and not self._silent[at] for token in self._words[: mention.first])
        mention.is_none |= [token.type for token in self._words[at + 1 : at + 4] if token.type != "comma"] == ["no"]  # `clock: no`
        self._used |= set(range(mention.first, at + 1))
        for token in self._words[mention.first : at]:
            self._qualify(mention, token, is_denied=False)
        return mention

    def _is_joined(self, mention: _Mention) -> bool:
        """Return whether a thing is one of several after `no`: after `or`, or a bare name after a comma with an `or` to come."""
        before = self._words[mention.first - 1].type if mention.first else ""
        is_bare = mention.first == mention.at
        return before == "or" or (before == "comma" and is_bare and any(token.type == "or" for token in self._words[mention.at :]))

    def _is_begun(self, at: int) -> bool:
        """Return whether the words of a thing begin here, so that an unknown word after it is an adjective: `two pretty cups`."""
        return at >= 0 and self._words[at].type in ("article", "number", "no")

    def _suits(self, token: Token, kind: str) -> bool:
        if token.type == "state":
            return token.meant in self._kinds[kind].states
        return token.type != "text" or token.is_certain or token.meant in self._kinds[kind].texts

    def _qualify(self, mention: _Mention, token: Token, *, is_denied: bool) -> None:
        match token.type:
            case "no":
                mention.is_none = True
            case "number":
                mention.found.append(Claim("count", mention.kind, token.meant, is_denied))
            case "colour" | "size" | "pattern" | "state" | "text" as about:
                mention.colour = token.meant if about == "colour" and not mention.colour else mention.colour
                mention.found.append(Claim(about, mention.kind, token.meant, is_denied))

    def _said_beside(self, at: int, token: Token) -> None:
        """Add the claims about a thing after its name: `the cups are red and on the left`, `there are three`, `none`."""
        match token.type:
            case "colour" | "size" | "pattern" | "state" | "text":
                self._keep(at, token.type, token.meant, self._meant_by(at, token))
            case "row" | "column":
                self._keep(at, "place", token.meant, self._find_thing_at(at))
            case "number" if self._is_count(at):
                self._keep(at, "count", token.meant, self._meant_by(at, token))
            case "none" if (self.subject or self._mentions) and not self._denied[at]:
                self._loose += [] if self._silent[at] else [Claim("kind", self._last(at) or self.subject, "", is_denied=True)]

    def _keep(self, at: int, about: Aspect, meant: str, what: _Mention | str) -> None:
        kind = what.kind if isinstance(what, _Mention) else what
        if not kind or self._silent[at]:
            return
        claim = Claim(about, kind, meant, self._denied[at])
        if isinstance(what, _Mention):
            # `Ada says it is red, and I see blue`; `not red but blue`
            if self._silent[what.at] or what.is_denied > claim.is_denied:
                self._loose.append(claim)
            elif what.is_none:  # `no cup on the left` denies what is said of it, not that there is one
                what.found.append(replace(claim, is_denied=True))
            else:
                what.found.append(claim)
        else:
            self._loose.append(claim)

    def _meant_by(self, at: int, token: Token) -> _Mention | str:
        """Return the thing that is meant: the one named before, the one spoken of, or the one named after (`red is the cup`)."""
        before = [each for each in self._mentions if each.at < at and self._can_be(token, each.kind)]
        if before:
            return before[-1]
        if self.subject and self._can_be(token, self.subject):
            after = [each for each in self._mentions if each.at > at and self._parts[at] == each.part]
            if not after or self._words[0].type == "pronoun":
                return self.subject
        after = [each for each in self._mentions if each.at > at and each.part == self._parts[at]]
        return next((each for each in after if self._can_be(token, each.kind)), "")

    def _can_be(self, token: Token, kind: str) -> bool:
        """Return whether a word can be said of a kind. States and texts may belong to another: `the sign by the open tent`."""
        if token.type == "state":
            return token.meant in self._kinds[kind].states
        return token.type != "text" or bool(self._kinds[kind].texts)

    def _find_thing_at(self, at: int) -> _Mention | str:
        """Return the thing at a place that is named: if possible one in the same part of the sentence, and before it."""
        near = [each for each in self._mentions if each.part == self._parts[at]]
        for each in reversed(near):
            if each.at < at:
                return each
        before = [each for each in self._mentions if each.at < at]
        is_opening = all(token.type in _OPENING for token in self._words[:at])
        if near:
            return near[0]
        after = next((each for each in self._mentions if each.at > at), None)
        if is_opening and after:
            return after
        return before[-1] if before else self.subject or after or ""

    def _last(self, at: int) -> str:
        return next((each.kind for each in reversed(self._mentions) if each.at < at), "")

    def _is_count(self, at: int) -> bool:
        """Return whether a number on its own counts things: `there are three`, `cups: 3`, `four of them`; not `round 2`."""
        before = self._words[at - 1].type if at else ""
        after = self._words[at + 1].type if at + 1 < len(self._words) else ""
        if self._words[at].is_pronoun:
            return before == "counts" and self._words[at - 1].meant != "see"
        return before in ("counts", "being", "comma", "thing", "me") or after in ("them", "counts")


def _of(mention: _Mention) -> Iterator[Claim]:
    """Yield the claims about one mention. That there is such a thing is only claimed where nothing else is."""
    if not (mention.is_none or mention.is_denied):
        yield from mention.found or [Claim("kind", mention.kind)]
        return
    if places := [claim for claim in mention.found if claim.about == "place" and claim.is_denied]:
        yield from places[:1]
    elif len(details := [claim for claim in mention.found if not claim.is_denied]) == 1 and details[0].about != "colour":
        yield replace(details[0], is_denied=True)  # `I do not see three cups`
    elif all(claim.is_denied for claim in mention.found) and mention.found:
        yield from mention.found
    else:
        yield Claim("kind", mention.kind, mention.colour, is_denied=True)


def _scopes(words: Sequence[Token]) -> tuple[list[int], list[bool], list[bool]]:
    """Return for each word the part of its sentence, whether it is denied there, and whether it claims nothing.

    A condition ends with a comma, a quotation with `but` or the speaker's own.
    """
    parts, denied, silent = [], [], []
    part, is_denied, silence = 0, False, ""
    for at, token in enumerate(words):
        after = words[at + 1].type if at + 1 < len(words) else ""
        match token.type:
            case "comma":
                part, is_denied = part + 1, False
                silence = "" if silence == "if" else silence
            case "but":
                part, is_denied, silence = part + 1, False, ""
            case "and":
                part += 1
                is_denied = is_denied and after not in _BEGINS
            case "not":
                is_denied = True
            case "none" if after in _ADJECTIVES:  # `three candles, none lit`
                is_denied = True
            case "if":
                silence = silence or "if"
            case "report" | "reads" | "counts" | "being" | "other" if _is_of_another(words, at):
                silence = "report"
            case "me" if silence == "report":
                silence = ""
        parts.append(part)
        denied.append(is_denied)
        silent.append(bool(silence))
    return parts, denied, silent


def _is_of_another(words: Sequence[Token], at: int) -> bool:
    """Return whether another speaks or has something: `Ada says`, `you have`, `Ben's cups`; not `the sign says`, `as Ada says`."""
    token, before = words[at], [token.type for token in words[max(0, at - 3) : at]]
    if token.is_certain:  # according to, your
        return True
    match token.type:
        case "other":
            is_of_thing = at + 1 < len(words) and words[at + 1].type in ("thing", "number", *_ADJECTIVES)
            return is_of_thing and token.meant[0].isupper() and token.meant.endswith("'s")
        case "being" | "counts":
            is_theirs = token.meant in ("has", "have", "count", "counted", "counts")
            return is_theirs and bool(before) and (before[-1] == "they" or _is_named(words[at - 1]))
        case "reads" if token.meant not in ("says", "say"):
            return False
    return bool(before) and before[-1] in ("other", "they") and "as" not in before


def _is_named(token: Token) -> bool:
    return token.type == "other" and token.meant[0].isupper() and token.meant.casefold() not in WHOLES


def _of_unknown_things(words: Sequence[Token]) -> Iterator[int]:
    """Yield where a word is said of a thing that is not known: `white handles`, `a blue rim`, `two clouds`, `red with white dots`.

    Nothing has two colours, so of two together it is not known which is meant.
    """
    types = [token.type for token in words]
    for at, (token, type_) in enumerate(zip(words, types, strict=True)):
        after = types[at + 1 : at + 3]
        if type_ == "colour" and after == ["and", "colour"]:
            yield from (at, at + 2)
        if type_ == "pattern" and types[max(0, at - 1) : at] == ["colour"] and _is_had(words, at - 2) and after[:1] != ["thing"]:
            yield at - 1
        if type_ == "other" and is_noun(token.meant) and not (after and after[0] in ("thing", *_ADJECTIVES)):
            first = next((each + 1 for each in range(at - 1, -1, -1) if types[each] not in ("number", *_ADJECTIVES)), 0)
            is_its_own = not first or types[first - 1] in ("article", "no", "other") or _is_had(words, first - 1)
            if is_its_own or types[first] == "number":
                yield from range(first, at)


def _is_had(words: Sequence[Token], at: int) -> bool:
    """Return whether what follows is a part of something: after `with` or `has`."""
    return at >= 0 and (words[at].type == "and" or words[at].meant in ("has", "have"))
