"""Copies of PettingZoo's environments, in memory and pickled."""

import gc
import pickle
import threading
from copy import copy, deepcopy
from itertools import islice

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from woozle.environments import aec_env, parallel_env
from woozle.saves.verify import verify

from tests.option_values import own_games

GAMES = own_games()
COPIES = [copy, deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
each_copy = pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])


def play(env, most=None):
    """Play on with sampled answers, up to so many steps; return all that was seen, and the ends."""
    seen = []
    for agent in islice(env.agent_iter(), most):
        observation, reward, terminated, truncated, info = env.last()
        seen.append((agent, observation, reward, info))
        env.step(None if terminated or truncated else env.action_space(agent).sample())
    return seen


def play_parallel(env, most=None):
    seen = []
    while env.agents and len(seen) != most:
        seen.append(env.step({agent: env.action_space(agent).sample() for agent in env.agents}))
    return seen


def seeded(env, seed=7):
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(5)
    return env


@pytest.mark.parametrize(
    ("game", "form", "copied"), [*((game, "json", deepcopy) for game in GAMES), *(("urn", "text", each) for each in COPIES)]
)
def test_a_copy_goes_on_from_the_same_request_and_leaves_the_original_alone(game, form, copied):
    env = seeded(aec_env(game, "agent*2,bot*2", form=form))
    play(env, 2)
    other, last = copied(env), env.last()
    assert other.last() == last
    there = play(other)
    assert there[0][1] == last[0]
    assert len(there) > 2
    assert env.last() == last
    assert play(env) == there


@each_copy
def test_a_copy_of_a_parallel_environment_does_the_same(copied):
    env = seeded(parallel_env("urn", "agent*2,bot*2", form="json"))
    play_parallel(env, 2)
    other = copied(env)
    there = play_parallel(other)
    assert len(there) > 1
    assert play_parallel(env) == there


@each_copy
def test_an_environment_can_be_copied_before_its_first_episode_and_after_its_last(copied):
    fresh = copied(aec_env("urn", "agent*2,bot*2"))
    ended = seeded(aec_env("urn", "agent*2,bot*2"))
    assert play(seeded(fresh)) == play(ended)
    other = copied(ended)
    assert other.agents == []
    ended.reset()
    other.reset()
    assert other.last() == ended.last()


@each_copy
def test_refusals_are_counted_on_in_a_copy(copied):
    env = seeded(aec_env("urn", "agent,bot*3"))
    env.step("No idea.")
    other = copied(env)
    assert "No idea." in other.last()[0]["text"]
    assert other.last() == env.last()
    for each in (env, other):
        each.step("No idea.")
        assert "No idea." in each.last()[0]["text"]
        each.step("No idea.")  # the third is a forfeit
    assert "You gave no legal answer, and the match went on." in other.last()[0]["text"]
    assert other.last() == env.last()


@each_copy
def test_a_copy_of_a_recorded_episode_keeps_no_transcript_of_it(copied, tmp_path):
    env = seeded(aec_env("ship", "agent,bot*4", records=tmp_path))
    play(env, 3)
    (folder,) = tmp_path.iterdir()
    before = {path: path.read_bytes() for path in folder.iterdir()}
    other = copied(env)
    seen = play(other)
    other.close()
    assert "transcript" not in seen[-1][3]
    assert [*tmp_path.iterdir()] == [folder]
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    assert play(env)[-1][3]["transcript"] == str(folder)
    other.reset(seed=8)  # its own episodes are recorded
    play(other)
    env.close()
    assert len([*tmp_path.iterdir()]) == 2
    assert all(verify(each, 3).is_verified for each in tmp_path.iterdir())


@pytest.mark.parametrize("copied", COPIES[1:], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("wrapper", [OrderEnforcingWrapper, AssertOutOfBoundsWrapper])
def test_environments_in_wrappers_of_pettingzoo_can_be_copied(wrapper, copied):
    env = seeded(wrapper(aec_env("urn", "agent*2,bot*2")))
    play(env, 3)
    other, last = copied(env), env.last()
    there = play(other)
    assert env.last() == last
    assert play(env) == there


class Counter:
    """An agent with a memory: it forfeits every answer, and counts them."""

    def __init__(self):
        self.asked = 0

    def answer(self, request, observation):
        self.asked += 1
        raise ValueError(f"Answer {self.asked}.")


@each_copy
def test_agents_among_the_opponents_are_copied_with_their_memory(copied):
    opponent = Counter()
    env = seeded(aec_env("ship", ["agent", opponent, "bot*3"]))
    play(env, 2)
    other, asked = copied(env), opponent.asked
    there = play(other)
    assert asked == opponent.asked > 0
    assert play(env) == there
    assert opponent.asked > asked
    other.close()
    env.close()


def test_the_thread_of_a_copy_ends_when_the_copy_is_thrown_away():
    env = seeded(aec_env("urn", ["agent", Counter(), "bot*2"]))
    threads = {*threading.enumerate()}
    other = deepcopy(env)
    (thread,) = {each for each in threading.enumerate() if each.name == "woozle environment"} - threads
    assert thread.is_alive()
    del other
    gc.collect()
    thread.join(60)
    assert not thread.is_alive()
    env.close()
