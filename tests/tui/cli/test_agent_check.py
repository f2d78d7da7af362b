"""`woozle agent check`: the table, the JSON, the exit status, and who cannot be checked."""

import json
import sys

import pytest

AGENTS = """
import random
import woozle.testing

class Careful:
    def answer(self, request, observation):
        return woozle.testing.random_answer(request, random.Random(len(observation)))

class Broken:
    def answer(self, request, observation):
        raise ValueError("no idea \\x1b[31m")
"""


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    (tmp_path / "agents_checked.py").write_text(AGENTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("agents_checked", None)


def test_a_good_agent_passes_and_nothing_is_left(woozle, tmp_path):
    before = set(tmp_path.iterdir())
    status, out, err = woozle("agent", "check", "python:agents_checked:Careful", "--game", "urn", "--game", "debate")
    assert (status, err) == (0, "")
    assert "urn: passed, 2 of 2 matches verified (standard)" in out
    assert "  Report             6      6        0          0     0\n" in out
    assert out.endswith("python:agents_checked:Careful passes in 2 of 2 games.\n")
    assert {path for path in set(tmp_path.iterdir()) - before if path.name != "__pycache__"} == set()


def test_a_broken_one_fails_with_its_reasons(woozle):
    status, out, _ = woozle("agent", "check", "python:agents_checked:Broken", "--game", "urn")
    assert status == 1 and "\x1b" not in out
    assert "urn: FAILED" in out and "urn, Report: 6 of 6 answers were forfeited (the first: ValueError: no idea" in out


def test_for_programs_there_is_one_object(woozle):
    status, out, _ = woozle("agent", "check", "bot", "--game", "urn", "--matches", 1, "--json")
    found = json.loads(out)
    assert (status, found["passes"], found["seconds"]) == (0, True, 30.0)
    assert [kind["kind"] for kind in found["games"][0]["kinds"]] == ["Report", "Accuse", "Guess"]


def test_the_matches_can_be_kept(woozle, tmp_path):
    assert woozle("agent", "check", "bot:random", "--game", "urn", "--out", "kept")[0] == 0
    assert woozle("verify", "kept", "--jobs", 1)[0] == 0
    assert woozle("agent", "check", "bot:random", "--game", "urn", "--out", "kept")[0] == 2


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ("bot*2", "bot*2 is not one agent, bot or model; name the one to check"),
        ("human", "human is not one agent, bot or model;"),
        ("exec:./nothing", "There is no program ./nothing that can be run;"),
    ],
)
def test_a_seat_that_cannot_be_checked_gets_one_sentence(woozle, seat, sentence):
    status, out, err = woozle("agent", "check", seat, "--game", "urn")
    assert (status, out) == (2, "")
    assert sentence in err and err.count("\n") == 1
