"""kill -9 at any moment of a run: resuming it ends exactly as the run that nobody disturbed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from woozle.saves.transcript import CLOSED
from woozle.saves.verify import verify_many

from tests.saves.table import played_lines

KILLS = int(os.environ.get("WOOZLE_KILLS", "2"))  # 200 took 4 minutes when it was last done


@pytest.fixture(autouse=True)
def two_truths_is_installed():
    """The other tests of saves have that game alone; here the ship is played."""


def command(out: Path) -> list[str]:
    words = ["run", "ship", "--seats", "bot*6", "--seed", "5", "--matches", "3", "--jobs", "1", "--sync", "--out", str(out)]
    return [sys.executable, "-c", "from woozle.tui.cli.main import main; main()", *words]


def finished(out: Path) -> dict[str, list[tuple[bytes, bytes]]]:
    return {file.parent.name: played_lines(file.read_bytes()) for file in sorted(out.glob(f"*/{CLOSED}"))}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    out = tmp_path_factory.mktemp("undisturbed") / "run"
    subprocess.run(command(out), check=True, capture_output=True)
    return finished(out)


@pytest.mark.e2e
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_run_goes_on_to_the_same_end(kill, undisturbed, tmp_path):
    out = tmp_path / "run"
    moment = random.Random(kill).randrange(sum(len(body) for lines in undisturbed.values() for body, _ in lines))
    playing = subprocess.Popen(command(out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while playing.poll() is None and written(out) < moment:
        with suppress(subprocess.TimeoutExpired):
            playing.wait(0.005)
    playing.kill()
    playing.wait()
    subprocess.run(command(out), check=True, capture_output=True)
    assert finished(out) == undisturbed
    assert all(report.is_verified and report.is_finished for report in verify_many([out]))


def written(out: Path) -> int:
    """Bytes of transcripts so far."""
    total = 0
    for file in out.glob("*/transcript.jsonl*"):
        try:
            total += file.stat().st_size
        except FileNotFoundError:  # renamed in this very moment
            total += 0
    return total
