"""The corpora and questions that come with self-play."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from woozle.games.self_play.data import NAMES, paragraphs, questions
from woozle.games.self_play.players import bm25
from woozle.games.self_play.players.calculator import calculate

from tests.games.self_play.play import paragraph_of

OTHER = dict(zip(NAMES, reversed(NAMES), strict=True))
ALL_OF = {name: " ".join(f"{each.title} {each.text}" for each in paragraphs(name)).lower() for name in NAMES}


IN_WORDS = {
    "2": ("half",), "3": ("a third",), "4": ("four",), "7": ("seven",), "11": ("eleven",), "12": ("twelve",), "40": ("forty",),
}  # fmt: skip


def stands(phrase, text):
    return re.search(rf"(?<!\w){re.escape(phrase.lower())}(?!\w)", text.lower().replace(",", "")) is not None


@pytest.mark.parametrize("name", NAMES)
def test_each_corpus_has_forty_paragraphs_or_more_of_60_to_120_words(name):
    found = paragraphs(name)
    assert len({each.id for each in found}) == len({each.title for each in found}) == len(found) >= 40
    assert all(60 <= len(each.text.split()) <= 120 for each in found)


def test_there_are_forty_questions_or_more_about_each_corpus_and_no_two_are_the_same():
    assert len({each.id for each in questions()}) == len({each.question for each in questions()}) == len(questions())
    assert min(Counter(each.source for each in questions()).values()) >= 40


def test_each_answer_stands_in_its_paragraph_and_what_is_asked_about_in_no_other_corpus():
    for question in questions():
        paragraph = paragraph_of(question)
        if question.worked:
            said = f"{paragraph.text} {question.question}"
            assert calculate(question.worked) == question.answers[0], question.id
            for number in re.findall(r"\d+", question.worked):
                assert any(stands(word, said) for word in (number, *IN_WORDS.get(number, ()))), question.id
        else:
            assert any(stands(answer.replace(",", ""), paragraph.text) for answer in question.answers), question.id
        subject = re.sub(r"^(the|king) ", "", paragraph.title.lower())
        assert not stands(subject, ALL_OF[OTHER[question.source]]), question.id


def test_words_of_a_question_lead_to_its_paragraph_and_to_its_corpus():
    shelves = {name: bm25.Index([f"{each.title} {each.text}" for each in paragraphs(name)]) for name in NAMES}
    first = right = 0
    for question in questions():
        own = shelves[question.source].best(question.question, 3)
        other = shelves[OTHER[question.source]].best(question.question, 1)
        found = [paragraphs(question.source)[hit.at] for hit in own]
        first += paragraph_of(question) == found[0]
        right += not other or own[0].score > other[0].score
        assert paragraph_of(question) in found, question.id
    assert first >= 0.95 * len(questions())
    assert right >= 0.95 * len(questions())


def test_texts_are_plain():
    for text in [each.text for name in NAMES for each in paragraphs(name)] + [each.question for each in questions()]:
        assert text == " ".join(text.split())
        assert text.isascii()
    assert all(answer == answer.strip() for each in questions() for answer in each.answers)


def test_a_corpus_that_does_not_come_with_woozle_is_no_key():
    with pytest.raises(KeyError):
        paragraphs("../events")
