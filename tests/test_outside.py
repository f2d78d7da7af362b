"""A package from elsewhere, built as a wheel and installed: its game, help, bot, judge and backend work as Woozle's own do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from woozle.arena.views.registry import help_lines
from woozle.core.welcome import load_welcomes

pytestmark = pytest.mark.e2e

SOURCE = Path(__file__).parent / "outside"
BUILD = "from setuptools import build_meta as b; b.build_wheel('built')"
COMMANDS = """
import contextlib, io, json, sys
from woozle.tui.cli.entry import main
said = []
for line, typed in json.loads(sys.argv[1]):
    sys.argv, sys.stdin, out = ["woozle", *line.split()], io.StringIO(typed), io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            main()
        except SystemExit as end:
            assert not end.code, (line, end.code, out.getvalue())
    said.append(out.getvalue())
print(json.dumps(said))
"""
"""One process runs them all, as most of the time goes into its start."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder that the wheel is installed into, without a network: as one that has no scripts, it is unpacked there."""
    checkout, site = tmp_path_factory.mktemp("lantern"), tmp_path_factory.mktemp("site")
    for file in SOURCE.rglob("*"):
        if file.is_file() and file.suffix != ".pyc":
            copy = checkout / file.relative_to(SOURCE)
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(file.read_bytes())
    subprocess.run([sys.executable, "-c", BUILD], cwd=checkout, check=True, capture_output=True, timeout=120)
    (wheel,) = (checkout / "built").glob("lantern-2.0-*.whl")
    ZipFile(wheel).extractall(site)
    return site


@pytest.fixture
def woozle(site, tmp_path):
    """Run command lines where the package is installed; return what each prints."""

    def run(*lines: str, typed: str = "") -> list[str]:
        path = os.pathsep.join([str(site), *sys.path])
        environment = {**os.environ, "PYTHONPATH": path, "WOOZLE_HOME": str(tmp_path / "home"), "COLUMNS": "100"}
        done = subprocess.run(
            [sys.executable, "-c", COMMANDS, json.dumps([(line, typed) for line in lines])], check=False, timeout=120,
            cwd=tmp_path, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout)

    return run


def test_all_that_it_brings_works_as_woozles_own_does(woozle, tmp_path):
    _, verified, reported, shown, _, moth, _, judged, _, echoed = woozle(
        "run lantern --seats bot*2,bot:random --matches 3 --out runs/a --seed 1 --jobs 1",
        "verify runs/a --jobs 1",
        "report runs/a",
        "play lantern --plain --seats human,bot --seed 1 --set evenings=1",
        "run urn --seats bot:moth,bot*4 --matches 1 --out runs/b --seed 1 --jobs 1",
        "verify runs/b --jobs 1",
        "run quest --seats bot*2 --judge length --matches 1 --out runs/c --seed 1 --jobs 1",
        "verify runs/c --jobs 1",
        "run lantern --seats echo:first,bot --matches 1 --out runs/d --seed 1",
        "verify runs/d --level 3 --jobs 1",
        typed="?\nlit\n",
    )
    assert "3 transcripts: all verified" in verified and "lamplighter" in reported
    assert b"lamplighter" in (tmp_path / "runs/a/0001/transcript.jsonl").read_bytes().splitlines()[0]
    assert "Say whether the lantern is lit before it is shown." in shown
    for said in moth, judged, echoed:
        assert ": verified (level 0 passed" in said


def test_its_help_is_that_of_the_app(site, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    assert help_lines("lantern")[0].text == "The flame is drawn where it burns."
    assert load_welcomes()["lantern"].title == "The lantern"


def test_the_projects_own_tests_pass_where_it_is_installed(site, tmp_path):
    """Tests that go through all games, bots or backends look at Woozle's own: hide_others in tests/packages.py."""
    some = ("tests/core/test_registry.py", "tests/test_golden.py", "tests/players/backends/test_registry.py")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-k", "own_games or every_game or package", *some],
        cwd=SOURCE.parent.parent, env={**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])},
        check=False, timeout=300, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
