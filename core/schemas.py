"""JSON schemas of answers and configurations, as pydantic makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Schema: TypeAlias = Mapping[str, Any]


def legal_values(schema: Schema, definitions: Schema) -> list[Any] | None:
    """Return all values of a field, or None if they cannot be counted.

    Args:
        definitions: The `$defs` that the schema refers to.
    """
    schema = dereference(schema, definitions)
    if "enum" in schema or "const" in schema:
        return list(enum_values(schema))
    if schema.get("type") == "null":
        return [None]
    if schema.get("type") == "boolean":
        return [True, False]
    found = [legal_values(branch, definitions) for branch in schema.get("anyOf", ())]
    counted = [values for values in found if values is not None]
    return [value for values in counted for value in values] if counted and len(counted) == len(found) else None


def dereference(schema: Schema, definitions: Schema) -> Schema:
    """Return the target of a schema's reference; the schema itself if it is not a reference."""
    found: Schema = definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return found


def resolve(schema: Schema, definitions: Schema) -> Schema:
    """Return a schema without references; of a union, its first branch that is not null; {} if references go in a circle."""
    for _ in range(8):
        if "$ref" in schema:
            schema = definitions.get(schema["$ref"].rpartition("/")[2], {})
        elif union := branches(schema):
            schema = next((branch for branch in union if branch.get("type") != "null"), union[0])
        else:
            return schema
    return {}


def branches(schema: Schema) -> Sequence[Schema]:
    """Return the branches of a union; empty for any other schema."""
    found: Sequence[Schema] = schema.get("anyOf") or schema.get("oneOf") or ()
    return found


def enum_values(schema: Schema) -> Sequence[Any]:
    """Return the values of an enumeration or a constant; empty for any other schema."""
    values: Sequence[Any] = [schema["const"]] if "const" in schema else schema.get("enum", ())
    return values


def is_nullable(schema: Schema) -> bool:
    """Return whether null is a value for it."""
    return any(branch.get("type") == "null" or None in enum_values(branch) for branch in branches(schema) or [schema])
