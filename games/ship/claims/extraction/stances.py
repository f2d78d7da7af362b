"""Stances of a speech: the seats that it accuses, and those that it vouches for."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import accumulate, pairwise
from operator import itemgetter
from typing import Literal, TypeAlias, get_args

from woozle.core.groups import group_pairs
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.discourse import Discourse, Group, group_at, is_called, is_seat
from woozle.games.ship.claims.extraction.lexicon import is_saying, verbs, words
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.schema import Claim

Strength: TypeAlias = Literal["strong", "moderate", "weak"]

_LONGEST_BASIS = 400  # characters
_CLAUSE = 24  # words of a clause that are looked at before and after a phrase
_NEAR = 3  # words before a phrase in which "not" takes it back
_HELPERS = words("auxiliaries") | {"only", "be", "to", "go", "want", "keep", "try", "all", "let", "please", "need", "us"}
_OPINIONS = words("auxiliaries") | words("opinions") | {"way", "chance"}  # with "not", they take back what follows
_ASKING, _HEDGES, _DEATHS = (words(name) for name in ("asking", "hedges", "deaths"))
_LIMITS_OF_NOT, _AFTER_LYING, _BESIDE_A_VOTE = (words(name) for name in ("limits_of_not", "after_lying", "beside_a_vote"))
_NEGATIONS, _ACCOUNTS, _US = (words(name) for name in ("negations", "accounts", "us"))
_PREPOSITIONS = words("with") | words("about") | words("before_a_room") | {"in"}
_ASKING_VERBS = words("be") | words("auxiliaries")
_SUPPOSING = frozenset(["if", "unless", "whether"])
_UNPROVEN = frozenset(["would", "could", "nothing", "no", "without"])
_NOBODY = frozenset(["nobody", "noone"])
_BEFORE_A_CLAUSE = frozenset([",", ":", "—", "but", "because", "so"])
_URGING = frozenset(["should", "must", "need", "let", "please", "have", "to"])


@value
class _Word:
    """A word that counts for its stance, in its base form; "@" for a seat, "@@" for several, "me" for the speaker.

    start, end: in the speech. is_denied: "not" stands before it.
    """

    text: str
    start: int
    end: int
    seats: tuple[Seat, ...] = ()
    is_denied: bool = False
    is_quoted: bool = False


@value
class _Found:
    """A phrase that was found. first, last: positions of its words. at: of the seats in it; none, if it has none."""

    kind: str
    degree: str
    first: int
    last: int
    at: int | None


def stances(
    text: str, sentences: Iterable[tuple[Sequence[Token], bool]], discourse: Discourse, dead: frozenset[Seat] = frozenset()
) -> Iterator[Claim]:
    """Yield the strongest accusation and the first defense of each seat. Their basis is the sentence.

    dead: The seats whose bodies the speech mentions: no speech takes sides about them.
    """
    found: dict[tuple[str, Seat], Claim] = {}
    is_of_body = False
    for sentence, asks in sentences:
        basis = text[sentence[0].start : sentence[-1].end][:_LONGEST_BASIS]
        was_of_body, is_of_body = is_of_body, any(token.text in _DEATHS for token in sentence)
        for kind, claim in _sides(sentence, asks, discourse, basis):
            known = found.get((claim.type, claim.target))
            if kind == "named" and not dead and (is_of_body or was_of_body):
                dead = frozenset((claim.target,))  # "A body in storage. It's Bob."
            if claim.target not in dead and (known is None or _rank(claim) < _rank(known)):
                found[claim.type, claim.target] = claim
    yield from found.values()


def _rank(claim: Claim) -> int:
    return get_args(Strength).index(claim.strength) if claim.strength else 0


def _sides(sentence: Sequence[Token], asks: bool, discourse: Discourse, basis: str) -> Iterator[tuple[str, Claim]]:
    """Yield the claims of a sentence, with the kind of phrase that makes each."""
    said = _words(sentence, discourse)
    is_inverted = _is_inverted(sentence)
    asks = asks or is_inverted
    names = [word for word in said if word.text in ("@", "@@")]
    phrases = _longest(said)
    is_bare = len(names) == 1 and all(token.kind in ("seat", "mark", "and") or token.text in _BESIDE_A_VOTE for token in sentence)
    if is_bare and not phrases and not asks and (names[0].text == "@" or any(token.text == "or" for token in sentence)):
        at = said.index(names[0])  # a name alone is a vote
        phrases = [_Found("named", "weak", at, at, at)] if len(names[0].seats) < 3 else []
    for found in phrases:
        if (
            is_inverted
            and said[found.first].text != "why"
            and not any(word.text in (",", "because", "but") for word in said[: found.first])
        ):
            continue
        yield from ((found.kind, claim) for claim in _claims(found, said, asks, discourse, basis))


def _is_inverted(sentence: Sequence[Token]) -> bool:
    """Return whether a sentence asks by its order: "is Bob sus", "how is Bob sus"."""
    first = 1 if sentence[0].text in ("why", "how") else 0
    if len(sentence) < first + 2 or sentence[first].text not in _ASKING_VERBS:
        return False
    following = sentence[first + 1]
    if following.text == "not" and len(sentence) > first + 2:  # "wasn't Bob"
        following = sentence[first + 2]
    return is_seat(following) or following.text == "it"


def _longest(said: Sequence[_Word]) -> list[_Found]:
    """Return the longest phrase about each of the seats that are named; of equals, one that "not" makes if it is said."""
    longest: dict[int | None, tuple[tuple[int, bool], _Found]] = {}
    for found in _phrases(said):
        is_denied = any(word.is_denied for word in said[found.first : found.last + 1])
        weight = found.last - found.first, is_denied == (found.kind in ("denied", "self"))
        if found.at not in longest or weight > longest[found.at][0]:
            longest[found.at] = weight, found
    return [found for _, found in longest.values()]


def _phrases(said: Sequence[_Word]) -> Sequence[_Found]:
    """Return the phrases of a sentence, in the order of the list."""
    text = "".join(f"{word.text} " for word in said)
    starts = [0, *accumulate(len(word.text) + 1 for word in said)]
    found: list[tuple[int, _Found]] = []
    for first, word in enumerate(said):
        for phrases in phrases_from(word.text):
            match = phrases.pattern.match(text, starts[first])
            if match:
                last = bisect_left(starts, match.end()) - 1
                seats: list[int | None] = [
                    bisect_left(starts, match.start(at)) for at in range(1, (match.lastindex or 0) + 1) if match[at]
                ]
                for at in seats or [None]:
                    found.append((phrases.order, _Found(phrases.kind, phrases.degree, first, last, at)))
    return [each for _, each in sorted(found, key=itemgetter(0))]


def _claims(found: _Found, said: Sequence[_Word], asks: bool, discourse: Discourse, basis: str) -> Iterator[Claim]:
    """Yield the claims of a phrase about each seat in it; none if it is supposed, asked, quoted or another's."""
    before = said[_start_of_clause(found, said) : found.first]
    phrase = said[found.first : found.last + 1]
    if phrase[0].is_quoted or _is_withheld(found, before, said, asks):
        return
    beside = before[-_NEAR:]
    if any(word.is_denied and word.text not in _OPINIONS for word in beside):
        return  # "I did not catch Bob lying"
    near = [*beside, *phrase]
    stance = _stance(found.kind, found.degree, is_denied=any(word.is_denied or word.text in _NOBODY for word in near))
    if not stance:
        return
    strength = found.degree if found.kind in ("named", "guilt", "push") else "weak"
    for seat in _seats_of(found, said, discourse):
        if seat == discourse.speaker and stance == "accusation":
            continue
        yield Claim(
            type=stance,
            subject=discourse.speaker,
            target=seat,
            strength=strength if stance == "accusation" else "",  # type: ignore[arg-type]
            basis=basis,
            is_hedged=any(word.text in _HEDGES for word in near),
            span=(phrase[0].start, phrase[-1].end),
        )


def _start_of_clause(found: _Found, said: Sequence[_Word]) -> int:
    """Return where the clause of a phrase begins; not far before the phrase, so that long sentences are no slower."""
    first = found.first
    while first > found.first - _CLAUSE and first and said[first - 1].text not in _BEFORE_A_CLAUSE:
        first -= 1
    return first


def _seats_of(found: _Found, said: Sequence[_Word], discourse: Discourse) -> tuple[Seat, ...]:
    if found.at is not None:
        return said[found.at].seats
    return (discourse.speaker,) if found.kind == "self" else discourse.topic()


def _stance(kind: str, degree: str, *, is_denied: bool) -> Literal["accusation", "defense", ""]:
    match kind:
        case "guilt" | "named":
            return "defense" if is_denied else "accusation"
        case "clear":
            return "accusation" if is_denied else "defense"
        case "push":
            return "" if is_denied else "accusation"
        case "cover":
            return "" if is_denied else "defense"
    return "" if not is_denied or kind == "none" else "accusation" if degree == "against" else "defense"


def _is_withheld(found: _Found, before: Sequence[_Word], said: Sequence[_Word], asks: bool) -> bool:
    """Return whether a phrase is asked or supposed, or another says it. before: The words of its clause before it."""
    texts = [word.text for word in before]
    return (
        not _SUPPOSING.isdisjoint(texts)
        or (asks and bool(texts) and texts[0] in _ASKING)
        or (found.kind in ("clear", "cover") and _is_unproven(found, before, said))
        or any(text in ("@", "@@") and is_saying(following) for text, following in pairwise(texts))  # "Bob says"
        or _is_about_another(found, texts)
    )


def _is_unproven(found: _Found, before: Sequence[_Word], said: Sequence[_Word]) -> bool:
    """Return whether what would clear a seat is missing or only supposed: "nothing clears Bob", "Bob is clear if"."""
    if any(word.is_denied or word.text in _UNPROVEN for word in before):
        return True
    return any(word.text == "if" for word in said[found.last + 1 : found.last + _CLAUSE])


def _is_about_another(found: _Found, before: Sequence[str]) -> bool:
    """Return whether, by the words of the clause before it, a phrase belongs to someone or something else."""
    if found.at is None:
        return before not in ([], ["@"], ["me"])  # "Care to explain?"
    if found.at == found.first:
        return bool(before) and before[-1] in _PREPOSITIONS  # "the push on Bob is suspicious"
    return "'s" in before[-_NEAR:] or (found.kind not in ("clear", "denied") and _is_of_another(before))


def _is_of_another(before: Sequence[str]) -> bool:
    """Return whether a verb after these words is what another does: "Bob keeps", but not "Bob please"."""
    i = len(before)
    while i and before[i - 1] in _HELPERS:
        i -= 1
    return i > 0 and before[i - 1] in ("@", "@@") and _URGING.isdisjoint(before[i:])


def _words(sentence: Sequence[Token], discourse: Discourse) -> list[_Word]:
    discourse.hear(sentence)
    discourse.go_on_quoting()
    found: list[_Word] = []
    is_denied = False
    i = 0
    while i < len(sentence):
        token = sentence[i]
        if is_seat(token) and not (token.text == "us" and i and sentence[i - 1].text == "let"):
            if is_called(sentence, i):
                discourse.address((token.seat,))
            group = group_at(sentence, i, discourse)
            discourse.name(group.seats)
            if is_denied and i and sentence[i - 1].text in ("not", "never"):
                found.append(_Word("not", token.start, token.end))
            words_, i = _seats(sentence, group, discourse)
            found += words_
            is_denied = False
            continue
        i += 1
        following = sentence[i] if i < len(sentence) else None
        if token.kind == "word":
            if token.text in _NEGATIONS:
                is_denied = not (following and following.text in _LIMITS_OF_NOT)
            elif base := _base(token.text, following):
                found.append(_Word(base, token.start, token.end, (), is_denied, discourse.is_quoting))
                is_denied = False
        elif token.kind == "mark":
            if i > 1 and following and sentence[i - 2].end == token.start and token.end == following.start:
                continue  # "hard-clear"
            if token.text in ('"', "“", "”"):
                discourse.quote(token.text)
            is_denied = False
            found.append(_Word(token.text if token.text in (":", "—") else ",", token.start, token.end))
        elif token.kind in ("room", "task", "and"):
            found.append(_Word("and" if token.kind == "and" else "#", token.start, token.end))
    return found


def _base(text: str, following: Token | None) -> str:
    """Return a word in its base form; empty if it changes nothing, by what follows it."""
    if text == "so" and following and (is_seat(following) or following.text in ("it", "that", "this")):
        return "so"
    if text == "lying" and following and following.text in _AFTER_LYING:
        return ""
    if text == "says" and following and is_seat(following):
        return ""  # "says Bob"
    return base_of(text)


def _seats(sentence: Sequence[Token], group: Group, discourse: Discourse) -> tuple[list[_Word], int]:
    """Return the words for seats that are named together, and where the sentence goes on: "@", "@ story", "'s"."""
    start, end = sentence[group.start].start, sentence[group.end - 1].end
    text = "@@" if len(group.seats) > 1 else "me" if group.seats == (discourse.speaker,) else "@"
    if group.end == group.start + 1 and sentence[group.start].text in _US:
        text = "us"
    word = _Word(text, start, end, group.seats, is_quoted=discourse.is_quoting)
    if not group.is_possessive:
        return [word], group.end
    owned = _owned(sentence, group.end)
    following = sentence[group.end].text if group.end < len(sentence) else ""
    if owned is None and following in words("predicates"):  # "bobs sus", "ur lying"
        return [word, _Word("be", end, end)], group.end
    if owned is None:
        return [] if text == "me" else [_Word("'s", start, end)], group.end
    return [word, _Word("story", sentence[owned - 1].start, sentence[owned - 1].end)], owned


def _owned(sentence: Sequence[Token], i: int) -> int | None:
    """Return the end of a phrase for someone's statement that begins at i: "account", "own route", "claimed early timing"."""
    for j in range(i, min(i + 4, len(sentence))):
        if sentence[j].text in _ACCOUNTS:
            return j + 1
        if sentence[j].kind not in ("word", "task"):
            break
    return None


# The phrases by which speeches take sides: each a pattern over words in their base form

_BREAKS = "that|who|what|which|if|unless|because|when|while|but|so|and|or|less|least|not|no|without|nobody|nothing"
_GAP = rf"(?:(?!(?:{_BREAKS}) )[\w'#]+ ){{0,3}}"
_SEATS = {
    "@": "(@@?) ",
    "@@": "(@@) ",
    "@me": "(@@?|me) ",
    "@us": "(@@|us) ",
    "me": "(me) ",
    "~": _GAP,
    "^": "(?<![^,:—] )",
    "$": "(?=[,:—@]|me |us |because |but |so |though |to me |for me |guys |$)",
    "^^": "(?<!. )",
}
_STANDS_FOR = {"@": ("@", "@@"), "@@": ("@@",), "@me": ("@", "@@", "me"), "@us": ("@@", "us"), "me": ("me",)}
_AS_SAID = frozenset(["killed", "murdered"])  # not read in their base form: "Bob killed her" accuses, "saw Bob kill her" tells


@lru_cache(4096)
def base_of(text: str) -> str:
    """Return a word in its base form; empty for one that changes nothing: an article, a degree, an adverb that no phrase needs."""
    if text in words("degrees") or ((text in words("adverbs") or text.endswith("ly")) and text not in _needed_words()):
        return ""
    verb = verbs().get(text)
    return "be" if text in words("be") else verb.base if verb and text not in _AS_SAID else text


@cache
def _entries() -> Mapping[tuple[str, str], Sequence[str]]:
    listed = tomllib.loads(files(__package__).joinpath("phrases.toml").read_text("utf-8"))
    classes = {f"{{{name}}}": "|".join(members.split()) for name, members in listed.pop("classes").items()}
    return {
        (kind, degree): [re.sub(r"{\w+}", lambda name: classes[name[0]], entry) for entry in entries]
        for kind, degrees in listed.items()
        for degree, entries in degrees.items()
    }


@cache
def _needed_words() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", " ".join(entry for entries in _entries().values() for entry in entries)))


@value
class Phrases:
    """The phrases of one kind and degree that may begin with one word. order: of the kind and degree in the list."""

    kind: str
    degree: str
    order: int
    pattern: re.Pattern[str]


@cache
def phrases_from(word: str) -> Sequence[Phrases]:
    """Return the phrases that may begin with a word. Gaps and options are bounded, so that to match them takes constant time."""
    order = {key: number for number, key in enumerate(_entries())}
    entries_of = _by_first_word().get(word, {})
    return [Phrases(*key, order[key], re.compile(_pattern(entries))) for key, entries in entries_of.items()]


@cache
def _by_first_word() -> Mapping[str, Mapping[tuple[str, str], Sequence[Sequence[str]]]]:
    found: dict[str, dict[tuple[str, str], list[Sequence[str]]]] = {}
    for key, entries in _entries().items():
        for entry in map(str.split, entries):
            for word in _first_words(entry):
                found.setdefault(word, {}).setdefault(key, []).append(entry)
    return found


def _first_words(entry: Sequence[str]) -> frozenset[str]:
    """Return the words that a phrase may begin with."""
    first, rest = entry[0], entry[1:]
    if first in ("^", "^^"):
        return _first_words(rest)
    if first in _SEATS:
        return frozenset(_STANDS_FOR[first])
    said = frozenset(first.removesuffix("?").split("|"))
    return said | _first_words(rest) if first.endswith("?") else said


def _pattern(entries: Sequence[Sequence[str]]) -> str:
    """Return a pattern for phrases, in which those that begin alike share their beginning."""
    rests = group_pairs((entry[0] if entry else "", entry[1:]) for entry in entries)
    said = [_item(first) + _pattern(rest) if first else "" for first, rest in rests.items()]
    return said[0] if len(said) == 1 else f"(?:{'|'.join(said)})"


def _item(item: str) -> str:
    if item in _SEATS:
        return _SEATS[item]
    if item.startswith("!"):
        return f"(?!{item[1:]} )"
    said = "|".join(map(re.escape, item.removesuffix("?").split("|")))
    return f"(?:(?:{said}) )?" if item.endswith("?") else f"(?:{said}) " if "|" in item else f"{said} "
