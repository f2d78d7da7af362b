"""The texts of the quest's bots: sentences that can stand where they are, and slips that could be true."""

from __future__ import annotations

import re

import pytest

from woozle.core.chance import Chance
from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.words import count_words
from woozle.games.quest.players.text import extract_clauses, extract_dense, falsify, is_heading, leave_out, sentences

NOTE = (
    "Report on the Weir, 1901. The weir at Ost was built by Ada Marn in 1884. Its gate, a slab of oak, weighs 900 kilograms. "
    "The keeper, Bo Lund, lives at Ost Mill with 3 dogs and 12 geese. He was born at Vell."
)


def test_a_sentence_that_leans_on_another_follows_it_or_stays_out():
    for words in range(12, 60):
        for text in (extract_dense(NOTE, words), extract_clauses(NOTE, words)):
            assert count_words(text) <= words
            assert ("Its gate" in text) <= ("weir at Ost" in text) and ("He was" in text) <= ("Bo Lund" in text)


def test_no_piece_is_taken_that_has_no_verb():
    for item in passages():
        for text in (extract_dense(item.text, 60), extract_clauses(item.text, 60)):
            first, *later = sentences(text)
            assert not any(is_heading(each) and each not in item.text for each in (first, *later))
            assert not any(is_heading(each) for each in later)


def test_what_is_left_out_leaves_no_pronoun_alone():
    assert leave_out(("The weir is old.", "It leaks.", "Ada mends it.")) == [1, 2]
    assert leave_out(("The weir is old.", "Ada Marn fished.", "One day she mended a net.")) == [2]
    assert leave_out(("The weir is old.", "Ada Marn fishes.")) == [1]
    assert leave_out(("He came.",)) == [0]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It was built in 1884.", r"18[0-9]4"),
        ("It opened on 19 October.", r"\b([1-9]|1\d|2[0-8]) October"),
        ("It took 54 seconds.", r"\b[345]4 seconds"),
        ("It cost 1.8 million.", r"1\.[679] million"),
        ("He waited for nine hours.", "(eight|ten) hours"),
        ("On Monday it came to Ost.", "Vell"),
    ],
)
def test_a_slip_is_what_somebody_could_have_mixed_up(text, right):
    source = f"{text} On Friday Bo went to Vell by the Green Gate."
    wrong = {falsify(text, source, Chance(b"%d" % seed)) for seed in range(30)}
    assert text not in wrong and all(re.search(right, each) for each in wrong)


def test_the_number_of_a_slip_is_nowhere_in_the_passage():
    figures = re.compile(r"\d[\d.,]*\d|\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)\b")
    for item in passages():
        text = str(references()[item.id]["faithful"])
        for seed in range(20):
            [wrong] = set(figures.findall(falsify(text, item.text, Chance(b"%d" % seed)))) - set(figures.findall(text))
            assert wrong not in figures.findall(item.text)


@pytest.mark.parametrize(
    "text",
    [
        "The expedition had ten people; seven voted for it and three against.",
        "The school has four pupils, and must find a fifth.",
        "The limit rises in 2028.",
    ],
)
def test_no_slip_contradicts_the_rest_of_the_text_or_the_reader(text):
    assert {falsify(text, text, Chance(b"%d" % seed)) for seed in range(20)} == {text}


def test_years_slip_without_changing_their_order():
    text = "She took over the workshop in 1957, and won a prize in 1963."
    slipped = {tuple(re.findall(r"\d{4}", falsify(text, text, Chance(b"%d" % seed)))) for seed in range(20)}
    assert slipped == {("1947", "1963"), ("1957", "1973")}


def test_a_text_without_numbers_and_names_stays_as_it_is():
    assert falsify("it rained", "it rained", Chance(b"")) == "it rained"
