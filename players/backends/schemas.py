"""JSON schemas as servers take them: in the dialect that strict modes and grammars share, or as words of a prompt."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from typing import Any

from woozle.players.backends.fast_json import as_json

_KEPT = frozenset({
    "type", "enum", "const", "title", "description", "$ref", "minItems", "maxItems", "pattern", "format",
    "multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
})  # fmt: skip
_TOLD = frozenset({"default", "minLength", "maxLength", "examples", "uniqueItems"})
_DROPPED = frozenset({"$schema", "$id", "$comment", "discriminator", "required", "deprecated", "readOnly", "writeOnly"})
_KNOWN = _KEPT | _TOLD | _DROPPED
_TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


def strict(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the same schema as OpenAI's strict mode takes it; None if that dialect cannot say it.

    Every field is required there and no other may be added, and what may be left out has its default told in its description. So
    whatever follows the result follows the schema too, apart from how long a text may be: no strict mode takes it, and llama.cpp's
    grammars break at 2,000 characters (its issue 25746). The description says it as well.
    """
    return _strict_of(as_json(schema))


@lru_cache(maxsize=4096)
def _strict_of(text: bytes) -> dict[str, Any] | None:
    """Return the same for a schema as JSON, cached, since many matches ask for the same. Callers must not change the result."""
    schema = json.loads(text)
    try:
        told = _strict(schema, schema)
    except _BeyondError:
        return None
    return told if told.get("type") == "object" else None


def in_words(schema: Mapping[str, Any]) -> str:
    """Return the words of a schema for the prompt of a server that takes none."""
    return "Answer with one JSON object that follows this JSON schema, and nothing else:\n" + json.dumps(schema, ensure_ascii=False)


def told_in_words(schema: Mapping[str, Any], known: Set[str]) -> dict[str, Any]:
    """Return a schema of `strict` with keywords unknown to a server moved to descriptions. known: the keywords that it knows."""
    kept: dict[str, Any] = {}
    for name, each in schema.items():
        match name:
            case "properties" | "$defs":
                kept[name] = {key: told_in_words(value, known) for key, value in each.items()}
            case "anyOf":
                kept[name] = [told_in_words(value, known) for value in each]
            case "items":
                kept[name] = told_in_words(each, known)
            case _ if name in known:
                kept[name] = each
    return _with_words(kept, {name: each for name, each in schema.items() if name not in known})


class _BeyondError(Exception):
    """A schema that the dialect cannot say."""


def _strict(part: Any, root: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(part, Mapping):
        raise _BeyondError
    part = _inline(part, root)
    kept = {name: each for name, each in part.items() if name in _KEPT}
    for name, each in part.items():
        match name:
            case "properties" | "$defs":
                kept[name] = {key: _strict(value, root) for key, value in each.items()}
            case "anyOf" | "oneOf":  # pydantic's unions are disjoint, so that both mean the same
                kept["anyOf"] = [_strict(value, root) for value in each]
            case "items":
                kept[name] = _strict(each, root)
            case "prefixItems":
                kept["items"] = _strict(_only(each, part), root)
            case "additionalProperties" if not isinstance(each, Mapping):
                pass
            case _ if name not in _KNOWN:
                raise _BeyondError
    if part.get("type") == "object":
        if "properties" not in part:
            raise _BeyondError
        kept |= {"required": list(part["properties"]), "additionalProperties": False}
    if "type" not in kept and "enum" in kept:
        kept["type"] = _types(kept["enum"])
    return _with_words(kept, {name: part[name] for name in sorted(_TOLD & part.keys())})


def _with_words(part: dict[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema with constraints in its description."""
    if not told:
        return part
    words = ", ".join(f"{name}: {json.dumps(each, ensure_ascii=False)}" for name, each in told.items())
    return {**part, "description": f"{part.get('description') or ''} ({words})".lstrip()}


def _inline(part: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """Replace an allOf of one, and drop the neighbours of a $ref: servers accept neither."""
    if len(part.get("allOf", ())) == 1:
        part = {**part["allOf"][0], **{name: each for name, each in part.items() if name != "allOf"}}
    if "$ref" in part and len(part) > 1:
        found: Any = root
        for step in part["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        part = {**found, **{name: each for name, each in part.items() if name != "$ref"}}
    return part


def _only(items: Sequence[Any], part: Mapping[str, Any]) -> Any:
    """Return the schema of each item of a tuple, if all are the same."""
    if not len(items) == part.get("minItems") == part.get("maxItems") or any(each != items[0] for each in items):
        raise _BeyondError
    return items[0]


def _types(values: Sequence[Any]) -> str | list[str]:
    names = sorted({_TYPES.get(type(value), "object") for value in values})
    return names[0] if len(names) == 1 else names
