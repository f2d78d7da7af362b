"""The alignment of a text with its source, clause by clause: which sentence a clause is about, and where its words stand there."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import log
from typing import Literal, NamedTuple

from woozle.games.quest.judgement.sentences import (
    AUXILIARIES,
    DETERMINERS,
    JOINTS,
    PREPOSITIONS,
    Sentence,
    Token,
    read_sentences,
    word_set,
)
from woozle.games.quest.judgement.word_relations import SYNONYMS

# Worth of a word that the source has as a synonym, as one of its family, or itself but far off
_SYNONYM, _KIN, _FAR = 0.9, 0.85, 0.55
_WEIGHTS = {"name": 1.5, "number": 2.0, "content": 1.0}
_FAMILY, _SHORTEST = 5, 4  # letters that words of a family share, and those of a word that another is made of
_ENDINGS = word_set("""age al ance ation ature ary book ed en ence er ery ful hood house ian ing ion ish ist ive keeper less like ly
    maker man master ment ness or room ship storm ure ward work worker y yard""")
_FEWEST_COPIED = 4  # words of a piece of a sentence that is taken for a copy
_MOST_PLACES = 24  # of one word that are looked at


class Place(NamedTuple):
    """The place of a word in the source: its sentence, its clause and its place in the sentence."""

    sentence: int
    clause: int
    token: Token


@dataclass(frozen=True)
class Source:
    """A source with its words by root, group of synonyms, family and value. values: its numbers; counted: what they count."""

    sentences: Sequence[Sentence]
    by_root: Mapping[str, Sequence[Place]]
    by_group: Mapping[int, Sequence[Place]]
    by_family: Mapping[str, Sequence[Place]]
    by_value: Mapping[float, Sequence[Place]]
    values: Sequence[float]
    counted: frozenset[str]

    @cached_property
    def name_pairs(self) -> frozenset[frozenset[str]]:
        """The names that stand within three words of each other."""
        return frozenset(
            frozenset((one.root, other.root))
            for sentence in self.sentences
            for at, one in enumerate(sentence.tokens)
            if one.is_capital
            for other in sentence.tokens[at + 1 : at + 4]
            if other.is_capital
        )

    @cached_property
    def prepositions(self) -> Mapping[str, frozenset[str]]:
        """The words that stand before a name, or before the names that it follows, by its root; determiners left out."""
        found: dict[str, set[str]] = defaultdict(set)
        for sentence in self.sentences:
            before = ""
            for token in sentence.tokens:
                if token.is_capital and (token.kind == "name" or token.root in self.names):
                    found[token.root].add(before)
                elif token.word not in DETERMINERS:
                    before = token.word
        return {name: frozenset(words) for name, words in found.items()}

    @cached_property
    def measured(self) -> Sequence[tuple[float, Token]]:
        """The numbers of the source with what they count."""
        return [
            (token.value, unit)
            for sentence in self.sentences
            for at, token in enumerate(sentence.tokens)
            if token.kind == "number" and (unit := find_unit(sentence.tokens, at))
        ]

    @cached_property
    def names(self) -> frozenset[str]:
        """The roots of the names in the source."""
        pairs = (pair for sentence in self.sentences for pair in pairwise((*sentence.tokens, sentence.tokens[0])))
        return frozenset(one.root for one, other in pairs if one.kind == "name" or (one.is_capital and other.kind == "name"))

    @cached_property
    def taken_back(self) -> frozenset[int]:
        """The sentences that are denied as a whole: "It was not." follows."""
        return frozenset(
            at
            for at, (_, following) in enumerate(pairwise(self.sentences))
            if all(token.kind == "small" for token in following.opening) and any(token.is_negator for token in following.opening)
        )

    @cached_property
    def loose_pairs(self) -> frozenset[tuple[str, str]]:
        """The words with small words alone between them, without those that also stand side by side."""
        loose: set[tuple[str, str]] = set()
        tight: set[tuple[str, str]] = set()
        for sentence in self.sentences:
            before, between = "", 0
            for token in sentence.tokens:
                (loose if between else tight).add((before, token.word))
                between = between + 1 if token.kind == "small" else 0
                before = before if token.kind == "small" else token.word
        return frozenset(loose - tight)

    @cached_property
    def owners(self) -> Mapping[str, frozenset[str]]:
        """The roots of the owners of a thing, by its own root: "Ann's mill"."""
        found: dict[str, set[str]] = defaultdict(set)
        for sentence in self.sentences:
            for one, other in pairwise(sentence.tokens):
                if one.is_owner and other.kind not in ("small", "mark"):
                    found[other.root].add(one.root)
        return {thing: frozenset(owners) for thing, owners in found.items()}


class Match(NamedTuple):
    """A word of a clause with the places in the source that it may mean. worth: of the match, 0 without places."""

    token: Token
    worth: float
    places: Sequence[Place]

    def near(self, sentence: int) -> list[Place]:
        """Return its places in a sentence."""
        return [place for place in self.places if place.sentence == sentence]


@dataclass(frozen=True)
class Claim:
    """A clause of a text, aligned. home: the sentence of the source that it is about."""

    source: Source
    tokens: Sequence[Token]
    matches: Sequence[Match]
    home: int

    @cached_property
    def pairs(self) -> Sequence[tuple[Token, Place]]:
        """The words of the clause with their first places at home, in the order of the clause."""
        return [(match.token, near[0]) for match in self.matches if (near := match.near(self.home))]

    @cached_property
    def there(self) -> Sequence[Token]:
        """The words of its home."""
        return self.source.sentences[self.home].tokens

    @cached_property
    def roots(self) -> frozenset[str]:
        """The roots of its words."""
        return roots(self.tokens)

    @cached_property
    def roots_there(self) -> frozenset[str]:
        """The roots of the words of its home."""
        return roots(self.there)

    @cached_property
    def support(self) -> float:
        """The share of its words that its home has, each by its worth."""
        total = there = 0.0
        for match in self.matches:
            weight = _WEIGHTS[match.token.kind]
            distance = min((abs(place.sentence - self.home) for place in match.places), default=-1)
            is_far = distance > 1 or (distance == 1 and match.token.kind != "name")
            total += weight
            there += weight * match.worth * (_FAR if is_far else 1.0)
        return there / total

    @property
    def unknown(self) -> list[str]:
        """The words of the clause that the source has nowhere."""
        return [match.token.word for match in self.matches if not match.places]


class Fault(NamedTuple):
    """A fault of a clause, and the share of its worth that the clause keeps.

    keeps: up to 0.45 if the clause contradicts its source, up to 0.7 if it may, more if honest paraphrases often do the same.
    """

    keeps: float
    reason: str


def roots(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the roots of words."""
    return frozenset(token.root for token in tokens)


@lru_cache(64)  # a passage takes as much memory as sixty times its text
def read_source(text: str) -> Source:
    """Return a text as a source of claims."""
    sentences = read_sentences(text)
    by_root: dict[str, list[Place]] = defaultdict(list)
    by_group: dict[int, list[Place]] = defaultdict(list)
    by_family: dict[str, list[Place]] = defaultdict(list)
    by_value: dict[float, list[Place]] = defaultdict(list)
    for place in _places(sentences):
        token = place.token
        lists = [by_root[token.root], *(by_group[group] for group in SYNONYMS.get(token.root, ()))]
        lists += [by_family[token.root[:_SHORTEST]]] if len(token.root) >= _SHORTEST else []
        lists += [by_value[token.value]] if token.value >= 0 else []
        for each in lists:
            if len(each) < _MOST_PLACES:
                each.append(place)
    units = frozenset(unit.root for each in sentences for unit in find_units(each.tokens))
    return Source(sentences, by_root, by_group, by_family, by_value, sorted(by_value), units)


def _places(sentences: Sequence[Sentence]) -> Iterator[Place]:
    for number, sentence in enumerate(sentences):
        for clause, tokens in enumerate(sentence.clauses):
            yield from (Place(number, clause, token) for token in tokens if token.kind != "small")


def align(source: Source, sentence: Sentence, home: int) -> list[Claim]:
    """Return the clauses of a sentence that say something, aligned. home: that of the clause before."""
    matches = [[_match(source, token) for token in clause if token.kind != "small"] for clause in sentence.clauses]
    whole = Counter(
        place.sentence for some in matches for match in some for place in {p.sentence: p for p in match.places}.values()
    )
    claims = []
    for clause, some in zip(sentence.clauses, matches, strict=True):
        if some:
            home = _find_home(some, home, whole)
            claims.append(Claim(source, clause, some, home))
    return claims


def count_dropped_words(source: Source, sentences: Sequence[Sentence]) -> int:
    """Return the number of words side by side in a text that small words separate in the source."""
    return sum((one.word, other.word) in source.loose_pairs for each in sentences for one, other in pairwise(each.tokens))


def is_torn(source: Source, sentence: Sentence) -> bool:
    """Return whether a sentence is copied word for word from the source, but begins or ends in the middle of a phrase."""
    said = [token for token in sentence.tokens if token.kind != "mark"]
    first = next((at for at, token in enumerate(said) if token.kind != "small"), len(said))
    is_cut = sentence.tokens[-1].kind != "mark"  # by the limit
    if len(said) < _FEWEST_COPIED or first == len(said) or is_cut:
        return False
    pieces = [_find_piece(source, said, first, place) for place in source.by_root.get(said[first].root, ())]
    return any(pieces) and all(piece == "torn" for piece in pieces if piece)


def _find_piece(source: Source, said: Sequence[Token], at: int, place: Place) -> Literal["", "whole", "torn"]:
    """Return whether the source has these words in a row around a place, from one joint of its sentence to another.

    at: which of the words stands at the place.
    """
    tokens = source.sentences[place.sentence].tokens
    there = [each for each in range(len(tokens)) if tokens[each].kind != "mark"]
    start = there.index(place.token.at) - at
    piece = there[max(0, start) : max(0, start) + len(said)]
    if start < 0 or [tokens[each].word for each in piece] != [each.word for each in said]:
        return ""
    before, after = tokens[piece[0] - 1] if piece[0] else None, tokens[piece[-1] + 1] if piece[-1] + 1 < len(tokens) else None
    begins = before is None or before.kind == "mark" or before.word in JOINTS or tokens[piece[0]].word in DETERMINERS
    ends = after is None or after.kind == "mark" or after.word in JOINTS | PREPOSITIONS
    return "whole" if begins or ends else "torn"


def _match(source: Source, token: Token) -> Match:
    if token.kind == "number":
        return Match(token, 1.0, tuple(source.by_value.get(token.value, ())))
    if token.root in source.by_root:
        return Match(token, 1.0, source.by_root[token.root])
    groups = SYNONYMS.get(token.root, frozenset())
    alike = [place for group in groups for place in source.by_group.get(group, ())]
    if alike:
        return Match(token, _SYNONYM, alike)
    kin = [place for place in source.by_family.get(token.root[:_SHORTEST], ()) if _is_kin(token.root, place.token.root)]
    return Match(token, _KIN if kin else 0.0, kin)


def _find_home(matches: Sequence[Match], before: int, whole: Counter[int]) -> int:
    """Return the sentence of the source that a clause is about. before: that of the clause before it, which wins among equals."""
    scores: dict[int, float] = defaultdict(float)
    for match in matches:
        nearby = {place.sentence for place in match.places}
        for each in nearby:
            scores[each] += match.worth * _WEIGHTS[match.token.kind] / log(2 + len(nearby))
    if not scores:
        return before
    return max(scores, key=lambda each: (scores[each] + 0.15 * whole[each] + 0.3 * (each == before), -each))


def is_alike(one: Token, other: Token) -> bool:
    """Return whether two words are forms of one, synonyms, or of one family."""
    return (
        one.root == other.root
        or bool(SYNONYMS.get(one.root, frozenset()) & SYNONYMS.get(other.root, frozenset()))
        or _is_kin(one.root, other.root)
    )


def _is_kin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) >= _SHORTEST and long.startswith(short) and long[len(short) :] in _ENDINGS:
        return True
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(short))
    return shared >= max(_FAMILY, 0.6 * len(long))


def find_unit(tokens: Sequence[Token], at: int) -> Token | None:
    """Return the thing that the number at a place of a sentence or clause counts."""
    after = [each for each in tokens[at + 1 : at + 3] if each.kind == "content" and not each.is_verb]
    is_joined = at + 1 < len(tokens) and tokens[at + 1].kind != "mark" and tokens[at + 1].word not in AUXILIARIES
    return after[0] if after and is_joined and not tokens[at + 1].is_verb else None


def find_units(tokens: Sequence[Token]) -> list[Token]:
    """Return the things that the numbers of a sentence count."""
    return [unit for at, token in enumerate(tokens) if token.kind == "number" and (unit := find_unit(tokens, at))]


def is_year(number: Token) -> bool:
    """Return whether a number may be a year."""
    return len(number.word) == 4 and 1000 <= number.value <= 2200


def has_name(source: Source, tokens: Sequence[Token]) -> bool:
    """Return whether one of some words is a name that the source has."""
    return any(each.is_capital and each.root in source.names for each in tokens)
