"""Questions from files of others. What stands in these is made up; only its form is that of the collections."""

from __future__ import annotations

import csv
import io
import json

import pytest

from woozle.games.self_play.data import Question, questions
from woozle.games.self_play.data.question_files import parse


def table(*rows, delimiter="\t"):
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return file.getvalue()


def json_lines(*objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


POPQA = ["id", "subj", "prop", "obj", "s_pop", "question", "possible_answers"]


def popqa(id=42, pop="142", question="What is Ona Ruiz's occupation?", answers='["hatter", "maker of ""hats"""]'):
    return [id, "Ona Ruiz", "occupation", "hatter", pop, question, answers.replace('""', '\\"')]


# As they are published


@pytest.mark.parametrize("delimiter", ["\t", ","])
def test_answers_of_popqa_are_a_list_in_a_text(delimiter):
    (found,) = parse(table(POPQA, popqa(), delimiter=delimiter))
    assert found == Question(
        id="42", question="What is Ona Ruiz's occupation?", answers=("hatter", 'maker of "hats"'), data="PopQA"
    )


def test_questions_of_squad_have_the_texts_of_their_answers():
    rows = [
        {"id": at, "question": f"who {at}", "context": "", "answers": {"text": said}}
        for at, said in (("a", ["Ada", "Ada"]), ("b", []))
    ]
    for source in (json_lines(*rows), rows):
        told = []
        (found,) = parse(source, told.append)
        assert (found.id, found.answers, told) == ("a", ("Ada",), ["1 question has no short answer and cannot be used"])


def test_popqa_can_be_json_lines_with_a_list_or_a_text():
    rows = [{"id": at, "question": f"who {at}", "possible_answers": said} for at, said in enumerate((["a", "b"], '["a", "b"]'))]
    assert [each.answers for each in parse(json_lines(*rows))] == [("a", "b")] * 2


def test_entityquestions_are_a_list_without_ids():
    file = json.dumps(
        [{"question": "Where was Ona Ruiz born?", "answers": ["Port Hat", "Hat"]}, {"question": "x", "answers": ["y"]}]
    )
    one, other = parse(file)
    answers = ("Port Hat", "Hat")
    assert one == Question(id="entityquestions-1", question="Where was Ona Ruiz born?", answers=answers, data="EntityQuestions")
    assert other.id == "entityquestions-2"


@pytest.mark.parametrize("answer", [["Ona Ruiz", "Ruiz", " "], "Ona Ruiz"])
def test_nq_open_has_a_list_of_answers_or_one(answer):
    (found,) = parse(json_lines({"question": "who drew it", "answer": answer}))
    assert (found.id, found.answers[0], found.data) == ("nq-open-1", "Ona Ruiz", "NQ-open")
    assert "" not in found.answers


def bioasq(*asked, indent=2):
    return json.dumps({"questions": list(asked)}, indent=indent)


def asked(id="5a", type="factoid", **more):
    return {"id": id, "type": type, "body": f"Which gland is {id}?", "ideal_answer": ["x"], **more}


@pytest.mark.parametrize(
    ("exact", "answers"),
    [
        ([["vell"], ["the vell"]], ("vell", "the vell")),
        (["vell", "vell"], ("vell",)),
        ("vell", ("vell",)),
        ([["a", "b"]], ("a", "b")),
    ],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_of_bioasq_the_factoid_questions_are_taken_however_deep_their_answers_stand(exact, answers, indent):
    others = [asked("6b", "yesno", exact_answer="yes"), asked("7c", "summary"), asked("8d", "list", exact_answer=[["x"]])]
    (found,) = parse(bioasq(asked(exact_answer=exact), *others, indent=indent))
    assert found == Question(id="5a", question="Which gland is 5a?", answers=answers, data="BioASQ")


def test_what_comes_with_woozle_can_be_read_again():
    assert parse(json_lines(*(each.model_dump() for each in questions()))) == questions()


def test_a_question_that_stands_there_twice_counts_once_unless_it_has_an_id():
    same = {"question": "who", "answer": ["a"]}
    assert len(parse(json_lines(same, same, {**same, "id": "x"}))) == 2


def test_a_question_of_ones_own_names_its_data_set_or_has_none():
    own = {"question": "who", "answers": ["a"], "source": "medicine"}
    assert [each.data for each in parse(json_lines(own, {**own, "id": "x", "data": "Mine"}))] == ["", "Mine"]


@pytest.mark.parametrize("pops", [(10, 30, 20, 30), (10, 20, 20, 30)])
def test_the_rarer_half_of_popqa_is_what_is_looked_up_no_more_often_than_the_median(pops):
    told = []
    rows = [popqa(at, str(pop), f"Who is {at}?") for at, pop in enumerate(pops)]
    found = parse(table(POPQA, *rows), told.append, popularity="median")
    median = sorted(pops)[1:3]
    assert [each.id for each in found] == [str(at) for at, pop in enumerate(pops) if pop <= sum(median) / 2]
    assert {each.data for each in found} == {"PopQA, rarer half"}
    left = len(pops) - len(found)
    assert told == [f"{left} of 4 questions are left out, as their `s_pop` is above the median, {sum(median) / 2:g}"]
    with pytest.raises(ValueError, match="line 1: `s_pop` is missing or no number, but popularity=median needs one; PopQA has it"):
        parse(json_lines({"question": "who", "answer": ["a"]}), popularity="median")


def test_a_mark_of_utf_8_and_empty_lines_do_not_matter():
    assert len(parse("\ufeff\n" + json_lines({"Question": "who", "ANSWER": ["a"]}) + "\n\n")) == 1


# What cannot be used

DEEP = "[" * 100_000


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no question with a short answer in it"),
        ("[]", "there is no question with a short answer in it"),
        (bioasq(asked(type="yesno")), "there is no question with a short answer in it"),
        (bioasq({"body": "x", "id": "1"}), r"`questions`, item 1: there is `body`, `id` but no `type`, which BioASQ needs"),
        (bioasq(asked()), r"`questions`, item 1: there is .* but no `exact_answer`, which BioASQ has for factoid questions"),
        (bioasq(asked(exact_answer=[[[[["x"]]]]])), "`questions`, item 1: `exact_answer` is no list of texts"),
        (json_lines({"question": "q", "answer": ["a"]}, {"question": "q"}), "line 2: there is `question`, but a question needs"),
        (json_lines({"question": "q", "answer": 3}), "line 1: `answer` is no list of texts, but NQ-open needs one"),
        (json_lines({"question": "q", "answer": []}), "line 1: `answer` has nothing in it"),
        (json_lines({"question": " ", "answers": ["x"]}), "line 1: `question` is empty or no text"),
        (json_lines({"question": "q" * 20_001, "answers": ["x"]}), "line 1: `question` must have 20000 or fewer"),
        (json_lines({"question": "q", "answers": ["x" * 1001]}), "line 1: `answers.0` must have 1000 or fewer"),
        (json_lines({"question": "q", "answers": ["x"], "id": {}}), "line 1: its id is neither a text nor a whole number"),
        ('{"question": "q",\n "answers": x}', r"line 2: it is not JSON: Expecting value at character 13"),
        (table(POPQA, popqa(answers="hatter")), "line 2: `possible_answers` is no list in JSON"),
        (table(POPQA, popqa(answers=DEEP)), "line 2: `possible_answers` is no list in JSON"),
        (table(["question"], ["who"]), "line 2: there is `question`, but a question needs"),
        ("\x00\x01\x02", "there is no question with a short answer in it"),
        ("x" * 10_000_001, r"line 1: it is no table: field larger than field limit"),
        ('{"question": "\x1b[2J", "answers": "x"}\n', "line 1: it is not JSON"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_wrong_is_said_with_its_place(text, why):
    with pytest.raises(ValueError, match=f"cannot be used: {why}") as raised:
        parse(text)
    assert len(str(raised.value)) < 500


def test_a_file_of_gsm8k_is_refused():
    solution = "She has <<2+2=4>>4.\n#### 4"
    with pytest.raises(ValueError, match="cannot be used: line 2: `answer` is a solution with `####`, as GSM8K has it"):
        parse(json_lines({"question": "q", "answer": "x"}, {"question": "How many?", "answer": solution}))
