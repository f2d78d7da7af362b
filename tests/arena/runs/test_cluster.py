"""Runs and verify on a Ray cluster of two machines, as far as one machine can be two.

Ray is large, and no part of the extra `test`: without it these are skipped. What Ray begins is no child of pytest: a program of its
own holds the cluster, with errors and warnings of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec

import pytest

from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import InProcess
from woozle.arena.runs.plan import Plan, open_plan

from tests.arena.runs.dying import files, finished
from tests.arena.runs.lab import HERE

needs_ray = pytest.mark.skipif(not find_spec("ray"), reason="needs Ray (`pip install 'woozle[ray]'`, 240 MB)")
pytestmark = [pytest.mark.e2e, needs_ray]

A_PLAN = Plan(game="debate", rules=1, seats="bot*3", config={"rounds": 1}, seed=1, matches=200)

ON_TWO_MACHINES = """
import os, subprocess, sys
from functools import partial
from pathlib import Path

os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "http_proxy": "http://127.0.0.1:9"}
from ray.cluster_utils import Cluster as Machines

from woozle.arena.runs.cluster import cluster
from woozle.arena.runs.plan import open_plan, read_plan
from woozle.arena.runs.bot_runs import play_bots

from tests.arena.runs.dying import plays_and_dies

machines = Machines(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
other = machines.add_node(num_cpus=1)
machines.wait_for_nodes()
out = Path(sys.argv[1])
"""

A_WORKER_DIES = """
plan = read_plan(out)
with cluster(machines.address, None) as engine:
    task = partial(plays_and_dies, plan, out, out.parent / "mark")
    total = sum(played for _, played in engine.results(task, engine.shards(plan.numbers_left(out))))
print(total)
machines.shutdown()
"""

A_MACHINE_DIES = """
plan, total = read_plan(out), 0
with cluster(machines.address, None) as engine:
    for played in play_bots(plan, out, plan.numbers_left(out), engine):
        total += played
        if other:
            machines.remove_node(other, allow_graceful=False)
            other = None
print(total)
machines.shutdown()
"""

COMMANDS = """
words = [sys.executable, "-c", "from woozle.tui.cli.main import main; main()"]
ray = ["--engine", "ray", "--address", machines.address, "--json"]
subprocess.run([*words, "resume", str(out), *ray], check=True)
subprocess.run([*words, "verify", str(out), *ray], check=True)
machines.shutdown()
"""


def on_two_machines(out, script):
    done = subprocess.run(
        [sys.executable, "-c", ON_TWO_MACHINES + script, out],
        cwd=HERE,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """Return the files of the run when one process plays it."""
    out = tmp_path_factory.mktemp("alone") / "run"
    plan = open_plan(out, A_PLAN)
    assert sum(play_bots(plan, out, plan.numbers_left(out), InProcess())) == 200
    return files(out)


@pytest.mark.parametrize("script", [A_WORKER_DIES, A_MACHINE_DIES], ids=["worker", "machine"])
def test_who_dies_in_mid_run_loses_and_doubles_no_match(tmp_path, alone, script):
    open_plan(tmp_path / "run", A_PLAN)
    assert on_two_machines(tmp_path / "run", script) == ["200"]
    assert (tmp_path / "mark").exists() == (script is A_WORKER_DIES)
    assert files(tmp_path / "run") == alone


def test_a_run_is_played_and_verified_on_a_cluster(tmp_path, alone):
    open_plan(tmp_path / "run", A_PLAN)
    played, verified = map(json.loads, on_two_machines(tmp_path / "run", COMMANDS))
    assert played["finished"] == finished(tmp_path / "run") == 200
    assert (verified["sound"], verified["transcripts"], len(verified["reports"])) == (True, 200, 200)
    assert files(tmp_path / "run") == alone
