"""Woozle as an environment of the library `verifiers`, before a scripted server on loopback."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.environments.policies import PolicyServer
from tests.option_values import own_games
from tests.players.backends.scripts import Status

vf = pytest.importorskip("verifiers.v1", reason="the extra verifiers is not installed")

from woozle.arena.environments import verifiers as environment  # noqa: E402

GAMES = own_games()


@pytest.fixture(autouse=True)
def _cache(tmp_path, monkeypatch):
    monkeypatch.setattr("verifiers.v1.runtimes.subprocess.CACHE_DIR", tmp_path / "cache")


async def episodes(server, env, rollouts=1, tasks=1):
    context = vf.ModelContext(model="tiny", client=vf.EvalClientConfig(base_url=server.url), sampling=vf.SamplingConfig())
    async with env.serving():
        return [await env.run_episode(task, context) for task in env.taskset.take(tasks) for _ in range(rollouts)]


def environment_of(game, **more):
    return environment.load_environment(game, **more)


def texts(trace, role):
    return [message.content for message in trace.messages if message.role == role]


@pytest.mark.parametrize("game", GAMES)
async def test_the_same_seed_and_replies_give_the_same_rewards_in_every_game(game):
    with PolicyServer() as server:
        first, again = await episodes(server, environment_of(game), rollouts=2)
    for episode in (first, again):
        assert episode.ok and not episode.errors
        (trace,) = episode.traces
        assert trace.reward in (0, 0.5, 1) and "won" in trace.metrics
        assert trace.info["result"] in ("won", "drawn", "lost", "forfeited") and trace.info["seat"]
    assert first.traces[0].rewards == again.traces[0].rewards
    assert texts(first.traces[0], "user") == texts(again.traces[0], "user")


async def test_several_seats_of_agents_are_self_play_with_a_trace_each():
    with PolicyServer() as server:
        (episode,) = await episodes(server, environment_of("urn", seats="agent*5", reward="score"))
    assert episode.ok and len(episode.traces) == 5
    assert {trace.info["seat"] for trace in episode.traces} == {"Ada", "Bo", "Cy", "Dot", "Eli"}
    assert {trace.task.key for trace in episode.traces} == {episode.task.key}
    for trace in episode.traces:
        assert trace.agent.trainable and trace.messages[0].content.startswith(f"You are {trace.info['seat']}")
        assert trace.rewards["score"].score == trace.metrics["score"]


async def test_a_model_that_the_library_stops_gives_up_and_the_match_goes_on():
    agent = vf.AgentConfig(runtime=vf.SubprocessConfig(), max_turns=1)
    config = environment.WoozleEnvConfig(taskset=environment.WoozleConfig(seats="agent*2,bot*3"), agent=agent)
    with PolicyServer() as server:
        (episode,) = await episodes(server, environment.WoozleEnv(config))
    assert episode.ok and len(episode.traces) == 2
    for trace in episode.traces:
        assert trace.is_truncated and trace.stop_condition == "max_turns" and trace.num_turns == 1
        assert trace.rewards["result"].score in (0, 0.5, 1)


async def test_a_model_that_cannot_be_asked_is_an_error_without_a_reward():
    with PolicyServer(lambda message: Status(400, "No such model.")) as server:
        (episode,) = await episodes(server, environment_of("urn", seats="agent*2,bot*3"))
    assert not episode.ok and "No such model." in episode.errors[-1].message
    assert all(not trace.ok and trace.errors and not trace.rewards for trace in episode.traces)


async def test_a_void_match_is_an_error_without_a_reward(monkeypatch):
    monkeypatch.setattr(environment.Episode, "reward", lambda *of: None)
    with PolicyServer() as server:
        (episode,) = await episodes(server, environment_of("urn"))
    (trace,) = episode.traces
    assert not episode.ok and not trace.ok and not trace.rewards and not trace.metrics
    assert trace.errors[-1].message == "The match says nothing of the result of Ada, which has no reward."


@pytest.mark.e2e
@pytest.mark.parametrize("game", ["urn", "ship"])
def test_the_command_line_of_the_library_plays(game, tmp_path):
    command = Path(sys.executable).with_name("vf-eval")
    with PolicyServer() as server:
        asked = ["woozle-verifiers", "--env.taskset.game", game, "-n", "2", "-r", "2", "-m", "tiny", "--no-push", "--no-rich"]
        asked += ["--client.base-url", server.url, "-o", str(tmp_path)]
        done = subprocess.run([command, *asked], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    (file,) = tmp_path.glob("*/traces.jsonl")
    played = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert len(played) == 4 and all(each["ok"] for each in played)
    assert {each["task"]["data"]["id"] for each in played} == {f"{game}-1-0001", f"{game}-1-0002"}
