"""Budgets: how they are written, when they are used up, and what they say then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.usage import Budget, Limits, LimitsError, Usage


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("dollars=5", Limits(dollars=5.0)),
        ("dollars=5,calls=1000", Limits(dollars=5.0, calls=1000)),
        (" tokens = 2_000_000 , seconds = 1.5 ", Limits(tokens=2_000_000, seconds=1.5)),
    ],
)
def test_limits_are_written_by_name(text, limits):
    assert Limits.parse(text) == limits


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "A budget is in dollars, calls, tokens or seconds, as in dollars=5,calls=1000, not ''."),
        ("euros=5", "A budget is in dollars, calls, tokens or seconds, as in dollars=5,calls=1000, not 'euros=5'."),
        ("x\x1b[2J=5", "A budget is in dollars, calls, tokens or seconds, as in dollars=5,calls=1000, not 'x␛[2J=5'."),
        ("calls=5,calls=6", "The budget says calls twice."),
        ("calls=1.5", "A budget needs a whole number of calls above 0, as in calls=5, not '1.5'."),
        ("dollars=$5", "A budget needs a number of dollars above 0, as in dollars=5, not '$5'."),
        ("dollars=0", "A budget needs a number of dollars above 0, as in dollars=5, not '0'."),
        ("dollars=nan", "A budget needs a number of dollars above 0, as in dollars=5, not 'nan'."),
        ("seconds=inf", "A budget needs a number of seconds above 0, as in seconds=5, not 'inf'."),
        ("tokens=-3", "A budget needs a whole number of tokens above 0, as in tokens=5, not '-3'."),
    ],
)
def test_limits_that_cannot_be_are_refused_in_a_sentence(text, sentence):
    with pytest.raises(LimitsError) as error:
        Limits.parse(text)
    assert str(error.value) == sentence


@given(st.text())
def test_any_text_is_limits_or_a_sentence(text):
    try:
        assert isinstance(Limits.parse(text), Limits)
    except LimitsError as error:
        assert str(error).isprintable()


@pytest.mark.parametrize(
    ("limits", "usage", "seconds", "sentence"),
    [
        (Limits(dollars=5), Usage(1, 10, 10, 5.02), 0, "The budget of 5.00 dollars is used up (5.02 spent)"),
        (Limits(dollars=0.003), Usage(1, 10, 10, 0.0031), 0, "The budget of 0.003 dollars is used up (0.0031 spent)"),
        (Limits(calls=1000), Usage(1000), 0, "The budget of 1,000 calls is used up (1,000 spent)"),
        (Limits(tokens=50), Usage(2, 30, 21), 0, "The budget of 50 tokens is used up (51 spent)"),
        (Limits(seconds=60), Usage(2), 60.25, "The budget of 60 seconds is used up (60.2 spent)"),
    ],
)
def test_a_refusal_names_the_limit_and_the_option_that_raises_it(limits, usage, seconds, sentence):
    budget = Budget(limits)
    assert budget.refusal() == ""
    budget.spend(usage, seconds)
    assert budget.refusal() == f"{sentence}; give more with --budget and go on with `woozle resume`."


def test_a_budget_of_dollars_cannot_be_kept_with_a_call_that_has_no_price():
    whole = Budget(Limits(dollars=5))
    match = Budget(Limits(calls=10), of="a match", within=whole)
    match.spend(Usage(2, 10, 10, 0.5, unpriced=1), 0)
    assert (
        match.refusal()
        == whole.refusal()
        == (
            "The budget of 5.00 dollars cannot be kept, since 1 call has no known price; `woozle config edit` states it, and "
            "`woozle resume` goes on."
        )
    )
    unlimited = Budget(Limits(calls=10))
    unlimited.spend(Usage(2, unpriced=2), 0)
    assert not unlimited.refusal()


def test_a_budget_refuses_nothing_below_its_limits():
    budget = Budget(Limits(dollars=5, calls=10, tokens=100, seconds=60))
    budget.spend(Usage(9, 50, 49, 4.99), 59.9)
    assert budget.refusal() == ""
    endless = Budget(Limits())
    endless.spend(Usage(10**9, 10**12, 10**12, 1e9), 1e9)
    assert endless.refusal() == ""


def test_spending_of_a_match_counts_for_the_run():
    run = Budget(Limits(calls=5))
    matches = [Budget(Limits(calls=4), of="a match", within=run, option="--match-budget") for _ in range(3)]
    matches[0].spend(Usage(4, 10, 10, 0.1), 2.0)
    assert matches[0].refusal() == (
        "The budget of 4 calls for a match is used up (4 spent); give more with --match-budget and go on with `woozle resume`."
    )
    assert matches[1].refusal() == ""
    matches[1].spend(Usage(1, 1, 1, 0.2), 1.5)
    assert matches[2].refusal().startswith("The budget of 5 calls is used up (5 spent);")
    assert (run.usage.tokens_in, run.seconds) == (11, 3.5)
