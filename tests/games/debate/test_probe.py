"""The probe: what a seat is offered to believe, whatever the question asks for."""

from __future__ import annotations

import pytest

from woozle.core.request import Forfeit
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.debate.data import Appeals, Problem, Rationale
from woozle.games.debate.events import NONE_RIGHT, UNSURE, Believe, Believed, Solve
from woozle.games.debate.state import State
from woozle.testing import find_events, play_rules

from tests.games.debate.play import BEARS, debate, saying

APPEALS = Appeals(control="It was one thousand and two.", logical=("They counted.", "It is written down."))
NUMBER = Problem(
    id="n", kind="number", question="How many?", answer="1000", appeals=APPEALS,
    right=(Rationale(answer="1,000", text="I counted."),), misleading=(Rationale(answer="1,002", text="They counted."),),
)  # fmt: skip
WORDS = Problem(id="w", kind="text", question="Which hill?", answer="Mount Olm", appeals=APPEALS)
TRUTH = Problem(id="t", kind="yes_no", question="Is it so?", answer="yes", appeals=APPEALS)


def probed(problem, texts, believes=lambda offered: offered[0], seats=3, **options):
    """Play a debate with the given answers, round by round, and return the beliefs offered to each seat, turn by turn."""
    offered: dict[str, list[tuple[str, ...]]] = {}
    rounds: dict[str, int] = {}

    def say(request, referee):
        if request.answer is Believe:
            offered.setdefault(request.to, []).append(request.choices["answer"])
            return Believe(answer=believes(request.choices["answer"]))
        rounds[request.to] = at = rounds.get(request.to, -1) + 1
        said = texts.get(request.to, ("nothing",))
        return Solve(text=said[min(at, len(said) - 1)])

    referee = play_rules(debate(seats, pool=(problem,), **{"probe": True, "rounds": 2, **options}), say)
    return referee, offered


def test_options_of_a_choice_are_its_letters():
    _, offered = probed(BEARS, {})
    assert offered["Ada"] == [("A", "B", "C", "D", UNSURE, NONE_RIGHT)] * 4


def test_of_a_question_of_truth_they_are_yes_and_no():
    _, offered = probed(TRUTH, {})
    assert offered["Ada"] == [("yes", "no", UNSURE, NONE_RIGHT)] * 3


def test_of_numbers_they_are_those_that_it_said_and_heard_and_the_tempting_one_in_order():
    said = {"Ada": ("Answer: 1000",), "Ben": ("Answer: 7", "Answer: 9"), "Cleo": ("Answer: 1,000.0", "Answer: 12")}
    _, offered = probed(NUMBER, said)
    assert offered["Ada"] == [("7", "1000", "1002", UNSURE, NONE_RIGHT)] * 3
    assert offered["Ben"] == [("7", "9", "1000", "1002", UNSURE, NONE_RIGHT)] * 3


def test_of_words_they_are_those_that_it_said_and_heard_each_once():
    said = {"Ada": ("Answer: Mount Olm",), "Ben": ("Answer: the Ulm",), "Cleo": ("Answer: mount  olm",)}
    _, offered = probed(WORDS, said)
    assert offered["Ada"][0] == ("Mount Olm", "the Ulm", UNSURE, NONE_RIGHT)


def test_nobody_is_offered_what_it_never_read():
    said = {"Ada": ("Answer: one",), "Ben": ("Answer: two",), "Cleo": ("Answer: three",)}
    _, offered = probed(WORDS, said, topology="fixed", graph=((1,), (), ()))
    assert offered["Ada"][0] == ("one", "two", UNSURE, NONE_RIGHT)
    assert offered["Ben"][0] == ("two", UNSURE, NONE_RIGHT)


@pytest.mark.parametrize("problem", [NUMBER, WORDS])
def test_who_heard_and_said_nothing_can_still_say_what_it_believes(problem):
    referee, offered = probed(problem, {}, seats=1, believes=lambda offered: UNSURE)
    assert offered["Ada"][0][-2:] == (UNSURE, NONE_RIGHT)
    assert [event.answer for event in find_events(referee, Believed)] == [UNSURE] * 3


def test_an_answer_in_the_words_of_not_knowing_is_no_second_option():
    _, offered = probed(WORDS, {"Ada": ("Answer: i do not know",)}, seats=1)
    assert offered["Ada"][0] == (UNSURE, NONE_RIGHT)


def test_fractions_are_offered_by_their_size():
    _, offered = probed(NUMBER, {"Ada": ("Answer: 1/3",)}, seats=1)
    assert offered["Ada"][0] == ("1/3", "1002", UNSURE, NONE_RIGHT)


def test_who_says_nothing_aside_believes_nothing():
    def say(request, referee):
        return Forfeit("timeout") if request.answer is Believe else saying()(request, referee)

    referee = play_rules(debate(2, rounds=1, probe=True), say)
    assert [event.answer for event in find_events(referee, Believed)] == [None] * 8


def test_appeals_after_each_round_are_asked_about_by_round():
    said = {"Ada": ("Answer: yes",), "Ben": ("Answer: no", "Answer: yes"), "Cleo": ("Answer: no",)}
    referee, offered = probed(TRUTH, said, probe="rounds", rounds=3)
    assert len(offered["Ada"]) == 3 * 3
    state = fold_events(State(EVERYTHING), [event for event, _ in referee.record])
    assert {number: set(each) for number, each in state.beliefs.items()} == {
        number: set(referee.game.seats) for number in (1, 2, 3)
    }
    assert all(len(answers) == 3 for each in state.beliefs.values() for answers in each.values())
    assert state.believed == state.beliefs[3]
