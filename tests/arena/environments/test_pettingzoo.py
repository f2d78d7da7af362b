"""PettingZoo's own tests of environments hold for ours."""

import warnings
from random import Random

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import woozle.environments
from woozle.core import registry

from tests.option_values import own_games

CYCLES = 20


@pytest.fixture(autouse=True)
def _without_advice():
    """Ignore what PettingZoo recommends: arrays of numbers, and agents called `player_0`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("agents", "form"), [("one", "text"), ("all", "json")])
@pytest.mark.parametrize("game", own_games())
def test_the_tests_of_pettingzoo_pass(game, agents, form):
    most = registry.game(game).default_seats
    seats = f"agent*{most}" if agents == "all" else f"agent,bot:random*{most - 1}"
    api_test(woozle.environments.aec_env(game, seats, form=form), num_cycles=CYCLES)
    seed_test(lambda: woozle.environments.aec_env(game, seats, form=form), num_cycles=CYCLES)
    parallel_api_test(woozle.environments.parallel_env(game, seats, form=form), num_cycles=CYCLES)
    parallel_seed_test(lambda: woozle.environments.parallel_env(game, seats, form=form), num_cycles=CYCLES)


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


def first_observations(env, *seeds):
    return [env.reset(seed=seed)[0] for seed in seeds]


def test_resets_without_a_seed_go_through_the_matches_of_the_last_seed():
    first = first_observations(woozle.environments.parallel_env("ship", "agent,bot*5"), 3, None, None)
    env = woozle.environments.parallel_env("ship", "agent,bot*5")
    assert first_observations(env, 3, None, None) == first
    assert len({str(each) for each in first}) == 3
    assert first_observations(env, 4, None) != first[:2]
    assert first_observations(env, 3, None, None) == first
    assert [env.reset(options={"number": number})[0] for number in (2, 1)] == [first[1], first[0]]
    assert first_observations(env, None) == [first[1]]


def test_resets_before_any_seed_have_secret_chance():
    unseeded = [first_observations(woozle.environments.parallel_env("ship", "agent,bot*5"), None, None, None) for _ in range(2)]
    assert unseeded[0] != unseeded[1]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seats": 4}, "seats must be a text or a list of players, such as 'agent,bot*4', not 4."),
        ({"seats": []}, "No seat is answered for from outside; name one agent, as in agent,bot*4."),
        ({"game": 3}, "game must be the name of a game, not 3."),
        ({"game": "urm"}, "There is no game 'urm'; did you mean urn?"),
        ({"options": [1]}, "options must be a mapping by name, such as {'rounds': 3}, not [1]."),
        ({"services": 3}, "services must be a mapping by name, such as {'judge': 'match'}, not 3."),
        ({"records": 3}, "records must be the path of a folder, not 3."),
        ({"reward": 3}, "reward must be 'result' or the name of a figure, not 3."),
        ({"form": "xml"}, "form must be 'text' or 'json', not 'xml'."),
        ({"pictures": "all"}, "pictures must be True or False, not 'all'."),
        ({"render_mode": "human"}, "render_mode must be None or 'ansi', not 'human'."),
    ],
)
def test_wrong_arguments_are_refused_in_a_sentence(arguments, sentence):
    for make in (woozle.environments.aec_env, woozle.environments.parallel_env):
        with pytest.raises(ValueError) as refused:
            make(**{"game": "urn", **arguments})
        assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"seed": "x"}, "seed must be a whole number, not 'x'."),
        ({"seed": True}, "seed must be a whole number, not True."),
        ({"options": 3}, "options must be a mapping by name, such as {'number': 2}, not 3."),
        ({"options": {"number": 0}}, "number must be a whole number from 1 on, not 0."),
    ],
)
def test_wrong_resets_are_refused_in_a_sentence(arguments, sentence):
    for make in (woozle.environments.aec_env, woozle.environments.parallel_env):
        with pytest.raises(ValueError) as refused:
            make("urn").reset(**arguments)
        assert str(refused.value) == sentence


def test_agents_that_are_not_there_and_steps_out_of_order_are_refused_in_a_sentence():
    aec, parallel = woozle.environments.aec_env("urn"), woozle.environments.parallel_env("urn")
    for step in (lambda: aec.step("x"), lambda: parallel.step({})):
        with pytest.raises(ValueError, match=r"^No agent can act before the environment is reset, or after the end"):
            step()
    with pytest.raises(ValueError, match=r"^The environment has to be reset before it is used"):
        aec.last()
    parallel.reset(seed=1)
    with pytest.raises(ValueError, match=r"^actions must be a mapping by name, such as {'Ada': 'an answer'}, not 3"):
        parallel.step(3)
    for env, ask in [(aec, aec.action_space), (parallel, parallel.guide), (parallel, parallel.figures)]:
        with pytest.raises(ValueError, match=rf"^There is no agent 'Zoe'; choose from {env.possible_agents[0]}"):
            ask("Zoe")
