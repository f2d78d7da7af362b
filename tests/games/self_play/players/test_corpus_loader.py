"""Corpora by name."""

from __future__ import annotations

import os

import pytest

from woozle.games.self_play.data import NAMES, Paragraph, paragraphs
from woozle.games.self_play.data.world import world
from woozle.games.self_play.players.corpus_loader import CorpusError, load_corpus


@pytest.mark.parametrize("name", NAMES)
def test_those_that_come_with_woozle_are_there(name):
    assert load_corpus(name) == paragraphs(name)


def test_a_world_can_be_named():
    assert load_corpus("world:5:20:medicine") == world(5, 20).paragraphs["medicine"]


def test_a_file_of_rows_is_read(tmp_path):
    (tmp_path / "a.jsonl").write_text('\ufeff{"text": "a hat", "id": "h"}\n', "utf-8")
    assert load_corpus(str(tmp_path / "a.jsonl")) == (Paragraph(id="h", text="a hat"),)


def test_a_folder_of_plain_text_is_cut_into_paragraphs_in_the_order_of_its_names(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.md").write_text("A cap is a hat.\n\nIt is soft.", "utf-8")
    (tmp_path / "c.TXT").write_text("Wigs.", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\0\xff")
    found = load_corpus(str(tmp_path))
    assert [(each.id, each.text) for each in found] == [("c.TXT:1", "Wigs."), ("deep/b.md:1", "A cap is a hat. It is soft.")]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", r"There is no corpus ; name one of encyclopaedia, medicine"),
        ("  ", "There is no corpus"),
        ("~nobody-of-that-name/x", "There is no corpus ~nobody"),
        ("wikipedia", "There is no corpus wikipedia; name one of"),
        ("\x1b[2J", "There is no corpus ␛"),
        ("world:7", "a world is named world:SEED:THINGS:NAME"),
        ("world:x:3:medicine", "a world is named"),
        ("world:1:3:cooking", "a world is named"),
        ("world:1:3:medicine:x", "a world is named"),
        ("world:1:0:medicine", "it can have 1 to 1,000,000 things, not 0"),
        ("world:1:9999999999:medicine", "it can have 1 to 1,000,000 things"),
        ("x" * 5000, "There is no corpus x"),
        ("a\0b", "There is no corpus a␀b"),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_there_is_not_is_said(name, why):
    with pytest.raises(CorpusError, match=why) as raised:
        load_corpus(name)
    assert len(str(raised.value)) < 400


def written(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    return str(tmp_path / name)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.jsonl", b'{"text": "\xff"}', r"is not in UTF-8 \(byte 11 is not\)"),
        ("a.txt", b"caf\xe9", r"is not in UTF-8 \(byte 4 is not\)"),
        ("a.txt", b"a\0b", "is no plain text: there is a zero in it"),
        ("a.txt", b" \n", "is empty: no text stands in its"),
        ("a.jsonl", b'{"text": "a"}\n{"title": "b"}', "a.jsonl cannot be used: line 2: there is `title` but no `text`"),
        ("a.pdf", b"%PDF", r"it must end with \.jsonl, .* or be a folder"),
    ],
)
def test_what_cannot_be_used_is_said_with_its_place(tmp_path, name, data, why):
    with pytest.raises(CorpusError, match=why) as raised:
        load_corpus(written(tmp_path, name, data))
    assert str(raised.value).endswith(".")
    assert "\n" not in str(raised.value)


def test_a_folder_without_text_is_empty(tmp_path):
    with pytest.raises(CorpusError, match="is empty: no text stands in its"):
        load_corpus(str(tmp_path))


def test_one_bad_file_of_a_folder_is_named(tmp_path):
    written(tmp_path, "good.txt", b"A hat.")
    written(tmp_path, "bad.txt", b"\xff")
    with pytest.raises(CorpusError, match=r"bad\.txt is not in UTF-8"):
        load_corpus(str(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(CorpusError, match="is empty"):
        load_corpus(str(tmp_path))


def test_a_corpus_is_read_once(tmp_path):
    name = written(tmp_path, "a.txt", b"A hat.")
    assert load_corpus(name) is load_corpus(name)
