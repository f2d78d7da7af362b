"""Rollouts: the rules driven directly, with one model at all seats."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise

import pytest
from pydantic import TypeAdapter

from woozle.games.self_play.config import Config
from woozle.games.self_play.papers.metrics import reward, token_f1
from woozle.games.self_play.papers.selection import choose_rollout
from woozle.games.self_play.players.training.policy import Policy
from woozle.games.self_play.players.training.prompts import short_prompt
from woozle.games.self_play.players.training.rollouts import Begin, Library, Rollout, key_of, replay_rollout, rollouts, seat_alone

from tests.games.self_play.players.training.playing import DOSE, SOCIETY, TOWER, FixedRetriever, played


def test_the_same_seed_gives_the_same_rollouts(loaded):
    once = played(loaded, TOWER, DOSE, again=6)
    assert played(loaded, TOWER, DOSE, again=6) == once
    assert played(loaded, TOWER, DOSE, again=6, seed=2) != once
    assert played(loaded, TOWER, DOSE, again=6, name="another") != once


def test_a_rollout_is_the_same_however_many_are_played_beside_it(loaded, monkeypatch):
    together = played(loaded, TOWER, DOSE, again=5)
    monkeypatch.setattr("woozle.games.self_play.players.training.rollouts.AT_ONCE", 3)
    apart = played(loaded, TOWER, DOSE, again=5)
    assert [(each.actions, each.answer) for each in apart] == [(each.actions, each.answer) for each in together]


@pytest.fixture(scope="module")
def twenty(loaded):
    """Rollouts about one question."""
    return played(loaded, TOWER, again=20)


def test_what_a_rollout_is_paid_is_what_the_rules_pay(twenty):
    for each in twenty:
        assert each.f1 == (token_f1(each.answer, TOWER.answers) if each.answer else 0.0)
        assert each.searches == each.actions.count("SEARCH")
        assert each.reward == reward(each.f1, each.searches)


def test_the_first_seat_asks_and_never_searches_and_each_step_is_legal(twenty):
    for each in twenty:
        for step in each.steps:
            assert step.action in step.chances
            assert ("SEARCH" in step.chances) <= (step.seat != "Ada")
        assert [step.seat for step in each.steps][-1] == "Ada"
        assert [tag for tag, _ in each.heard] == [
            f"FRIEND_{step.action}" for step in each.steps if step.seat != "Ada" and step.action != "SEARCH"
        ]


def test_forced_actions_are_taken_in_order(loaded):
    begins = [Begin(TOWER, 0, ("SEARCH", "ANSWER")), Begin(TOWER, 0, ("ANSWER",))]
    alone = seat_alone(SOCIETY, "medicine")
    found = rollouts(Policy(loaded, 4), alone, begins, Library(FixedRetriever().search), short_prompt, seed=1, temperature=0)
    assert [each.actions for each in found] == [("SEARCH", "ANSWER"), ("ANSWER",)]
    assert "RETRIEVAL: Towers: It is in Paris." in found[0].steps[1].prompt


def test_the_same_query_is_looked_for_once(loaded):
    shelf = FixedRetriever()
    begins = [Begin(TOWER, number, ("SEARCH",)) for number in range(9)]
    rollouts(Policy(loaded, 2), seat_alone(SOCIETY, "medicine"), begins, Library(shelf.search), short_prompt, seed=1)
    assert shelf.asked == 1


def test_rollouts_can_be_chosen_from(loaded):
    found = played(loaded, TOWER, again=8)
    best = choose_rollout(found, threshold=-1)
    assert best in found
    assert TypeAdapter(Rollout).validate_python(asdict(best)) == best


def test_who_asks_is_told_the_tool_of_a_friend_only_in_the_deanonymised_variant(loaded, twenty):
    named = played(loaded, TOWER, again=20, society=Config(libraries=SOCIETY.libraries, names=True))
    told = [step.prompt for each in named for step in each.steps if "FRIEND_" in step.prompt]
    hidden = [step.prompt for each in twenty for step in each.steps if "FRIEND_" in step.prompt]
    assert told and all("(encyclopaedia):" in each and "(medicine):" in each for each in told)
    assert hidden and not any("(encyclopaedia)" in each for each in hidden)


def test_evidence_only_grows_while_a_seat_acts(twenty):
    for each in twenty:
        for seat in ("Ada", "Ben", "Cleo"):
            own = [step.prompt.count("\n") for step in each.steps if step.seat == seat]
            assert all(one <= other for one, other in pairwise(own))


def test_through_a_hub_control_comes_back_after_each_reply_and_a_calculator_can_be_used(loaded):
    how = {"society": "fixed", "graph": ((2, 1), (), ()), "orchestration": "hub", "calculators": (1,)}
    society = Config(libraries=SOCIETY.libraries, found=1, **how)
    found = played(loaded, TOWER, again=30, society=society)
    seats = [[step.seat for step in each.steps if step.seat != "Ada"] for each in found]
    assert any("Ben" in each and "Cleo" in each for each in seats)
    assert all(each[0] == "Cleo" for each in seats if each)
    legal = {step.seat: set(step.chances) for each in found for step in each.steps if not step.prompt.count("RETRIEVAL")}
    assert any("CALCULATE" in step.chances for each in found for step in each.steps if step.seat == "Ben")
    assert "CALCULATE" not in legal["Cleo"]
    for each in found:
        key = key_of(1, "", TOWER.id, each.number)
        for referee, _, response in replay_rollout(society, TOWER, each, Library(FixedRetriever().search), key):
            referee.fold(response)
        assert referee.outcome.results["Ada"].numbers["score"] == each.reward
