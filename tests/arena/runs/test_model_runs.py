"""Runs with models: limits hold for all matches, paid answers are kept whatever happens, and shards are parts of one run."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest

from woozle.saves.verify import verify

from tests.arena.runs.lab import Killer, Woozle, answer, endpoint, replies, transcripts
from tests.players.backends.scripts import Status
from tests.players.backends.servers import OpenAIServer

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")]

ONE = "openai@lab:tiny,bot:random*2"  # one model, so that there is never more than one call under way in a match


@pytest.fixture
def woozle(tmp_path):
    return Woozle(tmp_path / "home")


def words(tmp_path, seats, matches, *more):
    return ("run", "two_truths", "--seats", seats, "--seed", 5, "--matches", matches, "--out", tmp_path / "run", *more)


def calls(out):
    return sum(
        line.body["response"].get("usage", {}).get("calls", 0) for transcript in transcripts(out) for line in transcript.lines
    )


async def test_a_run_that_is_killed_again_and_again_asks_for_nothing_twice_that_it_had(woozle, tmp_path):
    kills = (1, 3, 4, 9)
    killer = Killer(woozle, kills)
    async with OpenAIServer(killer) as server:
        endpoint(woozle.home, server.url)
        command = words(tmp_path, ONE, 3, "--concurrency", 1)
        for _ in kills:
            assert (await woozle.run(*command))[0] == -signal.SIGKILL
            command = ("resume", tmp_path / "run", "--concurrency", 1)
        status, printed, err = await woozle.run(*command, "--json")
    assert (status, err) == (0, "")
    result = json.loads(printed)
    assert (result["finished"], result["usage"][0]["calls"]) == (3, 9)
    assert killer.count == 9 + len(kills)
    said = list(replies(tmp_path / "run"))
    assert len(said) == len(set(said)) == 9
    assert all(verify(transcript.path, 3).is_verified for transcript in transcripts(tmp_path / "run"))


class Held:
    """A script that holds the answers to the first requests until the process was told something."""

    def __init__(self, woozle, count, *signals):
        self.count = self.asked = 0
        self.heard = []
        self._woozle, self._held, self._signals = woozle, count, signals
        self._told = asyncio.Event()

    async def __call__(self, request):
        self.asked += 1
        if self.asked == self._held:
            for number in self._signals:
                self._woozle.send(number)
                self.heard.append(await self._woozle.said())
            self._told.set()
        await self._told.wait()
        return answer(request)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_run_that_is_stopped_keeps_what_is_under_way_and_asks_for_nothing_more(woozle, tmp_path, number):
    held = Held(woozle, 2, number)
    async with OpenAIServer(held) as server:
        endpoint(woozle.home, server.url)
        status, printed, err = await woozle.run(*words(tmp_path, ONE, 5, "--concurrency", 2))
    out = tmp_path / "run"
    assert held.heard == ["woozle: Stopping: waiting for 2 answers under way; ctrl+c again leaves them.\n"]
    assert (status, printed) == (130, "")
    assert err == f"woozle: Stopped. What was played is saved; `woozle resume {out}` continues the rest.\n"
    assert held.asked == calls(out) == 2


async def test_stopped_twice_a_run_leaves_what_is_under_way_and_can_go_on(woozle, tmp_path):
    asked = 0

    async def script(request):
        nonlocal asked
        asked += 1
        if asked == 2:
            woozle.send(signal.SIGINT)
            assert (await woozle.said()).startswith("woozle: Stopping: waiting for 2 answers under way")
            woozle.send(signal.SIGINT)
        if asked <= 2:
            await asyncio.Event().wait()
        return answer(request)

    async with OpenAIServer(script) as server:
        endpoint(woozle.home, server.url)
        assert (await woozle.run(*words(tmp_path, ONE, 3, "--concurrency", 2)))[0] == 130
        assert calls(tmp_path / "run") == 0
        assert (await woozle.run("resume", tmp_path / "run"))[0] == 0
        assert len(server.chats) == 2 + 9
    assert calls(tmp_path / "run") == 9


async def test_a_server_that_refuses_the_key_ends_the_run_with_one_sentence(woozle, tmp_path, monkeypatch):
    monkeypatch.setenv("LAB_KEY", "sk-very-secret")
    asked = 0

    def script(request):
        nonlocal asked
        asked += 1
        return Status(401, "Incorrect API key provided: sk-very-secret.") if asked > 3 else answer(request)

    out = tmp_path / "run"
    async with OpenAIServer(script, key="sk-very-secret") as server:
        endpoint(woozle.home, server.url, key_env="LAB_KEY")
        status, _, err = await woozle.run(*words(tmp_path, ONE, 50, "--concurrency", 2))
        assert status == 1
        assert err.count("\n") == 1
        begun = len(transcripts(out))
        done = sum(transcript.is_finished for transcript in transcripts(out))
        assert err.startswith(
            f"woozle: {done} of 50 matches are finished; `woozle resume {out}` continues the {50 - done} that wait: "
        )
        assert begun <= 3
        asked = -1000
        assert (await woozle.run("resume", out))[0] == 0
    held = b"".join(path.read_bytes() for path in [*out.rglob("*"), *woozle.home.rglob("*")] if path.is_file())
    assert b"very-secret" not in held + err.encode()


async def test_a_budget_is_exceeded_by_no_more_than_the_calls_under_way(woozle, tmp_path):
    async with OpenAIServer(answer) as server:
        endpoint(woozle.home, server.url)
        status, _, err = await woozle.run(*words(tmp_path, ONE, 20, "--concurrency", 4, "--budget", "calls=10"))
        spent = len(server.chats)
        assert status == 1
        assert err.count("\n") == 1 and "The budget of 10 calls is used up" in err
        assert 10 <= spent == calls(tmp_path / "run") <= 10 + 3
        assert (await woozle.run("resume", tmp_path / "run", "--budget", f"calls={spent}"))[0] == 1
        assert len(server.chats) == spent  # what was spent before counts
        assert (await woozle.run("resume", tmp_path / "run", "--budget", "calls=1000"))[0] == 0
        assert len(server.chats) == 60


@pytest.mark.parametrize("limit", ["dollars=0.0005"])
async def test_tokens_seconds_and_money_are_counted_for_all_matches(woozle, tmp_path, limit):
    async with OpenAIServer(answer) as server:
        endpoint(woozle.home, server.url)
        with (woozle.home / "models.toml").open("a") as file:
            file.write('[prices.lab]\n"tiny" = { input = 1.0, output = 1.0 }\n')
        status, _, err = await woozle.run(*words(tmp_path, ONE, 20, "--concurrency", 2, "--budget", limit))
        assert status == 1 and f"{limit.partition('=')[0]} is used up" in err
        before = len(server.chats)
        assert before < 60
        assert (await woozle.run("resume", tmp_path / "run", "--budget", limit))[0] == 1
        assert len(server.chats) == before
