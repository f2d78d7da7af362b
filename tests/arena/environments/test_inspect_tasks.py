"""Woozle's games as tasks of Inspect: its own runner, its own logs, and a mock model whose answers the tests write."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("inspect_ai", reason="inspect-ai is not installed (the extra `inspect`)")

import anyio
from inspect_ai import eval as evaluate
from inspect_ai.log import bundle_log_dir, list_eval_logs, read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from woozle.arena.environments import inspect_tasks
from woozle.arena.environments.episode import Episode
from woozle.core import registry
from woozle.players.turn_player import Turn
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.testing import random_answer

from tests.arena.runs.lab import answer
from tests.players.backends.servers import OllamaServer, Pulled

pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning")  # Inspect, of tenacity

PAGE = Path(__file__).parents[3] / "docs" / "environments.md"
STEADY = {"quest": {"options": {"clock": "virtual"}}}
"""Arguments with which no score depends on seconds that were measured."""


class Table:
    """A mock model that knows what it is asked, so that it can answer legally."""

    def __init__(self, monkeypatch):
        self.requests = {}
        messages = Turn.messages

        def noted(turn, **more):
            sent = messages(turn, **more)
            self.requests[inspect_tasks._chat_message(sent[-1]).text] = turn.request
            return sent

        monkeypatch.setattr(Turn, "messages", noted)

    def legal(self, input, *_):
        request = self.requests[input[-1].text]
        return said(random_answer(request, Random(f"{len(input)} {input[0].text} {input[-1].text}")).model_dump_json())


def said(text):
    output = ModelOutput.from_content("mock", text)
    output.usage = ModelUsage(input_tokens=10, output_tokens=2, total_tokens=12)
    return output


@pytest.fixture
def table(monkeypatch):
    return Table(monkeypatch)


@pytest.fixture
def play(tmp_path, table):
    """Evaluate the mock model, and return the log as it is on disk."""

    def run(game, outputs=table.legal, matches=1, **more):
        limits = {name: more.pop(name) for name in ("epochs", "message_limit", "token_limit", "time_limit") if name in more}
        given = {"matches": matches, "records": str(tmp_path / "records"), **more}
        model = get_model("mockllm/model", custom_outputs=outputs, memoize=False)
        (log,) = evaluate(f"woozle/{game}", task_args=given, model=model, log_dir=str(tmp_path / "logs"), display="none", **limits)
        assert log.status == "success", log.error
        return read_eval_log(log.location)

    return run


def scores(log):
    return [{name: score.value for name, score in sample.scores.items()} for sample in log.samples]


def ends(log):
    return [sample.scores["reward"].metadata for sample in log.samples]


@pytest.mark.parametrize("game", registry.names())
def test_every_game_is_played_to_its_end_and_the_same_again(game, play):
    log = play(game, matches=2, **STEADY.get(game, {}))
    assert log.eval.task == f"woozle/{game}" and log.eval.task_version == registry.game(game).version
    assert log.results.scores[0].name == "reward" and {"mean", "stderr"} == set(log.results.scores[0].metrics)
    assert {"reward", "score", "won"} <= {score.name for score in log.results.scores}
    assert all(0 <= each["reward"] <= 1 for each in scores(log))
    for end in ends(log):
        assert end["verified"]
        transcript = read(Path(end["transcript"]))
        assert {seat.player["name"] for seat in transcript.header.seats if seat.player["kind"] == "agent"} == {"mockllm/model"}
        assert verify(transcript.folder, 3).levels[3].reason == ""  # there were replies, and they say the same when parsed again
    assert scores(play(game, matches=2, **STEADY.get(game, {}))) == scores(log)


@pytest.mark.parametrize("limit", [{"message_limit": 6}, {"token_limit": 30}])
def test_at_a_limit_the_model_forfeits_the_rest_and_the_match_ends(limit, play):
    log = play("urn", **limit)
    assert log.samples[0].limit.type == next(iter(limit)).removesuffix("_limit")
    assert ends(log)[0]["verified"] and ends(log)[0]["unscored"] == ""
    forfeits = [line for line in read(Path(ends(log)[0]["transcript"])).lines if "forfeit" in line.body["response"]]
    assert forfeits


def test_when_the_time_of_a_sample_is_over_the_match_ends_as_well(play):
    async def never(*_):
        await anyio.sleep_forever()

    log = play("urn", never, time_limit=1)
    assert log.samples[0].limit.type == "time" and ends(log)[0]["verified"] and ends(log)[0]["unscored"] == ""


def test_a_void_match_is_left_out_and_never_zero(play, monkeypatch):
    start = Episode.start

    async def break_down(self):
        """Begin a match; the second as if the server of another seat had failed."""
        if self.folder.name.startswith("1-0002"):
            self.match.referee._failed.add(next(seat for seat in self.match.players if seat not in self.agents))
        await start(self)

    monkeypatch.setattr(Episode, "start", break_down)
    log = play("urn", matches=2)
    first, second = log.samples
    assert second.scores["reward"].reason == "void" and set(second.scores) == {"reward"}
    reward = log.results.scores[0]
    assert (reward.scored_samples, reward.unscored_samples) == (1, 1)
    assert reward.metrics["mean"].value == first.scores["reward"].value


def test_other_models_sit_beside_the_model_and_one_that_is_not_there_is_an_error(play, table, monkeypatch, tmp_path):
    with OllamaServer(answer, models={"small": Pulled()}) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        log = play("urn", seats="agent,ollama:small*4", matches=2)
        assert [end["verified"] for end in ends(log)] == [True, True]
        assert not any("forfeited" in end["results"].values() for end in ends(log))
        with pytest.raises(AssertionError, match="ollama pull large"):
            play("urn", seats="agent,ollama:large*4")
    failed = read_eval_log(sorted(list_eval_logs(str(tmp_path / "logs")), key=lambda each: each.mtime)[-1])
    assert failed.status == "error" and not failed.results


@pytest.mark.e2e
def test_inspect_finds_the_tasks_and_woozle_does_not_load_it():
    assert [each.value for each in entry_points(group="inspect_ai", name="woozle")] == ["woozle.arena.environments.inspect_tasks"]
    code = "import sys, woozle, woozle.environments; woozle.games(); print('inspect_ai' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def _commands():
    section = PAGE.read_text("utf-8").split("\n## Inspect\n")[1].split("\n## ")[0]
    return re.findall(r"^    (inspect eval .+)$", section, re.M)


@pytest.mark.e2e
def test_the_commands_of_the_page_play_all_games_with_a_model_that_talks_nonsense(tmp_path):
    nonsense = re.search(r"`(\S+)` to try what happens with a model that talks nonsense", PAGE.read_text("utf-8"))[1]
    offline = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    for command in _commands():
        words = shlex.split(command, comments=True)
        done = subprocess.run(
            [sys.executable, "-m", "inspect_ai", *words[1:], "--model", nonsense, "--display", "plain"],
            cwd=tmp_path, env=os.environ | offline, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
    logs = [read_eval_log(each) for each in list_eval_logs(str(tmp_path / "logs"))]
    assert {log.eval.task for log in logs} == {
        f"woozle/{each.name}" for each in entry_points(group="woozle.games") if each.value.startswith("woozle.")
    }
    assert all(log.status == "success" and log.results.scores[0].scored_samples for log in logs)
    bundle_log_dir(str(tmp_path / "logs"), str(tmp_path / "bundle"))
    assert len(json.loads((tmp_path / "bundle" / "logs" / "listing.json").read_text())) == len(logs)
