"""`woozle reproduce`: what is shown before models are asked, runs that go on, and what cannot be."""

from __future__ import annotations

import json

import pytest

from woozle.arena.reproduction import recipe as recipes
from woozle.saves import paths

from tests.arena.reproduction.world import small
from tests.arena.runs.lab import endpoint
from tests.players.backends.servers import OpenAIServer

SEAT = ("--model", "openai@lab:tiny")
ONE = ("reproduce", "small", "--table", "1", "--judge", "lexical", "--questions", "1")


class Lab:
    """A server that counts what it is asked, and whose model cannot answer any more after so many calls."""

    def __init__(self):
        self.asked = 0

    def __call__(self, request):
        self.asked += 1
        return json.dumps({"thoughts": "Go on.", "choice": "continue", "summary": "It rained.", "text": "It rained."})


@pytest.fixture(autouse=True)
def paper(monkeypatch):
    monkeypatch.setattr(recipes, "papers", lambda: {"small": "quest"})
    monkeypatch.setattr(recipes, "load_recipe", lambda paper: small())


@pytest.fixture
def lab():
    lab = Lab()
    with OpenAIServer(lab) as server:
        endpoint(paths.config_folder(), server.url)
        yield lab


def test_nothing_is_asked_before_calls_and_tokens_are_shown_and_confirmed(woozle, lab):
    status, out, err = woozle(*ONE, *SEAT)
    assert status == 2
    assert "Cannot ask for confirmation here; add --yes" in err
    assert "1 run with models:" in err and " calls, " in err and "price unknown, hours unknown" in err
    status, out, _ = woozle(*ONE, *SEAT, "--estimate", "--json")
    assert (status, json.loads(out)["all"]["matches"]) == (0, 12)
    assert lab.asked == 0


def test_a_run_that_was_stopped_goes_on_by_the_same_command(woozle, lab, tmp_path):
    out = ("--out", tmp_path / "played")
    status, _, err = woozle(*ONE, *SEAT, *out, "--yes", "--budget", "calls=10", "--concurrency", "1")
    assert status == 1
    assert "matches wait" in err
    before = lab.asked
    status, text, err = woozle(*ONE, *SEAT, *out, "--yes", "--json")
    assert status == 0, err
    first = json.loads(text)["tables"][0]["rows"][0]["cells"][0]
    assert first["matches"] == 12
    status, again, _ = woozle(*ONE, *SEAT, *out, "--yes", "--json")
    assert (status, again) == (0, text)
    assert lab.asked > before
    estimate = json.loads(woozle(*ONE, *SEAT, *out, "--estimate", "--json")[1])
    assert estimate["runs"] == []


def test_files_are_written_beside_what_is_printed(woozle, tmp_path):
    files = {name: tmp_path / f"own.{name}" for name in ("csv", "html", "svg")}
    named = ("--csv", files["csv"], "--page", files["html"], "--plot", files["svg"])
    status, out, err = woozle("reproduce", "small", "--dry-run", *named)
    assert (status, err) == (0, "")
    assert "Figure 2. By threshold" in out
    assert files["csv"].read_text().startswith("table,row,column,published")
    assert "<table>" in files["html"].read_text() and files["svg"].read_bytes().startswith(b"<svg")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--dry-run", "--table", "7"), "The paper has no table 7; choose from 1, 3."),
        (("--dry-run", *SEAT), "leave out --model, --data and --estimate"),
        ((), "Name the models with --model"),
        (("--model", "human", "--bundled", "--judge", "lexical"), "No person can sit in a run"),
        (("--model", "Three=bot"), "The paper has no model 'Three'; its models are One, Two."),
        (("--dry-run", "--set", "items"), "--set items must be NAME=VALUE."),
        (("--dry-run", "--set", "itms=3"), "quest has no option 'itms'; did you mean items?"),
        (("--dry-run", "--plot", "figures.png"), "name a file that ends in .svg"),
        (("--dry-run", "--page", "/nowhere/at/all.html"), "/nowhere/at/all.html"),
    ],
)
def test_what_cannot_be_is_one_sentence(woozle, words, sentence):
    status, _, err = woozle("reproduce", "small", *words)
    assert status in (1, 2)
    assert sentence in err
    assert err.count("\n") == 1
