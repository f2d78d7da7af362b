"""Questions to a person in self-play, and the answers made from their input."""

from __future__ import annotations

import pytest

from woozle.arena.views.registry import observer
from woozle.core.answers import answer
from woozle.core.request import Response
from woozle.games.self_play.events import CALCULATOR, LIBRARIAN, Act

from tests.games.self_play.play import society
from tests.games.self_play.tui.scenes import WHO, found, moment
from tests.games.self_play.views.seen import at


def asked(name):
    return at(name)[2].question


def actions(name) -> dict[str, str]:
    return {choice.value: choice.key for choice in asked(name).choices}


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"orchestration": "hub", "queries": "own", "asks": 2},
        {"society": "full", "calculators": (0, 1, 2)},
        {"society": "chain", "names": True, "searches": 3, "effort": 2},
        {"seats": 1, "calculators": (0,), "searches": 4},
        {"seats": 9, "society": "full"},
    ],
    ids=str,
)
def test_every_request_of_a_match_can_be_answered_by_choices_and_words(options):
    referee = society(**{"pool": (WHO,), **options})
    known = {seat: observer("self_play", seat) for seat in referee.game.seats}
    read = dict.fromkeys(referee.game.seats, 0)
    while referee.outcome is None:
        (request,) = referee.open.values()
        seat = request.to
        if seat in (LIBRARIAN, CALCULATOR):
            referee.fold(Response(request.id, found(referee.view(seat)[-1]), 0.0))
            continue
        view = referee.view(seat)
        for event in view[read[seat] :]:
            known[seat].see(event)
        read[seat] = len(view)
        question = known[seat].look(request).question
        assert {choice.value for choice in question.choices} == set(request.choices["action"])
        choice = question.choices[request.id % len(question.choices)]
        given = answer(request, choice.value, "Agathe Wend" if choice.then else "")
        assert isinstance(given, Act) and not request.refusal(given)
        referee.answer(seat, given)


def test_each_action_keeps_its_number_whatever_else_can_be_done():
    assert actions("asker") == {"ASK": "1", "ANSWER": "4", "HEDGE": "5"}
    assert actions("helper") == {"SEARCH": "2", "ANSWER": "4", "HEDGE": "5"}
    assert actions("helper again") == {"ANSWER": "4", "HEDGE": "5"}
    assert actions("alone") == {"SEARCH": "2", "CALCULATE": "3", "ANSWER": "4", "HEDGE": "5"}


def test_each_action_has_its_meaning_in_one_line():
    hints = {choice.value: choice.hint.strip() for name in ("asker", "own words") for choice in asked(name).choices}
    assert hints == {
        "ASK": "Ben and Cleo reply, then you go on",
        "SEARCH": "look it up in the encyclopaedia for 0.01",
        "CALCULATE": "have a sum worked out; it costs nothing",
        "ANSWER": "you're sure, and the asker is told so",
        "HEDGE": "you're not sure, and the asker is told so",
    }
    last = {choice.value: choice.hint.strip() for choice in asked("asker").choices}
    assert last["ANSWER"] == "you're sure; this is everyone's answer"
    assert next(choice.hint.strip() for choice in asked("hub").choices) == "one of Ben and Cleo replies, the next one"
    assert all(len(choice.hint) < 70 for name in ("many", "alone", "own words") for choice in asked(name).choices)


def test_what_is_left_is_said_and_what_a_search_costs():
    assert asked("asker").prompt == "What do you do? 1 ask left."
    assert asked("asker again").prompt == "What do you do? No asks left."
    assert asked("helper").prompt == "What do you do? 1 search left. A search costs 0.01."
    assert asked("helper again").prompt == "What do you do? No searches left."
    assert asked("hub").prompt == "What do you do? 1 ask left."
    assert asked("alone").prompt == "What do you do? 2 tool uses left. A search costs 0.01."


def test_words_are_asked_for_only_where_they_count():
    words = {name: {choice.value for choice in asked(name).choices if choice.then} for name in ("asker", "helper", "alone")}
    assert words == {"asker": {"ANSWER", "HEDGE"}, "helper": {"ANSWER", "HEDGE"}, "alone": {"CALCULATE", "ANSWER", "HEDGE"}}
    own = {choice.value: asked("own words").after(choice) for choice in asked("own words").choices}
    assert own["SEARCH"].draft == WHO.question and own["SEARCH"].limit == 2000
    assert own["CALCULATE"].draft == ""
    assert own["ANSWER"] == own["HEDGE"]


def test_a_choice_with_its_words_becomes_a_step():
    request = moment("helper").request
    assert answer(request, "ANSWER", " Agathe Wend \n") == Act(action="ANSWER", argument="Agathe Wend")
    assert answer(request, "SEARCH") == Act(action="SEARCH", argument="")
