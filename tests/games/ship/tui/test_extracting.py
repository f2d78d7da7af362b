"""`woozle audit --extractor`: claims read by a model."""

from __future__ import annotations

import json

import pytest

from woozle.arena.play import models

from tests.games.ship.quack_logs import lines, match, write
from tests.players.backends.scripts import Status
from tests.players.backends.servers import OpenAIServer
from tests.players.services.quoted import quoted

SPEECH = "I was in storage."


def claims_of(request):
    """A model that reads one sentence and nothing else."""
    asked = quoted(request["messages"][1]["content"])
    found = [{"type": "location", "subject": asked["speaker"], "room": "storage", "quote": "was in storage"}]
    return json.dumps({"claims": found if asked["speech"] == SPEECH else []})


@pytest.fixture
def log(tmp_path):
    rows = lines(match(3))
    next(row for row in rows if row["event_type"] == "discussion_message")["data"]["message"] = SPEECH
    return write(tmp_path / "logs" / "game.jsonl", rows)


@pytest.fixture
def lab():
    """Lets the endpoint lab of models.toml be a server."""

    def named(server):
        models.file().parent.mkdir(parents=True, exist_ok=True)
        models.file().write_text(f'[endpoints.lab]\nurl = "{server.url}"\n')
        return server

    return named


def test_a_model_reads_the_claims_and_no_speech_is_paid_for_twice(woozle, log, lab):
    with OpenAIServer(claims_of) as server:
        lab(server)
        status, out, err = woozle("audit", log, "--extractor", "openai@lab:tiny", "--json")
        paid = len(server.chats)
        assert woozle("audit", log, "--extractor", "openai@lab:tiny", "--json")[1] == out
        assert len(server.chats) == paid
    (game,) = json.loads(out)["games"]
    assert status == 0
    (claim,) = game["claims"]
    assert (claim["type"], claim["room"], claim["text"]) == ("location", "storage", "was in storage")
    assert err.endswith("speeches read by tiny.\n")


def test_a_server_that_is_gone_is_one_sentence(woozle, log, lab):
    with OpenAIServer(lambda request: Status(401, "No.")) as server:
        lab(server)
        status, out, err = woozle("audit", log, "--extractor", "openai@lab:tiny")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "the same command goes on from there." in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--extractor", "robot"], "robot"),
        (["--extractor", "openai@nowhere:tiny"], "There is no endpoint"),
        (["--extractor", "ollama:x", "--claims", "c.jsonl"], "leave one of them out"),
    ],
)
def test_what_cannot_be_is_said_first(woozle, log, words, sentence):
    status, out, err = woozle("audit", log, *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
