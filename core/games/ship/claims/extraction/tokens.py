"""A speech as tokens: words, names of seats, rooms and tasks, time phrases, arrows and stops, each with where it stands."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from woozle.core.games.ship.claims.extraction.lexicon import Names, words
from woozle.core.games.ship.claims.extraction.times import time_phrases
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value

Kind: TypeAlias = Literal["word", "seat", "room", "task", "time", "arrow", "and", "stop", "question", "mark"]

# Nothing in it can backtrack: each character begins at most one alternative.
_TOKEN = re.compile(r"\x1b\[[0-9;]{0,16}[A-Za-z]|[^\W_]+(?:['’][^\W_]+)*|-+>|=+>|[→⇒➔➜»]|>+|[.…!?\n]+|--+|[-—–,;:/&+()\"“”\[\]]")
_ARROWS = frozenset("→⇒➔➜»>")
_CONTRACTED = {
    "'m": "am", "'re": "are", "'ve": "have", "'ll": "will", "'d": "would", "'s": "is", "n't": "not",
}  # fmt: skip
_WHOLE = {"can't": ("can", "not"), "won't": ("will", "not"), "let's": ("let", "us"), "cannot": ("can", "not")}


@value
class Token:
    """A piece of a speech. text: in lower case. rooms: of a room or a task. is_possessive: "Bob's"."""

    kind: Kind
    text: str
    start: int
    end: int
    seat: Seat = ""
    rooms: tuple[Room, ...] = ()
    is_possessive: bool = False


def tokens(text: str, names: Names) -> list[Token]:
    """The tokens of a speech, in order; what is neither a word nor a mark that means something is left out."""
    times = time_phrases(text)
    starts = [start for start, _ in times]
    found: list[Token] = []
    pieces = [(m[0].replace("’", "'"), m.start(), m.end()) for m in _TOKEN.finditer(text) if m[0][0] != "\x1b"]
    i = 0
    while i < len(pieces):
        piece, start, end = pieces[i]
        near = bisect_left(starts, start)
        if near < len(times) and times[near][0] == start:
            stop = times[near][1]
            found.append(Token("time", text[start:stop].lower(), start, stop))
            while i < len(pieces) and pieces[i][1] < stop:
                i += 1
            continue
        named, size = _named(pieces, i, names, text)
        if named:
            found.append(named)
            i += size
            continue
        found += _plain(piece, start, end, names)
        i += 1
    return found


def _named(pieces: Sequence[tuple[str, int, int]], i: int, names: Names, text: str) -> tuple[Token | None, int]:
    """The longest name of a room or a task that begins here, and how many pieces it takes."""
    said: list[str] = []
    best: tuple[Token | None, int] = (None, 0)
    for size in range(1, names.longest + 1):
        if i + size > len(pieces):
            break
        piece, _, end = pieces[i + size - 1]
        if size > 1 and pieces[i + size - 1][1] - pieces[i + size - 2][2] > 1:
            break
        word = piece.lower()
        said.append(word.removesuffix("'s"))
        key = tuple(said)
        possessive = word.endswith("'s")
        if key in names.tasks and key not in names.rooms:
            best = Token("task", " ".join(key), pieces[i][1], end, rooms=(names.tasks[key],)), size
        elif key in names.rooms and not _is_a_side(key, pieces, i + size):
            best = Token("room", " ".join(key), pieces[i][1], end, rooms=names.rooms[key], is_possessive=possessive), size
    return best


def _is_a_side(key: tuple[str, ...], pieces: Sequence[tuple[str, int, int]], after: int) -> bool:
    """Whether "upper" or "lower" tells a side of something here and not a room."""
    return len(key) == 1 and key[0] in words("sides") and after < len(pieces) and pieces[after][0].lower() in words("sides")


def _plain(piece: str, start: int, end: int, names: Names) -> Iterator[Token]:
    """A word, a seat, a contraction in its parts, or a mark."""
    if not piece[0].isalnum():
        yield _mark(piece, start, end)
        return
    word = piece.lower()
    stem, quote, tail = piece.rpartition("'")
    if quote and (seat := names.seat(stem)):
        yield Token("seat", stem.lower(), start, end, seat=seat, is_possessive=tail.lower() == "s")
        return
    if seat := names.seat(piece):
        yield Token("seat", word, start, end, seat=seat)
        return
    for part in _parts(word):
        yield Token("word", part, start, end)


def _parts(word: str) -> tuple[str, ...]:
    if word in _WHOLE:
        return _WHOLE[word]
    for ending, full in _CONTRACTED.items():
        if word.endswith(ending) and word != ending:
            return word.removesuffix(ending), full
    return (word,)


def _mark(piece: str, start: int, end: int) -> Token:
    if piece[-1] in _ARROWS:
        return Token("arrow", "->", start, end)
    if piece[0] in ".…!?\n":
        return Token("question" if "?" in piece else "stop", piece, start, end)
    if piece in "/&+":
        return Token("and", piece, start, end)
    return Token("mark", "—" if piece.strip("-—–") == "" else piece, start, end)


def sentences(found: Sequence[Token]) -> Iterator[tuple[Sequence[Token], bool]]:
    """The tokens of each sentence, and whether it asks. A full stop inside a number or a name is none: those are one token."""
    first = 0
    for i, token in enumerate(found):
        if token.kind in ("stop", "question"):
            if i > first:
                yield found[first:i], token.kind == "question"
            first = i + 1
    if first < len(found):
        yield found[first:], False
