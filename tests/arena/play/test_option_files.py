"""Paths that are typed into forms."""

from __future__ import annotations

from functools import partial

import pytest

from woozle.arena.play import option_files

GAMES = ("undercover", "quest", "debate", "self_play")
NO_PATHS = ("~nobody-at-all/mine.jsonl", "x" * 5000 + ".jsonl", "a\0b.jsonl")


@pytest.mark.parametrize("text", NO_PATHS, ids=["the home of nobody", "too long", "with a zero"])
@pytest.mark.parametrize("read", [partial(option_files.value, "pool", game=game, is_typed=True) for game in GAMES], ids=GAMES)
def test_what_can_be_no_path_is_said_in_a_sentence(read, text):
    with pytest.raises(ValueError, match=r"There is (nothing at|no pool) ") as error:
        read(text)
    assert len(str(error.value)) < 200


def test_so_is_a_folder_of_pictures_in_the_home_of_nobody():
    with pytest.raises(ValueError, match="There is no ~nobody-at-all/pairs;"):
        option_files.value("pool", "~nobody-at-all/pairs", "undercover")


def test_a_home_stands_for_its_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert option_files.typed_path("~/mine.jsonl") == tmp_path / "mine.jsonl"
