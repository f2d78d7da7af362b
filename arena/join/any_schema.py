"""Answer types made of JSON schemas that a host sends: bounded, without references, and without patterns to run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, create_model
from pydantic.alias_generators import to_camel

from woozle.core.errors import InputError
from woozle.core.request import Answer
from woozle.core.text import visible_line
from woozle.core.validation import first_problem

MOST_VALUES = 1000
"""Of one enumeration, or of the choices of one field."""

_DEEPEST, _MOST_NODES, _MOST_FIELDS, _MOST_ITEMS = 24, 20_000, 32, 64
_LONGEST_NAME, _LONGEST_TEXT = 64, 4000  # characters
_MOST_TYPES = 2000  # in one process: a host asks a few kinds of questions, and pydantic keeps what it made

_made = count(1)


class SchemaError(InputError):
    """A schema that no question can be made of. Says why, in a sentence."""


_Words: TypeAlias = Annotated[str, AfterValidator(visible_line)]
_Number: TypeAlias = Annotated[int | float, Field(ge=-(2**53), le=2**53)]
_Count: TypeAlias = Annotated[int, Field(ge=0, le=2**53)]
_Part: TypeAlias = Annotated["_Schema", BeforeValidator(lambda given: {} if isinstance(given, bool) else given)]


class _Schema(BaseModel):
    """A schema with what questions are made of; all else is left out."""

    model_config = ConfigDict(extra="ignore", alias_generator=to_camel)

    type: Literal["string", "integer", "number", "boolean", "null", "array", "object"] | None = None
    title: _Words = ""
    description: _Words = ""
    const: Any = None
    default: Any = None
    enum: list[Any] = Field([], max_length=MOST_VALUES)
    minimum: _Number = 0
    maximum: _Number = 0
    exclusive_minimum: _Number = 0
    exclusive_maximum: _Number = 0
    min_length: _Count = 0
    max_length: _Count = 0
    min_items: _Count = Field(0, le=_MOST_ITEMS)
    max_items: _Count = 0
    any_of: list[_Part] = Field([], validation_alias=AliasChoices("anyOf", "oneOf"), max_length=_MOST_ITEMS)
    items: _Part | None = None
    prefix_items: list[_Part] = Field([], max_length=_MOST_ITEMS)
    properties: dict[str, _Part] = Field({}, max_length=_MOST_FIELDS)
    required: list[str] = []


def any_answer(kind: str, schema: Mapping[str, Any]) -> type[Answer]:
    """Return the type of answers that a schema describes; the host checks them. Raises SchemaError."""
    definitions = schema.get("$defs")
    bounded = _bounded(dict(schema) | {"$defs": None}, definitions if isinstance(definitions, Mapping) else {}, count())
    try:
        plain = _Schema.model_validate(bounded).model_dump(exclude_unset=True, by_alias=True)
    except ValidationError as error:
        raise SchemaError(f"A question has a schema with a fault: {visible_line(str(first_problem(error)))[:200]}.") from None
    if plain.get("type") != "object":
        raise SchemaError("A question asks for no object.")
    name = kind if kind.isidentifier() and kind.isascii() and len(kind) <= _LONGEST_NAME else "Answer"
    return _answer_type(name, json.dumps({"properties": {}, **plain}))


def _bounded(given: Any, definitions: Mapping[str, Any], nodes: Iterator[int], depth: int = 0) -> Any:
    """Return a copy of a JSON value with its texts cut and what its references mean. Raises SchemaError if it is too large."""
    if depth > _DEEPEST or next(nodes) > _MOST_NODES:
        raise SchemaError("A question has a schema that is too large, or nested too deeply.")
    match given:
        case {"$ref": str(reference)}:
            return _bounded(definitions.get(reference.rpartition("/")[2], {}), definitions, nodes, depth + 1)
        case dict():
            return {name[:_LONGEST_NAME]: _bounded(each, definitions, nodes, depth + 1) for name, each in given.items()}
        case list():
            return [_bounded(each, definitions, nodes, depth + 1) for each in given]
        case str():
            return given[:_LONGEST_TEXT]
    return given


@lru_cache(256)
def _answer_type(name: str, written: str) -> type[Answer]:
    if next(_made) > _MOST_TYPES:
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
