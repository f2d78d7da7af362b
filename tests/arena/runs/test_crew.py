"""Runs with models in several processes: limits hold for all together, and nothing is lost or different."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import pytest

from woozle.saves.verify import verify

from tests.arena.runs.lab import Killer, Woozle, answer, endpoint, replies, timeless, transcripts
from tests.players.backends.scripts import Status
from tests.players.backends.servers import OpenAIServer

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="signals and locks of POSIX")

ONE = "openai@lab:tiny,bot:random*2"  # three calls a match, one after the other
ALL = "openai@lab:tiny*3"  # nine
TWO = ("--jobs", 2)


@pytest.fixture
def woozle(tmp_path):
    return Woozle(tmp_path / "home")


def words(tmp_path, seats, matches, *more):
    return ("run", "two_truths", "--seats", seats, "--seed", 5, "--matches", matches, "--out", tmp_path / "run", *more)


def calls(out):
    return sum(
        line.body["response"].get("usage", {}).get("calls", 0) for transcript in transcripts(out) for line in transcript.lines
    )


def workers(woozle):
    """The processes that a run began."""
    pid = woozle.process.pid
    found = [status for status in Path("/proc").glob("[0-9]*/stat") if _parent(status) == pid]
    return [int(status.parent.name) for status in found]


def _parent(status):
    try:
        return int(status.read_text().rpartition(")")[2].split()[1])
    except OSError:  # it is over
        return 0


class Held:
    """A script that holds its first answers until so many were asked for, and something was done then. asked: how many were."""

    def __init__(self, count, then):
        self.asked = 0
        self._count, self._then = count, then
        self._doing = asyncio.Event()

    async def __call__(self, request):
        self.asked += 1
        if self.asked == self._count:  # in a task of its own, since who asks may be the one that is killed
            self._done = asyncio.ensure_future(self._then())
            self._doing.set()
        await self._doing.wait()
        await asyncio.shield(self._done)
        return answer(request)


class Crowd:
    """A script that answers nobody until so many ask at once. most: how many ever did."""

    def __init__(self, count):
        self.inside = self.most = 0
        self._count = count
        self._full = asyncio.Event()

    async def __call__(self, request):
        self.inside += 1
        self.most = max(self.most, self.inside)
        if self.inside >= self._count:
            self._full.set()
        await self._full.wait()
        self.inside -= 1
        return answer(request)


async def test_several_processes_play_the_same_matches_as_one(woozle, tmp_path):
    async with OpenAIServer(answer) as server:
        endpoint(woozle.home, server.url)
        results = []
        for jobs in (1, 3):
            command = (*words(tmp_path, ONE, 8)[:-1], tmp_path / str(jobs), "--jobs", jobs, "--json")
            status, printed, err = await woozle.run(*command)
            assert (status, err) == (0, "")
            result = json.loads(printed)
            del result["out"], result["head"], result["usage"][0]["seconds"]
            results.append(result)
    assert results[0] == results[1]
    assert results[0]["usage"][0]["calls"] == 24
    assert timeless(tmp_path / "1") == timeless(tmp_path / "3")


async def test_no_more_requests_are_under_way_than_the_endpoint_allows_for_all_processes(woozle, tmp_path):
    crowd = Crowd(3)
    async with OpenAIServer(crowd) as server:
        endpoint(woozle.home, server.url, concurrency=3)
        assert (await woozle.run(*words(tmp_path, ALL, 12, "--concurrency", 12, *TWO)))[0] == 0
    assert crowd.most == 3


async def test_an_endpoint_that_takes_one_request_at_a_time_is_asked_by_one_process(woozle, tmp_path):
    crowd = Crowd(1)
    async with OpenAIServer(crowd) as server:
        endpoint(woozle.home, server.url, concurrency=1)
        assert (await woozle.run(*words(tmp_path, ONE, 4, *TWO)))[0] == 0
    assert crowd.most == 1


async def test_no_more_matches_are_at_play_than_was_said(woozle, tmp_path):
    crowd = Crowd(3)
    async with OpenAIServer(crowd) as server:
        endpoint(woozle.home, server.url)
        assert (await woozle.run(*words(tmp_path, ONE, 9, "--concurrency", 3, *TWO)))[0] == 0
    assert crowd.most == 3


async def test_a_minute_is_shared(woozle, tmp_path):
    async def stopped():
        woozle.send(signal.SIGINT)
        await woozle.said()

    async with OpenAIServer(Held(5, stopped)) as server:
        endpoint(woozle.home, server.url, requests_per_minute=5)
        assert (await woozle.run(*words(tmp_path, ONE, 9, "--concurrency", 9, *TWO)))[0] == 130
        assert len(server.chats) == calls(tmp_path / "run") == 5


async def test_a_budget_is_gone_past_by_no_more_than_was_under_way(woozle, tmp_path):
    async with OpenAIServer(answer) as server:
        endpoint(woozle.home, server.url)
        status, _, err = await woozle.run(*words(tmp_path, ONE, 20, "--concurrency", 4, "--budget", "calls=10", *TWO))
        spent = len(server.chats)
        assert status == 1
        assert err.count("\n") == 1 and "The budget of 10 calls is used up" in err
        assert 10 <= spent == calls(tmp_path / "run") <= 10 + 3
        assert (await woozle.run("resume", tmp_path / "run", "--budget", f"calls={spent}", *TWO))[0] == 1
        assert len(server.chats) == spent  # what was spent before counts
        assert (await woozle.run("resume", tmp_path / "run", "--budget", "calls=1000", *TWO))[0] == 0
        assert len(server.chats) == 60


@pytest.mark.parametrize("limit", ["tokens=600", "seconds=0.000001", "dollars=0.0005"])
async def test_tokens_seconds_and_money_are_counted_for_all(woozle, tmp_path, limit):
    async with OpenAIServer(answer) as server:
        endpoint(woozle.home, server.url)
        with (woozle.home / "models.toml").open("a") as file:
            file.write('[prices.lab]\n"tiny" = { input = 1.0, output = 1.0 }\n')
        status, _, err = await woozle.run(*words(tmp_path, ONE, 20, "--concurrency", 2, "--budget", limit, *TWO))
        assert status == 1 and f"{limit.partition('=')[0]} is used up" in err
        before = len(server.chats)
        assert before < 60
        assert (await woozle.run("resume", tmp_path / "run", "--budget", limit, *TWO))[0] == 1
        assert len(server.chats) == before


async def test_a_budget_of_a_match_counts_what_it_cost_before(woozle, tmp_path):
    async with OpenAIServer(answer) as server:
        endpoint(woozle.home, server.url)
        for _ in range(2):
            status, _, err = await woozle.run(*words(tmp_path, ONE, 4, "--match-budget", "calls=2", *TWO))
            assert (status, len(server.chats)) == (1, 8)
            assert "0 of 4 matches are finished" in err and "The budget of 2 calls for a match is used up" in err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_who_stops_it_waits_for_what_is_under_way_in_all_processes(woozle, tmp_path, number):
    async def stopped():
        woozle.send(number)
        assert await woozle.said() == "woozle: Stopping: waiting for 4 answers under way; ctrl+c again leaves them.\n"

    held = Held(4, stopped)
    out = tmp_path / "run"
    async with OpenAIServer(held) as server:
        endpoint(woozle.home, server.url)
        status, printed, err = await woozle.run(*words(tmp_path, ONE, 9, "--concurrency", 4, *TWO))
        assert (status, printed) == (130, "")
        assert err == f"woozle: Stopped. What was played is saved; `woozle resume {out}` goes on with the rest.\n"
        assert held.asked == calls(out) == 4
        assert (await woozle.run("resume", out, *TWO))[0] == 0
    assert held.asked == calls(out) == 27
    assert all(verify(transcript.path, 3).is_verified for transcript in transcripts(out))


async def test_stopped_twice_all_processes_leave_what_is_under_way(woozle, tmp_path):
    async def stopped_twice():
        woozle.send(signal.SIGINT)
        assert (await woozle.said()).startswith("woozle: Stopping: waiting for 4 answers under way")
        woozle.send(signal.SIGINT)
        hung_up.set_result(None)
        await asyncio.Event().wait()

    hung_up = asyncio.get_running_loop().create_future()
    held = Held(4, stopped_twice)
    async with OpenAIServer(lambda request: answer(request) if hung_up.done() else held(request)) as server:
        endpoint(woozle.home, server.url)
        assert (await woozle.run(*words(tmp_path, ONE, 4, "--concurrency", 4, *TWO)))[0] == 130
        assert calls(tmp_path / "run") == 0
        assert (await woozle.run("resume", tmp_path / "run", *TWO))[0] == 0
        assert len(server.chats) == 4 + 12


async def test_a_process_that_is_killed_is_told_of_and_its_matches_go_on_later(woozle, tmp_path):
    async def kill_one():
        os.kill(workers(woozle)[0], signal.SIGKILL)
        assert await woozle.said() == "woozle: A process of the run was killed; 1 goes on.\n"

    out = tmp_path / "run"
    async with OpenAIServer(Held(4, kill_one)) as server:  # two of each process
        endpoint(woozle.home, server.url)
        status, _, err = await woozle.run(*words(tmp_path, ONE, 12, "--concurrency", 4, *TWO))
        begun = transcripts(out)
        done = sum(transcript.is_finished for transcript in begun)
        assert (status, len(begun)) == (1, 12)  # the other one went on with all that was left
        assert done == 10
        assert err == (
            f"woozle: 10 of 12 matches are finished; `woozle resume {out}` goes on with the 2 that wait: "
            "1 process of the run was killed.\n"
        )
        assert (await woozle.run("resume", out, *TWO))[::2] == (0, "")
        assert len(server.chats) == 36 + 2  # nothing is asked twice but what the dead one had under way
    said = list(replies(out))
    assert len(said) == len(set(said)) == 36


async def test_a_run_that_is_killed_leaves_no_process_and_loses_no_answer(woozle, tmp_path):
    kills = (3, 11)
    killer = Killer(woozle, kills)
    async with OpenAIServer(killer) as server:
        endpoint(woozle.home, server.url)
        command = words(tmp_path, ONE, 6, "--concurrency", 4, *TWO)
        for _ in kills:
            assert (await woozle.run(*command))[0] == -signal.SIGKILL  # and nobody is left who could still print
            command = ("resume", tmp_path / "run", "--concurrency", 4, *TWO)
        assert (await woozle.run(*command))[::2] == (0, "")
    said = list(replies(tmp_path / "run"))
    assert len(said) == len(set(said)) == 18
    assert killer.count <= 18 + 4 * len(kills)


async def test_a_key_that_is_refused_ends_all_processes_with_one_sentence(woozle, tmp_path):
    def script(request):
        return Status(401, "No.") if len(server.chats) > 5 else answer(request)

    out = tmp_path / "run"
    async with OpenAIServer(script) as server:
        endpoint(woozle.home, server.url)
        status, _, err = await woozle.run(*words(tmp_path, ONE, 50, "--concurrency", 4, *TWO))
        assert (status, err.count("\n")) == (1, 1)
        assert len(transcripts(out)) <= 8
        assert len(server.chats) <= 5 + 4


async def test_a_run_that_was_begun_by_one_process_is_gone_on_with_by_several(woozle, tmp_path):
    async with OpenAIServer(Killer(woozle, (7,))) as server:
        endpoint(woozle.home, server.url)
        assert (await woozle.run(*words(tmp_path, ONE, 4, "--concurrency", 1)))[0] == -signal.SIGKILL
        assert (await woozle.run("resume", tmp_path / "run", "--jobs", 3))[0] == 0
        assert len(server.chats) == 12 + 1
