"""The words of a text: those that the limit counts, with their stems."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.sentences import read_sentences
from woozle.games.quest.judgement.words import count_words, limit_words, stem, stems


@pytest.mark.parametrize("glue", [",", "/", "-", "_", ".", "·", "\u200b", "\u00ad", "\u2060", "\u3000", "\u00a0", "'", "’", "\n"])
def test_glue_does_not_make_one_word_of_many(glue):
    for item in passages():
        glued = glue.join(item.text.split())
        assert count_words(glued) >= count_words(item.text), item.id
        assert count_words(limit_words(glued, 60)) == 60


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The lamp of Gannetholm burned.", 5),
        ("theLampOfGannetholm", 4),
        ("the" + "x" * 22 + "lamp", 6),  # nothing divides it, so it is read in pieces of five
        ("He can't, the keepers' lamp's out.", 6),
        ("2,260 crowns at 7:30, 1.8 million", 6),
        ("1894,2260,41", 3),
        ("11km", 2),
        ("Sa\u0303o Tome\u0301", 2),
        ("... – ! 👩‍🚀", 0),
        ("", 0),
    ],
)
def test_words_are_counted(text, words):
    assert count_words(limit_words(text, 0)) == words


@given(st.text(st.sampled_from("aZ9é\u0303 ,.-'’_\u200b½²字"), max_size=80) | st.text(max_size=80))
def test_no_word_that_the_judge_of_claims_reads_is_left_out_of_the_count(text):
    read = limit_words(re.sub("[%£€$]", "", text), 7)  # which are units, and no words
    judged = sum(token.kind != "mark" for sentence in read_sentences(read) for token in sentence.tokens)
    assert judged <= count_words(read) <= 7


def test_what_is_read_ends_with_the_last_word_and_its_marks():
    assert limit_words("One two, three (four). Five", 4) == "One two, three (four)."
    assert limit_words("One two.", 2) == "One two." == limit_words("One two.", 0)


def test_honest_summaries_of_the_bundled_passages_are_read_whole():
    assert [key for key, each in references().items() if count_words(each["faithful"]) > 60] == []


@pytest.mark.parametrize(
    "forms",
    [
        "order orders ordered ordering", "docker dockers docker's", "succeed succeeds succeeded",
        "Zoë Zoe ZOE", "𝑨cre acre", "freeze froze frozen",
        "two 2", "2,260 2260", "fifty 50", "sell sold sale", "carry carries carried",
        "stop stopped stopping", "flee fled", "straße strasse",
    ],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(forms):
    assert len({stem(word) for word in forms.split()}) == 1


def test_different_words_have_different_stems():
    words = ("bee", "bus", "was", "ring", "red", "sea", "order", "lamp", "19", "1902", "90", "nine")
    assert len({stem(word) for word in words}) == len(words)


def test_a_number_in_words_is_one_number():
    assert stems("For fifty-three years and twenty one days, 20 1") == ["for", "53", "year", "and", "21", "day", "20", "1"]


@given(st.text(max_size=40))
def test_the_stem_of_a_stem_is_itself(text):
    assert all(stem(each) == each for each in stems(text))
