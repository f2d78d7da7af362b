"""docs/transcripts.md says how a transcript is read without Woozle: its program and its jq lines are run."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys

import pytest

from woozle.saves.redaction import redact
from woozle.saves.transcript import CLOSED, read

from tests.arena.studies.pilot import Pilot, written
from tests.docs.pages import ROOT

pytestmark = pytest.mark.e2e

PAGE = (ROOT / "docs" / "transcripts.md").read_text("utf-8")
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.jsonl"))
(PROGRAM,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
(LINES,) = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def ran(path, *options):
    command = [sys.executable, "-I", "-S", *options, "-c", PROGRAM, str(path)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)


@pytest.fixture(scope="module")
def typed(tmp_path_factory):
    """Transcripts of matches in which a person typed."""
    study = written(tmp_path_factory.mktemp("typed") / "study")
    Pilot(study).takes_part()
    return sorted(study.matches.glob(f"*/{CLOSED}"))


@pytest.mark.parametrize("path", GOLDEN[::5], ids=lambda path: path.stem)
def test_the_program_reads_every_game_and_says_how_it_ended(path):
    out = ran(path)
    assert (out.returncode, out.stderr) == (0, "")
    last = json.loads(path.read_text("utf-8").splitlines()[-1])["body"]["outcome"]["reason"]
    assert out.stdout.splitlines()[-1] == last


def test_the_program_notices_a_changed_letter(tmp_path):
    text = GOLDEN[0].read_text("utf-8").splitlines(keepends=True)
    text[3] = text[3].replace('"n":3', '"n":4')
    (tmp_path / "t.jsonl").write_text("".join(text), "utf-8")
    assert ran(tmp_path / "t.jsonl").stderr == "Line 4 was changed.\n"


def test_the_program_reads_what_people_typed_and_what_is_left_when_they_withdraw(typed):
    for path in typed:
        assert ran(path).returncode == 0
        assert b'"salt"' in path.read_bytes() or b'"words":{' not in path.read_bytes()
        redact(path.parent, seats=read(path).header.people)
        assert ran(path).returncode == 0
    assert any(re.search(rb'"words":"[0-9a-f]{64}"', path.read_bytes()) for path in typed)


@pytest.mark.skipif(not shutil.which("jq"), reason="jq is not installed here")
@pytest.mark.parametrize("line", LINES.splitlines())
def test_the_lines_for_jq_find_something(line, tmp_path):
    shutil.copy(ROOT / "tests" / "golden" / "ship-1-standard.jsonl", tmp_path / CLOSED)
    out = subprocess.run(shlex.split(line), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert out.returncode == 0 and out.stdout, out.stderr
