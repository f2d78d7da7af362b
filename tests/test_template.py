"""The smallest whole game, docs/template: every door of Woozle is open to it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from woozle.core.plugins import GAMES
from woozle.core.welcome import load_welcome
from woozle.testing import GameCase, check_game

from tests import packages
from tests.tui import command_line

TEMPLATE = Path(__file__).parents[1] / "docs" / "template"
FILES = sorted(file for file in (TEMPLATE / "thimbles").iterdir() if file.is_file())
command = command_line.woozle


@pytest.fixture(autouse=True)
def rules(monkeypatch, tmp_path):
    """Install the template, and return the module of its rules."""
    monkeypatch.setattr(sys, "path", [str(TEMPLATE), *sys.path])
    packages.installed(monkeypatch, tmp_path / "site", {GAMES: {"thimbles": "thimbles.kit:GAME"}}, "thimbles")
    import thimbles.rules

    return thimbles.rules


def test_it_has_at_most_200_lines_and_its_page_names_every_file():
    assert sum(len(file.read_text("utf-8").splitlines()) for file in FILES) <= 200
    page = TEMPLATE.with_suffix(".md").read_text("utf-8")
    assert [file.name for file in FILES if file.name not in page and file.stem != "__init__"] == []


def test_it_passes_the_suite_of_games(rules, tmp_path):
    check_game(GameCase("thimbles", lambda: rules.Thimbles(seats=3)), tmp_path)


def test_a_person_plays_it_in_the_terminal(command):
    typed = "2\n3\nMine is the third.\n3\n1\n"
    status, said, _ = command("play", "thimbles", "--plain", "--seats", "human,bot*2", "--seed", 3, typed=typed)
    assert status == 0
    assert said.startswith("At the table: a, b and c.\n3 times one of you, in turn, hides a pea under one of three thimbles")
    assert "Under which thimble do you hide the pea? One of 1, 2, 3.\n" in said
    assert "You hide the pea under thimble 2.\n" in said
    assert "You say: under thimble 3." in said
    assert "Saved as " in said
    assert [lesson.asked for lesson in load_welcome("thimbles").tutorial.lessons] == ["Claim"]


def test_bots_play_it_and_reports_tables_and_studies_are_made(command, tmp_path):
    assert command("run", "thimbles", "--seats", "bot*3", "--matches", 4, "--out", tmp_path / "runs", "--jobs", 1)[0] == 0
    assert "4 transcripts: all verified" in command("verify", tmp_path / "runs", "--jobs", 1)[1]
    report = json.loads(command("report", tmp_path / "runs", "--json")[1])
    assert "lies" in json.dumps(report)
    assert command("export", tmp_path / "runs", "--out", tmp_path / "tables")[0] == 0
    assert command("study", "new", tmp_path / "study", "--game", "thimbles")[0] == 0
    assert "The study can be run" in command("study", "check", tmp_path / "study")[1]
