"""The quest's own data are what they say they are: passages, their summaries, questions."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import permutations

import pytest

from woozle.games.quest import data
from woozle.games.quest.judgement.coverage import find_missing
from woozle.games.quest.judgement.grounding import grounding
from woozle.games.quest.players.answer_match import grade_by_match


def lines(name):
    text = files(data.__name__).joinpath(name).read_text("utf-8")
    return {line["id"]: line for line in map(json.loads, text.splitlines())}


PASSAGES, QUESTIONS = lines("passages.jsonl"), lines("questions.jsonl")
each_passage = pytest.mark.parametrize("passage", PASSAGES.values(), ids=PASSAGES)
each_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)


def words(text):
    return len(text.split())


def facts(text):
    """Numbers, and names as far as capitals tell."""
    return set(re.findall(r"\d[\d.,:]*\d|\d|\b[A-Z]\w+", text))


def test_there_are_24_passages_and_60_questions_that_can_be_told_apart():
    assert [item.id for item in data.passages()] == list(PASSAGES)
    assert [item.id for item in data.questions()] == list(QUESTIONS)
    assert (len(PASSAGES), len(QUESTIONS)) == (24, 60)
    assert len({question["text"] for question in QUESTIONS.values()}) == 60
    assert list(data.references()) == list(PASSAGES)


@each_passage
def test_a_passage_is_short_dense_and_in_plain_letters(passage):
    assert set(passage) == {"id", "text", "facts", "faithful", "flawed", "wrong"}
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", passage["id"])
    assert 80 <= words(passage["text"]) <= 180
    assert len(facts(passage["text"])) >= 12
    json.dumps(passage, ensure_ascii=False).encode("latin-1")


def test_no_two_passages_can_be_confused():
    for one, other in permutations(PASSAGES.values(), 2):
        assert grounding(other["text"], one["faithful"]) < 0.45, (one["id"], other["id"])


@each_passage
def test_a_faithful_summary_has_its_numbers_and_names_from_the_passage_and_flawed_ones_have_one_and_two_wrong_facts(passage):
    text, summary = passage["text"], passage["faithful"]
    assert 25 <= words(summary) <= 60
    opening = {match[0] for match in re.finditer(r"(?:\A|(?<=[.;:] ))\w+", summary)}
    assert facts(summary) - opening <= facts(text)
    assert [len(wrong) for wrong in passage["wrong"]] == [1, 2]
    for flawed, wrong in zip(passage["flawed"], passage["wrong"], strict=True):
        assert abs(words(flawed) - words(summary)) <= 5
        for each in wrong:
            assert each in flawed and each.casefold() not in f"{text} {summary}".casefold()


@each_passage
def test_the_key_facts_of_a_passage_are_told_by_it_and_by_its_faithful_summary_and_one_word_tells_one_at_most(passage):
    facts = next(item.facts for item in data.passages() if item.id == passage["id"])
    assert 7 <= len(facts) <= 8
    assert len({each.fact for each in facts}) == len(facts)
    assert find_missing(facts, passage["text"]) == find_missing(facts, passage["faithful"]) == ()
    assert all(len(find_missing(facts, word)) >= len(facts) - 1 for word in passage["text"].split())


@each_question
def test_a_question_has_one_right_answer_among_four(question):
    right = (question["answer"], *question["aliases"])
    assert set(question) == {
        "id", "text", "answer", "aliases", "options", "tempting", "right_rationale", "wrong_rationale",
    }  # fmt: skip
    assert len(set(question["options"])) == 4
    assert [option for option in question["options"] if grade_by_match(option, right) == "correct"] == [question["answer"]]
    assert question["tempting"] in question["options"]
    assert question["tempting"] != question["answer"]
    assert all(grade_by_match(f"It is {alias}.", right) == "correct" for alias in right)


@each_question
def test_neither_a_question_nor_what_argues_for_the_wrong_answer_tells_the_right_one(question):
    right = (question["answer"], *question["aliases"])
    assert question["text"].endswith("?")
    assert grade_by_match(question["text"], right) != "correct"
    assert grade_by_match(question["wrong_rationale"], right) != "correct"
    assert grade_by_match(question["right_rationale"], [question["tempting"]]) == "incorrect"
    for rationale in (question["right_rationale"], question["wrong_rationale"]):
        assert re.fullmatch(r"[A-Z].{30,150}\.", rationale)
        assert not re.search(r"[.!?] ", rationale.replace("St. ", ""))


@pytest.mark.parametrize("field", ["answer", "tempting"])
def test_where_an_option_stands_does_not_tell_what_it_is(field):
    places = [question["options"].index(question[field]) for question in QUESTIONS.values()]
    assert all(8 <= places.count(place) <= 22 for place in range(4))


def test_an_item_without_facts_is_kept_with_all_but_these():
    item = {"id": "hat", "text": "Whose hat?", "answer": "Ada", "aliases": ("ada",)}
    assert data.Item(**item).model_dump() == item
