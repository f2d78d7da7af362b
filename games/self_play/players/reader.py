"""A reader for the bots of self-play.

From the text that has most of the question's words it takes the sentence that has most of those which are not its topic, and from
that what is not in the question and looks like what is asked for.

It is no model, and is often wrong; how sure it is says about how often it is right.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

_WORD = re.compile(r"[^\W_]+(?:['’.,-][^\W_]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?;])(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)\s+")
_SHORTENED = ("Dr", "Mr", "St")  # words that a point does not end
_MOST = 8000  # characters of a text that are read
_TOPIC = 6  # words at the beginning of a text, which name its topic
_STEM = 5  # letters by which words are compared, so that `founded` is found by `founder`
_LONGEST = 4  # words of an answer

_LISTS = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
_ARTICLES, _NUMBERS, _MONTHS, _COLOURS, _WHERE, _WAYS, _DIRECTIONS, _DAYS, _UNITS, _NO_NOUNS, _TIMES = (
    frozenset(_LISTS[name].split())
    for name in ("articles", "numbers", "months", "colours", "where", "ways", "directions", "days", "units", "no_nouns", "times")
)
_CALLED = frozenset(_LISTS["called"].split())
_PREPOSITIONS = frozenset(_LISTS["prepositions"].split()) - {"as", "like"} | {"before", "during", "until"}
_WITHOUT, _COPULAS, _SIZES = frozenset({"without"}), frozenset({"is", "are"}), frozenset({"wide", "long", "high", "deep"})
_STAYS = frozenset({"at", "in", "near"})  # where somebody is, not who
_EMPTY = _ARTICLES | frozenset(f"{_LISTS['prepositions']} {_LISTS['empty']}".split())
_YEAR = re.compile(r"1\d\d\d|20\d\d")
_NO_NOUN = re.compile(r"\w{2,}(?:ed|ly|ing|est|ous|ful|less|able|ible)$")

_PEOPLE, _PLACES = ("|".join(_LISTS[name].split()) for name in ("people", "places"))
_KINDS = tuple(
    (kind, re.compile(form, re.IGNORECASE))
    for kind, form in (
        ("year", r"\b(?:which|what) year\b"),
        ("month", r"\b(?:which|what) month\b"),
        ("colour", r"\b(?:which|what) colour\b"),
        ("direction", r"\b(?:which|what) direction\b"),
        ("day", r"\b(?:which|what) day\b"),
        ("age", r"\bhow (?:many years )?old\b"),
        ("years", r"\bhow many years\b"),
        ("extent", r"\bhow (?:long|far|high|tall|deep|large|wide|often)\b"),
        ("number", r"\bhow (?:many|much)\b"),
        ("measure", r"\bwhat height\b|\bwhich grade\b"),
        ("person", rf"(?<!among )\bwho(?:m|se)?\b|\bwhich (?:\w+ )?(?:{_PEOPLE})\b"),
        ("place", rf"\b(?:which|what) (?:\w+ )?(?:{_PLACES})\b"),
        ("where", r"^where\b"),
        ("title", r"\btitle\b"),
        ("called", r"\b(?:called|known as)\b"),
        ("manner", r"^how\b"),
    )
)
_COUNTED = frozenset({"age", "years", "extent", "number", "measure"})
_LISTED = {"month": _MONTHS, "colour": _COLOURS, "direction": _DIRECTIONS, "day": _DAYS}
_NAMED = frozenset({"person", "place"})
_TITLED = frozenset({"called", "title"})
_OLDEST = 120  # years of a person or a span that were not worked out
_BEFORE = re.compile(r"^(\w+) (?:what|whom|which)\b", re.IGNORECASE)
_HEAD = re.compile(r"\b(?:which|what kind of) (\w+)", re.IGNORECASE)
_DONE = re.compile(r"^what (?:do|does|did|must|can)\b", re.IGNORECASE)
_OBJECT = re.compile(r"^what (?:is|are|do|does|did|must|can)\b(?!.*\b(?:of|for|with|on|in|at|to)\?$)", re.IGNORECASE)
_WORKED = re.compile(rf"\b(?:how many more|outnumber|grow|in all|each|{'|'.join(sorted(_NUMBERS))})\b", re.IGNORECASE)
_SPAN = re.compile(r"\bhow (?:many years|old|long(?! does| is))\b", re.IGNORECASE)
_MOST_WORDS = 0.5  # the share of a question's words that a text about it has at least
_SIGN = 3  # words that a comma counts as
_TWO = 2  # years that a span has
_LEAST, _NEAR = 0.45, 0.53  # how sure it is of what stands far from the question's words, and how much more of what is near
_LEAST_SURE: Mapping[str, float] = {  # what it is less sure of is not worth saying
    **dict.fromkeys((*_LISTED, "extent"), 0.33),
    **dict.fromkeys((*(_COUNTED - {"extent"}), *_NAMED, "year", "where", "manner"), 0.452),
}
_CLEAR, _VAGUE = 0.53, 0.59  # the same for other kinds, which could be anything; less after a word of the question


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
    """A question. after: the words after which its answer stands; head: what is asked for, as a metal or a spade; empty if unnamed.

    is_object: whether its answer stands after no preposition. is_done: whether somebody does something to it.
    """

    stems: frozenset[str]
    kind: str
    after: frozenset[str]
    head: str = ""
    is_object: bool = False
    is_done: bool = False


def kind_of_answer(question: str) -> str:
    """Return what kind of answer a question wants, such as a year, a person or a number; `thing` if its words do not tell."""
    return _parse_question(question).kind


def is_of_kind(question: str, text: str) -> bool:
    """Return whether a text could answer a question that wants a number, a year, or a word of a list; True for other questions."""
    kind = kind_of_answer(question)
    if kind not in _COUNTED and kind not in _LISTED and kind != "year":
        return True
    kind = "number" if kind in _COUNTED else kind
    return any(_is_of_kind(kind, token) for sentence in _sentences(text) for token in sentence.tokens)


def words(text: str) -> frozenset[str]:
    """Return the words of a text that mean something, as they are compared."""
    return frozenset(_stem(each) for each in _WORD.findall(text) if each.lower() not in _EMPTY)


def read_answer(question: str, texts: Sequence[str]) -> Reading | None:
    """Return the best answer in some texts, the likeliest of which is the first; None if nothing there is likely to be one."""
    return _read(question, tuple(texts))


@lru_cache(maxsize=1024)
def _read(question: str, texts: tuple[str, ...]) -> Reading | None:
    asked = _parse_question(question)
    passages = [(_sentences(text), rank) for rank, text in enumerate(texts)]
    shares = [(_share(asked.stems, sentences), -rank) for sentences, rank in passages]
    if not any(share for share, _ in shares) or (asked.kind == "number" and _WORKED.search(question)):
        return None
    (share, _), at = max((share, at) for at, share in enumerate(shares))
    sentences = passages[at][0]
    topic = {token.stem for sentence in sentences[:1] for token in sentence.tokens[:_TOPIC]}
    about = (asked.stems - topic) or asked.stems
    found = [each for number, sentence in enumerate(sentences) for each in _candidates(asked, about, topic, sentence, number)]
    if not found:
        return None
    _, near, least, span = max(found, key=lambda each: each[0])
    sure = round(share * (_LEAST + _NEAR * near), 3)
    return Reading(span, sure) if sure >= least else None


def is_about(text: str, question: str) -> bool:
    """Return whether a text has most of the words of a question. A figure that it does not have need not be there."""
    sentences = _sentences(text)
    there = frozenset[str]().union(*(each.stems for each in sentences))
    return (
        _share(frozenset(each for each in _parse_question(question).stems if each in there or not each.isdecimal()), sentences)
        > _MOST_WORDS
    )


def asks_for_span(question: str) -> bool:
    """Return whether a question is about a span of years."""
    return _SPAN.search(question) is not None


def find_sum(question: str, texts: Sequence[str]) -> str:
    """Return the sum that a question about a span of years asks for, of the years in it and in texts; empty for other questions."""
    if not asks_for_span(question):
        return ""
    years = set(_YEAR.findall(question))
    if len(years) < _TWO and texts:
        stems, found = _parse_question(question).stems, [(each, _years(each)) for each in _sentences(texts[0])]
        nearest = max((each for each in found if each[1]), key=lambda each: len(each[0].stems & stems), default=None)
        years |= nearest[1] if nearest and len(years | nearest[1]) >= _TWO else frozenset().union(*(each for _, each in found))
    return f"{max(years)} - {min(years)}" if len(years) >= _TWO else ""


def _years(sentence: _Sentence) -> frozenset[str]:
    return frozenset(token.text for token in sentence.tokens if _YEAR.fullmatch(token.text))


@lru_cache(maxsize=4096)
def _parse_question(question: str) -> _Asked:
    kind = next((kind for kind, form in _KINDS if form.search(question)), "thing")
    begins = _BEFORE.match(question.strip())
    after = frozenset({begins[1].lower()} if begins else ())
    if kind == "where":
        after = _WHERE
    elif kind in _TITLED:
        after |= _CALLED
    named = _HEAD.search(question)
    if kind == "thing" and named:
        after |= _CALLED
    head = _stem(named[1]) if named and named[1] not in _EMPTY else ""
    return _Asked(words(question), kind, after, head, _OBJECT.match(question) is not None, _DONE.match(question) is not None)


def _stem(word: str) -> str:
    return word.lower().removesuffix("'s").removesuffix("’s")[:_STEM]


@lru_cache(maxsize=4096)
def _sentences(text: str) -> tuple[_Sentence, ...]:
    return tuple(_sentence(each) for each in _SENTENCE_END.split(text[:_MOST]) if each.strip())


def _sentence(text: str) -> _Sentence:
    found = list(_WORD.finditer(text))
    ends = [*(each.start() for each in found[1:]), len(text)][: len(found)]
    tokens = tuple(
        _Token(each[0], _stem(each[0]), each[0] not in _SHORTENED and bool(text[each.end() : end].strip(" '\"’“”")))
        for each, end in zip(found, ends, strict=True)
    )
    return _Sentence(tokens, frozenset(each.stem for each in tokens if each.plain not in _EMPTY))


def _share(asked: frozenset[str], sentences: Sequence[_Sentence]) -> float:
    there = frozenset[str]().union(*(each.stems for each in sentences))
    return len(asked & there) / max(1, len(asked))


def _candidates(
    asked: _Asked, about: frozenset[str], topic: set[str], sentence: _Sentence, number: int
) -> Iterator[tuple[float, float, float, str]]:
    """Yield possible answers in a sentence.

    With each its worth, the share of the question's words in the sentence, how sure it must be at least, and the text.
    """
    near = len(sentence.stems & about) / len(about)
    whole = max(near, len(sentence.stems & asked.stems) / len(asked.stems)) if number == 0 else near
    is_plain = asked.kind in _COUNTED or asked.kind in _LISTED
    tokens = sentence.tokens
    places = [at for at, token in enumerate(tokens) if token.stem in about and token.plain not in _EMPTY]
    for start, end in _spans(asked, tokens):
        before = _before(tokens, start)
        if _is_unfit(asked, before):
            continue
        distance = min((_distance(tokens, place, start, end) for place in places), default=9)
        is_right_after = before in asked.after or (before in _COPULAS and _stem(tokens[start - 2].text) in asked.stems)
        worth = 2 * near + _kind_score(asked, tokens, start, end, topic) + (0.6 if is_right_after else 0.0)
        is_clear = is_plain or (before in asked.after and asked.kind not in _NAMED)
        least = _LEAST_SURE.get(asked.kind, _CLEAR if is_clear else _VAGUE)
        yield worth + 0.9 / (1 + distance) - 0.02 * number, whole if is_clear else near, least, _wording(asked, tokens, start, end)


def _is_unfit(asked: _Asked, before: str) -> bool:
    """Return whether what stands after a word cannot be what is asked for."""
    return (
        before in _WITHOUT
        or (asked.is_object and before in _PREPOSITIONS)
        or (asked.is_done and before in _COPULAS)
        or (asked.kind == "manner" and before not in _WAYS)
    )


def _distance(tokens: Sequence[_Token], place: int, start: int, end: int) -> int:
    """Return how many words are between a word and a span; a sign between them counts as some."""
    signs = sum(token.is_end for token in (tokens[place:start] if place < start else tokens[end - 1 : place]))
    return min(abs(place - start), abs(place - end + 1)) + _SIGN * signs


def _before(tokens: Sequence[_Token], start: int) -> str:
    """Return the word before a span, articles not counted; empty where a sign parts them."""
    at = start - 1
    while at >= 0 and tokens[at].plain in _ARTICLES and not tokens[at].is_end:
        at -= 1
    return tokens[at].plain if at >= 0 and not tokens[at].is_end else ""


def _spans(asked: _Asked, tokens: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    """Yield what could be an answer: single words of a kind, names, or nouns with what describes them."""
    if asked.kind in _COUNTED or asked.kind in _LISTED or asked.kind == "year":
        for at, token in enumerate(tokens):
            has_unit = at + 1 < len(tokens) and not token.is_end and tokens[at + 1].plain in _UNITS
            is_fitting = {"extent": has_unit, "number": _counts(asked, tokens, at)}.get(asked.kind, True)
            if token.stem not in asked.stems and _is_of_kind(asked.kind, token) and is_fitting:
                yield at, at + 1
    elif asked.kind in _NAMED:
        yield from _names(asked, tokens)
    else:
        for start, end in _runs(asked, tokens):
            trimmed = _trim(asked, tokens, start, end)
            if trimmed:
                yield trimmed


def _counts(asked: _Asked, tokens: Sequence[_Token], at: int) -> bool:
    """Return whether a number may count what is asked for: unless it is a measure, or counts something else."""
    following = tokens[at + 1 : at + 4] if not tokens[at].is_end else ()
    return (
        not following
        or any(token.stem in asked.stems for token in following)
        or (following[0].plain in _EMPTY and following[0].plain not in _SIZES)
    )


def _names(asked: _Asked, tokens: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    """Yield runs of words with a capital that are not in the question; a single one only where a sentence does not begin."""
    start = None
    for at, token in enumerate(tokens):
        is_in = token.text[:1].isupper() and token.stem not in asked.stems and token.plain not in _MONTHS | _DAYS | _EMPTY
        if is_in and start is None:
            start = at
        if start is not None and (not is_in or token.is_end):
            end = at + is_in
            is_name = end - start > 1 or (start > 0 and (asked.kind == "place" or tokens[start - 1].plain not in _ARTICLES))
            if is_name and (asked.kind == "place" or _before(tokens, start) not in _STAYS):
                yield start, end
            start = None
    if start:
        yield start, len(tokens)


def _runs(asked: _Asked, tokens: Sequence[_Token]) -> Iterator[tuple[int, int]]:
    """Yield runs of words that are not in the question, unbroken by signs, figures and, but in titles, empty words."""
    start = None
    for at, token in enumerate(tokens):
        is_title = asked.kind in _TITLED and at > 0 and token.text[:1].isupper()
        is_in = token.stem not in asked.stems and (is_title or token.plain not in _EMPTY) and not token.text[0].isdigit()
        if start is not None and tokens[start].text[:1].isupper() and start > 0:
            following = tokens[at + 1 : at + 3] if asked.kind in _TITLED and token.plain in _EMPTY else ()
            is_in = (is_in and token.text[:1].isupper()) or any(each.text[:1].isupper() for each in following)
        if start is not None and (not is_in or at - start >= _LONGEST + 2 * (asked.kind in _TITLED)):
            yield start, at
            start = None
        if is_in and start is None:
            start = at
        if token.is_end and start is not None:
            yield start, at + 1
            start = None
    if start is not None:
        yield start, len(tokens)


def _trim(asked: _Asked, tokens: Sequence[_Token], start: int, end: int) -> tuple[int, int] | None:
    """Return a run without what is no noun at its ends; None if that leaves nothing, or seems to be the verb of the question."""
    while end > start and _is_no_noun(tokens[end - 1]):
        end -= 1
    while end > start and tokens[start].plain in _NO_NOUNS:
        start += 1
    capitals = [at for at in range(start, end) if tokens[at].text[:1].isupper()]
    if asked.kind in _TITLED and capitals:
        start, end = capitals[0], capitals[-1] + 1
    is_unnamed = asked.kind == "title" or (asked.kind == "called" and _before(tokens, start) not in asked.after)
    if (
        start == end
        or (is_unnamed and not capitals)
        or tokens[end - 1].plain in _TIMES | _UNITS
        or all(token.plain in _COLOURS for token in tokens[start:end])
    ):
        return None
    before = tokens[start - 1] if start and not tokens[start - 1].is_end else None
    if before and before.stem in asked.stems and before.plain not in _EMPTY and not before.plain.endswith(("ed", "ing")):
        return None
    return start, end


def _is_no_noun(token: _Token) -> bool:
    return token.plain in _NO_NOUNS | _NUMBERS | _EMPTY or (
        token.plain == token.text and _NO_NOUN.fullmatch(token.plain) is not None
    )


def _is_of_kind(kind: str, token: _Token) -> bool:
    if kind == "year":
        return _YEAR.fullmatch(token.text) is not None
    if kind in _LISTED:
        return token.plain in _LISTED[kind] and (kind != "month" or token.text[:1].isupper())
    if kind in ("age", "years"):
        figure = token.text.replace(",", "")
        return int(figure) <= _OLDEST if figure.isdecimal() else token.plain.partition("-")[0] in _NUMBERS
    return token.text[:1].isdigit() or token.plain.partition("-")[0] in _NUMBERS


def _kind_score(asked: _Asked, tokens: Sequence[_Token], start: int, end: int, topic: set[str]) -> float:
    """Return how much a span looks like an answer to the question, regardless of its position."""
    first, is_of_topic = tokens[start], all(token.stem in topic for token in tokens[start:end])
    if asked.kind in _COUNTED:
        following = tokens[end] if end < len(tokens) and not tokens[start].is_end else None
        counts = following is not None and (following.stem in asked.stems or (asked.kind == "extent" and following.plain in _UNITS))
        return (0.2 if _YEAR.fullmatch(first.text) else 0.9) + (0.4 if counts else 0.0)
    if asked.kind in _LISTED or asked.kind == "year":
        return 0.3 if is_of_topic else 1.0
    if asked.kind in _NAMED:
        return 0.3 if is_of_topic else 1.0 if end - start > 1 or asked.kind == "place" else 0.8
    verbs = sum(_NO_NOUN.fullmatch(token.text) is not None for token in tokens[start:end]) / (end - start)
    is_after_article = start > 0 and tokens[start - 1].plain in _ARTICLES and not tokens[start - 1].is_end
    return 0.5 - 0.5 * verbs - (0.3 if first.stem in topic else 0.0) + (0.1 if is_after_article else 0.0)


def _wording(asked: _Asked, tokens: Sequence[_Token], start: int, end: int) -> str:
    """Return a span as an answer: with its article, of a place with the word before it, of an extent with its unit."""
    if asked.kind == "extent" and end < len(tokens) and not tokens[end - 1].is_end and tokens[end].plain in _UNITS:
        end += 1
    if (
        asked.head
        and asked.kind not in _COUNTED
        and end < len(tokens)
        and tokens[end].stem == asked.head
        and not tokens[end - 1].is_end
    ):
        end += 1  # a wooden spade
    if asked.kind not in _COUNTED | _NAMED | _TITLED | {"colour", "month", "direction"}:
        if start and tokens[start - 1].plain in ("a", "an", "the") and not tokens[start - 1].is_end:
            start -= 1
        before = {"where": _WHERE, "manner": _WAYS}.get(asked.kind, ())
        if start and tokens[start - 1].plain in before and not tokens[start - 1].is_end:
            start -= 1
    said = " ".join(token.text for token in tokens[start:end])
    return said[:1].lower() + said[1:] if tokens[start].plain in _EMPTY and asked.kind not in _TITLED | {"month"} else said
