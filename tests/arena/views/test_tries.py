"""The work of models as lines, with its cost."""

from __future__ import annotations

import pytest

from woozle.arena.views.costs import Account, Bill, in_short, in_words
from woozle.arena.views.model_traces import Done, read_tries, try_line
from woozle.core.usage import Usage

SEATS = ("Alice", "Bob")
USED = {"calls": 1, "tokens_in": 812, "tokens_out": 61, "dollars": 0.0003}


def attempt(**changes):
    told = {"text": '{"say": "hi"}', "reading": "answer", "problem": "", "reasoning": "Hm.", "finish": "stop", "usage": USED}
    return {**told, "model": "tiny-1", "prompt": "", "seconds": 4.2, "first_token": 0.8, **changes}


def body(*attempts, usage=USED, to="Bob"):
    return {"request": {"to": to}, "response": {"usage": usage, "attempts": list(attempts)}}


def the_line(**changes):
    (one,) = read_tries(3, body(attempt(**changes)), SEATS).tries
    return try_line(one)


def test_a_try_says_how_long_it_took_and_what_it_cost():
    assert the_line().text == "Bob · tiny-1 · 4.2 s · first token 0.8 s · 61 tok · 15 tok/s · $0.0003"
    assert the_line().who == 2


def test_what_is_not_known_is_not_said():
    assert the_line(model="", first_token=None, usage={}).text == "Bob · 4.2 s"


def test_what_was_refused_stays_with_what_was_wrong_with_it():
    (*_, tag) = the_line(reading="cut_off", text='{"say":\n  "hi').tags
    assert (tag.mark, tag.text) == ("✗ cut off", '{"say": "hi')


def test_of_a_try_without_words_it_is_said_why():
    (*_, tag) = the_line(reading="failed", text="", problem="The server is down.").tags
    assert (tag.mark, tag.text) == ("✗ failed", "The server is down.")


def test_thoughts_and_answers_are_told_in_words():
    assert [(tag.mark, tag.text) for tag in the_line().tags] == [("thoughts", "Hm."), ("answered", "say: hi")]
    assert [tag.mark for tag in the_line(reading="empty", text="", reasoning="").tags] == ["✗ empty"]


def test_a_long_reply_is_cut_and_says_so():
    (*_, tag) = the_line(reading="unparsable", text="x" * 5000).tags
    assert tag.text.endswith("x … (1,000 more characters)")


@pytest.mark.parametrize("wrong", [None, "1", -1, float("nan"), float("inf"), [], {}, 10**400])
def test_a_foreign_transcript_cannot_break_it(wrong):
    (one,) = read_tries(
        1, body(attempt(model=wrong, seconds=wrong, first_token=wrong, reasoning=wrong, problem=wrong)), SEATS
    ).tries
    assert try_line(one).text.startswith("Bob · ")
    assert read_tries(1, body(usage={"calls": wrong, "dollars": wrong}, to="judge"), SEATS).usage == Usage()


def spent(step, seat, dollars, tokens=100):
    return Done(step, seat, Usage(1, tokens, 10, dollars), ())


def test_a_bill_is_added_up_as_far_as_one_has_gone_in_both_directions():
    account = Account()
    account.grow([spent(1, "Alice", 0.5), spent(2, "Bob", 1.0), spent(4, "Alice", 0.25)])
    assert account.bill(0) == Bill()
    assert account.bill(2).total == Usage(2, 200, 20, 1.5)
    assert account.bill().seats == (("Bob", Usage(1, 100, 10, 1.0)), ("Alice", Usage(2, 200, 20, 0.75)))
    assert account.bill(1).seats == (("Alice", Usage(1, 100, 10, 0.5)),)
    account.grow([spent(5, "Bob", 0.0)])
    assert account.bill().total.calls == 4


def test_costs_read_well():
    assert in_words(Usage(61, 45_200, 3100, 0.0123)) == "61 calls, 45.2k tokens in, 3,100 out, $0.0123"
    assert in_words(Usage(1, 9, 1_250_000)) == "1 call, 9 tokens in, 1.2M out"
    assert in_short(Usage(1, 900, 100)) == "1,000 tok"
    assert in_short(Usage(1, 900, 100, 12.345)) == "$12.35"
    assert in_short(Usage(1, 900, 100, 0.000001)) == "under $0.0001"
