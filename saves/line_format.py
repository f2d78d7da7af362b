"""The bytes of a transcript line: how values become JSON, how lines are chained, and how a line is split again.

    {"body":{...},"words":null|{...}|"<64 hex>"|[...],"link":"<64 hex>"}

link_n = sha256(link_n-1 + salt_n + sha256(body_n) + sha256(words_n)), over the bytes in the file, so any changed byte shows.
salt_n is 128 bits derived from the match key (empty up to format 5): until the key is revealed, a link tells nothing about lines
that a viewer has not seen.

`words` holds the redactable text: what a human typed and what was made of it, with a salt that keeps its digest from being
guessed. On withdrawal the digest takes the place of the text, and the chain still closes. A line whose new text came of several
Responses has a list of parts that can each be withdrawn; sha256(words_n) is then that of the parts' digests, concatenated.
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

from woozle.core.game import RecordEntry
from woozle.core.groups import group_pairs
from woozle.core.outcome import Outcome
from woozle.core.request import Forfeit, ParseFailure, Request, Response, Timing
from woozle.core.text import RedactableText, sources_of
from woozle.core.usage import NOTHING

NO_WORDS = b"null"
FIRST = bytes(32)
"""The link before the first line."""
SALTED, CLOCKED = 6, 8
"""The first format with salted links and with a line for each resume."""
PAIRS = "pairs"
"""The only name in a mapping whose names include redactable text; its value is a list of pairs."""

_OPTIONS = orjson.OPT_PASSTHROUGH_SUBCLASS | orjson.OPT_NON_STR_KEYS
_NO_WORDS_DIGEST = sha256(NO_WORDS).digest()
_HEAD, _WORDS, _LINK = b'{"body":', b',"words":', b',"link":"'
_END = re.compile(rb',"link":"([0-9a-f]{64})"}\Z')
_LINK_SIZE = len(',"link":""}') + 64
_DECODER = JSONDecoder()
_WITHDRAWN = re.compile(rb'"([0-9a-f]{64})"')
_LOCAL_TIMING = tuple(each.name for each in fields(Timing) if each.name not in ("host", "ping"))


class LineParts(NamedTuple):
    """A line split into its parts, as they stand in the file. link: 32 bytes."""

    body: bytes
    words: bytes
    link: bytes


def response_body(number: int, request: Request, response: Response, told: Sequence[RecordEntry]) -> dict[str, Any]:
    """Return the body of the line of a Response. number: of the Response, from 1."""
    return {
        "n": number,
        "request": {
            "id": request.id,
            "to": request.to,
            "asks": request.answer.__name__,
            "choices": dict(request.choices),
            "seconds": request.seconds,
        },
        "response": response_fields(request, response),
        "events": events_body(told),
    }


def response_fields(request: Request, response: Response) -> dict[str, Any]:
    """Return the part of the line that comes from the player."""
    answer = response.answer
    given: dict[str, Any]
    if type(answer) is Forfeit:
        given = {"forfeit": answer}
    elif type(answer) is ParseFailure:
        given = {"unread": answer}
    else:
        given = {"answer": _plain_fields(_answer_fields(answer), answer)}
        if type(answer) is not request.answer:
            given["as"] = type(answer).__name__
    given["seconds"] = response.seconds
    if response.usage is not NOTHING and response.usage != NOTHING:
        given["usage"] = response.usage
    if response.completions:
        given["attempts"] = response.completions
    if response.pictures:
        given["pictures"] = [{"digest": each.digest, "media_type": each.media_type} for each in response.pictures]
    if response.display:
        given["display"] = response.display
    if response.answer_probabilities:
        given["leaning"] = response.answer_probabilities
    if response.timing:
        given["timing"] = _timing_fields(response.timing)
    if response.stand_in:
        given["stand_in"] = response.stand_in
    if response.clock:
        given["clock"] = response.clock
    return given


def _timing_fields(timing: Timing) -> Timing | dict[str, Any]:
    """Return the fields of a timing, without those of a network where there was none."""
    if timing.host is not None or timing.ping is not None:
        return timing
    return {name: getattr(timing, name) for name in _LOCAL_TIMING}


def _answer_fields(answer: BaseModel) -> dict[str, Any]:
    """Return the fields of an answer, at a third of what the encoder would take to ask for them."""
    there = answer.__dict__
    later = _later_fields(type(answer))
    return {name: each for name, each in there.items() if name not in later or not later[name](each)} if later else there


@cache
def _later_fields(kind: Any) -> Mapping[str, Callable[[Any], bool]]:
    """Return the test for leaving out a value, by field, of fields that earlier answers were recorded without."""
    return {name: is_left_out for name, is_left_out in (_fields(kind) or {}).items() if is_left_out}


def events_body(told: Sequence[RecordEntry]) -> list[dict[str, Any]]:
    """Return Events with their audiences."""
    return [{"event": type(event).__name__, "to": audience, "data": _plain_fields(event, event)} for event, audience in told]


def _plain_fields(data: Any, of: Any) -> Any:
    """Return the fields of an Event or answer.

    Mappings named by redactable text become pairs: names in JSON cannot be withdrawn.
    """
    kind: Any = type(of)
    names = _mappings(kind)
    if not names:  # as of nearly all
        return data
    there = {name: getattr(of, name) for name in names}
    worded = {name: paired for name, each in there.items() if (paired := _pair_names(each)) is not each}
    if not worded:
        return data
    if isinstance(data, dict):
        return data | worded
    plain = {each.name: getattr(of, each.name) for each in fields(of)} if is_dataclass(of) else of.__dict__
    return plain | worded


def _pair_names(value: Any) -> Any:
    """Return the value with such mappings as pairs; the value itself if it has none."""
    kind: Any = type(value)
    match _shape(kind):
        case "mapping":
            inside = {name: _pair_names(each) for name, each in value.items()}
            if any(isinstance(name, RedactableText) for name in inside):
                return {PAIRS: list(inside.items())}
            return inside if any(each is not value[name] for name, each in inside.items()) else value
        case "sequence":
            items = [_pair_names(each) for each in value]
            return items if any(new is not old for new, old in zip(items, value, strict=True)) else value
        case "fields":
            return _plain_fields(value, value)
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
    """Return the names of the fields that may contain a mapping."""
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


def end_body(outcome: Outcome, key: bytes, secret: str = "") -> dict[str, Any]:
    """Return the body of the last line. secret: of a host that dealt the key with strangers, in hex; empty without."""
    revealed = {"key": key.hex(), "secret": secret} if secret else {"key": key.hex()}
    return {"outcome": {"reason": outcome.reason, "results": outcome.results}} | revealed


def resumption_body(at: int, before: bytes, when: datetime | None, by: str) -> dict[str, Any]:
    """Return the body of a resume's line.

    Args:
        at: Number of Responses before it.
        before: The link of the line before.
        by: Version of Woozle.
    """
    return {"resumed": {"at": at, "from": before.hex(), "when": when.isoformat(timespec="seconds") if when else None, "woozle": by}}


def encode(body: object, words: list[RedactableText] | None = None) -> bytes:
    """Return a body as JSON, with redactable text replaced by its ref. The texts found are appended to `words`."""
    met: list[RedactableText] = [] if words is None else words
    try:
        return orjson.dumps(body, default=partial(_plain, met), option=_OPTIONS)
    except orjson.JSONEncodeError:
        del met[:]
        return orjson.dumps(_replace_surrogates(body, met), option=_OPTIONS)


def encode_words(number: int, words: Iterable[RedactableText], salt: Callable[[], str]) -> bytes:
    """Return the part of a line that can be withdrawn: texts by ref, in one part for each set of source Responses.

    Args:
        number: The Response of the line; its own text comes first.
    """
    texts = {each.ref: str(each) for each in words}
    rows = [encode({"salt": salt()} | {ref: texts[ref] for ref in refs}) for refs in group_refs(number, texts)]
    return join_words(rows)


def group_refs(number: int, refs: Iterable[str]) -> list[list[str]]:
    """Group refs into the parts of a line's words, in order. The group of Response `number`, the line's own, comes first."""
    groups = group_pairs((source_numbers(ref) or (number,), ref) for ref in dict.fromkeys(refs))
    return [groups[sources] for sources in sorted(groups, key=lambda sources: (sources != (number,), sources))]


def source_numbers(ref: str) -> tuple[int, ...]:
    """Return the numbers of the Responses that a text came of."""
    numbers = (source.partition(".")[0] for source in sources_of(ref))
    return tuple(dict.fromkeys(int(number) for number in numbers if number.isdecimal()))


def link_salt(key: bytes, number: int) -> bytes:
    """Return the 128 bit salt of the link of line `number`, counted from 1 in the file."""
    return hmac.digest(key, b"woozle line %d" % number, "sha256")[:16]


def chain_link(before: bytes, body: bytes, words: bytes, salt: bytes = b"") -> bytes:
    """Return the link of a line. salt: empty up to format 5."""
    return sha256(before + salt + sha256(body).digest() + digest_words(words)).digest()


def digest_words(words: bytes) -> bytes:
    """Return the digest of a line's words, also if they were withdrawn."""
    if words == NO_WORDS:
        return _NO_WORDS_DIGEST
    if words.startswith(b"["):
        return sha256(b"".join(map(digest_words, split_words(words)))).digest()
    if redact_part := _WITHDRAWN.fullmatch(words):
        return bytes.fromhex(redact_part[1].decode())
    return sha256(words).digest()


def split_words(words: bytes) -> list[bytes]:
    """Return the parts of a line's words, as they stand there; one part unless they are a list."""
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


def join_words(parts: Sequence[bytes]) -> bytes:
    """Join the parts of a line's words."""
    return parts[0] if len(parts) == 1 else b"[%b]" % b",".join(parts) if parts else NO_WORDS


def redact_part(part: bytes) -> bytes:
    """Return what takes the place of a part of the words."""
    return b'"%b"' % digest_words(part).hex().encode()


def has_withdrawn(words: bytes) -> bool:
    """Return whether any part of a line's words was withdrawn."""
    return words != NO_WORDS and any(_WITHDRAWN.fullmatch(part) for part in split_words(words))


def join_line(body: bytes, words: bytes, chain_link: bytes) -> bytes:
    """Return a whole line, as it stands in the file."""
    return b"".join((_HEAD, body, _WORDS, words, _LINK, hexlify(chain_link), b'"}\n'))


def split_line(line: bytes) -> LineParts | None:
    """Split a line without its line feed; None if it is not a line of a transcript."""
    at = line.rfind(_WORDS, 0, -_LINK_SIZE)
    end = _END.match(line, max(0, len(line) - _LINK_SIZE))
    if not line.startswith(_HEAD) or at < 0 or not end:
        return None
    return LineParts(line[len(_HEAD) : at], line[at + len(_WORDS) : -_LINK_SIZE], unhexlify(end[1]))


def _plain(met: list[RedactableText], value: Any) -> Any:
    if isinstance(value, RedactableText):
        met.append(value)
        return {"words": value.ref}
    kind: Any = type(value)
    if (of_model := _fields(kind)) is not None:
        there = value.__dict__  # which may hold more
        return {name: there[name] for name, is_left_out in of_model.items() if not (is_left_out and is_left_out(there[name]))}
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
def _fields(kind: Any) -> Mapping[str, Callable[[Any], bool] | None] | None:
    """Return the fields of a pydantic model by name, with what says of a value that it is left out; None for any other type."""
    return {name: each.exclude_if for name, each in kind.model_fields.items()} if issubclass(kind, BaseModel) else None


def _replace_surrogates(value: Any, met: list[RedactableText]) -> Any:
    """Return the value with lone surrogates, which models can produce and UTF-8 cannot hold, as question marks."""
    if isinstance(value, str):
        return _plain(met, value) if isinstance(value, RedactableText) else value.encode("utf-8", "replace").decode()
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, Enum):
        return _replace_surrogates(value.value, met)
    if is_dataclass(value):
        return {each.name: _replace_surrogates(getattr(value, each.name), met) for each in fields(value)}
    if isinstance(value, Mapping):
        return {_replace_surrogates(name, met): _replace_surrogates(each, met) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_replace_surrogates(each, met) for each in value]
    return _replace_surrogates(_plain(met, value), met)
