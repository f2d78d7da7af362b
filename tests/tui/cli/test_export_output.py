"""`woozle export`."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys

import pytest

from tests.games.quest.players.questing import played
from tests.saves.table import finished, forged, interrupted, people


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Two matches of the quest, one of two truths among people, and one that is under way."""
    folder = tmp_path_factory.mktemp("kept") / "matches"
    for seed in (3, 17):
        played(("planner", "careless"), seed, folder=folder / "run" / f"{seed:04}", items=4)
    finished(folder / "people", people)
    interrupted(folder / "later", 3)
    return folder


@pytest.fixture
def matches(kept, tmp_path):
    """The same, to be changed."""
    return shutil.copytree(kept, tmp_path / "matches")


def table(folder, name):
    with (folder / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_folder_of_matches_becomes_a_folder_of_tables(woozle, matches, tmp_path):
    out = tmp_path / "out"
    status, said, err = woozle("export", matches, "--out", out)
    assert (status, err) == (0, "")
    assert sorted(path.name for path in out.iterdir()) == [
        "codebook.csv", "codebook.md", "decisions.csv", "matches.csv", "scores.csv", "seats.csv"
    ]  # fmt: skip
    assert "matches.csv: 4 rows\n" in said and "codebook.md\n" in said
    assert [row["match"] for row in table(out, "matches")] == ["later", "people", "0003", "0017"]
    assert {row["match"] for row in table(out, "decisions")} == {"later", "people", "0003", "0017"}
    assert [row["ended"] for row in table(out, "matches")][:2] == ["unfinished", "drawn"]
    assert len(table(out, "seats")) == 2 * 3 + 2 * 3
    codebook = table(out, "codebook")
    for name in ("decisions", "matches", "seats", "scores"):
        assert [row["column"] for row in codebook if row["table"] == name] == list(table(out, name)[0])
    assert "quest; two_truths" in [row["levels"] for row in codebook]


def test_texts_only_come_along_when_they_are_asked_for(woozle, matches, tmp_path):
    woozle("export", matches, "--out", tmp_path / "a")
    assert b"SECRET" not in b"".join(path.read_bytes() for path in (tmp_path / "a").iterdir())
    woozle("export", matches, "--out", tmp_path / "b", "--with-text")
    texts = [row["text"] for row in table(tmp_path / "b", "decisions")]
    assert "SECRET-a-1\nSECRET-a-2\nSECRET-a-3" in texts


def test_both_formats_at_once(woozle, matches, tmp_path):
    status, said, _ = woozle("export", matches / "run", "--out", tmp_path / "out", "--to", "csv", "--to", "parquet")
    assert status == 0 and "seats.parquet: 6 rows" in said
    from pyarrow import parquet

    seats = parquet.read_table(tmp_path / "out" / "seats.parquet").to_pylist()
    assert [str(row["score"]) for row in seats if row["score"] is not None] == [
        row["score"] for row in table(tmp_path / "out", "seats") if row["score"]
    ]


def test_what_cannot_be_exported_is_named_and_the_rest_is_exported(woozle, matches, tmp_path):
    changed = matches / "changed"
    shutil.copytree(matches / "run" / "0003", changed)
    file = changed / "transcript.jsonl"
    file.write_bytes(re.sub(rb'"h":0\.\d+', b'"h":0.5', file.read_bytes(), count=1))
    other = matches / "other"
    other.mkdir()
    (other / "transcript.jsonl").write_bytes(b"hello\n")
    status, said, err = woozle("export", matches, "--out", tmp_path / "out")
    assert status == 1 and "matches.csv: 4 rows" in said
    assert len(err.splitlines()) == 2
    assert "is left out: altered since it was recorded: line" in err and "is not a transcript of Woozle." in err
    status, said, err = woozle("export", changed, other, "--out", tmp_path / "none")
    assert (status, said) == (1, "") and "Nothing was exported, since none of these matches can be." in err
    assert list((tmp_path / "none").iterdir()) == []


def test_nothing_is_replaced_without_being_told(woozle, matches, tmp_path):
    out = tmp_path / "out"
    assert woozle("export", matches, "--out", out)[0] == 0
    before = (out / "matches.csv").read_bytes()
    status, _, err = woozle("export", matches / "people", "--out", out)
    assert status == 2 and "exists already" in err and len(err.splitlines()) == 1
    assert (out / "matches.csv").read_bytes() == before
    assert woozle("export", matches / "people", "--out", out, "--force")[0] == 0
    assert len(table(out, "matches")) == 1


def test_bad_usage_is_one_sentence(woozle, matches, tmp_path, monkeypatch):
    out = tmp_path / "out"
    (tmp_path / "empty").mkdir()
    assert "There is no match in" in woozle("export", tmp_path / "empty", "--out", out)[2]
    status, _, err = woozle("export", matches, "--out", out, "--to", "xlsx")
    assert status == 2 and "cannot be exported to 'xlsx'; choose from csv, parquet, chat, inspect, html." in err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    status, _, err = woozle("export", matches, "--out", out, "--to", "parquet")
    assert status == 2 and "Parquet needs pyarrow" in err
    assert not out.exists()


def test_chats_logs_and_pages_stand_beside_tables(woozle, matches, tmp_path):
    out = tmp_path / "out"
    formats = [word for name in ("csv", "chat", "inspect", "html") for word in ("--to", name)]
    status, said, err = woozle("export", matches / "run", "--out", out, *formats)
    assert (status, err) == (0, "")
    names = {path.name for path in out.iterdir()}
    assert {"seats.csv", "chat.jsonl", "inspect-quest.eval", "0003.html", "0017.html"} < names
    assert re.search(r"chat.jsonl: \d+ chats\n", said) and "inspect-quest.eval: 4 samples, a seat each\n" in said
    assert re.search(r"0003.html: 0.\d MB\n", said)
    assert {path.stat().st_mode & 0o777 for path in out.iterdir()} == {0o600}


def test_chats_are_chosen_by_player_seat_role_and_result(woozle, matches, tmp_path):
    def chats(*words):
        status, _, err = woozle("export", matches / "run", "--out", tmp_path / "out", "--to", "chat", "--force", *words)
        assert (status, err) == (0, "")
        return [json.loads(line)["metadata"] for line in (tmp_path / "out" / "chat.jsonl").read_text("utf-8").splitlines()]

    seat = chats()[0]["seat"]
    assert chats("--kind", "bot") and not chats("--kind", "human")
    assert {chat["seat"] for chat in chats("--seat", seat)} == {seat}
    assert {chat["won"] for chat in chats("--won")} == {True}
    assert not chats("--role", "duck")


def test_a_page_through_the_eyes_of_one_seat(woozle, matches, tmp_path):
    out = tmp_path / "out"
    assert woozle("export", matches / "people", "--out", out, "--to", "html", "--as", "b")[0] == 0
    assert "SECRET" not in (out / "people.html").read_text("utf-8")
    status, _, err = woozle("export", matches / "people", "--out", out, "--to", "html", "--as", "z", "--force")
    assert status == 1 and "'z' may not look at it here; choose from everything, public, a, b, c." in err


def test_options_that_nothing_would_follow_are_refused(woozle, matches, tmp_path):
    for words, sentence in (
        (("--won",), "add --to chat or --to inspect."),
        (("--as", "a"), "add --to html."),
        (("--to", "chat", "--kind", "robot"), "There is no kind of player 'robot'; choose from human, model, bot."),
    ):
        status, said, err = woozle("export", matches, "--out", tmp_path / "out", *words)
        assert (status, said) == (2, "") and sentence in err and len(err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_match_that_cannot_be_in_a_page_is_still_in_tables(woozle, matches, tmp_path):
    forged(matches / "people" / "transcript.jsonl", 1, lambda body: body.update(game="nowhere"))
    out = tmp_path / "out"
    status, said, err = woozle("export", matches, "--out", out, "--to", "csv", "--to", "html", "--to", "chat")
    assert status == 1 and err.count("the game 'nowhere' is not installed. --accept game takes it in") == 1
    assert "matches.csv: 3 rows" in said and not (out / "people.html").exists()
    words = ("--to", "csv", "--to", "html", "--to", "chat", "--accept", "game", "--force")
    status, said, err = woozle("export", matches, "--out", out, *words)
    assert status == 1 and err.count("the game 'nowhere' is not installed") == 1
    assert "matches.csv: 4 rows" in said and not (out / "people.html").exists() and (out / "0003.html").exists()
