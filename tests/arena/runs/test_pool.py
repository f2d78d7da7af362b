"""A run of bots in several processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests.arena.runs.lab import HERE

KILLED = """
import os, signal, sys
from pathlib import Path
from woozle.arena.runs.plan import Plan, planned
from woozle.arena.runs.pool import play
from woozle.arena.runs.processes import Processes

out = Path(sys.argv[1])
plan = planned(out, Plan(game="debate", rules=1, seats="bot*3", config={"rounds": 1}, seed=1, matches=40))
with Processes(2, print) as engine:
    for _ in play(plan, out, plan.left(out), engine):
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals of POSIX")
def test_who_is_killed_leaves_no_process_behind(tmp_path):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, tmp_path / "run"], cwd=HERE, capture_output=True, timeout=60, check=False
    )
    assert killed.returncode == -signal.SIGKILL  # and nobody is left who could still print
