"""A package from elsewhere, built as a wheel and installed: its game, views, bot, judge and backend work as Woozle's own do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from woozle.arena.views.registry import help_lines
from woozle.core.welcome import load_welcomes

SOURCE = Path(__file__).parent / "outside"
WOOZLE = (sys.executable, "-m", "woozle.tui.cli.entry")
BUILD = "from setuptools import build_meta as b; b.build_wheel('built')"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder that the wheel is installed into, without a network."""
    checkout, site = tmp_path_factory.mktemp("lantern"), tmp_path_factory.mktemp("site")
    for file in SOURCE.rglob("*"):
        if file.is_file() and file.suffix != ".pyc":
            copy = checkout / file.relative_to(SOURCE)
            copy.parent.mkdir(exist_ok=True)
            copy.write_bytes(file.read_bytes())
    subprocess.run([sys.executable, "-c", BUILD], cwd=checkout, check=True, capture_output=True, timeout=120)
    (wheel,) = (checkout / "built").glob("lantern-2.0-*.whl")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", str(site), str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, timeout=120)
    return site


@pytest.fixture
def woozle(site, tmp_path):
    """Run `woozle` where the package is installed; return what it prints."""

    def run(*arguments: str, typed: str = "") -> str:
        path = os.pathsep.join([str(site), *sys.path])
        environment = {**os.environ, "PYTHONPATH": path, "WOOZLE_HOME": str(tmp_path / "home"), "COLUMNS": "100"}
        code = "from woozle.tui.cli.entry import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", code, *arguments], check=False, timeout=120,
            cwd=tmp_path, env=environment, input=typed, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_its_game_is_played_recorded_verified_and_reported(woozle, tmp_path):
    woozle("run", "lantern", "--seats", "bot*2,bot:random", "--matches", "3", "--out", "runs/a", "--seed", "1")
    assert "3 transcripts: all verified" in woozle("verify", "runs/a")
    assert "lamplighter" in woozle("report", "runs/a")
    assert b"lamplighter" in (tmp_path / "runs/a/0001/transcript.jsonl").read_bytes().splitlines()[0]


def test_a_person_plays_its_game_line_by_line(woozle):
    shown = woozle("play", "lantern", "--plain", "--seats", "human,bot", "--seed", "1", "--set", "evenings=1", typed="?\nlit\n")
    assert "Say whether the lantern is lit before it is shown." in shown


def test_its_bot_plays_a_game_of_woozles(woozle):
    woozle("run", "urn", "--seats", "bot:moth,bot*4", "--matches", "1", "--out", "runs/b", "--seed", "1")
    assert ": verified (level 0 passed" in woozle("verify", "runs/b")


def test_its_judge_scores_the_quest(woozle):
    woozle("run", "quest", "--seats", "bot*2", "--judge", "length", "--matches", "1", "--out", "runs/c", "--seed", "1")
    assert ": verified (level 0 passed" in woozle("verify", "runs/c")


def test_its_backend_seats_a_model(woozle):
    woozle("run", "lantern", "--seats", "echo:first,bot", "--matches", "1", "--out", "runs/d", "--seed", "1")
    assert ": verified (level 0 passed" in woozle("verify", "runs/d", "--level", "3")


def test_its_views_are_those_of_the_app(site, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(site), *sys.path])
    assert help_lines("lantern")[0].text == "The flame is drawn where it burns."
    assert load_welcomes()["lantern"].title == "The lantern"
