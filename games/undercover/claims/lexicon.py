"""Words relevant to claims about a scene: those of the vocabulary, and the words that people use instead.

The latter are in `lexicon.toml`. A text is read once, from left to right, in time proportional to its length.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from woozle.core.value import value
from woozle.games.undercover.scenes.graph import Setting
from woozle.games.undercover.scenes.vocabulary import COLUMNS, PATTERNS, SIZES, Kind, palette, vocabulary

_PIECES = re.compile(
    r"""(?P<quoted>"[^"\n]{1,40}"|(?<!\w)'[^'\n]{1,40}'(?!\w))|(?P<stop>[.!?;\n]+)|(?P<comma>[,:()]|\s-+\s|[–—])|"""
    r"""(?P<word>\d+:\d\d\b|[^\W_]+(?:'[^\W_]+)?)"""
)
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "-": "-"})
_ASIDE = frozenset({"and", "but", "while", "so", "here", "in", "too", "now", "as", "there", "both"})
WHOLES = frozenset(
    {
        "picture",
        "image",
        "scene",
        "table",
        "shelf",
        "board",
        "wall",
        "room",
        "carpet",
        "street",
        "road",
        "park",
        "lawn",
        "hill",
        "path",
        "pavement",
        "sky",
    }
)


@value
class Token:
    """A word or phrase that matters. type: what it is to the grammar; meant: what it stands for, in the words of the vocabulary.

    is_certain: of a text, that it stands in quotes or capitals; of a verb of saying, that another speaker follows. is_pronoun: of a
    number, that it may mean a thing and not how many (`the red one`).
    """

    type: str
    meant: str
    is_certain: bool = False
    is_pronoun: bool = False


_Phrases = Mapping[tuple[str, ...], Token]


def tokens(text: str, setting: Setting) -> list[Token]:
    """Return the words of a text, in order; those without a meaning here are of the type `other`."""
    phrases, longest = _lexicon(setting)
    pieces = [(found.lastgroup or "", found[0]) for found in _PIECES.finditer(text.translate(_QUOTES))]
    read: list[Token] = []
    at = 0
    while at < len(pieces):
        type_, piece = pieces[at]
        if type_ != "word":
            read.append(
                Token("text", piece[1:-1].strip(" .,!").upper(), is_certain=True) if type_ == "quoted" else Token(type_, piece)
            )
            at += 1
            continue
        token, taken = _phrase(pieces, at, phrases, longest)
        read.append(_with_text(token, pieces, at, taken, read, setting))
        at += taken
    return read


def hedges(text: str) -> tuple[int, int]:
    """Count the words of a text that hedge (`perhaps`, `hard to tell`), and all its words; a phrase counts as its words."""
    known, longest = _hedges()
    words = [found[0] for found in re.finditer(r"[^\W_]+(?:'[^\W_]+)?", text.translate(_QUOTES).casefold())]
    hedging = at = 0
    while at < len(words):
        sizes = range(min(longest, len(words) - at), 0, -1)
        taken = next((size for size in sizes if tuple(words[at : at + size]) in known), 0)
        hedging += taken
        at += taken or 1
    return hedging, len(words)


def is_hedged(text: str) -> bool:
    """Return whether anything in a text hedges."""
    return _hedge().search(text.translate(_QUOTES)) is not None


def is_noun(word: str) -> bool:
    """Return whether a word without a meaning here may name a thing, so that a colour before it is of that."""
    nouns, others = _nouns()
    ends_like_others = word.endswith(("ly", "ing", "ed"))
    return word.isalpha() and (word.casefold() in nouns or not ends_like_others) and word.casefold() not in others


@cache
def _nouns() -> tuple[frozenset[str], frozenset[str]]:
    written = _load_file()["nouns"]
    return frozenset(written["are"]), frozenset(written["not"])


@cache
def _hedge() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, map(' '.join, _hedges()[0])))})\b", re.IGNORECASE)


def _phrase(pieces: list[tuple[str, str]], at: int, phrases: _Phrases, longest: Mapping[str, int]) -> tuple[Token, int]:
    """Return the longest phrase that begins here, and how many words it has."""
    first = pieces[at][1].casefold()
    first = first if first in longest else first.removesuffix("'s")
    words = [first]
    for type_, piece in pieces[at + 1 : at + longest.get(first, 1)]:
        if type_ != "word":
            break
        words.append(piece.casefold())
    for size in range(len(words), 0, -1):
        token = phrases.get(tuple(words[:size]))
        if token and not _is_misread(token, words[:size], [piece.casefold() for _, piece in pieces[at + size : at + size + 3]]):
            return token, size
    if first.endswith("n't"):
        return Token("not", first), 1
    if (digits := first.removesuffix("x")).isdecimal() and len(digits) < 3:
        return Token("number", str(int(digits))), 1
    return Token("other", pieces[at][1]), 1


def _is_misread(token: Token, words: list[str], after: list[str]) -> bool:
    """Return whether the next words give the phrase another meaning: `is on the wall`, `on the left of the tree`."""
    if token.type == "state" and words[-1] in ("on", "off"):
        return bool(after) and after[0].isalnum() and after[0] not in _ASIDE
    if token.type == "column" and after[:1] == ["of"]:
        return not set(after[1:]) & WHOLES
    return False


def _with_text(token: Token, pieces: list[tuple[str, str]], at: int, taken: int, read: list[Token], setting: Setting) -> Token:
    """Return the token, or the writing on a thing: in capitals, after a verb of reading, or before its bearer."""
    word = pieces[at][1]
    if taken > 1 or token.type not in ("other", "number", "thing", "column"):
        return token
    on = _inscriptions(setting).get(word.upper())
    if not on:
        return token
    is_read = bool(read) and read[-1].type == "reads"
    if word.isdecimal():
        is_meant = is_read or (bool(read) and read[-1].type == "thing" and read[-1].meant in on)
    else:
        after = pieces[at + 1][1].casefold() if at + 1 < len(pieces) else ""
        is_meant = is_read or word.isupper() or after in on.values() or after in ("written", "printed")
    return Token("text", word.upper(), is_certain=True) if is_meant else token


@cache
def _inscriptions(setting: Setting) -> dict[str, dict[str, str]]:
    """Return the texts of a setting, with the kinds that they are written on and the word for each."""
    found: dict[str, dict[str, str]] = {}
    for kind in vocabulary(setting).kinds.values():
        for text in kind.texts:
            found.setdefault(text, {})[kind.name] = kind.word
    return found


# What is known


@cache
def _load_file() -> Any:
    return tomllib.loads(files(__package__).joinpath("lexicon.toml").read_text("utf-8"))


@cache
def _hedges() -> tuple[frozenset[tuple[str, ...]], int]:
    phrases = [tuple(phrase.split()) for phrase in (*_load_file()["hedges"]["words"], *_load_file()["hedges"]["phrases"])]
    return frozenset(phrases), max(map(len, phrases))


@cache
def _lexicon(setting: Setting) -> tuple[_Phrases, Mapping[str, int]]:
    """Return every phrase that is known in a setting, and by its first word how long it can be at most."""
    known = {tuple(phrase.split()): token for phrase, token in _known_phrases(setting)}
    longest: dict[str, int] = {}
    for first, *rest in known:
        longest[first] = max(longest.get(first, 0), 1 + len(rest))
    return known, longest


def _known_phrases(setting: Setting) -> Iterator[tuple[str, Token]]:
    """Yield phrases with their meanings; the last meaning of a phrase counts."""
    written = _load_file()
    for type_, phrases in written["grammar"].items():
        name = {"reports": "report", "according": "report", "skip": "other"}.get(type_, type_)
        yield from ((phrase, Token(name, phrase, is_certain=type_ == "according")) for phrase in phrases)
    for type_, names in (("colour", palette()), ("size", SIZES), ("pattern", PATTERNS), ("state", _states(setting))):
        for name in names:
            yield name, Token(type_, name)
        for name, others in written[f"{type_}s"].items():
            yield from ((other, Token(type_, name)) for other in others if type_ != "state" or name in _states(setting))
    for number, words in written["numbers"].items():
        yield from ((word, Token("number", number, is_pronoun=word == "one")) for word in words)
    yield from _places(setting)
    yield from _things(vocabulary(setting).kinds.values())


def _states(setting: Setting) -> set[str]:
    return {state for kind in vocabulary(setting).kinds.values() for state in kind.states}


def _things(of_setting: Iterable[Kind]) -> Iterator[tuple[str, Token]]:
    own = list(of_setting)
    for kind in own:
        for word in _load_file()["kinds"].get(kind.name, ()):
            yield word, Token("thing", kind.name)
            yield from ((plural, Token("thing", kind.name)) for plural in _plurals(word))
    for kind in own:
        for word in (kind.word, kind.plural, kind.name.replace("_", " ")):
            yield word, Token("thing", kind.name)


def _plurals(word: str) -> tuple[str, ...]:
    if word.endswith(("s", "x", "ch", "sh")):
        return (f"{word}es",)
    return (f"{word}s", f"{word[:-1]}ies") if word.endswith("y") else (f"{word}s",)


def _places(setting: Setting) -> Iterator[tuple[str, Token]]:
    rows = dict.fromkeys(place.row for place in vocabulary(setting).places)
    for row in rows:
        yield row, Token("row", row)
        yield from ((phrase, Token("row", row)) for phrase in _load_file()["rows"].get(row, ()))
        _, _, noun = row.partition(" ")
        if sum(other.endswith(noun) for other in rows) == 1:
            yield from ((f"{before} {noun}", Token("row", row)) for before in ("on", "in", "at", "above", "along", "upon", "of"))
        short, _, whole = noun.partition(" of the ")
        if whole and short != "the middle":  # which would be a column as well
            yield from ((f"{before} {short}", Token("row", row)) for before in ("at", "in", "on"))
    for column in COLUMNS:
        yield from ((phrase, Token("column", column)) for phrase in (column, *_load_file()["columns"].get(column, ())))
