"""Engines: shards in this process or in worker processes, any of which may die; the cluster is in test_cluster.py."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from contextlib import closing
from functools import partial

import pytest

from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import InProcess, WorkerPool, open_engine
from woozle.arena.runs.plan import Plan, open_plan
from woozle.arena.runs.shards import SHARD, TRIES, LostError, in_order, in_shards
from woozle.arena.runs.verification import VerifyOptions, verify_in_order
from woozle.core.errors import InputError
from woozle.core.faults import WorkerError

from tests.arena.runs.dying import files, plays_and_dies

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")]

A_PLAN = Plan(game="debate", rules=1, seats="bot*3", config={"rounds": 1}, seed=1, matches=40)


def silent(sentence):
    raise AssertionError(sentence)


def whole(results):
    return sorted(thing for _, shard in results for thing in shard)


def dies(file, shard):
    with file.open("a") as tries:
        tries.write("x")
    os.kill(os.getpid(), signal.SIGKILL)


def refuses(error, shard):
    raise error


def runs(tmp_path, engine, name):
    out = tmp_path / name
    plan = open_plan(out, A_PLAN)
    return plan, out, sum(play_bots(plan, out, plan.numbers_left(out), engine))


@pytest.mark.parametrize("number", [0, 1, 7, 8, 100, 999, 10_000])
@pytest.mark.parametrize("workers", [1, 2, 32])
def test_shards_hold_everything_once_and_nobody_is_given_much(number, workers):
    shards = in_shards(range(number), workers)
    assert [thing for shard in shards for thing in shard] == list(range(number))
    assert all(0 < len(shard) <= SHARD for shard in shards)


def test_of_much_work_a_shard_is_hundreds_of_matches_and_of_little_everybody_has_some():
    assert {len(shard) for shard in in_shards(range(10_000), 8)} == {250}
    assert len(in_shards(range(40), 8)) >= 8
    assert len(in_shards(range(5), 8)) == 5


def test_what_is_done_early_waits_for_its_turn():
    assert list(in_order([(2, "c"), (0, "a"), (1, "b"), (3, "d")])) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(("cores", "kind"), [(1, InProcess), (3, WorkerPool)])
def test_there_is_a_worker_for_each_core_unless_it_is_said_how_many(monkeypatch, cores, kind):
    monkeypatch.setattr("woozle.arena.runs.engines.cores", lambda: cores)
    with open_engine("processes", None, None, silent) as engine:
        assert isinstance(engine, kind)
        assert len(engine.shards(range(3 * cores))) == 3 * cores


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_every_shard_is_done_once(jobs):
    with open_engine("processes", jobs, None, silent) as engine:
        assert whole(engine.results(list, engine.shards(range(100)))) == list(range(100))
        assert whole(engine.results(list, engine.shards(range(3)))) == list(range(3))  # and again
        assert whole(engine.results(list, engine.shards([]))) == []


def test_a_worker_that_is_killed_in_a_match_loses_and_doubles_none(tmp_path):
    plan, alone, _ = runs(tmp_path, InProcess(), "alone")
    out, told = tmp_path / "run", []
    open_plan(out, plan)
    with closing(WorkerPool(2, told.append)) as engine:
        task = partial(plays_and_dies, plan, out, tmp_path / "mark")
        played = [number for _, number in engine.results(task, engine.shards(plan.numbers_left(out)))]
    assert told == ["A worker died; another one repeats its part."]
    assert sum(played) == 40
    assert files(alone) == files(out)


def test_a_shard_that_kills_every_worker_is_given_up_with_a_sentence(tmp_path):
    told = []
    with closing(WorkerPool(2, told.append)) as engine, pytest.raises(LostError, match="3 workers died at the same part"):
        list(engine.results(partial(dies, tmp_path / "tries"), [[1]] * 2))
    assert TRIES <= len((tmp_path / "tries").read_text()) <= 2 * TRIES
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(("error", "kind"), [(InputError("No."), InputError), (OSError("Full."), OSError)])
def test_a_sentence_of_a_worker_is_told_as_it_is(error, kind):
    with closing(WorkerPool(2, silent)) as engine, pytest.raises(kind, match=str(error)):
        list(engine.results(partial(refuses, error), [[1]] * 4))
    assert not multiprocessing.active_children()


def test_a_bug_of_a_worker_says_where_it_arose_and_nothing_of_what_it_holds():
    with closing(WorkerPool(2, silent)) as engine, pytest.raises(WorkerError) as caught:
        list(engine.results(partial(refuses, KeyError("the secret")), [[1]] * 4))
    assert "in refuses" in caught.value.frames
    assert caught.value.kind == "KeyError"
    assert "the secret')" not in "".join(traceback.format_exception(caught.value))


def test_who_is_stopped_leaves_nobody_at_work(tmp_path):
    plan = open_plan(tmp_path / "run", A_PLAN)
    with closing(WorkerPool(2, silent)) as engine, pytest.raises(KeyboardInterrupt):
        for _ in play_bots(plan, tmp_path / "run", plan.numbers_left(tmp_path / "run"), engine):
            raise KeyboardInterrupt
    assert not multiprocessing.active_children()
    assert sum(play_bots(plan, tmp_path / "run", left := plan.numbers_left(tmp_path / "run"), InProcess())) == len(left) < 40
    plan, alone, _ = runs(tmp_path, InProcess(), "alone")
    assert files(alone) == files(tmp_path / "run")


def test_transcripts_are_counted_where_they_are_read_and_those_that_fail_are_told_in_order(tmp_path):
    _, out, _ = runs(tmp_path, InProcess(), "run")
    paths = sorted(out.glob("*/transcript.jsonl"))
    for damaged in (paths[30], paths[3]):
        damaged.write_bytes(damaged.read_bytes().replace(b'"answer"', b'"anwser"', 1))
    with closing(WorkerPool(2, silent)) as engine:
        parts = list(verify_in_order(paths, VerifyOptions(), engine))
    assert [report.path for part in parts for report in part.reports if not report.is_verified] == [paths[3], paths[30]]
    total, *others = parts
    for part in others:
        total.join(part)
    assert (total.transcripts, total.verdicts, total.unfinished, total.status) == (40, {"verified": 38, "altered": 2}, 0, 1)
    assert total.levels[0] == {"passed": 38, "failed": 2}
