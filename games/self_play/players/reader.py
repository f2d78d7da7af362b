"""A reader for the bots of self-play.

From the text that has most of the question's words it takes the sentence that has most of those which are not its topic, and from
that what is not in the question and looks like what is asked for.

It is no model, and is often wrong; how sure it is says about how often it is right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+")
_MOST = 8000  # characters of a text that are read
_TOPIC = 6  # words at the beginning of a text, which name its topic
_STEM = 5  # letters by which words are compared, so that `founded` is found by `founder`
_LONGEST = 4  # words of an answer

_LISTS = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
_ARTICLES, _NUMBERS, _MONTHS, _COLOURS, _WHERE, _CALLED = (
    frozenset(_LISTS[name].split()) for name in ("articles", "numbers", "months", "colours", "where", "called")
)
_EMPTY = _ARTICLES | frozenset(f"{_LISTS['prepositions']} {_LISTS['empty']}".split())
_YEAR = re.compile(r"1\d\d\d|20\d\d")
_NO_NOUN = re.compile(r"(?:ed|ly|ing)$")

_KINDS = (
    ("year", re.compile(r"\b(?:which|what) year\b", re.IGNORECASE)),
    ("month", re.compile(r"\b(?:which|what) month\b", re.IGNORECASE)),
    ("colour", re.compile(r"\b(?:which|what) colour\b", re.IGNORECASE)),
    ("number", re.compile(r"\bhow (?:many|old|long|far|high|much|often|tall|deep|large|wide)\b|\bwhat height\b", re.IGNORECASE)),
    ("name", re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)),
)
_BEFORE = re.compile(r"^(\w+) (?:what|whom|which)\b", re.IGNORECASE)
_SPAN = re.compile(r"\bhow (?:many years|old|long)\b", re.IGNORECASE)
_TWO = 2  # years that a span has
_LEAST, _NEAR = 0.15, 0.7  # how sure it is of what stands far from the question's words, and how much more of what is near


class Reading(NamedTuple):
    """An answer that was read, and how sure the reader is of it, in [0, 1]."""

    text: str
    sure: float


class _Token(NamedTuple):
    """A word of a sentence. stem: as it is compared; is_end: whether a sign parts it from the next."""

    text: str
    stem: str
    is_end: bool

    @property
    def plain(self) -> str:
        return self.text.lower()


class _Sentence(NamedTuple):
    tokens: tuple[_Token, ...]
    stems: frozenset[str]


class _Asked(NamedTuple):
    stems: frozenset[str]
    kind: str
    after: frozenset[str]


def words(text: str) -> frozenset[str]:
    """Return the words of a text that mean something, as they are compared."""
    return frozenset(_stem(each) for each in _WORD.findall(text) if each.lower() not in _EMPTY)


def read_answer(question: str, texts: Sequence[str]) -> Reading | None:
    """Return the best answer in some texts, the likeliest of which is the first; None if none shares a word with the question."""
    asked = _parse_question(question)
    passages = [(_sentences(text), rank) for rank, text in enumerate(texts)]
    shares = [(_share(asked.stems, sentences), -rank) for sentences, rank in passages]
    if not any(share for share, _ in shares):
        return None
    (share, _), at = max((share, at) for at, share in enumerate(shares))
    sentences = passages[at][0]
    topic = {token.stem for sentence in sentences[:1] for token in sentence.tokens[:_TOPIC]}
    about = (asked.stems - topic) or asked.stems
    found = [each for number, sentence in enumerate(sentences) for each in _candidates(asked, about, topic, sentence, number)]
    if not found:
        return None
    _, near, span = max(found, key=lambda each: each[0])
    return Reading(span, round(share * (_LEAST + _NEAR * near), 3))


def find_sum(question: str, texts: Sequence[str]) -> str:
    """Return the sum that a question about a span of years asks for, of the years in it and in texts; empty for other questions."""
    if not _SPAN.search(question):
        return ""
    years = set(_YEAR.findall(question))
    if len(years) < _TWO and texts:
        years |= {token.text for each in _sentences(texts[0]) for token in each.tokens if _YEAR.fullmatch(token.text)}
    return f"{max(years)} - {min(years)}" if len(years) >= _TWO else ""


@lru_cache(maxsize=4096)
def _parse_question(question: str) -> _Asked:
    kind = next((kind for kind, form in _KINDS if form.search(question)), "thing")
    begins = _BEFORE.match(question.strip())
    after = frozenset({begins[1].lower()} if begins else ())
    if re.match(r"where\b", question, re.IGNORECASE):
        after = _WHERE
    elif re.search(r"\b(?:called|title|known as)\b", question):
        after |= _CALLED
    return _Asked(words(question), kind, after)


def _stem(word: str) -> str:
    return word.lower().removesuffix("'s").removesuffix("’s")[:_STEM]


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[_Sentence, ...]:
    return tuple(_sentence(each) for each in _SENTENCE_END.split(text[:_MOST]) if each.strip())


def _sentence(text: str) -> _Sentence:
    found = list(_WORD.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)][: len(found)]
    tokens = tuple(
        _Token(each[0], _stem(each[0]), bool(text[each.end() : end].strip(" '\"’“”")))
        for each, end in zip(found, ends, strict=True)
    )
    return _Sentence(tokens, frozenset(each.stem for each in tokens if each.plain not in _EMPTY))


def _share(asked: frozenset[str], sentences: Sequence[_Sentence]) -> float:
    there = frozenset[str]().union(*(each.stems for each in sentences))
    return len(asked & there) / max(1, len(asked))


def _candidates(
    asked: _Asked, about: frozenset[str], topic: set[str], sentence: _Sentence, number: int
) -> Iterator[tuple[float, float, str]]:
    """Yield possible answers in a sentence: the worth of each, the share of the question's words in the sentence, and the text."""
    near = len(sentence.stems & about) / len(about)
    places = [at for at, token in enumerate(sentence.tokens) if token.stem in about and token.plain not in _EMPTY]
    for start, end in _spans(asked, sentence.tokens):
        span = sentence.tokens[start:end]
        distance = min((min(abs(place - start), abs(place - end + 1)) for place in places), default=9)
        worth = 2 * near + _kind_score(asked, span, topic) + (0.6 if _before(sentence.tokens, start) in asked.after else 0.0)
        yield worth + 0.5 / (1 + distance) - 0.02 * number, near, " ".join(token.text for token in span)


def _before(tokens: Sequence[_Token], start: int) -> str:
    """Return the word before a span, articles not counted; empty where a sign parts them."""
    at = start - 1
    while at >= 0 and tokens[at].plain in _ARTICLES and not tokens[at].is_end:
        at -= 1
    return tokens[at].plain if at >= 0 and not tokens[at].is_end else ""


def _spans(asked: _Asked, tokens: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    """Yield runs of words that are not in the question, unbroken by signs and empty words."""
    start = None
    for at, token in enumerate(tokens):
        is_in = token.stem not in asked.stems and (token.plain not in _EMPTY or (asked.kind == "month" and token.text == "May"))
        if asked.kind in ("number", "year", "month", "colour"):
            if is_in and _is_of_kind(asked.kind, token):
                yield at, at + 1
            continue
        if asked.kind == "name" or (start is not None and tokens[start].text[:1].isupper() and start > 0):
            is_in = is_in and token.text[:1].isupper()
        if start is not None and (not is_in or at - start >= _LONGEST):
            yield start, at
            start = None
        if is_in and start is None:
            start = at
        if token.is_end and start is not None:
            yield start, at + 1
            start = None
    if start is not None:
        yield start, len(tokens)


def _is_of_kind(kind: str, token: _Token) -> bool:
    match kind:
        case "year":
            return _YEAR.fullmatch(token.text) is not None
        case "month":
            return token.plain in _MONTHS
        case "colour":
            return token.plain in _COLOURS
    return token.text[:1].isdigit() or token.plain.partition("-")[0] in _NUMBERS


def _kind_score(asked: _Asked, span: Sequence[_Token], topic: set[str]) -> float:
    """Return how much a span looks like an answer to the question, regardless of its position."""
    first = span[0]
    if asked.kind == "number":
        return 0.2 if _YEAR.fullmatch(first.text) else 0.9
    if asked.kind != "thing":
        is_of_topic = all(token.stem in topic for token in span)
        return 0.3 if is_of_topic else 1.0 if len(span) > 1 or asked.kind != "name" else 0.8
    verbs = sum(_NO_NOUN.search(token.text) is not None for token in span) / len(span)
    return 0.5 - 0.5 * verbs - (0.3 if first.stem in topic else 0.0)
