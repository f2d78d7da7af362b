"""A line of a transcript, as bytes: how values become JSON, how lines are chained, how a line is taken apart again.

    {"body":{...},"words":null|{...}|"<64 hex>"|[...],"link":"<64 hex>"}

link_n = sha256(link_n-1 + salt_n + sha256(body_n) + sha256(words_n)), over the bytes that stand in the file, so that any changed
byte is noticed. salt_n is 128 bits derived from the match key (empty up to format 5): until the key is revealed, a link tells
nothing about lines that somebody has not seen. `words` holds what a person typed, and what came of it, with a salt that keeps its
digest from being guessed; when the person withdraws, the digest itself takes the place of the words, and the chain still closes.
Where a line is the first to hold what
came of several Responses, its words are a list with a part for each of them, any of which can be withdrawn; sha256(words_n) is then
that of the digests of the parts, one after the other.
"""

from __future__ import annotations

import hmac
import re
from binascii import hexlify, unhexlify
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from json import JSONDecoder
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import orjson
from pydantic import BaseModel

from woozle.core.game import Told
from woozle.core.outcome import Outcome
from woozle.core.request import Forfeit, Request, Response, Unread, Words, sources_of
from woozle.core.usage import NOTHING

NO_WORDS = b"null"
FIRST = bytes(32)
"""What the first line is chained to."""
SALTED = 6
"""The first format whose links take in a salt, and which says in a line of its own that a match was resumed."""
PAIRS = "pairs"
"""The one name of a mapping that has Words for names: a list of pairs."""

_OPTIONS = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_NON_STR_KEYS
_NO_WORDS_DIGEST = sha256(NO_WORDS).digest()
_HEAD, _WORDS, _LINK = b'{"body":', b',"words":', b',"link":"'
_END = re.compile(rb',"link":"([0-9a-f]{64})"}\Z')
_LINK_SIZE = len(',"link":""}') + 64
_DECODER = JSONDecoder()
_WITHDRAWN = re.compile(rb'"([0-9a-f]{64})"')


class Parts(NamedTuple):
    """A line taken apart, each part as it stands in the file. link: 32 bytes."""

    body: bytes
    words: bytes
    link: bytes


def response_body(number: int, request: Request, response: Response, told: Sequence[Told]) -> dict[str, Any]:
    """What the line of a Response holds. number counts from 1."""
    answer = response.answer
    given: dict[str, Any]
    if type(answer) is Forfeit:
        given = {"forfeit": answer}
    elif type(answer) is Unread:
        given = {"unread": answer}
    elif type(answer) is request.answer:
        given = {"answer": _named(answer.__dict__, answer)}  # the fields, at a third of what the encoder would take to ask for them
    else:
        given = {"answer": _named(answer.__dict__, answer), "as": type(answer).__name__}
    given["seconds"] = response.seconds
    if response.usage is not NOTHING and response.usage != NOTHING:
        given["usage"] = response.usage
    if response.attempts:
        given["attempts"] = response.attempts
    if response.pictures:
        given["pictures"] = [{"digest": each.digest, "media_type": each.media_type} for each in response.pictures]
    if response.display:
        given["display"] = response.display
    if response.leaning:
        given["leaning"] = response.leaning
    if response.timing:
        given["timing"] = response.timing
    return {
        "n": number,
        "request": {
            "id": request.id,
            "to": request.to,
            "asks": request.answer.__name__,
            "choices": request.choices,
            "seconds": request.seconds,
        },
        "response": given,
        "events": events_body(told),
    }


def events_body(told: Sequence[Told]) -> list[dict[str, Any]]:
    """Events with their audiences."""
    return [{"event": type(event).__name__, "to": audience, "data": _named(event, event)} for event, audience in told]


def _named(data: Any, of: Any) -> Any:
    """The data of an Event or an answer, with mappings that have Words for names as pairs: no name in JSON can be withdrawn."""
    kind: Any = type(of)
    names = _mappings(kind)
    if not names:  # as of nearly all
        return data
    there = {name: getattr(of, name) for name in names}
    worded = {name: paired for name, each in there.items() if (paired := _paired(each)) is not each}
    if not worded:
        return data
    plain = {each.name: getattr(of, each.name) for each in fields(of)} if is_dataclass(of) else of.__dict__
    return plain | worded


def _paired(value: Any) -> Any:
    """A value with such mappings in it as pairs; the value itself, if there are none."""
    kind: Any = type(value)
    match _shape(kind):
        case "mapping":
            inside = {name: _paired(each) for name, each in value.items()}
            if any(isinstance(name, Words) for name in inside):
                return {PAIRS: list(inside.items())}
            return inside if any(each is not value[name] for name, each in inside.items()) else value
        case "sequence":
            items = [_paired(each) for each in value]
            return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        case "fields":
            return _named(value, value)
    return value


@cache
def _shape(kind: Any) -> Literal["mapping", "sequence", "fields", "single"]:
    if issubclass(kind, Mapping):
        return "mapping"
    if issubclass(kind, tuple | list):
        return "sequence"
    return "fields" if is_dataclass(kind) or issubclass(kind, BaseModel) else "single"


@cache
def _mappings(kind: Any) -> tuple[str, ...]:
    """The fields that may hold a mapping, or have one in them."""
    names = [each.name for each in fields(kind)] if is_dataclass(kind) else list(kind.model_fields)
    try:
        hints = get_type_hints(kind)
    except NameError:  # a name that only type checkers know
        hints = {}
    return tuple(name for name in names if _may_hold_mapping(hints.get(name, Any)))


def _may_hold_mapping(hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal or hint is Ellipsis:
        return False
    if parts and not (isinstance(origin, type) and issubclass(origin, Mapping)):
        return any(map(_may_hold_mapping, parts))
    return not (isinstance(hint, type) and issubclass(hint, str | int | float | bytes | Enum | None))


def end_body(outcome: Outcome, key: bytes) -> dict[str, Any]:
    """What the last line holds."""
    return {"outcome": {"reason": outcome.reason, "results": outcome.results}, "key": key.hex()}


def resumption_body(at: int, before: bytes, when: datetime | None, by: str) -> dict[str, Any]:
    """Return what the line of a resume holds: after how many Responses, from which link, when, by which version of Woozle."""
    return {"resumed": {"at": at, "from": before.hex(), "when": when.isoformat(timespec="seconds") if when else None, "woozle": by}}


def encoded(body: object, words: list[Words] | None = None) -> bytes:
    """A body as JSON, with Words replaced by their `ref`; those that are met are added to `words`."""
    met: list[Words] = [] if words is None else words
    try:
        return orjson.dumps(body, default=partial(_plain, met), option=_OPTIONS)
    except orjson.JSONEncodeError:
        del met[:]
        return orjson.dumps(_scrubbed(body, met), option=_OPTIONS)


def words_part(number: int, words: Iterable[Words], salt: Callable[[], str]) -> bytes:
    """The part of a line that can be withdrawn: texts by their refs, in a part for each Response, or several, that they came of.

    number: of the Response of the line, whose own words come first.
    """
    texts = {each.ref: str(each) for each in words}
    rows = [encoded({"salt": salt()} | {ref: texts[ref] for ref in refs}) for refs in ref_groups(number, texts)]
    return unsplit(rows)


def ref_groups(number: int, refs: Iterable[str]) -> list[list[str]]:
    """Group refs into the parts of the words of a line, in order: those of its own Response, number `number`, come first."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for ref in dict.fromkeys(refs):
        groups.setdefault(responses_of(ref) or (number,), []).append(ref)
    return [groups[sources] for sources in sorted(groups, key=lambda sources: (sources != (number,), sources))]


def responses_of(ref: str) -> tuple[int, ...]:
    """The numbers of the Responses that a text came of."""
    numbers = (source.partition(".")[0] for source in sources_of(ref))
    return tuple(dict.fromkeys(int(number) for number in numbers if number.isdecimal()))


def link_salt(key: bytes, number: int) -> bytes:
    """Return the 128 bits that the link of a line takes in, from the match key and the number of the line in the file, from 1."""
    return hmac.digest(key, b"woozle line %d" % number, "sha256")[:16]


def link(before: bytes, body: bytes, words: bytes, salt: bytes = b"") -> bytes:
    """Return the link of a line, chained to that of the line before. salt: empty up to format 5."""
    return sha256(before + salt + sha256(body).digest() + words_digest(words)).digest()


def words_digest(words: bytes) -> bytes:
    """The digest of the words of a line, whether they are still there or withdrawn."""
    if words == NO_WORDS:
        return _NO_WORDS_DIGEST
    if words.startswith(b"["):
        return sha256(b"".join(map(words_digest, split(words)))).digest()
    if withdrawn := _WITHDRAWN.fullmatch(words):
        return bytes.fromhex(withdrawn[1].decode())
    return sha256(words).digest()


def split(words: bytes) -> list[bytes]:
    """The parts of the words of a line, as they stand there; the whole as one where it is no list of such parts."""
    if words == NO_WORDS:
        return []
    if not words.startswith(b"["):
        return [words]
    text, at = words.decode("utf-8", "surrogateescape"), 0
    parts: list[bytes] = []
    try:
        while text[at] != "]" or not parts:
            _, end = _DECODER.raw_decode(text, at + 1)
            parts.append(text[at + 1 : end].encode("utf-8", "surrogateescape"))
            at = end
            if text[at] not in ",]":
                return [b" " + words]
    except (ValueError, IndexError, RecursionError):
        return [b" " + words]  # a list that was damaged is none, and never looks like one again
    return parts if at + 1 == len(text) and len(parts) > 1 else [b" " + words]


def unsplit(parts: Sequence[bytes]) -> bytes:
    """The words of a line, put together again."""
    return parts[0] if len(parts) == 1 else b"[%b]" % b",".join(parts) if parts else NO_WORDS


def withdrawn(part: bytes) -> bytes:
    """What takes the place of words, or of a part of them."""
    return b'"%b"' % words_digest(part).hex().encode()


def is_withdrawn(words: bytes) -> bool:
    """Whether a digest has taken the place of the words of a line, or of a part of them."""
    return words != NO_WORDS and any(_WITHDRAWN.fullmatch(part) for part in split(words))


def joined(body: bytes, words: bytes, link: bytes) -> bytes:
    """A whole line, as it stands in the file."""
    return b"".join((_HEAD, body, _WORDS, words, _LINK, hexlify(link), b'"}\n'))


def parted(line: bytes) -> Parts | None:
    """A line, without its line feed, taken apart; None if it is not one."""
    at = line.rfind(_WORDS, 0, -_LINK_SIZE)
    end = _END.match(line, max(0, len(line) - _LINK_SIZE))
    if not line.startswith(_HEAD) or at < 0 or not end:
        return None
    return Parts(line[len(_HEAD) : at], line[at + len(_WORDS) : -_LINK_SIZE], unhexlify(end[1]))


def _plain(met: list[Words], value: Any) -> Any:
    if isinstance(value, Words):
        met.append(value)
        return {"words": value.ref}
    kind: Any = type(value)
    if (names := _fields(kind)) is not None:
        there = value.__dict__  # which may hold more
        return {name: there[name] for name in names}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return sorted(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return list(value)
    raise TypeError(f"{type(value).__name__} is not a plain value, so a transcript cannot hold it.")


@cache
def _fields(kind: Any) -> tuple[str, ...] | None:
    """Those of a model; None for any other type."""
    return tuple(kind.model_fields) if issubclass(kind, BaseModel) else None


def _scrubbed(value: Any, met: list[Words]) -> Any:
    """The same with half characters (lone surrogates, which a model can answer and UTF-8 cannot hold) as question marks."""
    if isinstance(value, str):
        return _plain(met, value) if isinstance(value, Words) else value.encode("utf-8", "replace").decode()
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, Enum):
        return _scrubbed(value.value, met)
    if is_dataclass(value):
        return {each.name: _scrubbed(getattr(value, each.name), met) for each in fields(value)}
    if isinstance(value, Mapping):
        return {_scrubbed(name, met): _scrubbed(each, met) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_scrubbed(each, met) for each in value]
    return _scrubbed(_plain(met, value), met)
