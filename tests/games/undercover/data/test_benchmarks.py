"""Files of benchmarks in the layouts in which they are published, made here."""

from __future__ import annotations

import json
from base64 import b64encode

import pytest

from woozle.games.undercover.pairs.benchmark_files import Entry
from woozle.games.undercover.pairs.pool_files import decode_picture, from_rows, parse

PIXELS = b"not looked at here" * 20
HELD = b64encode(PIXELS).decode()
POPE = {"question_id": 1, "image": "COCO_val2014_1.jpg", "text": "Is there a dog in the image?", "label": "yes"}
HALLUSION = {
    "category": "VS", "subcategory": "chart", "visual_input": "1", "set_id": "0", "figure_id": "1", "sample_note": "x",
    "question_id": "2", "question": "Is it taller?", "gt_answer": "0", "gt_answer_details": "No.", "filename": "./VS/chart/0_1.png",
}  # fmt: skip
MMMU = {
    "id": "validation_Art_Theory_3", "question": "What is in <image 1>?", "options": "['a cat', 'it\\'s a dog']", "answer": "B",
    "question_type": "multiple-choice", "subfield": "Drawing", "explanation": "", "image_1": {"bytes": PIXELS, "path": "1.png"},
    **dict.fromkeys(f"image_{at}" for at in range(2, 8)),
}  # fmt: skip
MMSTAR = {
    "index": 7, "question": "Where is it?\nOptions: A: On the book., B: Under it, C: Beside A: here", "image": PIXELS,
    "answer": "B", "category": "coarse perception", "l2_category": "image scene", "meta_info": {"source": "X", "split": "val"},
}  # fmt: skip


def pope(*rows):
    return [f"{json.dumps(row)}\n" for row in rows]


def table(names, *rows):
    return ["\t".join(each) + "\n" for each in (names, *rows)]


def entries(lines, name=""):
    found = list(parse(lines, name))
    assert all(isinstance(entry, Entry) for entry in found)
    return found


def test_a_line_of_pope_is_a_question_for_yes_or_no_in_the_split_of_its_file():
    one, two = entries(pope(POPE, {**POPE, "question_id": 2, "label": "no"}), "coco_pope_popular")
    assert (one.row.id, one.row.image, one.row.answer, one.row.options) == ("popular-1", "COCO_val2014_1.jpg", "yes", ("yes", "no"))
    assert (one.row.to_question().kind, one.row.data) == ("yes_no", {"benchmark": "POPE", "split": "popular", "question": "1"})
    assert (two.row.id, two.row.answer) == ("popular-2", "no")
    assert entries(pope(POPE))[0].row.data == {"benchmark": "POPE", "question": "1"}


def test_a_question_of_hallusionbench_stands_in_its_set_figure_and_category_and_needs_a_picture():
    text = json.dumps([HALLUSION, {**HALLUSION, "visual_input": "0", "figure_id": "0", "filename": None}], indent=1)
    one, other = parse(text.splitlines(keepends=True))
    assert (one.row.id, one.row.image, one.row.answer) == ("VS_chart_1_0_1_2", "./VS/chart/0_1.png", "no")
    assert one.row.data == {
        "benchmark": "HallusionBench", "category": "VS", "subcategory": "chart", "set": "0", "figure": "1", "question": "2",
    }  # fmt: skip
    assert other == "no picture"


def test_a_table_holds_its_pictures_or_says_whose_they_are():
    names = ("index", "image", "question", "answer", "category")
    rows = (("3", HELD, "Is there a dog?", "Yes", "random,popular"), ("4", "3", "Is there a cat?", "No", "adversarial"))
    one, two = entries(table(names, *rows), "POPE")
    assert (one.row.id, decode_picture(one), one.like, one.row.answer) == ("3", PIXELS, "", "yes")
    assert one.row.data == {"benchmark": "POPE", "split": "random,popular", "question": "3"}
    assert (two.held, two.like, two.row.data["split"]) == ("", "3", "adversarial")


def test_a_table_of_hallusionbench_says_in_the_index_where_a_question_stands():
    lines = table(("index", "image", "question", "answer"), ("VD_math_x_1_4_5_6", HELD, "Is it?", "Yes"))
    (one,) = entries(lines, "HallusionBench")
    assert one.row.data == {
        "benchmark": "HallusionBench", "category": "VD", "subcategory": "math_x", "set": "4", "figure": "5", "question": "6",
    }  # fmt: skip


def test_a_table_with_options_has_their_letters_as_columns():
    names = ("index", "image", "question", "hint", "A", "B", "C", "D", "answer", "category", "l2-category", "split")
    one, two, *left_out = parse(
        table(
            names,
            ("1", f"['{HELD}']", "Which?", "Look.", "red", "blue", "red", "", "C", "Art", "Humanities", "dev"),
            ("2", HELD, "Which?", "", "red", "", "blue", "nan", "C", "Art", "Humanities", "dev"),
            ("3", f"['{HELD}', '{HELD}']", "Which?", "", "red", "blue", "", "", "A", "Art", "Humanities", "dev"),
            ("4", HELD, "How much?", "", "", "", "", "", "3", "Art", "Humanities", "dev"),
            ("5", HELD, "Which?", "", "red", "blue", "", "", "?", "Art", "Humanities", "test"),
            ("6", "", "Which?", "", "red", "blue", "", "", "A", "Art", "Humanities", "test"),
            ("7", HELD, "Which?", "", "r" * 500, "blue", "", "", "A", "Art", "Humanities", "test"),
        ),
        "MMMU_DEV_VAL",
    )
    assert (one.row.question, one.row.options, one.row.answer) == ("Look.\nWhich?", ("A. red", "blue", "C. red"), "C. red")
    assert one.row.data == {"benchmark": "MMMU", "split": "dev", "category": "Art", "subcategory": "Humanities"}
    assert (two.row.options, two.row.answer, two.row.to_question().kind) == (("red", "blue"), "blue", "option")
    assert left_out == ["several pictures", "no options", "no answer", "no picture", "options that are too long"]


def test_a_table_may_write_its_one_picture_as_a_list_in_any_way():
    written = (HELD, f"[{HELD}]", f"['{HELD}']", f'[ "{HELD}" ]')
    names = ("index", "image", "question", "A", "B", "answer")
    found = entries(
        table(names, *((str(at), each, "Which?", "red", "blue", "A") for at, each in enumerate(written))), "MMMU_DEV_VAL"
    )
    assert {(entry.held, entry.like) for entry in found} == {(found[0].held, found[0].like)} != {("", "")}


def test_a_row_of_mmmu_has_options_as_python_writes_them_and_its_subject_in_its_id():
    several = {**MMMU, "id": "dev_Art_4", "image_2": {"bytes": PIXELS}}
    one, *left_out = from_rows([MMMU, several, {**MMMU, "options": "[]"}, {**MMMU, "image_1": None}])
    assert (one.row.options, one.row.answer, one.held) == (("a cat", "it's a dog"), "it's a dog", PIXELS)
    assert one.row.data == {"benchmark": "MMMU", "split": "validation", "category": "Art Theory", "subcategory": "Drawing"}
    assert left_out == ["several pictures", "no options", "no picture"]


def test_a_row_of_mmstar_has_its_options_in_the_question():
    one, two = from_rows([MMSTAR, {**MMSTAR, "index": 8, "question": "Which of the four?", "answer": "D"}])
    assert (one.row.id, one.row.question, one.row.answer) == ("7", "Where is it?", "Under it")
    assert one.row.data == {"benchmark": "MMStar", "category": "coarse perception", "subcategory": "image scene"}
    assert (two.row.options, two.row.answer) == (("A", "B", "C", "D"), "D")


def test_a_field_may_be_very_long():
    names = ("index", "image", "question", "answer")
    (one,) = entries(table(names, ("1", "A" * 3_000_000, "Is it?", "Yes")))
    assert len(one.held) == 3_000_000


def without(row, *names, **more):
    return {**{name: each for name, each in row.items() if name not in names}, **more}


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (pope(POPE, without(POPE, "text")), "line 2: `text` is missing; lines of POPE have `question_id`"),
        (pope({**POPE, "label": "maybe"}), "line 1: `label` is 'maybe' and must be one of yes, no"),
        (pope({**POPE, "image": ["x"]}), "line 1: `image` is no text; lines of POPE have"),
        (pope(POPE, POPE), "line 2: its id 'pope-1' is that of line 1 too; ids must differ"),
        ([*pope(POPE), "nonsense"], "line 2: it is no JSON"),
        ([json.dumps([without(HALLUSION, "set_id")])], "question 1: `set_id` is missing; questions of HallusionBench have"),
        ([json.dumps([{**HALLUSION, "gt_answer": "2"}])], "question 1: `gt_answer` is '2' and must be one of 1, 0"),
        (["[" * 100_000], "the list: it is no JSON"),
        (["[]"], "there is no picture in it"),
        (table(("index", "question", "answer"), ("1", "Is it?", "Yes")), "line 2: `image` is missing; tables of VLMEvalKit have"),
        (table(("index", "image", "question", "A", "B", "answer"), ("1", HELD, "?", "x", "y", "E")), "line 2: `answer` is 'E'"),
        (table(("index", "image"), ("1", HELD, "more")), "line 2: it has 3 columns, the first line 2"),
        (["index\timage\n", '"1'], "line 2: it is no table: "),
        (["version https://git-lfs.github.com/spec/v1\n"], "it only points to the file, which Git LFS keeps; fetch that"),
        ([], "there is no picture in it"),
    ],
)
def test_what_is_missing_is_said_with_the_line_and_what_to_have_there(lines, why):
    with pytest.raises(ValueError) as raised:
        list(parse(lines))
    assert str(raised.value).startswith(f"cannot be used: {why}") and "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (without(MMMU, "id"), "row 1: `id` is missing; rows of MMMU have"),
        ({**MMMU, "options": "[" * 5000}, "row 1: `options` is no list of texts as Python writes it"),
        ({**MMMU, "options": "{1: 2}"}, "row 1: `options` is no list of texts as Python writes it"),
        ({**MMMU, "answer": "F"}, "row 1: `answer` is 'F', which is none of its options, A, B"),
        (without(MMSTAR, "index"), "row 1: `index` is missing; rows of MMStar have"),
        ({"a": 1}, "row 1: there is `a`, as neither MMMU nor MMStar has it; export it as JSON lines"),
    ],
)
def test_what_is_missing_in_rows_is_said_too(row, why):
    with pytest.raises(ValueError, match=r"^cannot be used: ") as raised:
        list(from_rows([row]))
    assert why in str(raised.value)
