"""An answer from lines that a person types: a number for a choice, a line for a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from pydantic import ValidationError

from woozle.core.choosing import direct, options
from woozle.core.request import Answer, Request
from woozle.players.generic_prompt import asks


class Lines(Protocol):
    """Where lines come from."""

    async def line(self, *, is_text: bool = False) -> str:
        """The next line, without its end. is_text: any words can be an answer."""


async def typed(request: Request, lines: Lines, write: Callable[[str], Any]) -> Answer:
    """An answer from lines: a number for a choice, and what follows the number for an optional text; else a line for each field.

    Raises ValueError, with a sentence, for a line that is no answer.
    """
    fields, required, extra = _parts(request)
    definitions = request.schema().get("$defs", {})
    given: dict[str, Any] = {}
    for name in required:
        if len(required) > 1:
            write(asks(request, name))
        given[name], rest = await _field(fields[name], definitions, lines, write)
        if rest and not extra:
            raise ValueError("Type one number.")
        if rest:
            given[extra.pop()] = rest
    try:
        return request.answer.model_validate(given)
    except ValidationError as error:
        raise ValueError(f"That is not an answer: {error.errors()[0]['msg']}.") from None


def takes_words(request: Request) -> bool:
    """Whether words can follow a number on its line."""
    _, required, extra = _parts(request)
    return len(required) == 1 and bool(extra)


def _parts(request: Request) -> tuple[dict[str, Mapping[str, Any]], list[str], list[str]]:
    """The fields of an answer, those that it must have, and the texts that it can do without."""
    schema = request.schema()
    fields = {name: direct(part, schema.get("$defs", {})) for name, part in schema["properties"].items()}
    required = [name for name in fields if name in schema.get("required", ())]
    return fields, required, [name for name in fields if name not in required and fields[name].get("type") == "string"]


async def _field(
    part: Mapping[str, Any], definitions: Mapping[str, Any], lines: Lines, write: Callable[[str], Any]
) -> tuple[Any, str]:
    """The value of one field, and what follows it on the line."""
    legal = options(part, definitions) or []
    if legal:
        line = (await lines.line()).strip()
        number, _, rest = line.partition(" ")
        if line in map(str, legal):
            return legal[list(map(str, legal)).index(line)], ""
        if number in map(str, legal) and all(isinstance(option, int) for option in legal):
            return int(number), rest.strip()
        if any(str(option).isdigit() for option in legal):
            raise ValueError(f"Type one of {', '.join(map(str, legal))}.")
        if number not in map(str, range(1, len(legal) + 1)):
            raise ValueError(f"Type a number from 1 to {len(legal)}." if len(legal) > 1 else "Type 1.")
        return legal[int(number) - 1], rest.strip()
    if part.get("type") == "array":
        items = part.get("prefixItems") or [part.get("items", {})] * part.get("minItems", 1)
        return [(await _field(direct(item, definitions), definitions, lines, write))[0] for item in items], ""
    is_text = part.get("type") not in ("integer", "number")
    line = await lines.line(is_text=is_text)
    if not is_text:
        try:
            return float(line) if part["type"] == "number" else int(line), ""
        except ValueError:
            raise ValueError("Type a number.") from None
    return line, ""
