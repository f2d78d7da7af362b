"""Numbers of choices, and answers made of what was chosen or typed."""

from __future__ import annotations

from typing import Literal

import pytest
from pydantic import Field

from woozle.core.answers import answer, choose, numbers, parts
from woozle.core.request import Answer, Request, Seat
from woozle.games.debate.events import Solve
from woozle.games.ship.events import Act


class Vote(Answer):
    """For whom you vote, and why."""

    target: Seat | None
    factors: tuple[str, ...] = ()


class Order(Answer):
    """What you order."""

    note: str = ""
    cups: int = Field(default=1, ge=1, le=9)
    drink: Literal["tea", "coffee"]
    extras: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("legal", "keys"),
    [
        (("Bo", "Cy", None), ("1", "2", "0")),
        ((None, "Bo"), ("0", "2")),
        (range(3), ("0", "1", "2")),
        (("3", "4", "none"), ("3", "4", "1")),
        ((0, 1, None), ("0", "1", "2")),
        ((True, False), ("1", "2")),
        (tuple("abcdefghijk"), tuple(map(str, range(1, 12)))),
    ],
)
def test_each_legal_value_has_one_number_by_which_it_is_chosen(legal, keys):
    assert numbers(legal) == keys
    assert [choose(legal, key) for key in keys] == list(legal)
    assert [choose(legal, str(each)) for each in legal] == list(legal)


def test_a_place_is_never_taken_for_a_number_of_several_digits():
    years = ("1912", "7")
    assert numbers(years) == ("1", "2"), "the keys of an app"
    assert choose(years, "7") == "7"
    with pytest.raises(ValueError, match=r"^Type one of 1912, 7\.$"):
        choose(years, "2")


@pytest.mark.parametrize(
    ("legal", "typed", "says"),
    [(("Bo", "Cy"), "3", "Type a number from 1 to 2."), (("Bo",), "x", "Type 1."), (("3", "4"), "1", "Type one of 3, 4.")],
)
def test_what_is_no_choice_is_refused_with_those_there_are(legal, typed, says):
    with pytest.raises(ValueError, match=f"^{says}$"):
        choose(legal, typed)


def test_choices_are_asked_for_first_and_what_can_be_left_out_last():
    asked = parts(Request(1, "Ada", Order, {}))
    assert [(part.name, part.is_optional) for part in asked] == [("drink", False), ("note", True), ("cups", True)]
    assert [part.name for part in parts(Request(1, "Ada", Vote, {"target": ("Bo", None)}))] == ["target"]


def test_a_choice_and_a_text_fill_the_fields_that_they_are_for():
    act = Request(1, "Ada", Act, {"action": ("wait", "move bay")})
    assert answer(act, "move bay", "Hi.") == Act(action="move bay", say="Hi.")
    assert answer(Request(1, "Ada", Vote, {"target": ("Bo", None)}), None) == Vote(target=None)
    assert answer(Request(1, "Ada", Solve, {}), " 4  cats", "I counted.") == Solve(
        text="I counted.\nAnswer: 4 cats", answer="4 cats"
    )
