"""Answer types made of JSON schemas that a host sends: bounded, without references, and without patterns to run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pydantic import ConfigDict, Field, create_model

from woozle.core.errors import InputError
from woozle.core.request import Answer
from woozle.core.text import visible_line

MOST_VALUES = 1000
"""Of one enumeration, or of the choices of one field."""

_DEEPEST, _MOST_NODES, _MOST_FIELDS, _MOST_ITEMS = 8, 4000, 32, 64
_LONGEST_NAME, _LONGEST_TEXT = 64, 4000  # characters
_MOST_TYPES = 2000  # in one process: a host asks a few kinds of questions, and pydantic keeps what it made
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength")
_COUNTS = ("minItems", "maxItems")
_TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")

_made = 0


class SchemaError(InputError):
    """A schema that no question can be made of. Says why, in a sentence."""


def any_answer(kind: str, schema: Mapping[str, Any]) -> type[Answer]:
    """Return the type of answers that a schema describes; the host checks them. Raises SchemaError."""
    plain = _Plain(schema.get("$defs")).schema(schema)
    if plain.get("type") != "object":
        raise SchemaError("A question asks for no object.")
    name = kind if kind.isidentifier() and kind.isascii() and len(kind) <= _LONGEST_NAME else "Answer"
    return _answer_type(name, json.dumps(plain))


@lru_cache(256)
def _answer_type(name: str, written: str) -> type[Answer]:
    global _made  # noqa: PLW0603 (one count a process, of what pydantic never forgets)
    _made += 1
    if _made > _MOST_TYPES:
        raise SchemaError(f"The host asks more than {_MOST_TYPES:,} kinds of questions.")
    schema = json.loads(written)
    required = schema.get("required", ())
    fields: dict[str, Any] = {}
    for field, part in schema["properties"].items():
        if not field.isidentifier() or field.startswith(("_", "model_")) or hasattr(Answer, field):
            raise SchemaError(f"A question has a field {visible_line(field)!r}, which nothing can be called here.")
        usual = ... if field in required else part.get("default")
        fields[field] = (Any, Field(usual, description=part.get("description")))

    class AnyAnswer(Answer):
        model_config = ConfigDict(protected_namespaces=())

        @classmethod
        def model_json_schema(cls, *args: Any, **named: Any) -> dict[str, Any]:
            copied: dict[str, Any] = json.loads(written)
            return copied

    return create_model(name, __base__=AnyAnswer, __doc__=schema.get("description", ""), **fields)


class _Plain:
    """Copies a schema without what is not understood. definitions: what its references mean."""

    def __init__(self, definitions: Any) -> None:
        self._definitions = definitions if isinstance(definitions, Mapping) else {}
        self._nodes = 0

    def schema(self, given: Any, depth: int = 0) -> dict[str, Any]:
        """Return a schema whose parts are all of known kinds and sizes. Raises SchemaError."""
        self._nodes += 1
        if depth > _DEEPEST or self._nodes > _MOST_NODES:
            raise SchemaError("A question has a schema that is too large, or nested too deeply.")
        if isinstance(given, bool):
            return {}
        if not isinstance(given, Mapping):
            raise SchemaError("A question has a schema that is none.")
        if isinstance(reference := given.get("$ref"), str):
            return self.schema(self._definitions.get(reference.rpartition("/")[2], {}), depth + 1)
        found: dict[str, Any] = {}
        if (kind := given.get("type")) in _TYPES:
            found["type"] = kind
        for name in ("title", "description"):
            if isinstance(words := given.get(name), str):
                found[name] = visible_line(words[:_LONGEST_TEXT])
        found |= {name: given[name] for name in _NUMBERS if _is_number(given.get(name))}
        found |= {name: max(0, min(int(given[name]), _MOST_ITEMS)) for name in _COUNTS if _is_number(given.get(name))}
        for name in ("const", "default"):
            if name in given:
                found[name] = self._value(given[name])
        if isinstance(values := given.get("enum"), Sequence) and not isinstance(values, str):
            found["enum"] = [self._value(each) for each in _few(values, MOST_VALUES)]
        if (branches := given.get("anyOf", given.get("oneOf"))) is not None:
            found["anyOf"] = self._schemas(branches, depth)
        if isinstance(given.get("properties"), Mapping):
            properties = _few(list(given["properties"].items()), _MOST_FIELDS)
            found["properties"] = {str(name)[:_LONGEST_NAME]: self.schema(part, depth + 1) for name, part in properties}
            required = given.get("required")
            found["required"] = [each for each in required if isinstance(each, str)] if isinstance(required, list) else []
        if isinstance(given.get("items"), Mapping):
            found["items"] = self.schema(given["items"], depth + 1)
        if (items := given.get("prefixItems")) is not None:
            found["prefixItems"] = self._schemas(items, depth)
        if depth == 0:
            found.setdefault("properties", {})
        return found

    def _schemas(self, given: Any, depth: int) -> list[dict[str, Any]]:
        if not isinstance(given, list):
            raise SchemaError("A question has a schema that is none.")
        return [self.schema(each, depth + 1) for each in _few(given, _MOST_ITEMS)]

    def _value(self, given: Any, depth: int = 0) -> Any:
        self._nodes += 1
        if depth > _DEEPEST or self._nodes > _MOST_NODES:
            raise SchemaError("A question has a schema that is too large, or nested too deeply.")
        match given:
            case str():
                return given[:_LONGEST_TEXT]
            case list():
                return [self._value(each, depth + 1) for each in _few(given, MOST_VALUES)]
            case dict():
                return {str(name)[:_LONGEST_NAME]: self._value(each, depth + 1) for name, each in given.items()}
        return given


def _is_number(given: Any) -> bool:
    return isinstance(given, int | float) and not isinstance(given, bool) and abs(given) < 2**53


def _few(given: Sequence[Any], most: int) -> Sequence[Any]:
    if len(given) > most:
        raise SchemaError(f"A question has a list of {len(given):,} parts; {most:,} can be shown.")
    return given
