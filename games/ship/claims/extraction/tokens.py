"""Tokens of a speech, with its time phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import Names, data, words
from woozle.games.ship.map import Room

Kind: TypeAlias = Literal["word", "seat", "room", "task", "time", "arrow", "and", "stop", "question", "mark"]

# Nothing in it can backtrack: each character begins at most one alternative.
_TOKEN = re.compile(r"\bw/|[^\W_]+(?:'[^\W_]+)*|-+>|=+>|[→⇒➔➜»]|>+|[.…!?\n]+|--+|[-—–,;:/&+()\[\]\"“”]")
_QUOTES = frozenset('"“”')
_BEFORE_A_WORD = words("before_a_word")
_ARROWS = frozenset("→⇒➔➜»>")
_NOT_SAID = re.compile(r"\x1b\[[0-9;]{0,16}[A-Za-z]|(?<!\w)[:;=]'?-?[()\[\]DPpOo/|*]+(?!\w)|<3|\^\^|\bx[dD]\b")


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
    text = _NOT_SAID.sub(lambda match: " " * len(match[0]), text.replace("’", "'"))
    lower = _lower(text)
    found: list[Token] = []
    pieces = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]
    is_lower = names.spelt.isdisjoint(piece for piece, _, _ in pieces)
    i = 0
    while i < len(pieces):
        piece, start, end = pieces[i]
        opens, parts = _known(piece, names, is_plain=is_lower and (i == 0 or pieces[i - 1][0].lower() not in _BEFORE_A_WORD))
        if opens:
            if stop := _end_of_time(lower, start):
                found.append(Token("time", lower[start:stop], start, stop))
                while i < len(pieces) and pieces[i][1] < stop:
                    i += 1
                continue
            named, size = _longest_name(pieces, i, names)
            if named:
                found.append(named)
                i += size
                continue
        for kind, part, seat, rooms, is_possessive in parts:
            found.append(Token(kind, part, start, end, seat, rooms, is_possessive))
        i += 1
    return found if _QUOTES.isdisjoint(text) else _without_scare_quotes(found)


def _lower(text: str) -> str:
    """Return a text in lower case, as long as it was."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


def _without_scare_quotes(found: Sequence[Token]) -> list[Token]:
    """Leave out the marks around one or two plain words that are not quoted speech: 'he "found" the body'."""
    marks = [i for i, token in enumerate(found) if token.text in _QUOTES]
    scare = set[int]()
    for first, last in zip(marks[::2], marks[1::2], strict=False):
        if 1 < last - first < 4 and all(token.kind == "word" for token in found[first + 1 : last]):
            scare |= {first, last}
    return [token for i, token in enumerate(found) if i not in scare]


def _longest_name(pieces: Sequence[tuple[str, int, int]], i: int, names: Names) -> tuple[Token | None, int]:
    """Return the longest name of a room or a task that begins here, and its number of pieces."""
    if pieces[i][0].lower().removesuffix("'s") not in names.first_words:
        return None, 0
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


_Part: TypeAlias = tuple[Kind, str, Seat, tuple[Room, ...], bool]  # of a token, all but its position
_KEPT = 4096  # words whose reading is kept


def _known(piece: str, names: Names, *, is_plain: bool) -> tuple[bool, Sequence[_Part]]:
    """Return whether a time or a name of several words may begin with a piece, and its parts where none does."""
    known: dict[tuple[str, bool], tuple[bool, Sequence[_Part]]] = names.parts
    key = (piece, is_plain)
    if key not in known:
        if len(known) >= _KEPT:
            known.clear()
        word = piece.lower()
        opens = word in _BEGINS_A_TIME or word[-1].isdecimal() or word.removesuffix("'s") in names.first_words
        known[key] = opens, tuple(_read_piece(piece, names, is_plain=is_plain))
    return known[key]


def _read_piece(piece: str, names: Names, *, is_plain: bool) -> Iterator[_Part]:
    """Yield a mark, a word, a seat, a mistyped name, or the parts of a contraction."""
    word = piece.lower()
    if not piece[0].isalnum():
        yield *_mark(piece), "", (), False
        return
    if word.removesuffix("'s") not in names.first_words and (meant := names.find_mistyped(word)):
        seat = names.seats.get(meant, "")
        yield "seat" if seat else "room", meant, seat, () if seat else names.rooms[(meant,)], False
        return
    if word == "w/":
        yield "word", "with", "", (), False
        return
    stem, quote, tail = piece.rpartition("'")
    is_plain = is_plain and word not in words("never_plain")
    if quote and (possessor := names.seat(stem, is_plain=is_plain)):
        yield "seat", stem.lower(), possessor, (), tail.lower() == "s"
    elif named := names.seat(piece, is_plain=is_plain):
        yield "seat", word, named, (), False
    elif (owner := names.seat(word.removesuffix("s"), is_plain=is_plain)) and word.endswith("s"):  # "dianas body", "bobs sus"
        yield "seat", word, owner, (), True
    else:
        yield from (("word", part, "", (), False) for part in _parts(word))


def _parts(word: str) -> Sequence[str]:
    """Return the words that a word is short for: "didnt", "w", "who's"."""
    if full := data()["short"].get(word):
        return full.split()  # type: ignore[no-any-return]
    for ending, full in data()["endings"].items():
        if word.endswith(ending) and word != ending:
            return word.removesuffix(ending), full
    return (word,)


def _mark(piece: str) -> tuple[Kind, str]:
    if piece[-1] in _ARROWS:
        return "arrow", "->"
    if piece[0] in ".…!?\n":
        return "question" if "?" in piece else "stop", piece
    if piece in "/&+":
        return "and", piece
    return "mark", "—" if piece.strip("-—–") == "" else piece


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
_HAPPENS = "was|got|in|is|happened|started|and|from"  # then the event is its own clause, and not the end of the phrase

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
# Each alternative begins with its own word and repeats a bounded number of times, so the search is linear.
_TIME = re.compile(rf"\b(?:{'|'.join(_PHRASES)})\b")
_OPENINGS = """
    a about after all approximately around as at back basically before between by circa during each earlier early entire for from
    immediately in just last late lately later like maybe mid most much my near nearly next on only part past previous probably
    really right roughly shortly since some starting super t that the this through tick ticks til till toward towards until up
    very whole"""
_BEGINS_A_TIME = frozenset(_OPENINGS.split())  # the first words of these phrases, but for numbers


def _end_of_time(lower: str, start: int) -> int:
    """Return the end of the time phrase that begins at a position, or 0. Adjacent phrases count as one."""
    end = 0
    while match := _TIME.match(lower, start):
        end, start = match.end(), match.end() + 1
        if lower[end:start] != " ":
            break
    return end
