"""Judges on the command line: which there are, and how they take their place in matches and runs."""

from __future__ import annotations

import json

import pytest

from woozle.arena.play import models
from woozle.games.quest.players import hhem
from woozle.games.quest.players.services import CLAIMS
from woozle.saves.paths import matches_folder
from woozle.saves.store import list_matches
from woozle.saves.transcript import CLOSED, PART, read
from woozle.saves.verify import verify

from tests.games.quest.players.questing import write_hhem
from tests.players.backends.scripts import Status
from tests.players.backends.servers import OpenAIServer

BOTS = ("--seats", "bot:random*2", "--seed", 3, "--set", "items=3")


def judged_by(path):
    return [place.player for place in read(path).header.officials]


def lab(url: str) -> None:
    models.file().parent.mkdir(parents=True, exist_ok=True)
    models.file().write_text(f'[endpoints.lab]\nurl = "{url}"\n')


@pytest.fixture(autouse=True)
def _without_hhem(monkeypatch):
    monkeypatch.setattr(hhem, "_fetch", lambda name, only_here: None)


def test_judges_are_listed_with_what_stands_against_them(woozle):
    status, out, err = woozle("judge")
    assert (status, err) == (0, "") and "not HHEM" in out and "`woozle judge download hhem` fetches it" in out
    found = json.loads(woozle("judge", "--json")[1])["judges"]
    assert {"claims", "lexical", "hhem", "nli", "grader"} <= {each["name"] for each in found["summaries"]}
    assert {"match", "grader"} <= {each["name"] for each in found["answers to questions"]}


def test_hhem_is_fetched_only_when_asked_for_and_its_size_is_said(woozle, monkeypatch, tmp_path):
    fetched = []
    monkeypatch.setattr(hhem, "_fetch", lambda name, only_here: fetched.append((name, only_here)) or tmp_path)
    status, _, err = woozle("judge", "download", "hhem")
    assert status == 0 and err.startswith("woozle: Fetching HHEM-2.1-Open (439 MB, and 3 MB for its tokenizer)")
    assert fetched[:2] == [("weights", False), ("base", False)] and all(only_here for _, only_here in fetched[2:])
    assert woozle("judge", "download", "match")[0] == 2


PLAY, WATCH, RUN = ("play", "quest", "--plain"), ("watch", "quest"), ("run", "quest", "--out", "run")


@pytest.mark.parametrize(
    ("command", "judge", "sentence"),
    [
        (PLAY, "hhem", "HHEM is not on this machine; `woozle judge download hhem` fetches it"),
        (WATCH, "hhem:nowhere", "HHEM cannot judge from nowhere: model.safetensors is missing there."),
        (RUN, "grader:openai@labb:tiny", "There is no endpoint 'labb'; did you mean lab?"),
    ],
)
def test_a_judge_who_cannot_judge_is_said_before_anything_is_made(woozle, monkeypatch, tmp_path, command, judge, sentence):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("woozle.tui.cli.commands.require_terminal", lambda instead: None)
    lab("http://127.0.0.1:9/v1")
    status, out, err = woozle(*command, "--seats", "bot:random*2", "--judge", judge)
    assert (status, out) == (2, "") and err.startswith(f"woozle: {sentence}") and err.count("\n") == 1
    assert not matches_folder().exists() and not (tmp_path / "run").exists()


def test_a_run_keeps_its_judge_and_goes_on_with_no_other(woozle, tmp_path):
    out = tmp_path / "run"
    assert woozle("run", "quest", "--out", out, "--matches", 2, *BOTS)[0] == 0
    assert judged_by(out / "0001") == [{"kind": "judge", "name": "claims", "version": CLAIMS.version}]
    assert read(out / "0001").header.started is None
    assert woozle("run", "quest", "--out", out, "--matches", 2, *BOTS, "--judge", "claims")[0] == 0
    other = f"hhem:{write_hhem(tmp_path / 'hhem')}"
    status, _, err = woozle("run", "quest", "--out", out, "--matches", 2, *BOTS, "--judge", other)
    assert status == 2 and "its judge differ" in err
    assert woozle("resume", out)[0] == 0
    assert woozle("run", "ship", "--seats", "bot*6", "--out", tmp_path / "ship", "--judge", "match")[2] == (
        "woozle: ship has no judge; leave out --judge.\n"
    )


class Half:
    """A reader whose model scores everything alike."""

    def scores(self, pairs):
        return [0.5] * len(pairs)


def test_a_neural_judge_scores_a_run_of_bots_side_by_side(woozle, tmp_path, monkeypatch):
    monkeypatch.setattr(hhem, "load", lambda where: Half())
    out = tmp_path / "run"
    words = ("run", "quest", "--out", out, "--matches", 3, *BOTS, "--judge", f"hhem:{write_hhem(tmp_path / 'hhem')}")
    assert woozle(*words, "--jobs", 2)[0] == 2
    assert woozle(*words, "--concurrency", 3)[0] == 0
    for number in ("0001", "0002", "0003"):
        assert judged_by(out / number)[0]["name"] == "hhem"
        assert all(result.numbers["faithful"] == 0.5 for result in read(out / number).end.outcome.results.values())
        assert verify(out / number, level=2).is_verified


def test_a_model_judges_halts_with_its_endpoint_and_goes_on(woozle):
    seats = ("--seats", "bot:random*2", "--set", "items=3", "--judge", "grader:openai@lab:tiny")
    said = iter(['{"score": 0.25}', Status(401, "Your key was withdrawn.")])
    with OpenAIServer(lambda request: next(said)) as server:
        lab(server.url)
        status, _, err = woozle("play", "quest", "--plain", *seats)
    (kept,) = list_matches()
    assert status == 1 and "withdrawn" in err and (kept.path / PART).exists()
    with OpenAIServer(lambda request: '{"score": 0.25}') as server:
        lab(server.url)
        assert woozle("resume", kept.path, "--plain")[0] == 0
        assert woozle("fork", kept.path, "--at", 4)[0] == 0
        assert all("Number" not in str(chat["messages"]) and chat["temperature"] == 0 for chat in server.chats)
    assert {each.path.name: verify(each.path, level=3).levels[3].result for each in list_matches()} == dict.fromkeys(
        (each.path.name for each in list_matches()), "passed"
    )
    for each in list_matches():
        (who,) = judged_by(each.path)
        assert (who["kind"], who["name"], who["model"], who["endpoint"]) == ("judge", "grader", "tiny", "lab")
        assert server.url not in (each.path / CLOSED).read_text()


def test_a_run_with_a_grader_bills_it(woozle, tmp_path):
    with OpenAIServer(lambda request: '{"grade": "A"}') as server:
        lab(server.url)
        words = ("run", "quest", "--preset", "questions", "--out", tmp_path / "run", *BOTS)
        status, out, _ = woozle(*words, "--judge", "grader:openai@lab:tiny", "--json")
    (bill,) = json.loads(out)["usage"]
    assert status == 0 and bill["seat"] == "judge" and bill["player"].startswith("grader:openai@lab:tiny") and bill["calls"] >= 6
