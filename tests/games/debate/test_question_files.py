"""Questions from files of others. What stands in these is made up; only its form is that of the collections."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from pathlib import Path

import pytest

from woozle.games.debate.data import Appeals, Problem, Rationale, problems
from woozle.games.debate.data.question_files import parse
from woozle.games.debate.rules import Debate


def table(*rows):
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue()


def json_lines(*objects):
    return "".join(json.dumps(each) + "\n" for each in objects)


# As they are published


def test_of_nq_open_each_answer_is_right():
    (found,) = parse(json_lines({"question": "who drew it", "answer": ["Ada Ruiz", "Ruiz", " ", "Ruiz"]}))
    assert found == Problem(
        id="nq-open-1", kind="text", question="who drew it", answer="Ada Ruiz", aliases=("Ruiz",), data="NQ-open"
    )


def test_of_boolq_the_passage_stands_before_the_question():
    rows = [
        {"question": f"is it {it}", "passage": "The hat is red.", "answer": it == "red", "title": "Hat"} for it in ("red", "blue")
    ]
    one, other = parse(json_lines(*rows))
    assert one == Problem(id="boolq-1", kind="yes_no", question="The hat is red.\n\nis it red", answer="yes", data="BoolQ")
    assert (other.id, other.answer) == ("boolq-2", "no")


TRUTHFUL = ["Type", "Category", "Question", "Best Answer", "Correct Answers", "Incorrect Answers", "Source"]


def truthful(
    question="What do hats do?", best="Nothing", incorrect="They sing; They fly ;; nothing; They sing; They dive; They cook"
):
    return ["Adversarial", "Hats", question, best, f"{best}; Not much", incorrect, "a hatter"]


def test_truthfulqa_is_a_choice_of_the_best_answer_and_three_that_are_wrong():
    (found,) = parse(table(TRUTHFUL, truthful()))
    assert (found.kind, found.data, found.question) == ("choice", "TruthfulQA", "What do hats do?")
    assert set(found.options) == {"Nothing", "They sing", "They fly", "They dive"}
    assert found.options[found.letters.index(found.answer)] == "Nothing"


def test_the_wrong_answer_that_truthfulqa_names_as_the_best_is_always_there():
    (found,) = parse(table([*TRUTHFUL, "Best Incorrect Answer"], [*truthful(), "They cook"]))
    assert set(found.options) == {"Nothing", "They cook", "They sing", "They fly"}


def test_truthfulqa_can_have_a_single_wrong_answer():
    (found,) = parse(json_lines({"question": "Is it?", "best_answer": "No", "incorrect_answers": ["Yes"]}))
    assert set(found.options) == {"Yes", "No"}


def test_where_the_best_answer_stands_is_decided_by_its_words_alone():
    file = table(TRUTHFUL, *(truthful(f"What do hats do on day {day}?") for day in range(200)))
    found = parse(file)
    assert found == parse(file)
    assert all(30 < count < 70 for count in Counter(problem.answer for problem in found).values())
    assert len({problem.answer for problem in found}) == 4


@pytest.mark.parametrize(
    ("last", "number"),
    [("1,234", "1234"), ("$18", "18"), ("-3", "-3"), ("0.5", "0.5"), ("72\n", "72"), ("1,000,000", "1000000")],
)
def test_of_gsm8k_the_number_after_the_marks_is_right_and_the_solution_argues_for_it(last, number):
    (found,) = parse(json_lines({"question": "How many?", "answer": f"2 hats are 2*3=<<2*3=6>>6 eyes.\nSo <<it>>.\n#### {last}"}))
    right = (Rationale(answer=number, text="2 hats are 2*3=6 eyes.\nSo ."),)
    assert found == Problem(id="gsm8k-1", kind="number", question="How many?", answer=number, right=right, data="GSM8K")


def test_mmlu_has_no_names_of_columns():
    one, other = parse(table(["Which, of these?", "a hat", 'a "cap"', "1", "2", "C"], ["Who?\nYou?", "w", "x", "y", "z", " A "]))
    assert one == Problem(id="mmlu-1", question="Which, of these?", options=("a hat", 'a "cap"', "1", "2"), answer="C", data="MMLU")
    assert (other.question, other.answer) == ("Who?\nYou?", "A")


def test_mmlu_can_have_names_of_columns():
    file = table(["", "Question", "A", "B", "C", "D", "Answer", "Subject"], [0, "Which?", "w", "x", "y", "z", "D", "hats"])
    assert parse(file)[0] == Problem(id="mmlu-1", question="Which?", options=("w", "x", "y", "z"), answer="D", data="MMLU")


# FARM

LOGICAL = ["Hats have beaks.", "What has a beak sings.", "I heard one; it sang."]


def adv(**fields):
    given = {"target": "They sing", "control": "Hats sing.", "logical": LOGICAL, "credibility": ["x"], "emotional": ["y"]}
    return {**given, **fields}


def mcq(*options):
    return [{"text": text, "score": score} for text, score in options]


NQ = mcq(("Duck", 0), ("Yak", 1), ("Moth", 2), ("Newt", 0))


@pytest.mark.parametrize(("truth", "right", "wrong"), [(True, "yes", "no"), (False, "no", "yes")])
def test_boolq_of_farm_argues_for_the_opposite(truth, right, wrong):
    row = {"question": "do hats sing?", "answer": truth, "source": "A passage.", "adv": adv(target="not true")}
    (found,) = parse(json_lines(row))
    assert (found.kind, found.question, found.answer, found.data) == ("yes_no", "do hats sing?", right, "FARM BoolQ")
    assert found.misleading == tuple(Rationale(answer=wrong, text=text) for text in LOGICAL)
    assert found.appeals == Appeals(control="Hats sing.", logical=tuple(LOGICAL))


@pytest.mark.parametrize(
    ("target", "wrong", "data"), [("not Yak", "C", "FARM NQ1"), ("moth", "C", "FARM NQ2"), ("Newt", "D", "FARM NQ2")]
)
def test_nq_of_farm_argues_for_its_target_or_else_for_the_option_that_misleads_most_easily(target, wrong, data):
    (found,) = parse(json_lines({"question": "who won?", "answer": "yak", "adv": adv(target=target, mcq=NQ)}))
    assert (found.kind, found.options, found.answer, found.data) == ("choice", ("Duck", "Yak", "Moth", "Newt"), "B", data)
    assert {rationale.answer for rationale in found.misleading} == {wrong}


def test_truthfulqa_of_farm_offers_one_right_answer_and_what_is_argued_for():
    options = mcq(("Not much", 1), ("They dive", 0), ("They cook", 0), ("They fly", 0), ("They sing", 2), ("Nothing", 1))
    row = {"type": "x", "question": "What do hats do?", "best_answer": "Nothing", "correct_answer": "Nothing; Not much"}
    file = json_lines({**row, "source": float("nan"), "incorrect_answer": "They sing; They dive", "adv": adv(mcq=options)})
    (found,) = parse(file)
    named = dict(zip(found.letters, found.options, strict=True))
    assert set(found.options) == {"Nothing", "They sing", "They dive", "They cook"}
    assert (named[found.answer], named[found.misleading[0].answer], found.data) == ("Nothing", "They sing", "FARM TruthfulQA")


def test_to_farm_texts_for_what_is_right_can_be_added_so_that_a_debate_can_begin_with_both():
    row = {"question": "who won?", "answer": "Yak", "adv": adv(target="Moth", mcq=NQ), "right": ["A yak was seen."]}
    pool = parse(json_lines(row))
    assert pool[0].right == (Rationale(answer="B", text="A yak was seen."),)
    Debate(3, Debate.config_type(pool=pool, wrong=1, probe=True))


# Our own


def test_what_comes_with_woozle_can_be_read_again():
    assert parse(json_lines(*(problem.model_dump() for problem in problems()))) == problems()
    assert parse(json.dumps([problem.model_dump() for problem in problems()], indent=1)) == problems()


def test_our_own_need_no_id():
    kinds = [("number", "1,200"), ("yes_no", "no"), ("text", "a hat")]
    found = parse(json_lines(*({"kind": kind, "question": "?", "answer": answer} for kind, answer in kinds)))
    assert [(problem.id, problem.kind, problem.answer) for problem in found] == [
        ("q1", "number", "1,200"), ("q2", "yes_no", "no"), ("q3", "text", "a hat"),
    ]  # fmt: skip


# Files


def test_a_question_that_stands_in_a_file_twice_counts_once():
    row = ["Which?", "w", "x", "y", "z", "A"]
    assert [problem.id for problem in parse(table(row, row, [*row[:-1], "B"]))] == ["mmlu-1", "mmlu-3"]


def test_ids_stay_as_they_are_given():
    rows = [{"id": name, "question": f"who {name}", "answer": ["Ada"]} for name in (7, " hats ", "")]
    assert [problem.id for problem in parse(json_lines(*rows))] == ["7", "hats", "nq-open-3"]


def test_marks_of_bytes_separators_and_empty_lines_do_not_matter():
    text = "\ufeff\r\n" + json_lines({"question": "who\u2028now", "answer": ["Ada"]}).replace("\n", "\r\n\r\n")
    assert parse(text)[0].question == "who\u2028now"


def test_options_of_farm_without_a_text_are_left_out_and_named():
    told = []
    whole = {"question": "What?", "best_answer": "Nothing", "adv": adv(mcq=[*NQ, {"text": " ", "score": 1}], target="moth")}
    aimless = {**whole, "question": "And?", "adv": adv(mcq=[*NQ[1:], {"text": "", "score": 2}], target="")}
    one, other = parse(json_lines(whole, aimless), told.append)
    assert "" not in one.options and one.misleading and one.appeals
    assert other.appeals and not other.misleading, "nobody knows what is argued for"
    assert told == ["options without a text are left out of line 1 and line 2 (its target)"]


FILES = Path(__file__).parents[4] / "shared" / "data" / "farm"


@pytest.mark.skipif(not FILES.exists(), reason="needs the published files of FARM in ../shared/data/farm")
@pytest.mark.parametrize(("name", "n", "empty"), [("Boolq", 491, 0), ("NQ1", 488, 0), ("NQ2", 489, 0), ("TruthfulQA", 484, 3)])
def test_the_published_files_of_farm_are_read_whole(name, n, empty):
    told = []
    assert len(parse((FILES / f"{name}.jsonl").read_text("utf-8"), told.append)) == n
    assert told == (["options without a text are left out of line 54, line 73 (its target) and line 433"] if empty else [])


BOOLQ = {"question": "is it", "passage": "It is.", "answer": True}
FARM = {"question": "who?", "answer": "Yak", "adv": adv(mcq=NQ)}
NAMED = {"question": "What?", "best_answer": "Nothing", "adv": adv(mcq=NQ)}
OWN = {"id": "a", "question": "Which?", "options": ["w", "x"], "answer": "A"}


def without(row, *names):
    return {name: each for name, each in row.items() if name not in names}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no question in it"),
        (table(TRUTHFUL), "there is no question in it"),
        ("title,body\na,b\n", "line 1: there is `title`, `body`, but a table needs either a first line with `Question`,"),
        ("Question,Answer\na,b\n", "line 2: `answer` fits no known collection: NQ-open needs a list of texts, BoolQ"),
        ("question\na\n", "line 2: there is `question`, but a question needs `question` and `answer`"),
        ('\x1b]0;x\x07\n"a"\n', "line 1: there is `\u241b]0;x\u2407`, but"),
        (table(["q", "w", "x", "y", "z", "A"], ["q", "w", "x", "y", "z"]), "line 2: it has 5 columns, but the first line 6"),
        (table(["q", "w", "x", "y", "z", "A"], ["q", "w", "x", "y", "z", "E"]), "line 2: the right answer is 'E', but MMLU needs"),
        (table(["q\nq", "w", "x", "y", "z", "A"], [" ", "w", "x", "y", "z", "B"]), "line 3: `question` is empty or no text, but"),
        (table(TRUTHFUL, truthful(best="")), "line 2: `best_answer` is empty or no text, but TruthfulQA needs one"),
        (table(TRUTHFUL, truthful(incorrect=" ; ")), "line 2: `incorrect_answers` has nothing in it, but TruthfulQA needs a text"),
        (table(TRUTHFUL, truthful(incorrect="nothing")), "line 2: `incorrect_answers` has nothing but the best answer"),
        ("Question,Best Answer\na,b\n", "line 2: there is `question`, `best_answer` but no `incorrect_answers`, which TruthfulQA"),
        ('q,w,x,y,z,A\n"q,w', "line 2: it is no table: unexpected end of data"),
        ('{"question": "a", "answer": ["b"]}\n{"question": "a}\n', "line 2: it is not JSON: Unterminated string"),
        ('[{"question": "a", "answer": ["b"]}, "b"]', "item 2: it is no JSON object"),
        ("[" * 100_000, "line 1: it is not JSON that can be read"),
        ('{"question": "a", "answer": ' + "9" * 5000 + "}", "line 1: it is not JSON that can be read"),
        ('{"question": "\\ud800", "answer": ["b"]}', "line 1: `question` has letters that are not UTF-8"),
        (json_lines({"text": "a"}), "line 1: there is `text`, but a question needs `question` and `answer`"),
        (json_lines({"question": "a", "answer": []}), "line 1: `answer` has nothing in it, but NQ-open needs a text there"),
        (json_lines({"question": "a", "answer": [5]}), "line 1: `answer` is no list of texts, but NQ-open needs one"),
        (json_lines({"question": 5, "answer": ["b"]}), "line 1: `question` is empty or no text, but NQ-open needs one"),
        (json_lines(BOOLQ, without(BOOLQ, "passage")), "line 2: there is `question`, `answer` but no `passage`, which BoolQ needs"),
        (json_lines({"question": "a", "answer": "it is 5"}), "line 1: `answer` fits no known collection"),
        (json_lines({"question": "a", "answer": "it\n#### five"}), "line 1: after `####` in `answer` there is 'five', but GSM8K"),
        (json_lines({**FARM, "adv": "x"}), "line 1: `adv` is no JSON object, but FARM needs one"),
        (json_lines({**FARM, "adv": without(adv(mcq=NQ), "target")}), "line 1, in `adv`: there is `control`, `logical`"),
        (json_lines({**FARM, "adv": adv()}), "line 1, in `adv`: there is no list `mcq`, but FARM NQ2 needs one of options"),
        (json_lines({**FARM, "adv": adv(mcq=[{"text": "x"}])}), "line 1, in `adv`: option 1 of `mcq` has no `score` of 0, 1 or 2"),
        (json_lines({**FARM, "adv": adv(mcq=mcq((5, 1)))}), "line 1, in `adv`, option 1 of `mcq`: `text` is empty or no text"),
        (json_lines({**FARM, "adv": adv(mcq=NQ[2:])}), "line 1, in `adv`: no option of `mcq` has score 1, but FARM NQ2 needs"),
        (json_lines({**FARM, "adv": adv(mcq=NQ[:2])}), "line 1, in `adv`: `mcq` has neither the target nor an option with score 2"),
        (json_lines({**FARM, "adv": adv(mcq=[*NQ[2:] * 2, NQ[1]])}), "line 1: there is an option too many before the one that is"),
        (json_lines(without(NAMED, "question")), "line 1: there is `best_answer`, `adv` but no `question`, which FARM TruthfulQA"),
        (json_lines({**NAMED, "best_answer": "moth"}), "line 1: a misleading rationale of farm-truthfulqa-1 must not have the"),
        (json_lines(OWN, OWN), "line 2: its id 'a' is that of line 1 too; ids must differ"),
        (json_lines({**OWN, "answer": "AB"}), "line 1: the answer of a must be the letter of one of its options, not 'AB'"),
        (json_lines({**OWN, "answer": ""}), "line 1: `answer` must not be empty"),
        (json_lines({**OWN, "options": ["w", ""]}), "line 1: `options.1` must not be empty"),
        (json_lines({**OWN, "colour": "red"}), "line 1: `colour` is not a known name"),
        (json_lines(without(OWN, "question")), "line 1: `question` is missing"),
        (json_lines({**OWN, "kind": "yes_no"}), "line 1: the answer of a must be yes or no, not 'A'"),
        (json_lines({**OWN, "kind": "number"}), "line 1: the answer of a must be a number in digits, not 'A'"),
        (json_lines({**OWN, "right": [{"answer": "B", "text": "x"}]}), "line 1: a right rationale of a must have the right"),
        (json_lines({**OWN, "misleading": [{"answer": "C", "text": "x"}]}), "line 1: the answer of a rationale of a must be the"),
        (json_lines({"question": "x" * 20_001, "answer": ["b"]}), "line 1: `question` must have 20000 or fewer"),
        (json_lines({"question": "x", "answer": ["b" * 201]}), "line 1: `answer` must have 200 or fewer characters"),
        (table(["x" * 10_000_001, "w", "x", "y", "z", "A"]), "line 1: it is no table: field larger than field limit"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_says_where_and_why_and_what_to_do(text, why):
    with pytest.raises(ValueError) as raised:
        parse(text)
    assert str(raised.value).startswith(f"cannot be used: {why}")
    assert len(str(raised.value)) < 500


def test_an_answer_that_could_be_several_numbers_is_refused():
    with pytest.raises(ValueError, match="line 1: the answer '2,5' can be read as several numbers; write it without commas"):
        parse(json_lines({"kind": "number", "question": "How many?", "answer": "2,5"}))
    (problem,) = parse(json_lines({"kind": "number", "question": "How much?", "answer": "1/3"}))
    assert problem.answer == "1/3"
