"""What a Request asks for, field by field, and the Answer made of what was chosen or typed.

All who do not write as models do answer through here: tables, lines on standard input, programs, agents over MCP and environments.
The replies of models are parsed in `replies`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from pydantic import ValidationError

from woozle.core.errors import InputError
from woozle.core.failures import crash_reason
from woozle.core.replies import read_reply
from woozle.core.request import Answer, ParseFailure, Request
from woozle.core.schemas import Schema, dereference, legal_values
from woozle.core.validation import first_problem
from woozle.core.value import value

_MOST_PARTS = 2  # that are asked for one after the other


@value
class Part:
    """A field of an answer, or an item of one.

    name: Of the field.
    schema: Of its values; not a reference.
    definitions: Those that the schema refers to.
    legal: Its legal values; None if they cannot be counted.
    is_optional: Whether it may be left empty.
    """

    name: str
    schema: Schema
    definitions: Schema
    legal: tuple[Any, ...] | None
    is_optional: bool = False

    @property
    def is_text(self) -> bool:
        """True if any text will do."""
        return self.legal is None and self.schema.get("type") == "string"

    @property
    def is_number(self) -> bool:
        """True if it is a number that is typed."""
        return self.legal is None and self.schema.get("type") in ("integer", "number")

    @property
    def span(self) -> tuple[int, int] | None:
        """The least and the largest whole number that it can be; None if it is something else, or has no limits."""
        match self.schema:
            case {"type": "integer", "minimum": int(low), "maximum": int(high)} if self.legal is None:
                return low, high
        return None

    @property
    def items(self) -> tuple[Part, ...]:
        """The items of a list that has a known number of them; empty for anything else."""
        if self.legal is not None or self.schema.get("type") != "array":
            return ()
        items = self.schema.get("prefixItems") or [self.schema.get("items", {})] * self.schema.get("minItems", 1)
        return tuple(_part(self.name, each, self.definitions) for each in items)

    def parse(self, typed: str) -> Any:
        """Return the value that was typed: a number of `numbers` or its text for a legal one. Raises InputError."""
        if self.legal is not None:
            return choose(self.legal, typed)
        if not self.is_number:
            return typed
        try:
            return int(typed) if self.schema["type"] == "integer" else float(typed)
        except ValueError:
            raise InputError("Type a number.") from None

    def find(self, given: Any) -> Any:
        """Return the legal value that was picked, by itself or its text; an empty text is null. Any other is returned as it is."""
        legal = self.legal or ()
        if given in ("", None) and None in legal and given not in legal:
            return None
        return next((each for each in legal if each == given or str(each) == given), given)


def parts(request: Request) -> tuple[Part, ...]:
    """Return what is asked for, in order: first what is chosen, then what must be given, then what may be left empty.

    Lists and objects that may be left out are not asked for.
    """
    fields: Iterable[Part] = _fields(request)
    if first := request.answer.asked_first:
        fields = (replace(part, is_optional=part.name != first) for part in fields)
    return tuple(sorted(fields, key=lambda part: (part.legal is None, part.is_optional)))


def _fields(request: Request) -> Iterator[Part]:
    schema = request.schema()
    definitions = schema.get("$defs", {})
    for name, field in schema.get("properties", {}).items():
        may_be_empty = not request.answer.model_fields[name].is_required()
        part = _part(name, field, definitions, may_be_empty=may_be_empty)
        if not may_be_empty or part.legal is not None or part.is_text or part.is_number:
            yield part


def _part(name: str, field: Schema, definitions: Schema, *, may_be_empty: bool = False) -> Part:
    legal = legal_values(field, definitions)
    schema = dereference(field, definitions)
    return Part(name, schema, definitions, None if legal is None else tuple(legal), may_be_empty and legal is None)


def is_one_line(asked: Sequence[Part]) -> bool:
    """Return whether an answer is asked for as one line of JSON: it has too many parts, or one that cannot be asked for alone."""
    return len(asked) > _MOST_PARTS or not all(part.legal is not None or part.is_text or part.span for part in asked)


# Choices


def numbers(legal: Sequence[Any]) -> tuple[str, ...]:
    """Return the number by which each of some legal values is chosen in menus for people.

    Whole numbers stand for themselves, unless they are texts of several digits; null is 0; others have their place in the list, or
    beside numbers the next free one.
    """
    own = _own_numbers(legal)
    free = (str(number) for number in count(1) if str(number) not in own)
    return tuple(_number(each, at, own, free) for at, each in enumerate(legal, 1))


def _number(each: Any, at: int, own: frozenset[str], free: Iterator[str]) -> str:
    if str(each) in own:
        return str(each)
    if each in ("", None) and "0" not in own:
        return "0"
    return next(free) if own else str(at)


def _own_numbers(legal: Sequence[Any]) -> frozenset[str]:
    """Return the legal values that are numbers of their own: all whole ones, or none if a text of several digits is among them."""
    whole = [each for each in legal if _is_whole(each)]
    has_keys = not any(isinstance(each, str) and len(each) > 1 for each in whole)
    return frozenset(map(str, whole)) if has_keys else frozenset()


def _is_whole(each: Any) -> bool:
    is_number = isinstance(each, int) and not isinstance(each, bool)
    return is_number or (isinstance(each, str) and each.isascii() and each.isdecimal())


def choose(legal: Sequence[Any], typed: str) -> Any:
    """Return the legal value that was typed: its text, its number or, unless numbers are among them, its place in the list.

    Raises InputError, with a sentence.
    """
    texts, keys, has_numbers = list(map(str, legal)), numbers(legal), any(map(_is_whole, legal))
    if typed in texts:
        return legal[texts.index(typed)]
    if typed in keys and (_own_numbers(legal) or not has_numbers):
        return legal[keys.index(typed)]
    if has_numbers:
        raise InputError(f"Type one of {', '.join(texts)}.")
    if typed in map(str, range(1, len(legal) + 1)):
        return legal[int(typed) - 1]
    raise InputError(f"Type a number from 1 to {len(legal)}." if len(legal) > 1 else "Type 1.")


# Answers


def answer(request: Request, choice: Any, text: str = "") -> Answer:
    """Return the answer of a person.

    Args:
        choice: The legal value that was chosen, or its text; or what was typed first, if two things are typed. None for nobody,
            nothing, and where only one thing is typed.
        text: What was typed then, or beside it.

    Raises InputError, with a sentence, for an invalid one.
    """
    if (own := request.answer.of_parts(choice, text)) is not None:
        return own
    asked = parts(request)
    if is_one_line(asked):
        read = read_reply(text, request)
        if read.answer is None:
            raise InputError(read.problem)
        return read.answer
    if asked and asked[0].legal is None and choice is None:
        choice, text = text, ""
    fields = {}
    for part, given in zip(asked, (choice, text), strict=False):
        if given != "" or not part.is_optional:
            fields[part.name] = part.find(given) if part.legal is not None else part.parse(given)
    return from_fields(request, fields)


def from_fields(request: Request, fields: Mapping[str, Any]) -> Answer:
    """Return the answer that has these fields, legal or not. Raises InputError, with a sentence, if they do not fit its type."""
    try:
        return request.answer.model_validate(fields)
    except ValidationError as error:
        raise InputError(f"That is not an answer: {first_problem(error)}.") from None


def read_fields(fields: Answer | Mapping[str, Any], request: Request) -> Answer | ParseFailure:
    """Return the answer that has these fields, legal or not; a ParseFailure if they do not fit its type."""
    try:
        return Answer.revalidate(fields) if isinstance(fields, Answer) else request.answer.model_validate(fields)
    except ValidationError as error:
        return ParseFailure(crash_reason(error, is_human=False))
