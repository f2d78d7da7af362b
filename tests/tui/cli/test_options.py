from __future__ import annotations

import pytest

from woozle.tui.cli.commands import build_config


def config(pool, *options, preset="standard"):
    return build_config("quest", preset, [f"pool={pool}", *options])


def test_a_pool_is_read_from_its_file(tmp_path):
    (tmp_path / "mine.CSV").write_text("text\nA bear.\nA hare.\n", "utf-8-sig")
    assert [item.text for item in config(tmp_path / "mine.CSV", "items=2").pool] == ["A bear.", "A hare."]
    (tmp_path / "asked.jsonl").write_text('{"question": "Who?", "answer": ["Ada"]}\n')
    assert config(tmp_path / "asked.jsonl", "items=all", preset="questions").items == 1


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("none.csv", None, "The pool {} cannot be read: No such file or directory."),
        ("mine.txt", b"text\na\n", "the pool {} must be a .csv, .json, .jsonl or .parquet file."),
        ("mine.csv", b"text\nna\xefve\n", "The pool {} is not in UTF-8 (byte 8 is not); save it as UTF-8 text."),
        ("mine.csv", "text\na\n".encode("utf-16"), "The pool {} is not in UTF-8 (byte 1 is not); save it as UTF-8 text."),
        ("mine.json", b'[{"text": ""}]', "The pool {} cannot be used: item 1: `text` is empty or no text."),
        ("mine.csv", b"text\na\n", "the pool has only 1, so there cannot be 6 items."),
        ("mine.csv", b"problem,answer\na,b\n", "q1 in the pool has an answer, so it is a question: choose task=question."),
    ],
)
def test_a_pool_that_cannot_be_played_is_said_in_a_sentence(tmp_path, name, content, sentence):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ValueError) as raised:
        config(path)
    assert str(raised.value) == sentence.format(path)
