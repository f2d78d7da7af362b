"""What a run will cost is foretold from its first matches, whichever of them end first."""

from __future__ import annotations

from random import Random

import pytest

from woozle.arena.runs.forecast import RunCosts, forecast_sentence
from woozle.core.usage import Usage

CALL = Usage(1, 1000, 200, 0.01)


def played(seed: int, matches: int, at_once: int, finished: int) -> tuple[RunCosts, list[Usage]]:
    """Return the costs of a run until some matches are over, and those of all its matches.

    A match in three is five times as long, what is read grows with each call, and the lengths of replies have a heavy tail.
    """
    random = Random(seed)
    calls = [
        [Usage(1, 1000 + 100 * at, round(random.lognormvariate(5, 1)), 0.01) for at in range(random.choice((10, 10, 50)))]
        for _ in range(matches)
    ]
    costs = RunCosts(matches, iter(map(float, range(10**9))).__next__)
    left = {number: iter(each) for number, each in enumerate(calls)}
    while costs.finished < finished:
        for number in list(left)[:at_once]:
            if call := next(left[number], None):
                costs.spend(number, call)
            else:
                costs.finish(number)
                del left[number]
    return costs, [sum(each, Usage()) for each in calls]


def test_there_is_none_before_a_few_matches_are_over_and_at_the_end_it_is_what_was_spent():
    costs = RunCosts(4)
    for number in range(4):
        assert (costs.forecast() is None) == (number < 3)
        costs.spend(number, CALL)
        costs.spend(number, CALL)
        costs.finish(number)
    found = costs.forecast()
    assert found.calls == (8, 8, 8) and found.tokens_in == (8000, 8000, 8000) and found.dollars.value == pytest.approx(0.08)
    assert found.share == 1 and found.seconds_left == 0 and found.is_priced


def test_short_matches_that_end_first_do_not_make_it_too_low():
    errors, naive = [], []
    for seed in range(40):
        costs, every = played(seed, 400, 16, 20)
        found, spent = costs.forecast(), sum(each.calls for each in every)
        errors.append(found.calls.value / spent - 1)
        finished = [every[number].calls for number in costs._finished]
        naive.append(sum(finished) / len(finished) * 400 / spent - 1)
    assert abs(sum(errors) / 40) < 0.15 < 0.3 < -sum(naive) / 40


def test_the_interval_holds_what_is_spent_in_the_end():
    held = 0
    for seed in range(100):
        costs, every = played(seed, 200, 8, 20)
        found = costs.forecast()
        held += found.tokens_out.low <= sum(each.tokens_out for each in every) <= found.tokens_out.high
        assert found.tokens_out.low >= costs._usage.tokens_out
    assert 88 <= held <= 100


def test_calls_of_an_earlier_process_count_and_their_time_does_not():
    costs = RunCosts(10, iter([100.0, 130.0]).__next__)
    for number in range(3):
        costs.spend(number, CALL, is_past=True)
        costs.finish(number)
    costs.spend(3, CALL)
    costs.spend(4, CALL)
    costs.finish(3)
    costs.finish(4)
    found = costs.forecast()
    assert found.calls.value == 10 and found.seconds_left == pytest.approx(5 * 30 / 2)
    assert forecast_sentence(found, 10) == (
        "From the first 50% of 10 matches, all of them: 10 (10 to 10) calls, 12.0k (12.0k to 12.0k) tokens, "
        "$0.1000 ($0.1000 to $0.1000), 75 s left."
    )


def test_what_has_no_price_makes_dollars_a_lower_bound():
    costs = RunCosts(100)
    for number in range(3):
        costs.spend(number, CALL)
        costs.spend(number, Usage(1, 1000, 200, unpriced=1))
        costs.finish(number)
    assert not costs.forecast().is_priced and ", at least $1.00" in forecast_sentence(costs.forecast(), 100)
