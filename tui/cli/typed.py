"""An answer from lines that a person types: a number for a choice, a line for a text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from pydantic import ValidationError

from woozle.core.request import Answer, Request


class Lines(Protocol):
    """Where lines come from."""

    async def line(self, *, is_text: bool = False) -> str:
        """The next line, without its end. is_text: any words can be an answer."""


async def typed(request: Request, lines: Lines, write: Callable[[str], Any]) -> Answer:
    """An answer from lines: a number for a choice, and what follows the number for an optional text; else a line for each field.

    Raises ValueError, with a sentence, for a line that is no answer.
    """
    schema = request.schema()
    fields = {name: _resolved(part, schema) for name, part in schema["properties"].items()}
    required = [name for name in fields if name in schema.get("required", ())]
    extra = [name for name in fields if name not in required and fields[name].get("type") == "string"]
    given: dict[str, Any] = {}
    for name in required:
        if len(required) > 1:
            write(f"{name}:")
        given[name], rest = await _field(fields[name], schema, lines, write)
        if rest and not extra:
            raise ValueError("Type one number.")
        if rest:
            given[extra.pop()] = rest
    try:
        return request.answer.model_validate(given)
    except ValidationError as error:
        raise ValueError(f"That is not an answer: {error.errors()[0]['msg']}.") from None


async def _field(part: dict[str, Any], schema: dict[str, Any], lines: Lines, write: Callable[[str], Any]) -> tuple[Any, str]:
    """The value of one field, and what follows it on the line."""
    options = _options(part, schema) or []
    if options:
        line = (await lines.line()).strip()
        number, _, rest = line.partition(" ")
        if line in map(str, options):
            return options[list(map(str, options)).index(line)], ""
        if any(str(option).isdigit() for option in options):
            raise ValueError(f"Type one of {', '.join(map(str, options))}.")
        if not (number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= len(options)):
            raise ValueError(f"Type a number from 1 to {len(options)}.")
        return options[int(number) - 1], rest.strip()
    if part.get("type") == "array":
        items = part.get("prefixItems") or [part.get("items", {})] * part.get("minItems", 1)
        return [(await _field(_resolved(item, schema), schema, lines, write))[0] for item in items], ""
    is_text = part.get("type") not in ("integer", "number")
    line = await lines.line(is_text=is_text)
    if not is_text:
        try:
            return float(line) if part["type"] == "number" else int(line), ""
        except ValueError:
            raise ValueError("Type a number.") from None
    return line, ""


def _options(part: dict[str, Any], schema: dict[str, Any]) -> list[Any] | None:
    """All values of a field, if they can be counted."""
    if "enum" in part:
        return list(part["enum"])
    if "const" in part:
        return [part["const"]]
    if part.get("type") == "null":
        return [None]
    if part.get("type") == "boolean":
        return [True, False]
    branches = [_options(_resolved(branch, schema), schema) for branch in part.get("anyOf", ())]
    counted = [branch for branch in branches if branch is not None]
    return [value for branch in counted for value in branch] if counted and len(counted) == len(branches) else None


def _resolved(part: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    return schema["$defs"][part["$ref"].rpartition("/")[2]] if "$ref" in part else part
