"""Options of self-play on the command line: the user's own questions, books and graphs, and who searches."""

from __future__ import annotations

import pytest

from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.cli.commands import build_config

from tests.games.self_play.play import TOWER


def config(*options, preset="standard"):
    return build_config("self_play", preset, list(options))


@pytest.mark.parametrize("written", ["-, encyclopaedia,world:7:20:medicine", '["-", "encyclopaedia", "world:7:20:medicine"]'])
def test_books_are_named_seat_by_seat(written):
    assert config(f"libraries={written}").libraries_of(3) == ("", "encyclopaedia", "world:7:20:medicine")


@pytest.mark.parametrize("option", ["libraries=[", "calculators=yes"])
def test_what_is_no_list_is_said_in_a_sentence(option):
    with pytest.raises(ValueError, match=r"^The \w+ .* is no list in JSON"):
        config(option)


def test_each_question_of_a_pool_is_played_by_whom_one_names(woozle, tmp_path):
    questions = tmp_path / "two.jsonl"
    questions.write_text(
        "".join(f"{TOWER.model_copy(update={'id': name}).model_dump_json()}\n" for name in ("one", "two")), "utf-8"
    )
    words = ("--each", "--seats", "bot:bookish*3", "--set", f"pool={questions}", "--librarian", "bm25", "--seed", 1)
    status, _, err = woozle("run", "self_play", *words, "--out", tmp_path / "run")
    assert (status, err) == (0, "")
    transcripts = [read(tmp_path / "run" / number) for number in ("0001", "0002")]
    assert [[each["id"] for each in found.header.config["pool"]] for found in transcripts] == [["one"], ["two"]]
    assert transcripts[0].header.players["librarian"]["name"] == "bm25"
    assert verify(tmp_path / "run" / "0001", level=3).is_verified
