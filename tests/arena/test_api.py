"""The Python API."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys

import pytest

import woozle
import woozle.testing
from woozle.games.urn.events import Briefing, Drawn


class Lucky(woozle.Agent):
    def __init__(self):
        self.random = random.Random(3)

    async def answer(self, request, observation):
        return woozle.testing.random_answer(request, self.random)


class Broken(woozle.Agent):
    def answer(self, request, observation):
        raise RuntimeError("out of ideas")


class Confused(woozle.Agent):
    def answer(self, request, observation):
        return "heads"


@pytest.mark.e2e
def test_all_names_are_there_and_nothing_is_loaded_before_one_is_used():
    assert all(getattr(woozle, name) is not None for name in woozle.__all__)
    code = "import sys, woozle; print(*(name for name in sys.modules if name.startswith('woozle.')))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == ""
    with pytest.raises(AttributeError, match="has no attribute 'plays'"):
        woozle.plays  # noqa: B018


def test_an_agent_plays_among_bots_and_the_match_is_verified(tmp_path):
    match = woozle.play("urn", [Lucky(), "bot*4"], seed=7, out=tmp_path / "m", options={"handfuls": 2})
    report = woozle.verify(str(match.path))
    assert report.is_verified and report.verdict == "verified"
    found = woozle.read(match.path)
    assert found.seats["Ada"] == {"kind": "agent", "name": f"{__name__}:Lucky"}
    assert (found.game, found.config.handfuls, found.outcome) == ("urn", 2, match.outcome)


def test_a_viewer_is_given_what_it_was_told_and_no_more(tmp_path):
    found = woozle.play("urn", ["bot*5"], seed=1, out=tmp_path / "m").transcript
    everything, public = found.events(), found.events(woozle.PUBLIC)
    assert isinstance(everything[0], Briefing)
    drawn = [event for event in everything if isinstance(event, Drawn)]
    assert {event.seat for event in drawn} == set(found.seats)
    assert not [event for event in public if isinstance(event, Drawn)]
    assert {event.seat for event in found.events("Bo") if isinstance(event, Drawn)} == {"Bo"}


def test_rows_have_the_columns_of_the_exported_tables(tmp_path):
    found = woozle.play("urn", ["bot*5"], seed=1, out=tmp_path / "m").transcript
    assert {row["seat"] for row in found.rows("seats")} == set(found.seats)
    assert found.rows()[0].keys() >= {"match", "seat", "asks", "choice"}
    assert "text" not in found.rows()[0] and "text" in found.rows(with_text=True)[0]
    with pytest.raises(ValueError, match="There is no table 'moves'; choose from decisions, matches, seats, scores"):
        found.rows("moves")


@pytest.mark.parametrize(("agent", "why"), [(Broken, "out of ideas"), (Confused, "answered with str, not with Report")])
def test_what_an_agent_does_wrong_is_a_forfeit_and_the_match_goes_on(tmp_path, agent, why):
    match = woozle.play("urn", [agent(), "bot*4"], seed=7, out=tmp_path / "m")
    assert woozle.verify(match.path).is_verified
    assert why in (match.path / "transcript.jsonl").read_text("utf-8")
    with pytest.raises(AssertionError, match="The agent failed"):
        woozle.testing.check_agent(agent, tmp_path / "checked")


def test_many_matches_have_agents_of_their_own_and_are_not_played_twice(tmp_path):
    made = []

    def agent():
        made.append(Lucky())
        return made[-1]

    first = woozle.run("urn", [agent, "bot*4"], 3, out=tmp_path, seed=1)
    assert [match.path.name for match in first] == ["0001", "0002", "0003"] and len(made) == 3
    again = woozle.run("urn", [agent, "bot*4"], 4, out=tmp_path, seed=1)
    assert [match.outcome for match in again[:3]] == [match.outcome for match in first] and len(made) == 4


def test_a_match_can_be_played_inside_an_event_loop(tmp_path):
    match = asyncio.run(woozle.play_async("urn", ["bot*5"], seed=1, out=tmp_path / "m"))
    assert match.outcome.results.keys() == match.transcript.seats.keys()


@pytest.mark.parametrize(
    ("game", "seats", "sentence"),
    [
        ("chess", ["bot"], "There is no game 'chess'"),
        ("urn", ["bot*2"], "urn takes 3 to 8 seats, not 2"),
        ("urn", ["human", "bot*4"], "play this match in the terminal"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(tmp_path, game, seats, sentence):
    with pytest.raises(ValueError, match=sentence):
        woozle.play(game, seats, out=tmp_path / "m")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seats": 4}, "seats must be a text or a list of players, such as ['bot*5'], not 4."),
        ({"seats": ["bot*4", 3.5]}, "A seat must be a text such as 'bot', an agent, or a function that makes one, not 3.5."),
        ({"seats": [dict] * 5}, "dict is no agent: it has no method `answer`."),
        ({"game": None}, "game must be the name of a game, not None."),
        ({"preset": 3}, "preset must be the name of a preset, not 3."),
        ({"options": None}, "options must be a mapping by name, such as {'rounds': 3}, not None."),
        ({"services": {"judge": 3}}, "The service 'judge' must be a text, as on the command line, not 3."),
        ({"seed": 3.5}, "seed must be a whole number, not 3.5."),
        ({"out": 3}, "out must be the path of a folder, not 3."),
    ],
)
def test_arguments_of_a_wrong_type_are_refused_in_a_sentence(tmp_path, arguments, sentence):
    usual = {"game": "urn", "seats": ["bot*5"], "seed": 1, "out": tmp_path / "m"}
    for play in (woozle.play, lambda **more: woozle.run(**more, matches=1)):
        with pytest.raises(ValueError) as refused:
            play(**{**usual, **arguments})
        assert str(refused.value) == sentence
    with pytest.raises(ValueError, match=r"^matches must be a whole number from 0 on, not -1"):
        woozle.run(**usual, matches=-1)
    with pytest.raises(ValueError, match=r"^concurrency must be a whole number from 1 on, not 0"):
        woozle.run(**usual, matches=1, concurrency=0)


def test_the_suite_for_games_finds_what_does_not_hold(tmp_path):
    case = woozle.testing.GameCase("urn", lambda: woozle.load("urn")(seats=3), personal=(Drawn,))
    woozle.testing.check_game(case, tmp_path / "good")
    leaky = woozle.testing.GameCase("urn", lambda: woozle.load("urn")(seats=3), heard_by={Drawn: lambda event, before: ()})
    with pytest.raises(AssertionError, match="was told to"):
        woozle.testing.check_game(leaky, tmp_path / "leaky")
