"""Questions to a person in undercover, and the answers made from their input."""

from __future__ import annotations

from woozle.core.answers import answer
from woozle.core.request import Request
from woozle.games.undercover import events as undercover
from woozle.games.undercover.events import Conclude, Reason

from tests.games.undercover.views.seen import asked, reasoned, seen, started

OPTIONS = {"answer": ("1", "2", "3", "4")}


def test_a_choice_that_is_a_number_is_pressed_as_that_number():
    numbers = seen(started())[0].look(asked(Reason, {"answer": ("3", "5", "4")})).question.choices
    assert [(choice.key, choice.text, choice.value) for choice in numbers] == [
        ("3", "three", "3"),
        ("5", "five", "5"),
        ("4", "four", "4"),
    ]
    colours = seen(started())[0].look(asked(Reason, {"answer": ("red", "blue")})).question.choices
    assert [choice.key for choice in colours] == ["1", "2"]
    many = seen(started())[0].look(asked(Reason, {"answer": tuple(f"option {n}" for n in range(12))})).question.choices
    assert [choice.key for choice in many[8:]] == ["9", "A", "B", "C"]


def test_the_answer_of_the_round_before_is_marked_or_is_the_draft():
    events = started(*reasoned(*"32222"))
    choices = seen(events)[0].look(asked(Reason, OPTIONS)).question.choices
    assert [choice.hint for choice in choices] == ["", "", "your last answer", ""]
    free = seen(events)[0].look(asked(Reason)).question
    assert (free.is_text, free.draft, free.limit) == (True, "3", 400)


def test_one_answer_for_all_is_asked_once_more():
    request = asked(Conclude, {"answer": ("2", "3")})
    question = seen(started())[0].look(request).question
    assert [choice.sure for choice in question.choices] == ["Answer 2 for all?", "Answer 3 for all?"]
    assert answer(request, "3") == Conclude(answer="3")


def test_who_reasons_alone_is_asked_to_look_again_and_to_answer_finally():
    again = seen(started(undercover.Reflecting("Ada", 2, False)))[0].look(asked(Reason, OPTIONS)).question
    final = seen(started(undercover.Reflecting("Ada", 3, True)))[0].look(asked(Reason, OPTIONS)).question
    assert again.prompt == "Look at it again: How many cups are there?"
    assert final.prompt == "Your final answer: How many cups are there?"


def test_a_limit_of_time_holds_for_both_parts_together():
    question = seen(started())[0].look(Request(1, "Ada", Reason, OPTIONS, 90.0)).question
    assert (question.seconds, question.then.seconds) == (90.0, 90.0)
