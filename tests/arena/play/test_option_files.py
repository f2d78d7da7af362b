"""Paths that are typed into forms."""

from __future__ import annotations

import json
from functools import partial

import pytest

from woozle.arena.play import option_files
from woozle.core import registry
from woozle.core.kit import OptionFile, OptionPath

GAMES = [name for name in registry.names() if isinstance(registry.kit_of(name).options.get("pool"), OptionFile | OptionPath)]
NO_PATHS = ("~nobody-at-all/mine.jsonl", "x" * 5000 + ".jsonl", "a\0b.jsonl")


@pytest.mark.parametrize("text", NO_PATHS, ids=["the home of nobody", "too long", "with a zero"])
@pytest.mark.parametrize("read", [partial(option_files.value, "pool", game=game, is_typed=True) for game in GAMES], ids=GAMES)
def test_what_can_be_no_path_is_said_in_a_sentence(read, text):
    with pytest.raises(ValueError, match=r"There is (nothing at|no pool) ") as error:
        read(text)
    assert len(str(error.value)) < 200


def test_a_home_stands_for_its_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert option_files.typed_path("~/mine.jsonl") == tmp_path / "mine.jsonl"


def test_a_pool_may_be_parquet_as_on_the_hub(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow.parquet import write_table

    file = tmp_path / "mmlu.parquet"
    write_table(pyarrow.table({"question": ["Which?"], "choices": [["w", "x", "y", "z"]], "answer": [3]}), file)
    (found,) = option_files.value("pool", str(file), "debate")
    assert (found.options, found.answer) == (("w", "x", "y", "z"), "D")
    write_table(pyarrow.table({"article": ["Two bears."], "id": ["f00"]}), file)
    assert option_files.value("pool", str(file), "quest")[0].text == "Two bears."
    file.write_bytes(b"PAR1 no more")
    with pytest.raises(ValueError, match=r"^The pool .*mmlu\.parquet cannot be read as Parquet: "):
        option_files.value("pool", str(file), "debate")


def test_what_is_left_out_is_told_with_the_name_of_the_file(tmp_path):
    file, told = tmp_path / "squad.jsonl", []
    file.write_text('{"question": "a?", "answers": {"text": ["b"]}}\n{"question": "c?", "answers": {"text": []}}\n')
    assert len(option_files.value("pool", str(file), "self_play", told.append)) == 1
    assert told == [f"The pool {file}: 1 question has no short answer and cannot be used."]


def question_file(path, *asked, **more):
    path.write_text("".join(json.dumps({"question": each, "answer": [each], **more}) + "\n" for each in asked))
    return path


@pytest.mark.parametrize("is_typed", [False, True])
def test_several_files_are_one_pool_in_which_every_question_has_an_id_of_its_own(tmp_path, is_typed):
    one, other = question_file(tmp_path / "one.jsonl", "a", "b"), question_file(tmp_path / "other.jsonl", "c", data="Mine")
    found = option_files.value("pool", f"{one},{other}", "self_play", is_typed=is_typed)
    assert [(each.id, each.data) for each in found] == [
        ("nq-open-1", "NQ-open"), ("nq-open-2", "NQ-open"), ("other-nq-open-1", "Mine"),
    ]  # fmt: skip
    assert option_files.is_file("pool", f"{one},{other}", "self_play") and not option_files.is_file("pool", "a,b", "self_play")
    named = question_file(tmp_path / "a,b.jsonl", "d")
    assert [each.question for each in option_files.value("pool", str(named), "self_play", is_typed=is_typed)] == ["d"]
    with pytest.raises(ValueError, match=r"none\.jsonl"):
        option_files.value("pool", f"{one},{tmp_path / 'none.jsonl'}", "self_play", is_typed=is_typed)


def test_files_of_a_study_are_looked_up_in_its_folder(tmp_path):
    question_file(tmp_path / "one.jsonl", "a")
    found = option_files.in_folder(tmp_path, "pool", "one.jsonl?popularity=median,other.jsonl", "self_play")
    assert found == f"{tmp_path / 'one.jsonl'}?popularity=median,other.jsonl"
    assert option_files.in_folder(tmp_path, "society", "one.jsonl", "self_play") == "one.jsonl"


def test_a_file_can_say_how_it_is_read(tmp_path):
    file, told = question_file(tmp_path / "popqa.jsonl", "a", s_pop=3), []
    file.write_text(file.read_text() + json.dumps({"question": "b", "answer": ["b"], "s_pop": 7}) + "\n")
    (found,) = option_files.value("pool", f"{file}?popularity=median", "self_play", told.append)
    assert found.question == "a"
    assert told == [f"The pool {file}: 1 of 2 questions are left out, as their `s_pop` is above the median, 5."]
    with pytest.raises(ValueError, match=r"popqa\.jsonl cannot be read with 'popularity=mean'; did you mean popularity=median\?"):
        option_files.value("pool", f"{file}?popularity=mean", "self_play")
