"""Values as models write them, taken for what their JSON schema asks for: `"2"` for 2, `skip` for null, a choice by its number.

What cannot be taken for exactly one value stays as it was written; the answer's type has the last word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

Schema = Mapping[str, Any]

_NOBODY = frozenset({"none", "null", "skip", "abstain", "nobody"})
_YES_NO = {"true": True, "yes": True, "false": False, "no": False}
_NO_NAME = re.compile(r"[\W_]+")
_INTEGER, _DECIMAL = re.compile(r"[+-]?\d{1,30}", re.ASCII), re.compile(r"[+-]?\d{1,30}(\.\d{1,30})?", re.ASCII)
_PLACE = re.compile(r"(\d{1,6})[.)]?", re.ASCII)
_CALL = re.compile(r"(\w{1,64})\s?\((.*)\)", re.DOTALL)
_LONGEST_CHOICE = 1000  # characters
_LONGEST_KNOWN = 64  # characters of a name that is remembered
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict, "null": type(None)
}  # fmt: skip


class TwiceError(ValueError):
    """An object gives one property two values. The text is its name."""


def meant(part: Any, schema: Schema, definitions: Schema) -> Any:
    """What a value means to a schema. Raises TwiceError."""
    if branches := _branches(schema):
        return _meant_of_any(part, [resolved(branch, definitions) for branch in branches], definitions)
    schema = resolved(schema, definitions)
    if enum := _enum(schema):
        return chosen(part, enum)
    match schema.get("type"), part:
        case "object", dict() if "properties" in schema:
            parts = properties(part, schema)
            return {name: meant(each, schema["properties"][name], definitions) for name, each in parts.items()}
        case "array", list():
            first, rest = schema.get("prefixItems", []), schema.get("items")
            kinds = [*first, *[rest if isinstance(rest, dict) else {}] * (len(part) - len(first))]
            return [meant(each, kind, definitions) for each, kind in zip(part, kinds, strict=False)] + part[len(kinds) :]
        case "integer", str() if _INTEGER.fullmatch(part.strip()):
            return int(part.strip())  # int itself keeps the separators of ASCII
        case "integer", float() if part.is_integer():
            return int(part)
        case "number", str() if _DECIMAL.fullmatch(part.strip()):
            return float(part.strip())
        case "boolean", str():
            return _YES_NO.get(part.strip().casefold(), part)
        case "null", str() if part.strip().casefold() in _NOBODY:
            return None
    return part


def properties(given: Schema, schema: Schema) -> dict[str, Any]:
    """The properties of an object by their own names, whatever case they were written in; others are dropped. Raises TwiceError."""
    names = {key(name): name for name in schema["properties"]}
    parts: dict[str, Any] = {}
    for written, part in given.items():
        name = written if written in schema["properties"] else names.get(key(written))
        if name and parts.setdefault(name, part) != part:
            raise TwiceError(name)
    return parts


def chosen(part: Any, legal: Sequence[Any], *, are_numbered: bool = False) -> Any:
    """The one legal value that is meant. are_numbered: whether they were shown in a list, numbered from 1."""
    if type(part) is str and part in legal:
        return legal[legal.index(part)]
    if same := [each for each in legal if _same(part, each)]:
        return same[0]
    if are_numbered and (place := _place(part, legal)):
        return legal[place - 1]
    if not isinstance(part, str) or len(part) > _LONGEST_CHOICE:
        return part
    plain = _plain(part)
    found = [each for each in legal if plain and isinstance(each, str | int | float) and plain == _plain(str(each))]
    if not found and None in legal and plain in _NOBODY:
        return None
    return found[0] if len(found) == 1 else part


def may_be_null(schema: Schema) -> bool:
    """Whether null is a value for it."""
    return any(branch.get("type") == "null" or None in _enum(branch) for branch in _branches(schema) or [schema])


def resolved(schema: Schema, definitions: Schema) -> Schema:
    """A schema without references; of a union, its first branch that is not null."""
    for _ in range(8):  # references that go in a circle would never end
        if "$ref" in schema:
            schema = definitions.get(schema["$ref"].rpartition("/")[2], {})
        elif branches := _branches(schema):
            schema = next((branch for branch in branches if branch.get("type") != "null"), branches[0])
        else:
            return schema
    return {}


def key(name: str) -> str:
    """A name without what its writing adds: case, spaces, underscores."""
    return _known_key(name) if len(name) <= _LONGEST_KNOWN else _key(name)


def _key(name: str) -> str:
    return _NO_NAME.sub("", name.casefold())


_known_key = lru_cache(2048)(_key)  # the same few names come with every reply


def _meant_of_any(part: Any, kinds: Sequence[Schema], definitions: Schema) -> Any:
    """As it was written if that is of a kind, else what it means to the first kind that it can be taken for."""
    if any(_is(part, kind) for kind in kinds if kind.get("type") not in ("object", "array")):
        return part
    for kind in kinds:
        found = meant(part, kind, definitions)
        if found is not part and _is(found, kind):
            return found
    return part


def _is(part: Any, schema: Schema) -> bool:
    if enum := _enum(schema):
        return any(_same(part, each) for each in enum)
    kind = schema.get("type", "")
    return kind in _KINDS and isinstance(part, _KINDS[kind]) and (kind == "boolean" or not isinstance(part, bool))


def _place(part: Any, legal: Sequence[Any]) -> int | None:
    """The number of a choice in its list; None if there is none, or if the choices are numbers themselves."""
    if type(part) not in (int, str) or any(isinstance(each, int | float) or _PLACE.fullmatch(str(each)) for each in legal):
        return None
    place = _PLACE.fullmatch(part.strip() if isinstance(part, str) else str(part)[:9])
    return int(place[1]) if place and 0 < int(place[1]) <= len(legal) else None


def _plain(text: str) -> str:
    """A choice without what its writing adds: case, underscores, quotes, `move(cafeteria)` for `move cafeteria`."""
    bare = text.strip(" \t\r\n\"'`*.“”")
    call = _CALL.fullmatch(bare)
    words = f"{call[1]} {call[2].strip(_QUOTES)}" if call else bare
    return " ".join(words.replace("_", " ").casefold().split())


_QUOTES = " \"'`“”"


def _branches(schema: Schema) -> Sequence[Schema]:
    branches: Sequence[Schema] = schema.get("anyOf") or schema.get("oneOf") or ()
    return branches


def _enum(schema: Schema) -> Sequence[Any]:
    enum: Sequence[Any] = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return enum


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
