"""First answers of a debate, given to others."""

from __future__ import annotations

import pytest

from woozle.core.referee import Referee
from woozle.core.request import Forfeit
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.text import RedactableText
from woozle.games.debate.config import Config
from woozle.games.debate.data.firsts import are_seeds, first_texts
from woozle.games.debate.events import Answered, Solve
from woozle.games.debate.rules import Debate
from woozle.games.debate.state import State
from woozle.testing import find_events, play_rules

from tests.games.debate.play import BEARS, debate, saying


def taken(referee):
    game = referee.game
    return game.opening_options(game.config, referee.record)


def events(referee):
    return [event for event, _ in referee.record]


def texts_of(referee):
    return first_texts(fold_events(State(EVERYTHING), events(referee)), referee.game.reader)


def test_a_debate_begins_as_another_did_with_that_question_alone():
    other = BEARS.model_copy(update={"id": "heffalumps"})
    one = play_rules(debate(3, pool=(other, BEARS), problem="bears", rounds=1), saying({"Ada": "B", "Ben": "C", "Cleo": "-"}))
    options = taken(one)
    assert [problem["id"] for problem in options["pool"]] == ["bears"] and options["problem"] == ""
    again = play_rules(Referee(Debate(3, Config(rounds=2, **options))), saying())
    first = [(said.seat, said.text, said.answer, said.source) for said in find_events(again, Answered) if said.round == 1]
    assert first == [(said.seat, said.text, said.answer, "given") for said in find_events(one, Answered)]


def test_what_is_given_on_is_given_on_again():
    one = play_rules(debate(3, rounds=1), saying({"Ben": "C"}))
    again = play_rules(Referee(Debate(3, Config(**taken(one)))), saying())
    assert taken(again) == taken(one)


def test_an_answer_picked_beside_its_text_stands_in_what_is_given_on():
    def picks(request, referee):
        return Forfeit("timeout", "late") if request.to == "Cleo" else Solve(text="I counted them.", answer="B")

    one = play_rules(debate(3, rounds=1), picks)
    assert texts_of(one) == ("I counted them.\nAnswer: B", "I counted them.\nAnswer: B", "")
    again = play_rules(Referee(Debate(3, Config(rounds=1, **taken(one)))), saying())
    assert [said.answer for said in find_events(again, Answered)] == ["B", "B", None]


def test_there_is_nothing_to_take_before_everybody_has_answered():
    assert first_texts(State(EVERYTHING), Debate.reader) is None
    with pytest.raises(ValueError, match="not everybody has answered yet"):
        taken(debate(3))


def test_rationales_that_come_with_a_question_are_told_from_what_agents_say():
    assert are_seeds(texts_of(play_rules(debate(3, wrong=1), saying())), BEARS)
    assert not are_seeds(texts_of(play_rules(debate(3), saying())), BEARS)
    assert not are_seeds((), BEARS)


def test_what_a_person_typed_first_is_not_given_on():
    def typed(request, referee):
        said = Solve(text="They fly.\nAnswer: B")
        return said.model_copy(update={"text": RedactableText(said.text, f"{request.id}.1")})

    one = play_rules(debate(3, rounds=1), typed)
    with pytest.raises(ValueError, match="a person typed one of them"):
        taken(one)


def test_first_answers_that_are_drawn_need_rationales_of_the_sides_that_seats_begin_with():
    wrong_alone, right_alone = (BEARS.model_copy(update={side: ()}) for side in ("right", "misleading"))
    for pool, wrong in ((wrong_alone, None), (right_alone, None), (wrong_alone, 3), (right_alone, 0)):
        given = play_rules(debate(3, pool=(pool,), wrong=wrong, rounds=1), saying())
        assert {said.answer for said in find_events(given, Answered)} == {"C" if wrong else "B"}
    for wrong in (0, 2):
        with pytest.raises(ValueError, match=f"{3 - wrong} of 3 seats begin right, but bears has no right rationale"):
            debate(3, pool=(wrong_alone,), wrong=wrong)
    with pytest.raises(ValueError, match="no question of the pool has a wrong rationale"):
        debate(3, pool=(right_alone,), wrong=1)


def test_questions_without_a_wrong_rationale_are_left_out_where_one_is_needed():
    aimless = BEARS.model_copy(update={"id": "aimless", "misleading": ()})
    assert debate(3, pool=(aimless, BEARS), wrong=1).game.config.pool == (BEARS,)
    assert debate(3, pool=(aimless, BEARS), wrong=0).game.config.pool == (aimless, BEARS)
    with pytest.raises(ValueError, match="aimless in the pool has no wrong rationale"):
        debate(3, pool=(aimless, BEARS), problem="aimless", wrong=1)
