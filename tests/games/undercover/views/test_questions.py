"""Questions to a person in undercover, and the answers made from their input."""

from __future__ import annotations

import pytest

from woozle.arena.views.registry import observer
from woozle.core.answers import answer
from woozle.core.request import Request
from woozle.games.undercover import events as undercover
from woozle.games.undercover.events import Conclude, Reason, Summarise, Vote

from tests.games.undercover import play
from tests.games.undercover.views.seen import SEATS, asked, reasoned, seen, started, voted

OPTIONS = {"answer": ("1", "2", "3", "4")}


@pytest.mark.parametrize(
    "options", [{}, {"free_answers": True}, {"speaking": "in_turn"}, {"mode": "self_refine"}, {"mode": "mad_judge"}], ids=str
)
def test_every_request_of_a_match_can_be_answered_by_choices_and_texts(options):
    referee = play.undercover(**options)
    known = {seat: observer("undercover", seat) for seat in referee.game.seats}
    read = dict.fromkeys(referee.game.seats, 0)
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        seat = request.to
        if seat not in known:
            referee.answer(seat, play.service(request))
            continue
        view = referee.view(seat)
        for event in view[read[seat] :]:
            known[seat].see(event)
        read[seat] = len(view)
        question = known[seat].look(request).question
        values = [choice.value for choice in question.choices]
        field = "target" if request.answer is Vote else "answer"
        assert values == list(request.choices.get(field, ()))
        first = values[request.id % len(values)] if values else f"It is {request.id % 3}."
        assert question.is_text == (not values)
        assert (question.then is not None) == (request.answer in (Reason, Summarise))
        given = answer(request, first, "I see it." if question.then else "")
        assert isinstance(given, request.answer)
        assert not request.refusal(given)
        referee.answer(seat, given)


def test_an_answer_is_chosen_first_and_then_explained():
    question = seen(started())[0].look(asked(Reason, OPTIONS)).question
    assert question.prompt == "How many cups are there?"
    assert (question.then.may_be_empty, question.then.limit) == (True, 4000)
    assert question.then.prompt == "Your answer: {first}. What in your picture supports it?"
    assert answer(asked(Reason, OPTIONS), "2", "Two by the plate.") == Reason(answer="2", analysis="Two by the plate.")
    assert not any(choice.is_final for choice in question.choices)


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


def test_a_vote_names_the_others_with_what_they_said_and_asks_once_more():
    known, _ = seen(started(*reasoned("2", "3", "2", "", "2")))
    request = asked(Vote, {"target": ("Ben", "Cleo", "Dan", "Eve", None)})
    question = known.look(request).question
    assert question.prompt == "Vote 1 of 3: who sees another picture?"
    assert [(choice.key, choice.text, choice.hint) for choice in question.choices] == [
        ("1", "Ben", "says 3"),
        ("2", "Cleo", "says 2"),
        ("3", "Dan", "gave no answer"),
        ("4", "Eve", "says 2"),
        ("0", "Abstain", ""),
    ]
    assert [choice.sure for choice in question.choices][::4] == ["Vote for Ben?", "Vote for nobody?"]
    assert [choice.who for choice in question.choices] == [2, 3, 4, 5, 0]
    assert answer(request, "Ben") == Vote(target="Ben")
    assert answer(request, None) == Vote(target=None)


def test_after_a_tie_the_vote_says_so():
    events = started(*reasoned(*"22222"), *voted("Ben", "Cleo", "Ben", "Cleo", None), undercover.RoundBegan("revote", 1, SEATS))
    question = seen(events)[0].look(asked(Vote, {"target": ("Ben", "Cleo", None)})).question
    assert question.prompt == "Vote 1 of 3, after a tie: who sees another picture?"


def test_a_summary_asks_again_after_all_that_was_said():
    events = started(*reasoned(*"22222"), undercover.RoundBegan("summary", 1, SEATS))
    question = seen(events)[0].look(asked(Summarise, OPTIONS)).question
    assert question.prompt == "After all that was said: How many cups are there?"
    assert answer(asked(Summarise, OPTIONS), "2", "So it is.") == Summarise(answer="2", summary="So it is.")


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
