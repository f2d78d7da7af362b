from __future__ import annotations

import pytest

from woozle.games.quest.data import passages, references
from woozle.games.quest.judgement.grounding import find_ungrounded_words, grounding, stem
from woozle.games.quest.players.text import sentences

SOURCE = "Ana Ruiz opened 3 clinics in Lisbon in 2019. The clinics treat 1,200 patients a year."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana Ruiz opened 3 clinics in Lisbon in 2019.", 1),
        ("Ana Ruiz opened 5 clinics in Madrid in 2019.", (3 * 5 / 7 + 4 / 8 + 6 * 2 / 4) / 10),  # facts: Ruiz, 5, Madrid, 2019
        ("Three clinics open.", (3 * 3 / 3 + 1 / 2) / 4),  # in any form, and no hard fact
        ("Dragons ate the moon.", 0),
        ("", 0),
    ],
)
def test_worked_examples(text, expected):
    assert grounding(SOURCE, text) == pytest.approx(expected, abs=1e-12)


def test_every_run_of_sentences_of_every_passage_is_wholly_grounded_and_no_more():
    """A score above 1 by rounding would be thrown away, and the perfect text with it."""
    runs = [
        (item.text, " ".join(said[at:end]))
        for item in passages()
        for said in [sentences(item.text)]
        for at in range(len(said))
        for end in range(at + 1, len(said) + 1)
    ]
    assert len(runs) == 757
    assert [text for source, text in runs if grounding(source, text) != 1] == []


@pytest.mark.parametrize(
    "forms",
    [
        "sail sails sailed sailing", "freeze froze frozen freezes", "two 2", "carry carries carried", "stop stopped stopping",
        "child children child's", "slow slowly", "close closed closes", "miss misses missed",
    ],
)  # fmt: skip
def test_forms_of_a_word_have_one_stem(forms):
    assert len({stem(word) for word in forms.split()}) == 1


def test_different_words_and_numbers_have_different_stems():
    words = ("bee", "bus", "19", "1902", "90", "was", "ring", "red", "sea")
    assert len({stem(word) for word in words}) == len(words)


def test_words_that_a_source_does_not_have_are_named_as_they_are_written_and_once():
    assert find_ungrounded_words(SOURCE, "The clinic treated Cats, cats and 1,300 patients in the year 2019.") == ("Cats", "1,300")
    assert find_ungrounded_words(SOURCE, SOURCE) == find_ungrounded_words(SOURCE, "Of them, who did?") == ()


def test_a_wrong_number_or_name_costs_more_than_a_wrong_word():
    right = grounding(SOURCE, "The clinics of Ruiz in Lisbon treat 1,200 patients.")
    word = grounding(SOURCE, "The clinics of Ruiz in Lisbon heal 1,200 patients.")
    number = grounding(SOURCE, "The clinics of Ruiz in Lisbon treat 1,300 patients.")
    assert right > word > number


def test_the_first_word_of_a_sentence_is_no_name():
    assert grounding("the dog ran.", "It slept. Dog ran.") == grounding("the dog ran.", "it slept. dog ran.")


@pytest.mark.parametrize("text", ["", " ", "…", "\x00\ud800", "x" * 100_000, "字 " * 1000])
def test_any_text_has_a_score(text):
    assert 0 <= grounding(SOURCE, text) <= 1
    assert 0 <= grounding(text, SOURCE) <= 1


def test_the_faithful_summary_of_a_passage_scores_more_than_those_with_wrong_facts():
    for item in passages():
        texts = references()[item.id]
        faithful, one, two = (grounding(item.text, text) for text in (texts["faithful"], *texts["flawed"]))
        assert 0.9 < faithful < 1 and faithful - one > 0.009 and faithful > two, item.id


def test_a_doubled_letter_stays_where_no_more_than_the_shortest_stem_is_left():
    assert [stem(word) for word in ("adding", "running", "falling")] == ["add", "run", "fall"]
