"""Probabilities of a model's legal answers, as far as its backend tells."""

from __future__ import annotations

from math import log
from typing import ClassVar, Literal

import pytest

from woozle.core.request import Answer, AnswerProbabilities, Request
from woozle.core.usage import Budget, Limits, Usage
from woozle.games.self_play.events import Act
from woozle.players.backends.circuit_breaker import CircuitBreaker
from woozle.players.backends.model_client import BackendError, TokenChance
from woozle.players.models.answer_probabilities import beginnings, legal, of_beginnings, of_samples, of_tokens
from woozle.players.models.config import Price
from woozle.players.models.player import ModelPlayer
from woozle.players.models.spec import parse

from tests.players.models.scripted import Scripted, reply

ASKER = Request(1, "Ada", Act, {"action": ("ASK", "ANSWER", "HEDGE")})
HELPER = Request(1, "Ben", Act, {"action": ("SEARCH", "ANSWER", "HEDGE")})


class Pick(Answer):
    """An answer in JSON, with a field before the one that is leant on."""

    probability_field: ClassVar[str] = "colour"

    why: str = ""
    colour: Literal["red", "green"]


PICK = Request(1, "Ada", Pick, {"colour": ("red", "green")})


def tokens(*places):
    """Tokens as a server tells them: of each place the likeliest, with their probabilities; the first was said."""
    return tuple(TokenChance(told[0][0], log(told[0][1]), tuple((text, log(chance)) for text, chance in told)) for told in places)


def said(*places, **more):
    chances = tokens(*places)
    return reply("".join(each.text for each in chances), logprobs=chances, **more)


def close(**probabilities):
    return pytest.approx(probabilities, abs=1e-6)


def test_what_is_leant_on_is_said_by_the_answer():
    assert legal(ASKER) == ("ASK", "ANSWER", "HEDGE")
    assert beginnings(ASKER) == ("#ASK", "#ANSWER", "#HEDGE")
    assert legal(PICK) == ("red", "green")
    assert beginnings(PICK) == (), "thoughts may come first"
    assert legal(Request(1, "Ada", Act, {"action": ("HEDGE",)})) == legal(Request(1, "Ada", Act, {})) == ()


# Exact


def test_what_replies_begin_with_is_made_one_together():
    found = of_beginnings(ASKER, reply("#ASK", beginnings=(log(0.02), log(0.06), log(0.12))))
    assert found is not None
    assert (found.field, found.by, found.samples) == ("action", "log-probabilities", 0)
    assert found.probabilities == close(ASK=0.1, ANSWER=0.3, HEDGE=0.6)


def test_what_is_far_too_small_for_a_number_still_compares():
    found = of_beginnings(ASKER, reply("x", beginnings=(-2000.0, -2000.0 + log(3), -5000.0)))
    assert found is not None
    assert found.probabilities == close(ASK=0.25, ANSWER=0.75, HEDGE=0.0)


@pytest.mark.parametrize("chances", [(), (-1.0,), (float("-inf"),) * 3, (float("nan"),) * 3])
def test_without_them_nothing_is_known(chances):
    assert of_beginnings(ASKER, reply("#ASK", beginnings=chances)) is None


# By tokens


def test_tokens_that_tell_actions_apart_are_enough():
    found = of_tokens(ASKER, said([("#", 0.9), ("I", 0.1)], [("ANS", 0.6), ("HE", 0.3), ("ASK", 0.1)], [("WER", 1.0)]))
    assert found is not None
    assert (found.by, found.probabilities) == ("log-probabilities", close(ASK=0.1, ANSWER=0.6, HEDGE=0.3))


def test_without_a_sign_in_any_case_and_after_a_blank_it_is_the_same():
    found = of_tokens(ASKER, said([(" answer", 0.5), (" #", 0.2), ("HEDGE", 0.2), (" Ask", 0.1)]))
    assert found is not None
    assert found.probabilities == close(ASK=0.125, ANSWER=0.625, HEDGE=0.25)


def test_an_action_that_is_said_in_several_tokens_counts_at_each_where_another_could_have_come():
    found = of_tokens(ASKER, said([("#A", 0.8), ("#H", 0.2)], [("NSWER", 0.75), ("SK", 0.25)]))
    assert found is not None
    assert found.probabilities == close(ASK=0.2, ANSWER=0.6, HEDGE=0.2)


def test_an_alternative_that_two_may_follow_leaves_it_open_unless_it_hardly_matters():
    assert of_tokens(ASKER, said([("#HEDGE", 0.6), ("#A", 0.4)])) is None
    found = of_tokens(ASKER, said([("#HEDGE", 0.7), ("#A", 0.001), ("#ASK", 0.1), ("#ANS", 0.2)]))
    assert found is not None
    assert found.probabilities == close(ASK=0.1, ANSWER=0.2, HEDGE=0.7)
    helper = of_tokens(HELPER, said([("#HEDGE", 0.6), ("#A", 0.4)]))
    assert helper is not None
    assert helper.probabilities == close(SEARCH=0.0, ANSWER=0.4, HEDGE=0.6)


@pytest.mark.parametrize(
    "places", [[[("Well", 1.0)], [("#ASK", 1.0)]], [[("#", 1.0)]], [[("#A", 1.0)]], [[("", 1.0)]], []], ids=str
)
def test_what_begins_otherwise_or_ends_before_it_is_clear_says_nothing(places):
    assert of_tokens(ASKER, said(*places)) is None


def test_in_json_the_last_value_of_the_field_is_looked_at():
    places = [[('{"colour": "', 1.0)], [("green", 0.5), ("red", 0.5)], [('"} {"why": "w", "colour"', 1.0)]]
    found = of_tokens(PICK, said(*places, [(': "re', 0.75), (': "gr', 0.25), ("no", 0.0001)], [("d", 1.0)], [('"}', 1.0)]))
    assert found is not None
    assert found.probabilities == close(red=0.75, green=0.25)
    assert of_tokens(PICK, said([("red", 1.0)])) is None


# By samples


def test_samples_count_if_they_say_something_legal():
    replies = [reply("#ASK"), reply("#ANSWER Paris"), reply("#SEARCH"), reply("Hm."), reply('{"action": "ANSWER"}')]
    found = of_samples(ASKER, replies)
    assert found == AnswerProbabilities("action", {"ASK": 1 / 3, "ANSWER": 2 / 3, "HEDGE": 0.0}, "samples", 3)
    assert of_samples(ASKER, replies[2:4]) is None


# At the table


def seated(backend, spec="openai@lab:m", **options):
    return ModelPlayer("Ada", "self_play", parse(spec), backend, **{"seed": "5eed", **options})


async def test_a_backend_that_tells_is_asked_once():
    told = said([("#ASK", 0.5), ("#HEDGE", 0.5)])
    backend = Scripted(told, reply("#ASK", beginnings=(log(0.25), log(0.25), log(0.5))))
    first, second = [await seated(backend, "openai@lab:m?samples=16").respond(ASKER, []) for _ in range(2)]
    assert first.answer_probabilities is not None and first.answer_probabilities.probabilities == close(
        ASK=0.5, ANSWER=0.0, HEDGE=0.5
    )
    assert second.answer_probabilities is not None and second.answer_probabilities.probabilities == close(
        ASK=0.25, ANSWER=0.25, HEDGE=0.5
    )
    assert len(backend.chats) == 2
    assert {(chat.logprobs, chat.beginnings, chat.schema) for chat in backend.chats} == {(20, ("#ASK", "#ANSWER", "#HEDGE"), None)}


async def test_one_that_does_not_is_asked_again_only_if_that_is_wanted():
    backend = Scripted(say=lambda chat: "#ASK")
    assert (await seated(backend).respond(ASKER, [])).answer_probabilities is None
    assert len(backend.chats) == 1


async def test_samples_are_drawn_each_for_itself_and_paid_for():
    backend = Scripted("#ASK", "#HEDGE", "#ASK", BackendError("broken", "It broke."))
    budget = Budget(Limits())
    player = seated(backend, "openai@lab:m?samples=4", price=Price(input=1, output=0), budget=budget, sample="match 1")
    response = await player.respond(ASKER, [])
    assert response.answer == Act(action="ASK")
    assert response.answer_probabilities == AnswerProbabilities(
        "action", {"ASK": 2 / 3, "ANSWER": 0.0, "HEDGE": 1 / 3}, "samples", 3
    )
    assert response.usage == budget.usage == Usage(3, 3000, 300, pytest.approx(0.003))
    assert (response.seconds, len(response.completions)) == (1.0, 1)
    assert len({chat.seed for chat in backend.chats}) == len({chat.sample for chat in backend.chats}) == 4
    assert {chat.messages for chat in backend.chats} == {backend.chats[0].messages}


async def test_an_answer_that_was_paid_for_is_not_lost_when_matches_are_halted_among_the_samples():
    def shut(chat):
        if chat.sample:
            door.shut("It is late.")
        return "#ASK"

    door = CircuitBreaker(Scripted(say=shut))
    response = await seated(door, "openai@lab:m?samples=4").respond(ASKER, [])
    assert (response.answer, response.usage.calls) == (Act(action="ASK"), 2), "the one that was on its way is heard"
    assert response.answer_probabilities == AnswerProbabilities("action", {"ASK": 1.0, "ANSWER": 0.0, "HEDGE": 0.0}, "samples", 2)


async def test_nothing_more_is_asked_when_the_budget_is_used_up_by_the_answer():
    backend = Scripted(say=lambda chat: "#ASK")
    response = await seated(backend, "openai@lab:m?samples=4", budget=Budget(Limits(calls=1))).respond(ASKER, [])
    assert (response.answer, response.answer_probabilities, len(backend.chats)) == (Act(action="ASK"), None, 1)


def test_who_sits_there_says_how_often_it_is_asked():
    assert seated(Scripted(), "openai@lab:m?samples=4").describe()["samples"] == 4
    assert "samples" not in seated(Scripted()).describe()
