"""PettingZoo's own tests of environments hold for ours."""

import warnings
from random import Random

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import woozle.environments
from woozle.core import registry
from woozle.saves.verify import verify

GAMES = ["debate", "quest", "self_play", "ship", "undercover", "urn"]
CYCLES = 100


@pytest.fixture(autouse=True)
def _without_advice():
    """Ignore what PettingZoo recommends: arrays of numbers, and agents called `player_0`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("agents", ["one", "all"])
@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_pettingzoo_pass(game, agents, form):
    most = registry.game(game).default_seats
    seats = f"agent*{most}" if agents == "all" else f"agent,bot:random*{most - 1}"
    api_test(woozle.environments.aec_env(game, seats, form=form), num_cycles=CYCLES)
    seed_test(lambda: woozle.environments.aec_env(game, seats, form=form), num_cycles=CYCLES)
    parallel_api_test(woozle.environments.parallel_env(game, seats, form=form), num_cycles=CYCLES)
    parallel_seed_test(lambda: woozle.environments.parallel_env(game, seats, form=form), num_cycles=CYCLES)


def test_what_is_illegal_is_asked_again_and_at_last_forfeited():
    env = woozle.environments.aec_env("urn", "agent,bot:random*4")
    env.reset(seed=1)
    (agent,) = env.agents
    env.step("No idea.")
    assert env.agent_selection == agent
    assert "Answer in this form" in env.last()[0]["text"]
    assert "No idea." in env.last()[0]["text"]
    turns = 0
    for _ in env.agent_iter():
        is_over = env.terminations[agent]
        env.step(None if is_over else "No idea.")
        turns += not is_over
    env.reset(seed=1)
    legal = 0
    for _ in env.agent_iter():
        is_over = env.terminations[agent]
        env.step(None if is_over else env.action_space(agent).sample())
        legal += not is_over
    assert turns == 3 * legal - 1


def test_samples_are_legal_answers_and_episodes_are_kept(tmp_path):
    env = woozle.environments.aec_env("ship", "agent*2,bot*4", records=tmp_path)
    for seed in (1, 2):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            *_, is_over, is_void, _ = env.last()
            env.step(None if is_over or is_void else env.action_space(agent).sample())
    env.close()
    for folder in tmp_path.iterdir():
        report = verify(folder, 3)
        assert report.is_verified
        assert not report.findings
    assert len([*tmp_path.iterdir()]) == 2


def test_choices_at_the_end_and_the_guide_are_there():
    env = woozle.environments.parallel_env("ship", "agent*2,bot*4")
    _, infos = env.reset(seed=3)
    assert "You are Alice" in env.guide("Alice")
    chance = Random(1)
    while env.agents:
        actions = {
            agent: {name: chance.choice(legal) for name, legal in info["choices"].items()} or {"text": "Hello."}
            for agent, info in infos.items()
            if info["is_asked"]
        }
        _, rewards, ends, _, infos = env.step(actions)
    assert set(rewards) == {"Alice", "Bob"}
    assert all(ends.values())
    assert infos["Alice"]["result"] in ("won", "lost")
    assert env.figures("Alice")["score"] == infos["Alice"]["numbers"]["score"]


def test_pictures_are_shown_where_they_are_asked_for():
    for pictures in (False, True):
        env = woozle.environments.aec_env("undercover", form="json", pictures=pictures)
        env.reset(seed=1)
        request = env.last()[0]["request"]
        assert bool(request["pictures"]) == pictures
        assert request["described"]
