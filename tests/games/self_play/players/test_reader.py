"""Reading of evidence by the self-play bots."""

from __future__ import annotations

from statistics import fmean

import pytest

from woozle.games.self_play import data
from woozle.games.self_play.papers.metrics import token_f1
from woozle.games.self_play.players.reader import find_sum, read_answer, words
from woozle.games.self_play.players.retriever import format_paragraph
from woozle.games.self_play.players.services import index_cache

TOWER = "The tower of Marrowby has no lamp. It was built by Elin Carrow in 1703, of blue bricks, and has 120 steps."
OTHER = "The Dorrin Canal was dug by convicts."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who built the tower of Marrowby?", "Elin Carrow"),
        ("In which year was the tower of Marrowby built?", "1703"),
        ("How many steps has the tower of Marrowby?", "120"),
        ("Of what colour are the bricks of the tower of Marrowby?", "blue"),
    ],
)
def test_it_takes_what_is_of_the_kind_that_is_asked_for(question, answer):
    for texts in ([TOWER], [TOWER, OTHER], [OTHER, TOWER]):
        found = read_answer(question, texts)
        assert found is not None
        assert found.text == answer


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("How long is the bridge of Marrowby?", "The bridge of Marrowby is of iron and 90 metres long.", "90 metres"),
        ("How many boats has the ferry?", "The ferry has two piers and nine boats.", "nine"),
        ("How are the clocks of Marrowby turned?", "Of an evening the clocks of Marrowby are turned to the wall.", "to the wall"),
        (
            "Among whom is the mayor of Marrowby chosen?",
            "The mayor of Marrowby is chosen among the ferrymen by lot.",
            "the ferrymen",
        ),
        ("Who named the lamp of Marrowby?", "The lamp of Marrowby was named by Dr. Elin Carrow.", "Dr Elin Carrow"),
        ("What is the lamp of Marrowby filled with?", "The lamp of Marrowby is filled with the oil of herring.", "the oil"),
        (
            "How far is the race of Marrowby rowed?",
            "The race of Marrowby goes to the pier and back, nine kilometres.",
            "nine kilometres",
        ),
        ("Beneath what does the frog of Marrowby sit?", "The frog of Marrowby sits beneath the bridge.", "the bridge"),
        ("Where are the bells of Marrowby?", "The bells of Marrowby hang in the cellar.", "in the cellar"),
        ("What is the book of Marrowby called?", "The book of Marrowby is called A Walk on a Table.", "A Walk on a Table"),
    ],
)
def test_it_words_what_it_takes_as_an_answer(question, text, answer):
    assert read_answer(question, [text]).text == answer


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which tree did the makers mistake for amber?", "The makers mistook it for amber."),
        ("How old was Elin Carrow when she built the tower?", "Elin Carrow built the tower in 1703."),
        ("In which month was the tower built?", "The tower was built by Elin Carrow."),
        ("Who built the tower?", "Instead the tower was built by nobody."),
    ],
)
def test_it_takes_nothing_that_is_no_answer(question, text):
    assert read_answer(question, [text]) is None


@pytest.mark.parametrize("texts", [[], [""], ["..."], ["Nothing here of any use."]])
def test_where_no_word_of_the_question_is_there_it_reads_nothing(texts):
    assert read_answer("Who built the tower?", texts) is None
    assert read_answer("", [TOWER]) is None


def _found(source):
    """F1 and sureness of every question that comes with Woozle, from what is found in its own corpus, or in the other."""
    for each in data.questions():
        corpus = each.source if source == "own" else next(name for name in data.NAMES if name != each.source)
        texts = [format_paragraph(paragraph) for paragraph in index_cache().search(corpus, each.question, 3)]
        found = read_answer(each.question, texts)
        yield (token_f1(found.text, each.answers), found.sure) if found else (0.0, 0.0)


def test_it_is_right_more_often_than_not_and_as_sure_as_it_is_right():
    own, other = list(_found("own")), list(_found("other"))
    assert fmean(f1 for f1, _ in own) > 0.6
    assert fmean(sure for _, sure in own) == pytest.approx(fmean(f1 for f1, _ in own), abs=0.1)
    assert fmean(sure for _, sure in other) < 0.1
    sure, unsure = ([f1 for f1, sure in [*own, *other] if (sure > 0.5) == is_sure] for is_sure in (True, False))
    assert fmean(sure) > 0.6 > 0.2 > fmean(unsure)


@pytest.mark.parametrize(
    ("question", "texts", "numbers"),
    [
        ("How many years before 1850 did it end?", ["It ended in 1794."], "1850 - 1794"),
        ("How old was she in 1902?", ["She was born in 1870."], "1902 - 1870"),
        ("How long did it last, from 1621 to 1640?", [], "1640 - 1621"),
        ("How long did it last?", ["It lasted from 1758 to 1871."], "1871 - 1758"),
        ("How old was she in 1902?", ["Nobody knows."], ""),
        ("How many steps are there?", ["From 1621 to 1640."], ""),
    ],
)
def test_a_span_of_years_is_a_sum(question, texts, numbers):
    assert find_sum(question, texts) == numbers


def test_words_are_compared_by_their_beginnings_and_empty_ones_not_at_all():
    assert words("Who founded the towers of Marrowby's founder?") == words("founders, MARROWBY, towering")
