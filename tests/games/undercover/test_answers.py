"""The meaning of answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.undercover.claims.answers import interpret_answer, is_right
from woozle.games.undercover.scenes.graph import Question

KINDS = ["yes_no", "count", "colour", "object", "text", "place", "option", "open"]
PLACES = ("On the book", "Under the cat", "Beside the bed", "On the bed")


def question(kind, options=(), answer=""):
    return Question(kind, "What is it?", options, answer)


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("Yes", "yes"),
        ("Yes, there is a dog.", "yes"),
        ("**No**", "no"),
        ("Yes or no? I cannot tell", "yes or no? i cannot tell"),
        ("Not sure", "not sure"),
        ("", ""),
    ],
)
def test_yes_and_no_are_read_if_exactly_one_of_the_words_is_there(said, means):
    assert interpret_answer(said, question("yes_no", ("yes", "no"))) == means
    assert interpret_answer(said, question("yes_no")) == means


def test_yes_and_no_are_written_as_the_options_are():
    assert interpret_answer("yes, I think", question("yes_no", ("Yes", "No"))) == "Yes"
    assert is_right("Surely no.", question("yes_no", (), "No"))
    assert not is_right("yes and no", question("yes_no", (), "No"))


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("two", "2"),
        ("There are Two cups.", "2"),
        ("2.0", "2"),
        ("1,000", "1000"),
        ("twenty-one birds", "21"),
        ("twenty one", "21"),
        ("twenty, thirty", "twenty, thirty"),
        ("none", "0"),
        ("There are no cups", "0"),
        ("No, there are 3", "3"),
        ("two or three", "two or three"),
        ("two, I say 2", "2"),
        ("the 3rd", "the 3rd"),
        ("٣", "3"),
        ("9" * 6000, "9" * 6000),
    ],
)
def test_numbers_are_read_as_words_and_as_digits_if_there_is_one(said, means):
    assert interpret_answer(said, question("count")) == means


def test_a_number_is_written_as_the_option_is():
    assert interpret_answer("I see two.", question("count", ("one", "two", "three"))) == "two"
    assert interpret_answer("I see 2.", question("count", ("one", "two", "three"))) == "two"
    assert interpret_answer("seven", question("count", ("1", "2"))) == "7"
    assert is_right("two cups", question("count", ("1", "2"), "2"))


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("B", 1),
        ("(c)", 2),
        ("Answer: D.", 3),
        ("The answer is A", 0),
        ("A: on it", 0),
        ("B, not the book: on the book", 1),
        ("under the CAT!", 1),
        ("I think it is under the cat", 1),
        ("A cat has it: it is beside the bed", 2),
        ("B or C", None),
        ("It is on the book, or on the bed", None),
        ("Box", None),
        ("it is a b c", None),
    ],
)
def test_of_options_the_letter_counts_and_then_the_text(said, at):
    means = interpret_answer(said, question("option", PLACES))
    assert means == PLACES[at] if at is not None else means not in PLACES


def test_an_option_that_is_written_out_goes_before_letters():
    letters = question("option", ("C", "A", "B"))
    assert [interpret_answer(each, letters) for each in ("A", "B", "C")] == ["A", "B", "C"]
    primes = question("option", ("f'", "f"))
    assert [interpret_answer(each, primes) for each in ("f'", "f")] == ["f'", "f"]


def test_in_free_words_the_one_option_that_is_named_is_meant():
    colours = question("colour", ("red", "dark blue"))
    assert interpret_answer("It is dark  blue, I think", colours) == "dark blue"
    assert interpret_answer("reddish", colours) == "reddish"
    assert interpret_answer("red or dark blue", colours) == "red or dark blue"


@given(st.text(), st.sampled_from(KINDS), st.lists(st.text(min_size=1), max_size=6, unique=True))
def test_whatever_is_said_means_the_same_once_it_was_understood(said, kind, options):
    asked = question(kind, tuple(options))
    once = interpret_answer(said, asked)
    assert interpret_answer(once, asked) == once
    for option in options:
        assert interpret_answer(option, asked) == option
        assert is_right(option, question(kind, tuple(options), option))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", ["A ", "yes ", "1,", "twenty ", "((", "\u202e", "9", "I'", "a\u0301", "_", "B"])
def test_a_very_long_answer_means_what_a_short_one_of_the_same_words_does(kind, piece):
    asked = question(kind, ("yes", "no", "a 1"))
    long, short = (interpret_answer(piece * times, asked) for times in (4_000, 40))
    assert (long if long in asked.options else None) == (short if short in asked.options else None)
