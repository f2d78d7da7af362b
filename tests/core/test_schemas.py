"""The choices for a field, from its schema."""

from __future__ import annotations

from enum import Enum
from typing import Literal

import pytest
from pydantic import BaseModel

from woozle.core.schemas import legal_values


class Colour(Enum):
    RED = "red"
    WHITE = "white"


class Fields(BaseModel):
    named: Literal["a", "b"]
    one: Literal["a"]
    maybe: Literal[1, 2] | None
    yes: bool
    colour: Colour
    text: str
    number: int
    some: str | None


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("named", ["a", "b"]),
        ("one", ["a"]),
        ("maybe", [1, 2, None]),
        ("yes", [True, False]),
        ("colour", ["red", "white"]),
        ("text", None),
        ("number", None),
        ("some", None),
    ],
)
def test_legal_values_are_those_that_can_be_counted(field, values):
    schema = Fields.model_json_schema()
    assert legal_values(schema["properties"][field], schema["$defs"]) == values
