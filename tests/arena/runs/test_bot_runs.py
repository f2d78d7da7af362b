"""A run of bots in several processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.arena.runs.lab import HERE

pytestmark = pytest.mark.e2e

KILLED = """
import os, signal, sys
from contextlib import closing
from pathlib import Path
from woozle.arena.runs.plan import Plan, open_plan
from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.engines import WorkerPool

out = Path(sys.argv[1])
plan = open_plan(out, Plan(game="debate", rules=1, seats="bot*3", config={"rounds": 1}, seed=1, matches=40))
with closing(WorkerPool(2, print)) as engine:
    for _ in play_bots(plan, out, plan.numbers_left(out), engine):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")
def test_who_is_killed_leaves_no_process_behind(tmp_path):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path / "run"], cwd=HERE, capture_output=True, timeout=60, check=False
    )
    assert killed.returncode == -signal.SIGKILL  # and nobody is left who could still print
