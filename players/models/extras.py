"""Fields, headers and query parameters that a server is sent beyond what Woozle asks: read, written as options, and checked.

They are kept in transcripts and shown, so that nothing that may be a key is taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, unquote

from woozle.core.errors import InputError
from woozle.players.backends.model_client import Extra

PREFIXES = ("body", "header", "query")
"""Prefixes of options for fields that are sent as they are: `body.top_k=20`, `header.X-Title=woozle`, `query.version=1`."""

_LONGEST = 4000  # characters of all of it as JSON
_DEEPEST = 16  # tables in tables
_SAFE = "!\"#$'()+-./:;<=>@[]^_`{|}~\\"  # signs that a value may hold as they are; `.` and `=` are no part of a name
_SAFE_IN_NAMES = "".join(set(_SAFE) - set(".="))
_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_OWN_HEADERS = frozenset({"host", "content-type", "content-length", "transfer-encoding", "connection", "accept-encoding", "expect"})
_HINTS = {
    "temperature": "temperature", "top_p": "top_p", "seed": "seed=off", "reasoning_effort": "effort",
    "max_tokens": "max_tokens", "max_completion_tokens": "max_tokens", "max_output_tokens": "max_tokens",
}  # fmt: skip
_SECRET_NAME = re.compile(
    r"(?:^|[-_.])(?:api|access|secret|private|subscription|auth|client)?[-_.]?"
    r"(?:key|token|secret|passw(?:or)?d|credentials?|authorization|auth|bearer|cookie|sig|signature)$",
    re.IGNORECASE,
)
_SECRET_VALUE = re.compile(r"\b(?:bearer|basic)\s+\S{6,}|\b(?:sk|pk|gsk|hf|xai|AIza|ghp)[-_]?[\w*.-]{16,}", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class ExtraError(InputError):
    """Something that cannot be sent beside a request. The message is a sentence without the value, which may be a key."""


def read_options(options: Iterable[tuple[str, str]]) -> Extra:
    """Return what options say, each by its name with a prefix and its text, both with %XX for signs. Raises ExtraError."""
    body: dict[str, Any] = {}
    headers: dict[str, str] = {}
    query: dict[str, str] = {}
    for name, text in options:
        kind, _, rest = name.partition(".")
        written = _unquote(text)
        if kind == "body":
            _put(body, [_unquote(step) for step in rest.split(".")], _value(written), name)
        else:
            (headers if kind == "header" else query)[_unquote(rest)] = written
    return Extra(body, headers, query)


def write_options(extra: Extra) -> list[str]:
    """Return the options that `read_options` reads as this."""
    words = [f"body.{'.'.join(map(_quote_name, path))}={_quote(_text(value))}" for path, value in _leaves(extra.body)]
    for kind, named in (("header", extra.headers), ("query", extra.query)):
        words += [f"{kind}.{_quote_name(name)}={_quote(value)}" for name, value in named.items()]
    return words


def check(extra: Extra, own_fields: frozenset[str]) -> None:
    """Raise ExtraError where something may be a key, is Woozle's own to say, or cannot be sent. own_fields: of its backend."""
    for name in extra.body:
        if name in own_fields:
            hint = f"; the option {_HINTS[name]} says it" if name in _HINTS else ""
            raise ExtraError(f"The field {name} of a request is Woozle's own{hint}.")
    try:
        size = len(json.dumps([extra.body, dict(extra.headers), dict(extra.query)], allow_nan=False, ensure_ascii=False).encode())
    except (TypeError, ValueError, RecursionError):  # a date of TOML, no number, half a character
        raise ExtraError(
            "What is sent beside a request has to be JSON: texts, finite numbers, true, false, lists and tables."
        ) from None
    if size > _LONGEST:
        raise ExtraError(f"At most {_LONGEST:,} characters can be sent beside a request, not {size:,}.")
    _check_table(extra.body, 0)
    for name, value in extra.headers.items():
        if not _HEADER.fullmatch(name) or not value.isascii() or not value.isprintable():
            raise ExtraError(f"The header {name!r} cannot be sent: its name or value holds signs that no header has.")
        if name.lower() in _OWN_HEADERS:
            raise ExtraError(f"The header {name} is Woozle's own.")
        _check_secret("header", name, value)
    for name, value in extra.query.items():
        if not name or not name.isprintable() or not value.isprintable():
            raise ExtraError(f"The parameter {name!r} cannot be sent: it holds signs that no address has.")
        _check_secret("parameter", name, value)


def values_of(extra: Extra) -> Iterator[str]:
    """Yield every text in it, names left out."""
    yield from (*extra.headers.values(), *extra.query.values())
    yield from _texts(extra.body)


def _check_table(value: Any, depth: int) -> None:
    if depth > _DEEPEST:
        raise ExtraError(f"What is sent beside a request can hold at most {_DEEPEST} tables in each other.")
    match value:
        case Mapping():
            for name, each in value.items():
                _check_secret("field", name, each)
                _check_table(each, depth + 1)
        case list() | tuple():
            for each in value:
                _check_table(each, depth + 1)
        case str() if _SECRET_VALUE.search(value):
            raise ExtraError("A field holds what looks like a key; a key belongs into the environment variable that key_env names.")


def _check_secret(kind: str, name: str, value: Any) -> None:
    if not isinstance(value, str):
        return
    if _SECRET_NAME.search(_CAMEL.sub("_", name)) or _SECRET_VALUE.search(value):
        raise ExtraError(
            f"The {kind} {name!r} looks like a key, and what is sent beside a request is kept in transcripts; "
            "a key belongs into the environment variable that key_env names."
        )


def _put(table: dict[str, Any], path: list[str], value: Any, name: str) -> None:
    *before, last = path
    for step in before:
        table = table.setdefault(step, {})
        if not isinstance(table, dict):
            raise ExtraError(f"{name} is said of a field that is no table.")
    if not all(path) or last in table:
        raise ExtraError(f"{name} is said twice; say it once." if all(path) else f"{name} names no field; write body.FIELD=VALUE.")
    table[last] = value


def _leaves(table: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, value in table.items():
        if isinstance(value, Mapping) and value and all(value):
            yield from _leaves(value, (*path, name))
        else:
            yield (*path, name), value


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for each in value.values():
                yield from _texts(each)
        case list() | tuple():
            for each in value:
                yield from _texts(each)


def _value(text: str) -> Any:
    """Return the value of a JSON text, or the text itself if it is not JSON."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text


def _refuse(constant: str) -> Any:
    raise InputError(constant)  # NaN and infinities are no JSON


def _text(value: Any) -> str:
    """Return the text that `_value` reads as this value."""
    if isinstance(value, str) and _value(value) == value and isinstance(_value(value), str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _quote(text: str) -> str:
    return quote(text, safe=_SAFE)


def _quote_name(text: str) -> str:
    return quote(text, safe=_SAFE_IN_NAMES).replace(".", "%2E")


def _unquote(text: str) -> str:
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        raise ExtraError("In an option a % does not begin a character; write %25 for % itself.") from None
