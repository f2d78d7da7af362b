"""Problems that pydantic finds in outside data, in our words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from woozle.core.value import value

_WORDS: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is not a known name",
    "string_unicode": "has letters that are not UTF-8",
    "finite_number": "must be a finite number",
    "none_required": "must be null",
    "json_invalid": "is not JSON",
    "string_pattern_mismatch": "does not have the right form",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "union_tag_invalid": "must be {expected_tags}",
    "union_tag_not_found": "is missing its {discriminator}",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be {ge} or more",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be {le} or less",
    "multiple_of": "must be a multiple of {multiple_of}",
    "string_too_short": "must have {min_length} or more characters",
    "string_too_long": "must have {max_length} or fewer characters",
    "too_short": "must have {min_length} or more items, not {actual_length}",
    "too_long": "must have {max_length} or fewer items, not {actual_length}",
}

_KINDS: Mapping[str, str] = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "frozen_set": "a list",
    "dict": "an object with names and values",
    "mapping": "an object with names and values",
    "model": "an object with names and values",
    "dataclass": "an object with names and values",
    "bytes": "text",
    "date": "a date",
    "datetime": "a date with a time",
}
"""The value that is wanted, by the beginning of the error types `int_type`, `int_parsing` and so on."""


_OWN = frozenset({"sentence"})
"""Types of errors that our validators raise as PydanticCustomError."""


@value
class Problem:
    """A problem of outside data.

    place: The field, with dots between; empty for the whole.
    words: The end of a sentence that begins with the place or, if a validator of ours found it (`is_own`), that validator's words.
    """

    place: str
    words: str
    is_own: bool

    def __str__(self) -> str:
        if self.is_own:
            return f"{self.place}: {self.words}" if self.place else self.words
        return f"{self.place or 'it'} {self.words}"


def first_problem(error: ValidationError) -> Problem:
    """Return the first problem that was found."""
    return problems(error)[0]


def problems(error: ValidationError) -> list[Problem]:
    """Return all problems that were found. Input values are not quoted, since they may be secret or hostile."""
    return [_problem(each) for each in error.errors(include_url=False, include_input=False)]


def _problem(error: Mapping[str, Any]) -> Problem:
    place, kind = ".".join(map(str, error["loc"])), str(error["type"])
    if kind in ("value_error", "assertion_error"):
        return Problem(place, str(error["msg"]).partition(", ")[2].rstrip("."), True)
    if kind in _OWN:
        return Problem(place, str(error["msg"]).rstrip("."), True)
    if kind in ("string_too_short", "too_short") and error.get("ctx", {}).get("min_length") == 1:
        return Problem(place, "must not be empty", False)
    if kind in _WORDS:
        return Problem(place, _WORDS[kind].format(**{name: _plain(each) for name, each in error.get("ctx", {}).items()}), False)
    wanted = next((words for name, words in _KINDS.items() if kind.startswith(f"{name}_")), "")
    return Problem(place, f"must be {wanted}" if wanted else "cannot be used", False)


def _plain(bound: Any) -> Any:
    """Return a bound as people write it: 1 for 1.0."""
    return int(bound) if isinstance(bound, float) and bound.is_integer() else bound
