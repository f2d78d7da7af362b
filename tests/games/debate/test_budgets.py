"""Debate against voting at equal tokens."""

from __future__ import annotations

import pytest

from woozle.games.debate.spread.budgets import compare_budgets, samples_by_player
from woozle.testing import play_rules

from tests.core.measured import measured
from tests.games.debate.play import BEARS, debate, saying

HEFFALUMPS = BEARS.model_copy(update={"id": "heffalumps", "question": "How many heffalumps?"})
FIRSTS = ("Answer: B", "Answer: C", "Answer: C")


def played(tokens, answers=None, *, seats=3, problem=BEARS, players="model", **options):
    referee = play_rules(debate(seats, pool=(problem,), **options), saying(answers or {}))
    used = {} if tokens is None else {"tokens_in": tokens - 100.0, "tokens_out": 100.0}
    return measured(referee, players=players, used=used).facts


def samples(problem=BEARS, wrong=("Ben", "Cleo")):
    """Five samples for 1,000 tokens."""
    return played(1000, dict.fromkeys(wrong, "C"), seats=5, problem=problem, rounds=1)


def test_a_debate_is_beside_the_votes_of_as_many_samples_as_it_costs():
    found = compare_budgets([played(1100, rounds=2)], [samples()])
    assert (found.tokens, found.a_sample, found.k, found.most) == (1100, 200, 5, 5)
    assert (found.debate.value, found.vote.value, found.more.value) == (1.0, 1.0, 0.0)  # three of five samples are right
    assert compare_budgets([played(500, rounds=2)], [samples()]).k == 2


def test_first_answers_that_were_given_cost_what_samples_do():
    found = compare_budgets([played(500, firsts=FIRSTS)], [samples()])
    assert (found.tokens, found.k) == (500 + 3 * 200, 5)


def test_what_costs_more_than_there_are_samples_is_beside_all_of_them():
    found = compare_budgets([played(5000)], [samples(wrong=("Ada", "Ben", "Cleo"))])
    assert (found.k, found.most, found.vote.value, found.more.value) == (25, 5, 0.0, 1.0)


def test_means_are_over_questions_that_were_both_debated_and_sampled():
    debates = [played(1000), played(1000, {"Ada": "CCC", "Ben": "CCC"}), played(1000, problem=HEFFALUMPS)]
    found = compare_budgets(debates, [samples(), samples(HEFFALUMPS, ("Ada", "Ben", "Cleo"))])
    assert (found.debate.value, found.vote.value, found.more.n) == (pytest.approx(0.75), 0.5, 2)
    assert compare_budgets(debates[:2], [samples(HEFFALUMPS)]) is None


def test_nothing_is_compared_where_tokens_were_not_counted():
    assert compare_budgets([played(None)], [samples()]) is None
    assert compare_budgets([played(1000)], [played(None, seats=5, rounds=1)]) is None


def test_samples_are_first_answers_of_one_player_in_all_seats():
    mixed = played(900, rounds=1, players={"Ada": "one", "Ben": "two", "Cleo": "one"})
    alone = samples()
    assert samples_by_player([alone, mixed, played(900), played(900, rounds=1, firsts=FIRSTS)]) == {"model": [alone]}
