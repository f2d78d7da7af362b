"""What there is to choose from: options by their letters, and the values of an answer's field by its schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What the options of a question are called, in their order."""


def options(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> list[Any] | None:
    """All values of a field, if they can be counted. part: its schema; definitions: what that refers to."""
    part = direct(part, definitions)
    if "enum" in part:
        return list(part["enum"])
    if "const" in part:
        return [part["const"]]
    if part.get("type") == "null":
        return [None]
    if part.get("type") == "boolean":
        return [True, False]
    branches = [options(branch, definitions) for branch in part.get("anyOf", ())]
    counted = [branch for branch in branches if branch is not None]
    return [value for branch in counted for value in branch] if counted and len(counted) == len(branches) else None


def direct(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema itself, where it is only referred to."""
    found: Mapping[str, Any] = definitions[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
    return found
