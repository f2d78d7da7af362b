"""Faithfulness of a text to its source, claim by claim: the measure of the judge `claims`, which needs no model.

Each clause is aligned with the sentence of the source that shares most of its words. Then it is read whether it says the same: not
negated, not the opposite, the same numbers of the same things, the same roles, the same order, as sure as the source is. It is a
measure over words and their places, without understanding; docs/quest.md says what it was measured on.
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import NamedTuple

from woozle.games.quest.judgement.form import form
from woozle.games.quest.judgement.sentences import (
    AUXILIARIES,
    HEDGES,
    NEGATORS,
    PREPOSITIONS,
    PRONOUNS,
    Sentence,
    Token,
    read_sentences,
    root,
    words,
)
from woozle.games.quest.judgement.word_relations import ANTONYMS, SYNONYMS

# Worth of a word that the passage has as a synonym, as one of its family, or itself but far off
_SYNONYM, _KIN, _FAR = 0.9, 0.85, 0.55
_WEIGHTS = {"name": 1.5, "number": 2.0, "content": 1.0}
_LEAST, _ENOUGH = 0.1, 0.4  # share of a clause's words that is nothing, and enough: an honest paraphrase has about half
_FAMILY = 5  # letters that words of a family share
_MOST_PLACES = 24  # of one word that are looked at


class Verdict(NamedTuple):
    """What one sentence is worth, in [0, 1], and why it is not worth more; empty if nothing is wrong with it."""

    text: str
    score: float
    reason: str


class Judgement(NamedTuple):
    """The score of a text, in [0, 1], and of each of its sentences. form: how much it is made of sentences at all."""

    score: float
    form: float
    sentences: Sequence[Verdict]


class Fault(NamedTuple):
    """What is wrong with a clause, and the share of its worth that it keeps."""

    keeps: float
    reason: str


class _Place(NamedTuple):
    """Where a word of the source stands: its sentence, its clause and its place in the sentence."""

    sentence: int
    clause: int
    token: Token


class _Source(NamedTuple):
    """A source with its words by root, group of synonyms, family and value. values: its numbers; counted: what they count."""

    sentences: Sequence[Sentence]
    by_root: Mapping[str, Sequence[_Place]]
    by_group: Mapping[int, Sequence[_Place]]
    by_family: Mapping[str, Sequence[_Place]]
    by_value: Mapping[float, Sequence[_Place]]
    values: Sequence[float]
    counted: frozenset[str]


class _Match(NamedTuple):
    """A word of a clause with the places in the source that it may mean. worth: of the match, 0 without places."""

    token: Token
    worth: float
    places: Sequence[_Place]

    def near(self, sentence: int) -> list[_Place]:
        """Return its places in a sentence."""
        return [place for place in self.places if place.sentence == sentence]


class _Claim(NamedTuple):
    """A clause of the text, aligned. home: the sentence of the source that it is about."""

    source: _Source
    tokens: Sequence[Token]
    matches: Sequence[_Match]
    home: int

    @property
    def pairs(self) -> list[tuple[Token, _Place]]:
        """Its words with their first places at home."""
        return [(match.token, near[0]) for match in self.matches if (near := match.near(self.home))]

    @property
    def there(self) -> Sequence[Token]:
        """The words of its home."""
        return self.source.sentences[self.home].tokens


def faithfulness(source: str, text: str) -> Judgement:
    """Return how faithful a text is to its source, in [0, 1], with a verdict on each sentence.

    The mean over sentences, each by its content words, times the form of the text. 0 for no text.
    """
    known = _read_source(source)
    sentences = read_sentences(text)
    shape = form(text, sentences)
    verdicts, sizes, seen = [], [], set()
    home = 0
    for sentence in sentences:
        said = tuple(token.word for token in sentence.tokens if token.kind != "mark")
        score, reason, home = (0.0, "repeated", home) if said in seen else _judge_sentence(known, sentence, home)
        seen.add(said)
        verdicts.append(Verdict(sentence.text, score, reason))
        sizes.append(1 + sum(token.kind not in ("mark", "small") for token in sentence.tokens))
    mean = sum(each.score * size for each, size in zip(verdicts, sizes, strict=True)) / sum(sizes) if sizes else 0.0
    return Judgement(min(1.0, mean * shape), shape, tuple(verdicts))


@lru_cache(256)
def _read_source(text: str) -> _Source:
    sentences = read_sentences(text)
    by_root: dict[str, list[_Place]] = defaultdict(list)
    by_group: dict[int, list[_Place]] = defaultdict(list)
    by_family: dict[str, list[_Place]] = defaultdict(list)
    by_value: dict[float, list[_Place]] = defaultdict(list)
    for place in _places(sentences):
        token = place.token
        lists = [by_root[token.root], *(by_group[group] for group in SYNONYMS.get(token.root, ()))]
        lists += [by_family[token.root[:_FAMILY]]] if len(token.root) >= _FAMILY else []
        lists += [by_value[token.value]] if token.value >= 0 else []
        for each in lists:
            if len(each) < _MOST_PLACES:
                each.append(place)
    units = frozenset(unit.root for each in sentences for unit in _units(each.tokens))
    return _Source(sentences, by_root, by_group, by_family, by_value, sorted(by_value), units)


def _places(sentences: Sequence[Sentence]) -> Iterator[_Place]:
    for number, sentence in enumerate(sentences):
        for clause, tokens in enumerate(sentence.clauses):
            yield from (_Place(number, clause, token) for token in tokens if token.kind != "small")


def _judge_sentence(source: _Source, sentence: Sentence, home: int) -> tuple[float, str, int]:
    if not source.sentences:
        return 0.0, "the passage says nothing", home
    if sentence.is_question:
        return 0.0, "a question asserts nothing", home
    scores, sizes, reasons = [], [], []
    matches = [[_match(source, token) for token in clause if token.kind != "small"] for clause in sentence.clauses]
    whole = Counter(
        place.sentence for some in matches for match in some for place in {p.sentence: p for p in match.places}.values()
    )
    for clause, some in zip(sentence.clauses, matches, strict=True):
        if not some:
            continue
        home = _find_home(some, home, whole)
        claim = _Claim(source, clause, some, home)
        score, reason = _judge_claim(claim)
        scores.append(score)
        sizes.append(len(some))
        if reason:
            reasons.append((score, reason))
    if not scores:
        return 0.0, "says nothing", home
    mean = sum(score * size for score, size in zip(scores, sizes, strict=True)) / sum(sizes)
    return 0.7 * mean + 0.3 * min(scores), min(reasons)[1] if reasons else "", home


def _match(source: _Source, token: Token) -> _Match:
    if token.kind == "number":
        return _Match(token, 1.0, tuple(source.by_value.get(token.value, ())))
    if token.root in source.by_root:
        return _Match(token, 1.0, source.by_root[token.root])
    groups = SYNONYMS.get(token.root, frozenset())
    alike = [place for group in groups for place in source.by_group.get(group, ())]
    if alike:
        return _Match(token, _SYNONYM, alike)
    kin = [place for place in source.by_family.get(token.root[:_FAMILY], ()) if _is_kin(token.root, place.token.root)]
    return _Match(token, _KIN if kin else 0.0, kin)


def _is_kin(one: str, other: str) -> bool:
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return len(one) >= _FAMILY and shared >= max(_FAMILY, 0.6 * max(len(one), len(other)))


def _find_home(matches: Sequence[_Match], before: int, whole: Counter[int]) -> int:
    """Return the sentence of the source that a clause is about. before: that of the clause before it, which wins among equals."""
    scores: dict[int, float] = defaultdict(float)
    for match in matches:
        nearby = {place.sentence for place in match.places}
        for each in nearby:
            scores[each] += match.worth * _WEIGHTS[match.token.kind] / log(2 + len(nearby))
    if not scores:
        return before
    return max(scores, key=lambda each: (scores[each] + 0.15 * whole[each] + 0.3 * (each == before), -each))


def _judge_claim(claim: _Claim) -> tuple[float, str]:
    support, unknown = _measure_support(claim)
    score = min(1.0, max(0.0, (support - _LEAST) / (_ENOUGH - _LEAST)))
    faults = [fault for find in FAULTS for fault in find(claim)]
    worst = min(faults, default=Fault(1.0, ""))
    if score < worst.keeps:
        worst = Fault(score, "not in the passage: " + ", ".join(unknown[:4]))
    for fault in faults:
        score *= fault.keeps
    return score, worst.reason if score < 0.95 else ""


def _measure_support(claim: _Claim) -> tuple[float, list[str]]:
    """Return the share of a clause's words that its home has, and those that the source has nowhere."""
    total = there = 0.0
    unknown = []
    for match in claim.matches:
        weight = _WEIGHTS[match.token.kind]
        distance = min((abs(place.sentence - claim.home) for place in match.places), default=-1)
        total += weight
        if distance < 0:
            unknown.append(match.token.word)
        elif distance == 0:
            there += weight * match.worth
        else:
            there += weight * match.worth * (_FAR if match.token.kind != "name" or distance > 1 else 1.0)
    return there / total, unknown


def _find_negation(claim: _Claim) -> Iterator[Fault]:
    """Find what a clause denies that the source does not, and the other way round."""
    pairs = claim.pairs
    denied = [match for match in claim.matches if match.token.negated and match.places]
    has_negator = any(token.word in NEGATORS or token.word.endswith("n't") for token in claim.tokens)
    if denied and not any(_is_denied(claim, match) for match in denied):
        is_close = any(token.negated for token in claim.there)
        yield Fault(0.4 if is_close else 0.1, f"denies what the passage says: {denied[-1].token.word}")
    elif has_negator and not denied and not any(token.negated for token in claim.there):
        yield Fault(0.6, "denies what the passage does not")
    agreed = [token.negated or not place.token.negated for token, place in pairs]
    verbs = [token.word for token, place in pairs if token.is_verb and place.token.is_verb and place.token.negated]
    if verbs and not has_negator and 2 * sum(agreed) < len(agreed):
        yield Fault(0.15, f"says what the passage denies: {verbs[0]}")


def _is_denied(claim: _Claim, match: _Match) -> bool:
    """Return whether the source denies the word too, at home or, where home has it not, elsewhere."""
    return any(
        place.token.negated or any(_is_denial(each) for each in claim.source.sentences[place.sentence].clauses[place.clause])
        for place in match.near(claim.home) or match.places
    )


def _is_denial(token: Token) -> bool:
    return token.negated or token.word in NEGATORS or token.word.endswith("n't") or token.root in _DENIALS


_DENIALS = frozenset(map(root, words("forbid ban refuse fail lack deny prevent stop without reject decline")))


def _find_opposites(claim: _Claim) -> Iterator[Fault]:
    here = {place.token.root: place.token for _, place in claim.pairs}
    there = {token.root: token for token in claim.there}
    for match in claim.matches:
        token = match.token
        if match.near(claim.home) and match.worth == 1.0:
            continue
        for opposite in ANTONYMS.get(token.root, frozenset()) & there.keys() - here.keys():
            if token.negated == there[opposite].negated and _is_in_place(claim, token, there[opposite]):
                yield Fault(0.15, f"“{token.word}” is the opposite of “{there[opposite].word}”")
                break


def _is_in_place(claim: _Claim, token: Token, other: Token) -> bool:
    """Return whether a word of the text and one of the source have a neighbour in common."""
    return any(abs(one.at - token.at) <= 4 and abs(place.token.at - other.at) <= 4 for one, place in claim.pairs)


def _find_numbers(claim: _Claim) -> Iterator[Fault]:
    tokens = claim.tokens
    for at, token in enumerate(tokens):
        if token.kind != "number" or token.value == 1:  # "one" is rarely a number
            continue
        match = next(each for each in claim.matches if each.token is token)
        is_rough = any(each.word in _ROUGH for each in tokens[max(0, at - 3) : at])
        if not match.places:
            if token.word.isalpha() and token.value <= 12:
                yield Fault(0.6, f"{token.word} is not in the passage")
            elif not is_rough or not _is_near(claim.source.values, token.value):
                yield Fault(0.2, f"{token.word} is not in the passage")
            continue
        if not any(_is_bound(claim, at, place) for place in match.places):
            yield Fault(0.25, f"{token.word} counts something else in the passage")


def _is_near(values: Sequence[float], value: float) -> bool:
    at = bisect(values, value)
    return any(abs(each - value) <= 0.15 * each for each in values[max(0, at - 1) : at + 1])


_ROUGH = words("almost nearly about around roughly some over than under approximately")


def _is_bound(claim: _Claim, at: int, place: _Place) -> bool:
    """Return whether a number counts the same here and at a place of the source: its unit, and a word beside it."""
    there = claim.source.sentences[place.sentence].tokens
    unit, known_unit = _unit(claim.tokens, at), _unit(there, next(i for i, each in enumerate(there) if each.at == place.token.at))
    place_at = place.token.at
    near = [each for each in there if each.kind in ("content", "name") and abs(each.at - place_at) <= 8]
    if unit and known_unit and not _is_alike(unit, known_unit):
        is_measure = unit.root in _MEASURES or known_unit.root in _MEASURES
        is_of_another = any(_is_alike(unit, each) for each in _units(there))
        if is_of_another or ((is_measure or unit.root in claim.source.counted) and not any(_is_alike(unit, each) for each in near)):
            return False
    here = claim.tokens[at].at
    if any(one.kind == "number" and one.at != here and abs(other.token.at - place_at) <= 8 for one, other in _at(claim, place)):
        return True
    beside = [each for each in claim.tokens if each.kind in ("content", "name") and abs(each.at - here) <= 5]
    earlier = claim.source.sentences[place.sentence - 1].tokens if place.sentence else ()
    alike = [each for each in beside if any(_is_alike(each, other) for other in near)]
    known = [each for each in beside if each.root in claim.source.by_root]
    return bool(alike) or len(known) < 2 or all(any(_is_alike(each, other) for other in earlier) for each in known)


def _at(claim: _Claim, place: _Place) -> list[tuple[Token, _Place]]:
    """Return the words of a claim with their places in the sentence of a place."""
    return [(match.token, other) for match in claim.matches for other in match.near(place.sentence)]


_MEASURES = frozenset(
    each
    for words in words("""kilometre metre centimetre millimetre mile foot yard inch acre hectare gram kilogram tonne ton pound ounce
    litre gallon pint second minute hour day week month year decade century euro dollar franc crown mark
    florin penny percent degree volt watt kilowatt knot fathom kilo shilling ruble peso yen rupee""")
    for each in [read_sentences(words)[0].tokens[0].root]
)


def _unit(tokens: Sequence[Token], at: int) -> Token | None:
    after = [each for each in tokens[at + 1 : at + 3] if each.kind == "content"]
    return after[0] if after and tokens[at + 1].kind != "mark" and tokens[at + 1].word not in AUXILIARIES else None


def _units(tokens: Sequence[Token]) -> list[Token]:
    """Return what the numbers of a sentence count."""
    return [unit for at, token in enumerate(tokens) if token.kind == "number" and (unit := _unit(tokens, at))]


def _is_alike(one: Token, other: Token) -> bool:
    return (
        one.root == other.root
        or bool(SYNONYMS.get(one.root, frozenset()) & SYNONYMS.get(other.root, frozenset()))
        or _is_kin(one.root, other.root)
    )


def _find_roles(claim: _Claim) -> Iterator[Fault]:
    """Find who does in the text what another does in the source: by the sides of a verb that both have."""
    for token, place in claim.pairs:
        if not (token.is_verb and place.token.is_verb) or token.word in AUXILIARIES:
            continue
        doer, others = _sides(claim.tokens, token)
        known_doer, known_others = _sides([each for each in claim.there if abs(each.at - place.token.at) <= 14], place.token)
        if not doer or not known_doer:
            continue
        if not any(_is_alike(one, other) for one in doer for other in known_doer):
            if any(_is_alike(one, other) for one in doer for other in known_others):
                yield Fault(0.2, f"roles exchanged around “{token.word}”")
            elif _has_known_name(claim, doer) and any(one.kind == "name" or one.is_capital for one in known_doer):
                yield Fault(0.3, f"somebody else “{token.word}” in the passage")
            elif any(one.root in claim.source.by_root and one.root not in _roots(claim.there) for one in doer):
                yield Fault(0.45, f"somebody else “{token.word}” in the passage")
        elif others and known_others and any(one.kind == "name" and one.root not in _roots(claim.there) for one in others):
            yield Fault(0.6, f"something else was “{token.word}” in the passage")


def _has_known_name(claim: _Claim, tokens: Sequence[Token]) -> bool:
    return any(
        place.token.kind == "name" or place.token.is_capital
        for token in tokens
        if token.is_capital
        for place in claim.source.by_root.get(token.root, ())
    )


def _find_exchanges(claim: _Claim) -> Iterator[Fault]:
    """Find names whose order is turned round with the same verb in the same voice, and names from far off in the source."""
    pairs = claim.pairs
    names = [
        (token, place.token)
        for token, place in pairs
        if token.is_capital and place.token.is_capital and "name" in (token.kind, place.token.kind)
    ]
    verbs = [(token, place.token) for token, place in pairs if token.is_verb and place.token.is_verb]
    for (one, known), (other, other_known) in pairwise(names):
        is_turned = any(one.at < verb.at < other.at and other_known.at < there.at < known.at for verb, there in verbs)
        if is_turned and _is_passive(claim.tokens) == _is_passive(claim.there):
            yield Fault(0.3, f"{one.word.capitalize()} has the role of {other.word.capitalize()} in the passage")
    for match in claim.matches:
        sentences = {place.sentence for place in match.places}
        is_rare = match.token.kind == "name" and match.token.word not in _DATES and 0 < len(sentences) < 3
        if is_rare and not _is_said_of(claim, match):
            yield Fault(0.5, f"{match.token.word.capitalize()} stands beside other words in the passage")
            return
        if is_rare and not any(abs(each - claim.home) <= 1 or each == 0 for each in sentences):
            yield Fault(0.6, f"{match.token.word.capitalize()} belongs to something else in the passage")
            return


_DATES = words("""january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday""")


def _is_said_of(claim: _Claim, match: _Match) -> bool:
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


def _is_passive(tokens: Sequence[Token]) -> bool:
    return any(token.word == "by" for token in tokens)


def _roots(tokens: Sequence[Token]) -> set[str]:
    return {token.root for token in tokens}


def _sides(tokens: Sequence[Token], verb: Token) -> tuple[list[Token], list[Token]]:
    """Return the words on the doer's side of a verb and those on the other; none for a doer that is a pronoun."""
    at = next(i for i, each in enumerate(tokens) if each.at == verb.at)
    before = _outside_phrases(tokens[:at])
    after = tokens[at + 1 :]
    is_passive = any(each.word in ("was", "were", "is", "are", "been", "be", "being") for each in tokens[max(0, at - 3) : at])
    by = next((i for i, each in enumerate(after) if each.word == "by"), None)
    is_passive = is_passive or (by == 0 and not any(each.kind == "number" for each in after[1:4]))  # "the boat, steered by Tarn"
    content = [each for each in after if each.kind in ("content", "name")]
    if is_passive:
        return ([each for each in after[by:] if each.kind in ("content", "name")][:4], before) if by is not None else ([], before)
    if any(each.word in PRONOUNS for each in tokens[:at]):
        return [], content
    return before[-3:], content


def _outside_phrases(tokens: Sequence[Token]) -> list[Token]:
    """Return the words that may be a subject: not behind a preposition."""
    found, is_inside, last = [], False, -1
    for token in tokens:
        is_inside = (is_inside and token.at == last + 1 and not token.is_verb) or token.word in PREPOSITIONS
        if token.kind in ("content", "name") and not is_inside and not token.is_verb:
            found.append(token)
        last = token.at
    return found


def _find_strangers(claim: _Claim) -> Iterator[Fault]:
    """Find names that the source has nowhere, and words put in the place of others in a frame that is copied."""
    for match in claim.matches:
        if match.token.kind == "name" and not match.places:
            yield Fault(0.4, f"{match.token.word.capitalize()} is not in the passage")
    there = [each for each in claim.there if each.kind != "mark"]
    frames = {(one.word, three.word): two for one, two, three in zip(there, there[1:], there[2:], strict=False)}
    at_home = {match.token.at: bool(match.near(claim.home)) for match in claim.matches}
    is_copied = len(at_home) >= 5 and sum(at_home.values()) >= 0.75 * len(at_home)
    here = _roots(claim.tokens)
    for one, two, three in zip(claim.tokens, claim.tokens[1:], claim.tokens[2:], strict=False):
        replaced = frames.get((one.word, three.word))
        if replaced is None or at_home.get(two.at, True) or replaced.kind == "small" or replaced.root in here:
            continue
        if two.kind != "number" and not _is_alike(two, replaced):
            yield Fault(
                0.4 if is_copied or "name" in (two.kind, replaced.kind) else 0.75, f"“{two.word}” stands for “{replaced.word}”"
            )


def _find_hedges(claim: _Claim) -> Iterator[Fault]:
    pairs = claim.pairs
    hedges = [token.word for token in claim.tokens if token.word in HEDGES]
    known = [token.word for token in claim.there if token.word in HEDGES]
    if hedges and not known:
        is_permission = set(hedges) <= {"may", "would"}
        yield Fault(0.7 if is_permission else 0.3, f"doubts what the passage says: {hedges[0]}")
    verbs = [place for token, place in pairs if token.is_verb]
    if verbs and not hedges and all(place.token.hedged for place in verbs):
        yield Fault(0.5, "states what the passage only reports or doubts")


_QUANTIFIERS = {
    **dict.fromkeys(words("all every each everybody everyone everything whole entire always both"), "all"),
    **dict.fromkeys(words("none nobody nothing never neither"), "none"),
    **dict.fromkeys(words("only sole just"), "only"),
    **dict.fromkeys(words("most majority"), "most"),
    **dict.fromkeys(words("half"), "half"),
}


def _find_quantifiers(claim: _Claim) -> Iterator[Fault]:
    here = {_QUANTIFIERS[token.word]: token.word for token in claim.tokens if token.word in _QUANTIFIERS}
    there = {_QUANTIFIERS[token.word] for token in claim.there if token.word in _QUANTIFIERS}
    there |= {"none"} if any(map(_is_denial, claim.there)) else set()
    for kind, word in here.items():
        if kind not in there and kind != "only":
            yield Fault(0.3 if there else 0.75, f"“{word}” is not what the passage says")


_LATER = words("after since once because when")
_EARLIER = words("before until till so then")


def _find_order(claim: _Claim) -> Iterator[Fault]:
    """Find what is put before or after, or is a reason, against the source: by the sides of the word that joins them."""
    there = claim.there
    for link, early in ((_LATER, 1), (_EARLIER, 0)):
        joins = [at for at, token in enumerate(claim.tokens) if token.word in link]
        known = [at for at, token in enumerate(there) if token.word in link]
        if not joins or not known:
            continue
        sides = [_roots(_content(part)) for part in (claim.tokens[: joins[0]], claim.tokens[joins[0] :])]
        known_sides = [_roots(_content(part)) for part in (there[: known[0]], there[known[0] :])]
        straight = len(sides[early] & known_sides[early]) + len(sides[1 - early] & known_sides[1 - early])
        crossed = len(sides[early] & known_sides[1 - early]) + len(sides[1 - early] & known_sides[early])
        if crossed > straight + 1:
            yield Fault(0.3, "the order of events is another in the passage")


def _content(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind in ("content", "name", "number")]


FAULTS = (
    _find_negation,
    _find_opposites,
    _find_numbers,
    _find_roles,
    _find_exchanges,
    _find_strangers,
    _find_hedges,
    _find_quantifiers,
    _find_order,
)
"""What a clause is searched for."""
