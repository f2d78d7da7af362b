"""A package that brings a bot for a game of Woozle's and an agent for all games: every command that names players takes both."""

import json
import shutil
import sys

import pytest

from woozle.arena.play.forms import form
from woozle.players.agent import AgentError, load_agent

from tests.packages import installed
from tests.tui.studies import plans

PLAYERS = """
import random
import woozle.testing
from woozle.core.kit import GameKit
from woozle.players.random_bot import RandomBot

class Honest(RandomBot):
    name = "honest"

class Careful:
    def answer(self, request, observation):
        return woozle.testing.random_answer(request, random.Random(len(observation)))

BOTS = (Honest,)
KIT = GameKit(bots="players_of_extra:BOTS")
nobody = 3
"""
AGENTS = {"careful": "players_of_extra:Careful", "lost": "players_of_extra:Lost", "odd": "players_of_extra:nobody"}


@pytest.fixture(autouse=True)
def _extra(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "players_of_extra.py").write_text(PLAYERS)
    groups = {"woozle.additions": dict.fromkeys(("urn", "ship"), "players_of_extra:KIT"), "woozle.agents": AGENTS}
    installed(monkeypatch, tmp_path / "site", groups)
    yield
    sys.modules.pop("players_of_extra", None)


SEATS = pytest.mark.parametrize("seat", ["bot:honest", "python:careful"])


@SEATS
def test_it_plays_in_runs_at_the_table_and_in_checks(woozle, seat):
    assert woozle("run", "urn", "--seats", f"{seat}*2,bot*3", "--matches", 2, "--seed", 1, "--out", "runs", "--jobs", 1)[0] == 0
    assert woozle("verify", "runs", "--jobs", 1)[0] == 0
    assert seat.partition(":")[2].casefold() in woozle("leaderboard", "runs")[1].casefold()
    status, out, _ = woozle("play", "urn", "--plain", "--seats", f"{seat}*5", "--seed", 1)
    assert status == 0 and "crook" in out
    assert woozle("agent", "check", seat, "--game", "urn", "--matches", 1)[0] == 0
    _, _, err = woozle("watch", "urn", "--seats", f"{seat}*5")
    assert err.startswith("woozle: The app needs a terminal; try `woozle run urn")
    assert seat in str(form("urn").seats[0])


@SEATS
def test_it_is_seated_again_where_a_match_goes_on(woozle, seat, tmp_path):
    woozle("run", "urn", "--seats", f"{seat},bot*4", "--seed", 1, "--out", "runs", "--jobs", 1)
    header = json.loads((tmp_path / "runs/0001/transcript.jsonl").read_text().splitlines()[0])
    assert "honest" in str(header) or "'seat': 'python:careful'" in str(header)
    home = woozle("fork", "runs/0001", "--at", 3, "--plain", "--seats", f"{seat},bot*4")
    assert home[0] == 0
    status, _, err = woozle("fork", "last", "--at", 3, "--plain")
    assert status == 0 and ("code on this machine plays: python:careful" in err) == seat.startswith("python")
    shutil.rmtree("runs/0001")
    assert woozle("resume", "runs")[0] == (0 if seat.startswith("bot") else 2)  # nobody is there to allow code


@SEATS
def test_it_sits_in_studies(woozle, seat, tmp_path):
    study = plans.write(tmp_path / "study", conditions=((plans.ship().replace("bot*4", f"{seat}*4"),),))
    status, out, _ = woozle("study", "check", study)
    assert status == 0, out


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ("python:carefull", "'python:carefull' names no agent; did you mean python:careful?"),
        ("python:x", "choose from python:careful, python:lost, python:odd, or write python:MODULE:CLASS, as in"),
        ("python:lost", "The entry point lost of woozle.agents, which extra brings, cannot be loaded:"),
        ("python:odd", "players_of_extra:nobody, the entry point odd of woozle.agents, is not a Callable."),
    ],
)
def test_an_agent_that_is_not_there_is_one_sentence(woozle, seat, sentence):
    with pytest.raises(AgentError, match=sentence):
        load_agent(seat)
    status, _, err = woozle("run", "urn", "--seats", f"{seat},bot*4", "--out", "new")
    assert status == 2 and sentence in err
