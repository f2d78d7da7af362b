"""`woozle compare`: what a seat was asked, asked of another model, and both answers."""

from __future__ import annotations

import json

import pytest

from woozle.arena.play import models

from tests.arena.runs.lab import endpoint
from tests.players.backends.servers import OpenAIServer

FIRST, OTHER = '{"thoughts": "Bold.", "reds": 4, "text": "Four."}', '{"thoughts": "Careful.", "reds": 4, "text": "All of them."}'


class Lab:
    """A server whose model always says `said`. asked: the messages of each chat."""

    def __init__(self, said):
        self.said, self.asked = said, []

    def __call__(self, request):
        self.asked.append(request["messages"])
        return self.said


@pytest.fixture
def lab():
    lab = Lab(FIRST)
    with OpenAIServer(lab) as server:
        endpoint(models.file().parent, server.url)
        yield lab


@pytest.fixture
def match(woozle, tmp_path, lab):
    """An urn match in which Bo is a model."""
    seats = ("--seats", "bot:random,openai@lab:tiny,bot:random*3")
    assert woozle("run", "urn", *seats, "--seed", 1, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run" / "0001"


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_another_model_is_asked_the_very_same_and_nothing_is_saved(woozle, match, lab):
    asked, lab.said, lab.asked = lab.asked, OTHER, []
    before = files(models.file().parent.parent) | files(match.parent)
    status, out, err = woozle("compare", match, "--seat", "Bo=openai@lab:tiny", "--json")
    assert (status, err) == (0, "woozle: openai@lab:tiny is asked what Bo was asked, 5 times; nothing is saved.\n")
    assert sorted(map(str, lab.asked[:1])) == sorted(map(str, asked[:1]))
    assert {str(messages) for messages in lab.asked[:2]} <= {str(messages) for messages in asked}
    found = json.loads(out)
    assert [(each["asked"], each["equal"]) for each in found["comparisons"][:2]] == [("Report", True), ("Report", True)]
    assert found["share_equal"] == 0.6  # what cannot be read equals nothing, not even another forfeit
    assert found["comparisons"][0]["other"]["thoughts"] == "Careful."
    assert files(models.file().parent.parent) | files(match.parent) == before


@pytest.mark.parametrize("columns", ["80", "140"])
def test_both_answers_stand_beside_each_other_where_there_is_room(woozle, match, lab, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    lab.said = OTHER
    at = json.loads(woozle("compare", match, "--seat", "Bo=openai@lab:tiny", "--json")[1])["comparisons"][0]["at"]
    _, out, _ = woozle("compare", match, "--seat", "Bo=openai@lab:tiny", "--at", at)
    rows = out.splitlines()
    assert any("text: Four." in row and "text: All of them." in row for row in rows) == (columns == "140")
    assert "Thoughts: Bold." in out
    assert "Thoughts: Careful." in out
    assert "Equal answers: 1 of 1 (100 %)." in rows
    assert rows[-1].startswith("Used up: 1 call, ")
    assert max(map(len, rows)) <= int(columns)


def test_a_budget_ends_it_and_what_was_paid_for_is_shown(woozle, match, lab):
    status, out, err = woozle("compare", match, "--seat", "Bo=openai@lab:tiny", "--budget", "calls=1", "--json")
    assert status == 1
    assert "calls=1" in err or "1 call" in err
    assert len(json.loads(out)["comparisons"]) >= 1


def test_what_cannot_be_asked_is_refused_in_a_sentence(woozle, match):
    for words, sentence in (
        (("Bob=openai@lab:x",), "There is no seat 'Bob'"),
        (("Bo",), "names no seat and model; write for example Bo=ollama:qwen3:8b."),
        (("Bo=nobody:x",), "nobody"),
        (("Bo=openai@lab:x", "--at", 400), "Bo was not asked anything after 400 answers; it was after "),
    ):
        status, _, err = woozle("compare", match, "--seat", *words)
        assert status == 2
        assert sentence in err
