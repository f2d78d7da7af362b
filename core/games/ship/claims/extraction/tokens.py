"""Tokens of a speech, with its time phrases."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from woozle.core.games.ship.claims.extraction.lexicon import Names, data, words
from woozle.core.games.ship.map import Room
from woozle.core.request import Seat
from woozle.core.value import value

Kind: TypeAlias = Literal["word", "seat", "room", "task", "time", "arrow", "and", "stop", "question", "mark"]

# Nothing in it can backtrack: each character begins at most one alternative.
_TOKEN = re.compile(
    r"\bw/|\x1b\[[0-9;]{0,16}[A-Za-z]|[^\W_]+(?:['’][^\W_]+)*|-+>|=+>|[→⇒➔➜»]|>+|[.…!?\n]+|--+|[-—–,;:/&+()\"“”\[\]]"
)
_QUOTES = frozenset('"“”')
_ARROWS = frozenset("→⇒➔➜»>")
_FACE = re.compile(r"(?<!\w)[:;=]['’]?-?[()\[\]DPpOo/|*]+(?!\w)|<3|\^\^|\bx[dD]\b")


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
    """Return the tokens of a speech, in order; what is neither a word nor a mark that means something is left out."""
    text = _FACE.sub(lambda face: " " * len(face[0]), text)
    times = time_phrases(text)
    starts = [start for start, _ in times]
    found: list[Token] = []
    pieces = [(m[0].replace("’", "'"), m.start(), m.end()) for m in _TOKEN.finditer(text) if m[0][0] != "\x1b"]
    is_lower = not any(piece in names.seats.values() for piece, _, _ in pieces)
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
        named, size = _longest_name(pieces, i, names, text)
        if named:
            found.append(named)
            i += size
            continue
        before = pieces[i - 1][0].lower() if i else ""
        found += _plain(piece, start, end, names, is_plain=is_lower and before not in words("before_a_word"))
        i += 1
    return _without_scare_quotes(found)


def _without_scare_quotes(found: Sequence[Token]) -> list[Token]:
    """Leave out the marks around one or two plain words, which nobody said: 'he "found" the body'."""
    marks = [i for i, token in enumerate(found) if token.text in _QUOTES]
    scare = set[int]()
    for first, last in zip(marks[::2], marks[1::2], strict=False):
        if 1 < last - first < 4 and all(token.kind == "word" for token in found[first + 1 : last]):
            scare |= {first, last}
    return [token for i, token in enumerate(found) if i not in scare]


def _longest_name(pieces: Sequence[tuple[str, int, int]], i: int, names: Names, text: str) -> tuple[Token | None, int]:
    """Return the longest name of a room or a task that begins here, and its number of pieces."""
    if pieces[i][0].lower().removesuffix("'s") not in names.first_words:
        meant = names.find_mistyped(pieces[i][0].lower())
        if meant in names.seats:
            return Token("seat", meant, *pieces[i][1:], seat=names.seats[meant]), 1
        return (Token("room", meant, *pieces[i][1:], rooms=names.rooms[(meant,)]), 1) if meant else (None, 0)
    if pieces[i][0].lower() == "sec" and i and (pieces[i - 1][0].isdecimal() or pieces[i - 1][0].lower() in words("counted_by")):
        return None, 0  # "for a sec"
    said: list[str] = []
    best: tuple[Token | None, int] = (None, 0)
    for size in range(1, names.longest + 1):
        if i + size > len(pieces):
            break
        piece, first, end = pieces[i + size - 1]
        if size > 1 and first - pieces[i + size - 2][2] > 1:
            break
        if size > 1 and piece == "-" and first == pieces[i + size - 2][2]:  # "lower-engine"
            continue
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
    """Return whether "upper" or "lower" tells a side of something here and not a room."""
    return len(key) == 1 and key[0] in words("sides") and after < len(pieces) and pieces[after][0].lower() in words("sides")


_Part: TypeAlias = tuple[Kind, str, Seat, bool]
_KEPT = 4096  # words whose reading is kept


def _plain(piece: str, start: int, end: int, names: Names, *, is_plain: bool = False) -> Iterator[Token]:
    """Yield the tokens of a word, a seat, a contraction in its parts, or a mark."""
    if not piece[0].isalnum():
        yield _mark(piece, start, end)
        return
    kept, key = names.parts, (piece, is_plain)
    if key not in kept:
        if len(kept) >= _KEPT:
            kept.clear()
        kept[key] = tuple(_parts_of(piece, names, is_plain=is_plain))
    for kind, text, seat, is_possessive in kept[key]:
        yield Token(kind, text, start, end, seat, (), is_possessive)


def _parts_of(piece: str, names: Names, *, is_plain: bool) -> Iterator[_Part]:
    word = piece.lower()
    if word == "w/":
        yield "word", "with", "", False
        return
    stem, quote, tail = piece.rpartition("'")
    is_plain = is_plain and word not in words("never_plain")
    if quote and (seat := names.seat(stem, is_plain=is_plain)):
        yield "seat", stem.lower(), seat, tail.lower() == "s"
    elif seat := names.seat(piece, is_plain=is_plain):
        yield "seat", word, seat, False
    elif (owner := names.seat(word.removesuffix("s"), is_plain=is_plain)) and word.endswith("s"):  # "dianas body", "bobs sus"
        yield "seat", word, owner, True
    else:
        yield from (("word", part, "", False) for part in _parts(word))


def _parts(word: str) -> Sequence[str]:
    """Return the words that a word is short for: "didnt", "w", "who's"."""
    if full := data()["short"].get(word):
        return full.split()  # type: ignore[no-any-return]
    for ending, full in data()["endings"].items():
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
    """Yield the tokens of each sentence, and whether it is a question."""
    first = 0
    for i, token in enumerate(found):
        if token.kind in ("stop", "question"):
            if i > first:
                yield found[first:i], token.kind == "question"
            first = i + 1
    if first < len(found):
        yield found[first:], False


_WHEN = "at|around|about|by|from|until|till|since|after|before|during|through|between|near|circa|on|in|for|past|up to|as of"
_BARE = "at|since|from|til|till|until|by|around|about|after|before|between"
_COUNTED = "people|others|of|players|dead|bodies|geese|alive|left|tasks?"
_ROUGHLY = "right|just|shortly|only|starting|maybe|probably|roughly|approximately|all|immediately"
_NUMBERS = r"\d{1,5}(?:(?: ?(?:-|–|—|/|to|through|until|till|thru|and|&|, and|, or|or|,) ?)(?:around |tick |about )?\d{1,5}){0,8}\b"
_PART = "(?:very )?(?:start|beginning|end|middle|rest|remainder|first half|second half|tail end|entirety)"
_ROUND = "(?:the|this|that|last|my|our) (?:round|game|match|phase|time)"
_EVENT = r"(?:the )?(?:report|meeting|kill|call|discussion)(?: (?:time|call|moment|phase|window))?\b"
_HAPPENS = "was|got|in|is|happened|started|and|from"  # then the event is a clause of its own, and not the end of the phrase

_PHRASES = (
    rf"(?:(?:{_ROUGHLY}) ){{0,2}}(?:(?:{_WHEN}|~) ?(?:like )?)?~?(?:ticks? ?|t)(?:around |about |~)?{_NUMBERS}",
    rf"(?:(?:{_ROUGHLY}|like) ){{0,2}}(?:{_BARE}) (?:like |around |about |tick |~)?\d{{1,3}}(?:ish)?"
    rf"(?: ?(?:-|–|to|til|till|until|or|and) ?\d{{1,3}}(?:ish)?)?\b(?! (?:{_COUNTED})\b)",
    r"\d{1,3} ?(?:-|–|to|til|till|until) ?\d{1,3}\b(?! (?:people|of)\b)",
    rf"(?:for )?(?:most|much|all|part) of {_ROUND}",
    r"(?:this|last|next|each|previous|the previous|the last) round|all game|at round start",
    r"(?:for |during |in )?(?:basically )?(?:the|this|that|my) (?:whole|entire|full) (?:time|round|game|way|match|meeting|phase)",
    rf"(?:(?:right|just|only|basically) )?(?:at|near|in|around|towards?|from|by|for|until|since) the {_PART}(?: of {_ROUND}| on)?",
    r"(?:very |super |really )?(?:earlier|early|later|lately|late)(?: (?:on\b(?! the)|(?:in )?(?:the|this|that) (?:round|game)))?",
    rf"(?:(?:{_ROUGHLY}|basically) )?(?:before|after|at|by|until|around|during) {_EVENT}(?! (?:{_HAPPENS}))",
    r"(?:right|just|back) (?:then|now)|(?:nearly |basically |like )?(?:the )?(?:all|whole|entire) (?:time|round|game|match|way)",
    r"around (?:then|that time|this time|the same time)|since then|after that|before that",
    r"at (?:that|this|the|some|one) (?:point|time|moment|same time)|mid[- ]round",
    r"(?:a|some) (?:bit|little bit|little|moment|while|few ticks|couple of ticks|couple ticks) (?:earlier|later|ago|before|after)",
    r"for (?:a|several|a few|a couple of|a couple|many|\d{1,5}|two|three|four) (?:ticks?|while|bit)",
)
# Each alternative begins with a word of its own and repeats a bounded number of times, so the search is linear.
_TIME = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b", re.IGNORECASE)


def time_phrases(text: str) -> list[tuple[int, int]]:
    """Return the spans of the time phrases of a text, in order; phrases that follow each other at once are one."""
    found: list[tuple[int, int]] = []
    for match in _TIME.finditer(text):
        if found and match.start() - found[-1][1] == 1 and text[found[-1][1]] == " ":
            found[-1] = (found[-1][0], match.end())
        else:
            found.append(match.span())
    return found
