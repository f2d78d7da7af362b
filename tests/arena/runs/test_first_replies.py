"""The first replies of a run's models: one that answers nothing stops it, and refused settings are said once."""

from __future__ import annotations

import pytest

from woozle.arena.runs.first_replies import FIRST_QUESTIONS, FirstReplies
from woozle.core.request import NOT_TAKEN, Completion
from woozle.players.models.progress import Progress


@pytest.fixture
def said():
    return []


@pytest.fixture
def stopped():
    return []


@pytest.fixture
def watch(said, stopped):
    return FirstReplies(said.append, stopped.append)


def reply(watch, reading, match=1, request=1, text="A story\nof \x1b[31mmarbles", notes=(), model="openai:m", reasoning=""):
    watch.hear(model, match, Progress("Ada", request, Completion(text, reading, notes=notes, reasoning=reasoning)))


def lose(watch, questions, reading="unparsable", **more):
    for request in questions:
        for _ in range(3):
            reply(watch, reading, request=request, **more)


def test_eight_questions_without_one_answer_stop_it_and_the_last_reply_is_shown_once_visible_and_cut(watch, stopped):
    lose(watch, range(1, FIRST_QUESTIONS))
    assert not stopped
    lose(watch, [FIRST_QUESTIONS, FIRST_QUESTIONS + 1], text="x\x1b" * 300)
    (sentence,) = stopped
    assert sentence.startswith(
        "openai:m answered none of its first 8 questions (--keep-going plays on); its last reply (unparsable) was: x␛"
    )
    assert sentence.endswith("…") and len(sentence) < 330


def test_questions_count_over_all_matches_and_only_once_they_are_lost(watch, stopped):
    for match in range(20):
        reply(watch, "cut_off", match)
    assert not stopped
    for match in range(FIRST_QUESTIONS):
        reply(watch, "cut_off", match, request=2)  # another question in the same seat: the one before was given up
    assert stopped


def test_a_refusal_loses_its_question_at_once(watch, stopped):
    for match in range(FIRST_QUESTIONS):
        reply(watch, "refused", match)
    assert stopped


def test_one_answer_or_failures_of_the_server_let_it_go_on(watch, stopped):
    lose(watch, range(1, FIRST_QUESTIONS))
    reply(watch, "answer", 2)
    lose(watch, range(20, 40))
    lose(watch, range(1, 20), "failed", model="openai:other")
    assert not stopped and not watch.silent


def test_with_no_stop_it_is_only_told_at_the_end(said):
    watch = FirstReplies(said.append, None)
    lose(watch, range(1, 20), "empty", text="  ")
    assert watch.silent == ["openai:m never answered; its last reply (empty) had no text."]


def test_a_model_whose_every_reply_stands_in_its_reasoning_is_told_apart(said):
    watch = FirstReplies(said.append, None)
    lose(watch, range(1, 4), "empty", text=" ", reasoning="It is b.")
    assert watch.silent == [
        "openai:m never answered; all that it wrote stands in its reasoning, with no text after it; turn its reasoning off "
        "(effort=none), or start its server without a parser for reasoning."
    ]
    lose(watch, [4], "unparsable", text="Hm.", reasoning="It is b.")
    lose(watch, [5], "empty", text="", reasoning="It is b.")
    assert watch.silent == ["openai:m never answered; its last reply (empty) had no text."]


def test_a_setting_that_a_server_refuses_is_told_once(watch, said):
    for request in (1, 2):
        reply(watch, "answer", request=request, notes=(NOT_TAKEN["temperature"], NOT_TAKEN["seed"]))
    assert said == ["openai:m: its server does not take a temperature and a seed, so that it has no effect."]
