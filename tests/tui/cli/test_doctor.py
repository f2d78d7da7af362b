"""`woozle doctor`: what it prints, and its exit status."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from woozle.tui.doctor import endpoints


@pytest.fixture(autouse=True)
def _nobody_there(monkeypatch):
    monkeypatch.setattr(endpoints, "reach_problem", lambda endpoint: "nothing listens there")
    monkeypatch.setattr("woozle.players.models.keys.from_keyring", lambda name: None)


def test_every_line_is_ok_missing_or_broken_and_says_what_to_do(woozle):
    status, out, err = woozle("doctor")
    lines = [line for line in out.splitlines() if line.startswith("  ")]
    assert (status, err) == (0, "")
    assert {line.split()[0] for line in lines} <= {"ok", "note", "missing", "broken"}
    assert all(line.endswith(".") for line in lines)
    assert all("; " in line for line in lines if line.split()[0] != "ok")


def test_for_programs_there_is_one_object(woozle):
    status, out, _ = woozle("doctor", "--json")
    found = json.loads(out)
    assert (status, found["works"], found["broken"]) == (0, True, 0)
    assert [part["part"] for part in found["parts"]] == ["Software", "Terminal", "Folders", "Models", "Games", "Left"]


def test_what_is_broken_is_counted_and_gives_status_one(woozle):
    home = os.environ["WOOZLE_HOME"]
    Path(home, "models.toml").write_text("this is no TOML")
    status, out, _ = woozle("doctor")
    assert status == 1
    assert "  broken   models.toml" in out
    assert "1 problem to fix." in out


def test_no_key_is_told(woozle, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-this-is-secret")
    for words in (("doctor",), ("doctor", "--json")):
        _, out, _ = woozle(*words)
        assert "sk-this-is-secret" not in out
