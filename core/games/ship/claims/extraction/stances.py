"""Stances of a speech: the seats that it accuses, and those that it vouches for."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise, product
from typing import Literal, TypeAlias, get_args

from woozle.core.games.ship.claims.extraction.discourse import Discourse, group_at, is_seat
from woozle.core.games.ship.claims.extraction.lexicon import words
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.request import Seat
from woozle.core.value import value

Stance: TypeAlias = Literal["accusation", "defense"]
Strength: TypeAlias = Literal["strong", "moderate", "weak"]

_LONGEST_BASIS = 400  # characters
_NEAR = 3  # words before a phrase in which "not" or "if" takes it back


@value
class _Phrase:
    """A way to take sides. at: which of the words stands for the seats. degree: of an accusation its strength; `for` or `own`."""

    words: tuple[str, ...]
    stance: Stance
    degree: str
    at: int


@value
class _Word:
    """A word that counts for its stance; "@" for seats that are named together. start, end: in the speech.

    mark: the mark before it, if there is one.
    """

    text: str
    start: int
    end: int
    seats: tuple[Seat, ...] = ()
    mark: str = ""


def stances(text: str, sentences: Iterable[Sequence[Token]], discourse: Discourse) -> Iterator[Claim]:
    """Yield the strongest accusation and the first defense of each seat. Their basis is the sentence."""
    found: dict[tuple[str, Seat], Claim] = {}
    parts = list(sentences)
    for number, sentence in enumerate(parts):
        is_topic = number == 0 and len(parts) > 1
        basis = text[sentence[0].start : sentence[-1].end][:_LONGEST_BASIS]
        for claim in _sides(sentence, discourse, basis, is_topic=is_topic):
            known = found.get((claim.type, claim.target))
            if known is None or _rank(claim) < _rank(known):
                found[claim.type, claim.target] = claim
    yield from found.values()


def _rank(claim: Claim) -> int:
    return get_args(Strength).index(claim.strength) if claim.strength else 0


def _sides(sentence: Sequence[Token], discourse: Discourse, basis: str, *, is_topic: bool = False) -> Iterator[Claim]:
    said = _words(sentence, discourse)
    is_name = all(token.kind in ("seat", "mark", "and") or token.text in words("beside_a_vote") for token in sentence)
    said_names = [word for word in said if word.text == "@"]
    is_bare = is_name and len(said_names) == 1 and sentence[0].text != "me"
    if is_topic and is_bare and len(said_names[0].seats) == 1:
        return  # "Diana. In security. Dead."
    if is_bare and len(said_names[0].seats) < 3:
        said = said_names
    if is_bare and discourse.speaker not in said[0].seats:  # a name alone is a vote
        yield from _claims(_Phrase(("@",), "accusation", "weak", 0), said, 0, discourse.speaker, basis)
    for i, phrase in _found_phrases(said, discourse.speaker):
        yield from _claims(phrase, said, i, discourse.speaker, basis)


def _found_phrases(said: Sequence[_Word], speaker: Seat) -> Iterator[tuple[int, _Phrase]]:
    """Yield each phrase in the words, with the position of its first; "me" in a phrase stands for the speaker."""
    texts = tuple(word.text for word in said)
    with_me = tuple("me" if word.seats == (speaker,) else word.text for word in said)
    for i, pair in enumerate(pairwise(texts)):
        others = (pair[0], with_me[i + 1])
        for size in sorted(_sizes().get(pair, frozenset()) | _sizes().get(others, frozenset())):
            for phrase_words in dict.fromkeys((texts[i : i + size], (texts[i], *with_me[i + 1 : i + size]))):
                yield from ((i, phrase) for phrase in _phrases().get(phrase_words, ()))


def _claims(phrase: _Phrase, said: Sequence[_Word], i: int, speaker: Seat, basis: str) -> Iterator[Claim]:
    """Yield the claims of a phrase at i about each seat in it; none if it is denied or supposed."""
    if any(word.mark in (",", ";", "(", ")") for word in said[i + 1 : i + len(phrase.words)]):
        return  # "she came in with her, killed"
    if phrase.at < 0 and i and said[i - 1].text == "@":
        return
    if phrase.at and i and said[i - 1].text == "@" and speaker not in said[i - 1].seats:
        return  # "Charlie is vouching for me"
    before = {word.text for word in said[max(i - _NEAR, 0) : i]}
    if i and said[i - 1].seats == (speaker,):
        before -= {"nobody", "noone"}
    if before & words("withholding") and phrase.degree in ("strong", "for"):
        return
    hedged = any(word.text in words("hedges") for word in said[max(i - _NEAR, 0) : i + len(phrase.words)])
    span = (said[i].start, said[i + len(phrase.words) - 1].end)
    for seat in said[i + phrase.at].seats if phrase.at >= 0 else (speaker,):
        is_own = seat == speaker
        if is_own and phrase.at > 0 and said[i + phrase.at].mark:  # "no vote: I skip" begins anew
            continue
        if is_own == (phrase.degree == "own"):
            stance: Stance = "defense" if is_own else phrase.stance
            yield Claim(
                type=stance,
                subject=speaker,
                target=seat,
                strength=phrase.degree if stance == "accusation" else "",  # type: ignore[arg-type]
                basis=basis,
                is_hedged=hedged,
                span=span,
            )


def _words(sentence: Sequence[Token], discourse: Discourse) -> list[_Word]:
    discourse.hear(sentence)
    found: list[_Word] = []
    i = 0
    while i < len(sentence):
        token = sentence[i]
        if is_seat(token):
            mark = _mark_before(sentence, i)
            group = group_at(sentence, i, discourse)
            discourse.name(group.seats)
            i = group.end
            owns_story = group.is_possessive and i < len(sentence) and sentence[i].text in words("accounts")
            if group.is_possessive and not owns_story and token.text in ("my", "our"):
                continue
            what = "@" if owns_story or not group.is_possessive else "@'s"
            found.append(_Word(what, token.start, sentence[group.end - 1].end, group.seats, mark))
            if owns_story:
                found.append(_Word("story", sentence[i].start, sentence[i].end))
                i += 1
            continue
        following = sentence[i + 1].text if i + 1 < len(sentence) else ""
        if token.text == "lying" and following in ("there", "here", "on", "dead", "in", "down"):
            i += 1
            continue
        if token.kind == "word" and not _is_left_out(token.text):
            found.append(_Word(token.text, token.start, token.end, mark=_mark_before(sentence, i)))
        i += 1
    return found


def _mark_before(sentence: Sequence[Token], i: int) -> str:
    return sentence[i - 1].text if i and sentence[i - 1].kind == "mark" else ""


def _is_left_out(text: str) -> bool:
    """Return whether a word changes nothing: an article or an adverb that no phrase needs."""
    return text in ("the", "a", "an", "and", "or", "same") or (
        (text in words("adverbs") or text in ("bit", "little") or text.endswith("ly")) and text not in _needed_words()
    )


@cache
def _entries() -> tuple[tuple[str, str, str], ...]:
    listed = tomllib.loads(files(__package__).joinpath("stances.toml").read_text("utf-8"))
    classes = {f"{{{name}}}": members.split() for name, members in listed.pop("classes").items()}
    return tuple(
        (stance, degree, " ".join(said))
        for stance, degrees in listed.items()
        for degree, entries in degrees.items()
        for entry in entries
        for said in product(*(classes.get(word, [word]) for word in entry.split()))
    )


@cache
def _needed_words() -> frozenset[str]:
    return frozenset(word for _, _, entry in _entries() for word in entry.split())


@cache
def _phrases() -> Mapping[tuple[str, ...], Sequence[_Phrase]]:
    """Return all phrases, by their words."""
    found: dict[tuple[str, ...], list[_Phrase]] = defaultdict(list)
    for stance, degree, entry in _entries():
        said = tuple(entry.split())
        found[said].append(_Phrase(said, stance, degree, said.index("@") if "@" in said else -1))  # type: ignore[arg-type]
    return found


@cache
def _sizes() -> Mapping[tuple[str, str], frozenset[int]]:
    """Return the lengths of the phrases that begin with two words."""
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for phrase_words in _phrases():
        found[phrase_words[0], phrase_words[1]].add(len(phrase_words))
    return {pair: frozenset(sizes) for pair, sizes in found.items()}
