"""Problems of outside data are told in our words, whatever pydantic calls them."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from pydantic_core import core_schema

from woozle.core.validation import _problem, first_problem


class Inner(BaseModel):
    a: int


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: str = ""
    whole: Annotated[int, Field(ge=1, le=9)] = 1
    share: Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)] = 0.5
    flag: bool = False
    few: tuple[int, ...] = Field((), max_length=2)
    inner: Inner | None = None
    one: Literal["a", "b"] = "a"
    short: Annotated[str, Field(max_length=3, min_length=1, pattern="^x")] = "x"
    needed: str

    @field_validator("text")
    @classmethod
    def _check(cls, text: str) -> str:
        if text == "bad":
            raise ValueError("no such text, sorry")
        return text


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"needed": None}, "needed must be text"),
        ({}, "needed is missing"),
        ({"needed": "x", "more": 1}, "more is not a known name"),
        ({"needed": "x", "whole": "1.5"}, "whole must be a whole number"),
        ({"needed": "x", "whole": 1.5}, "whole must be a whole number"),
        ({"needed": "x", "whole": 0}, "whole must be 1 or more"),
        ({"needed": "x", "whole": 10}, "whole must be 9 or less"),
        ({"needed": "x", "share": "much"}, "share must be a number"),
        ({"needed": "x", "share": 1}, "share must be less than 1"),
        ({"needed": "x", "share": float("nan")}, "share must be a finite number"),
        ({"needed": "x", "flag": "perhaps"}, "flag must be true or false"),
        ({"needed": "x", "few": "abc"}, "few must be a list"),
        ({"needed": "x", "few": (1, 2, 3)}, "few must have 2 or fewer items, not 3"),
        ({"needed": "x", "few": (1, "b")}, "few.1 must be a whole number"),
        ({"needed": "x", "inner": 3}, "inner must be an object with names and values"),
        ({"needed": "x", "inner": {}}, "inner.a is missing"),
        ({"needed": "x", "one": "c"}, "one must be 'a' or 'b'"),
        ({"needed": "x", "short": "xxxx"}, "short must have 3 or fewer characters"),
        ({"needed": "x", "short": ""}, "short must not be empty"),
        ({"needed": "x", "short": "y"}, "short does not have the right form"),
        ({"needed": "x", "text": "bad"}, "text: no such text, sorry"),
        (7, "it must be an object with names and values"),
    ],
)
def test_a_problem_is_a_sentence_about_its_place(given: Any, sentence: str):
    with pytest.raises(ValidationError) as error:
        Model.model_validate(given)
    assert str(first_problem(error.value)) == sentence


def test_no_type_of_error_is_told_in_the_words_of_pydantic():
    for kind in core_schema.ErrorType.__args__:
        if kind in ("value_error", "assertion_error"):
            continue
        problem = _problem_of(kind)
        assert not re.search(r"[Ii]nput|[Ff]ield required|pydantic", problem), f"{kind}: {problem}"


def _problem_of(kind: str) -> str:
    context = {"expected": "1", "expected_tags": "1", "discriminator": "kind", "pattern": "x", "error": "e", "class_name": "C"}
    numbers = dict.fromkeys(("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "actual_length"), 1)
    line = {"type": kind, "loc": ("x",), "input": 1, "ctx": {**context, **numbers, "field_type": "List"}}
    return str(_problem({**line, "msg": "Input should be something"}))
