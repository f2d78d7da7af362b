"""Lists of pictures with questions: read, refused in a sentence, written."""

from __future__ import annotations

import json

import pytest

from woozle.core.chance import Chance
from woozle.games.undercover.pairs.files import Row, format_row, parse
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene

LINE = {"image": "a.png", "question": "How many?", "answer": "2"}


def lines(*rows):
    return "\n".join(json.dumps(row) for row in rows)


def test_a_line_needs_a_picture_a_question_and_an_answer_and_others_are_passed_over():
    (row,) = parse(lines({**LINE, "licence": "mine", "options": None}))
    assert (row.id, row.image, row.to_question().kind, row.to_question().options) == ("p1", "a.png", "count", ())


def test_a_table_separates_options_by_a_stroke():
    text = "id,image,question,answer,options,other_answer\nq,a.png,Which?,A cup,A cup | A hat,A hat\n,b.png,Is it?,yes,,\n"
    one, two = parse(text)
    assert (one.id, one.options, one.other_answer, one.to_question().kind) == ("q", ("A cup", "A hat"), "A hat", "option")
    assert (two.id, two.to_question().kind) == ("p2", "yes_no")


def test_what_is_written_is_read_again():
    chance = Chance(b"x")
    scene = generate_scene(chance, "room", 6)
    other, edit = edit_scene(chance, scene, "any")
    row = Row(
        id="a", image="1.png", counterfactual="2.png", question="Who?", answer="Ada", scene=scene, other=other, edit=edit,
        likeness=(0.9, 1.0, 1.0), score=0.95, accepted=False, tries=2, editor="scenes", compared_by="pixels", sha256="a" * 64,
    )  # fmt: skip
    assert parse(format_row(row)) == (row,)
    assert format_row(Row(**LINE)) == json.dumps(LINE)


@pytest.mark.parametrize("end", ["\u2028", "\x85", "\x0c"])
def test_what_only_some_take_for_the_end_of_a_line_is_part_of_a_question(end):
    row = Row(id="a", image="1.png", question=f"Who{end}is it?", answer="Ada")
    assert parse(format_row(row)) == (row,)


def test_a_list_in_json_is_read_and_ids_may_be_numbers():
    assert [row.id for row in parse(json.dumps([LINE, {**LINE, "id": 7}], indent=1))] == ["p1", "7"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "cannot be used: there is no picture in it"),
        ("[1, 2]", "cannot be used: "),
        ("{nonsense", "cannot be used: line 1: it is not JSON"),
        (lines(LINE) + "\n\n3", "cannot be used: line 3: it is no JSON object"),
        (lines({"image": "a.png", "question": "Who?"}), "cannot be used: line 1: `answer` is missing"),
        (lines({**LINE, "image": ""}), "cannot be used: line 1: `image` must not be empty"),
        (lines({**LINE, "sha256": "no"}), "cannot be used: line 1: `sha256` does not have the right form"),
        (
            lines({**LINE, "id": "x"}, {**LINE, "id": "x"}),
            "cannot be used: line 2: its id 'x' is that of line 1 too; ids must differ",
        ),
        (lines({**LINE, "options": ["1", "3"]}), "cannot be used: line 1: its answer '2' is none of its options"),
        (lines({**LINE, "edit": {"type": "magic"}}), "cannot be used: line 1: `edit."),
        ("image,question\na.png,Who?\n", "cannot be used: line 2: `answer` is missing"),
        ("image\n" + '"a', "cannot be used: "),
    ],
)
def test_what_is_wrong_is_the_end_of_a_sentence(text, why):
    with pytest.raises(ValueError) as raised:
        parse(text)
    assert str(raised.value).startswith(why) and "\n" not in str(raised.value)
