"""A bot that knows nothing but the schema."""

from typing import Annotated, Literal

import pytest
from pydantic import Field

from woozle.core.game import Refused
from woozle.core.request import Answer, Request, Speech
from woozle.players.random_bot import RandomBot

from tests.two_truths import Statements, Tell, Vote


class Point(Answer):
    x: Annotated[float, Field(gt=0, lt=1)]
    y: Annotated[float, Field(ge=-5)] = 0


class Odd(Answer):
    kind: Literal["a", "b"]
    fixed: Literal[3]
    flag: bool
    nothing: None
    count: Annotated[int, Field(gt=2, le=9, multiple_of=3)]
    any_count: int
    share: Annotated[float, Field(ge=0, le=1)]
    text: Annotated[str, Field(min_length=40, max_length=60)]
    short: Annotated[str, Field(max_length=2)]
    speech: Speech
    maybe: int | None
    pair: tuple[int, str]
    several: Annotated[tuple[Point, ...], Field(min_length=2, max_length=4)]
    distinct: Annotated[frozenset[Literal[1, 2, 3]], Field(min_length=1)]
    by_name: dict[str, int]
    inner: Point | Literal["none"]


class Tree(Answer):
    """A schema that refers to itself."""

    left: "Tree | None" = None
    leaves: "tuple[Tree, ...]" = ()


@pytest.mark.parametrize("answer", [Odd, Point, Tree, Tell, Vote])
def test_every_request_can_be_answered_from_its_schema(answer):
    for seed in range(40):
        request = Request(seed, "a", answer, {})
        drawn = RandomBot(seed).answer(request, [])
        assert type(drawn) is answer
        assert request.refusal(drawn) == ""


def test_it_keeps_to_the_choices():
    for number in range(20):
        request = Request(number, "a", Vote, {"index": (1, None)})
        assert request.refusal(RandomBot("x").answer(request, [])) == ""


def test_it_does_not_always_answer_the_same():
    answers = {RandomBot(1).answer(Request(i, "a", Vote, {}), []).index for i in range(40)}
    assert answers == {0, 1, 2, None}


def test_its_answer_depends_on_nothing_but_seed_and_request():
    request, other = Request(7, "a", Tell, {}), Request(8, "a", Tell, {})
    bot = RandomBot("seed")
    first = bot.answer(request, [])
    bot.answer(other, [])
    assert bot.answer(request, []) == first == RandomBot("seed").answer(request, [])


def test_it_draws_another_answer_when_rules_refuse_one():
    request = Request(7, "a", Tell, {})
    told = [Refused("a", "No."), Statements("b", ("x", "y", "z")), *[Refused("a", "Not that.")] * 2]
    answers = [RandomBot("seed").answer(request, told[:seen]) for seen in (0, 2, 3, 4)]
    assert answers[0] == answers[1]
    assert answers[0] != answers[2] != answers[3]
