"""The example of self-play trains a few steps."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="TRL is not installed")

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "self_play_grpo.py"


@pytest.mark.e2e
def test_two_steps_of_self_play_are_trained():
    done = subprocess.run([sys.executable, EXAMPLE, "2"], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    (scores,) = re.findall(r"^Mean score of each step: \[(.*)\]$", done.stdout, re.MULTILINE)
    assert len(scores.split(",")) == 2
    changes = [float(found) for found in re.findall(r"'grad_norm': '?([\d.e-]+)", done.stdout)]
    assert len(changes) == 2 and all(changes)  # the rewards of a group differ, and reach the weights
