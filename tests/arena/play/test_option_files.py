"""Paths that are typed into forms."""

from __future__ import annotations

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
