"""Sums worked out for those who have a calculator."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.request import Request
from woozle.games.self_play.events import CALCULATOR, Query, Worked
from woozle.games.self_play.players.calculator import SumError, calculate
from woozle.games.self_play.players.services import CALCULATOR_ROLE


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1846 - 1811", "35"),
        ("3,600 * 2 =", "7200"),
        ("1874 − 1831?", "43"),
        ("7 × (60 ÷ 4)", "105"),
        ("0.1 + 0.2", "0.3"),
        ("10/4", "2.5"),
        ("1/3", "0.333333333333"),
        ("2/3 * 3", "2"),
        ("2^10", "1024"),
        ("2 ** -2", "0.25"),
        ("2**0.5", "1.41421356237"),
        ("7 // 2 + 7 % 2", "4"),
        ("-(-3)", "3"),
        ("007 + 1", "8"),
        ("100", "100"),
        ("1/10**20", "1e-20"),
        ("10**60", "1" + "0" * 60),
        (" 1\n+ 1 ", "2"),
    ],
)
def test_sums_are_exact_where_they_can_be(text, result):
    assert calculate(text) == result


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is no sum that can be read"),
        ("(1", r"'\(1' is no sum that can be read; write it like"),
        ("1 +", "is no sum that can be read"),
        ("__import__('os')", "'_' is none of them"),
        ("1e999999999", "'e' is none of them"),
        ("\x1b[2J", "'␛' is none of them"),
        ("1; 2", "';' is none of them"),
        ("2 (3)", r"Only numbers, \+ - \* / // % \*\* and brackets can be worked out"),
        ("1/0", "Nothing can be divided by zero"),
        ("5 % 0", "Nothing can be divided by zero"),
        ("0 ** -1", "Nothing can be divided by zero"),
        ("0 ** -0.5", "Nothing can be divided by zero"),
        ("9**9**9**9", "too many digits; make the power smaller"),
        ("2**-(10**99)", "too many digits; make the power smaller"),
        ("1.0000001**1000000", "too many digits; make the power smaller"),
        ("10**100 * 10**100", "too many digits; make the numbers smaller"),
        ("(-8) ** (1/3)", "A number below zero has no such root"),
        ("1" * 201, "The sum has 201 characters, and 200 at most"),
        ("x" * 10_000_000, "The sum has 10,000,000 characters"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_cannot_be_worked_out_is_said_in_a_sentence(text, why):
    with pytest.raises(SumError, match=why) as raised:
        calculate(text)
    assert str(raised.value).endswith(".")
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("text", ["(" * 99 + "1" + ")" * 99, "-" * 199 + "1", "1" + "+1" * 99, "1" + "**1" * 60])
def test_however_deep_a_short_sum_is_it_is_worked_out(text):
    assert calculate(text) in ("1", "-1", "100")


@given(st.text(st.sampled_from("0123456789.+-*/%() ,^="), max_size=40))
def test_any_signs_give_a_result_or_a_sentence(text):
    try:
        assert len(calculate(text)) <= 160
    except SumError as error:
        assert str(error)


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))
def test_whole_numbers_are_added_taken_away_and_multiplied(a, b):
    assert [calculate(f"({a}) {sign} ({b})") for sign in "+-*"] == [str(a + b), str(a - b), str(a * b)]
    if b:
        assert float(calculate(f"({a}) / ({b})")) == pytest.approx(float(Fraction(a, b)), rel=1e-11)


async def test_a_calculator_answers_what_it_is_asked_at_once_even_if_it_cannot():
    queries = [Query(at, "Ada", "CALCULATE", "", text, 1) for at, text in enumerate(("2 + 3", "one"), 1)]
    calculator = CALCULATOR_ROLE.parse("").create_player()
    one, other = [await calculator.respond(Request(at, CALCULATOR, Worked, {"of": (at,)}), queries) for at in (1, 2)]
    assert (one.answer, one.seconds) == (Worked(of=1, result="5"), 0.0)
    assert "'o' is none of them" in other.answer.result
