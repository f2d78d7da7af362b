"""A game can be removed: its folder, its tests, its page and its entry point go, and nothing else has to change.

The ship and the urn are the examples of all tests, and stay.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.option_values import own_games

ROOT = Path(__file__).parents[2]
CODE = ("core", "players", "saves", "arena", "tui", "games", "src", "tests", "benchmarks")
EXAMPLES = ("ship", "urn")
NAMED = re.compile(r"\b(?:woozle|tests)\.games(?:\.| import )(\w+)")

LEFT = {
    "debate": {
        "tests/arena/play/test_forms.py",
        "tests/arena/play/test_packs.py",
        "tests/arena/views/test_end_cards.py",
        "tests/core/test_answers.py",
        "tests/errata.py",
        "tests/labelled_replies.py",
        "tests/players/backends/local/test_prefix_tree.py",
        "tests/tui/rules_that_hold.py",
        "tests/tui/sessions/test_timing.py",
    },
    "quest": {
        "tests/arena/play/test_forms.py",
        "tests/arena/play/test_packs.py",
        "tests/outside/lantern/players.py",
        "tests/players/test_paths.py",
        "tests/players/test_seats.py",
        "tests/test_other_pythons.py",
        "tests/tui/cli/test_export_output.py",
        "tests/tui/doctor/test_surroundings.py",
        "tests/tui/rules_that_hold.py",
    },
    "self_play": {
        "tests/arena/environments/test_same_prompts.py",
        "tests/arena/exports/test_chat.py",
        "tests/arena/views/test_end_cards.py",
        "tests/labelled_replies.py",
        "tests/players/models/test_answer_probabilities.py",
        "tests/players/test_paths.py",
        "tests/tui/rules_that_hold.py",
    },
}
"""Tests that still take a game as their example: they have to be rewritten before it can be removed. No file may be added."""

WITHOUT = """
import importlib.metadata
import sys
from importlib.metadata import EntryPoints

game, every = sys.argv[1], importlib.metadata.entry_points
importlib.metadata.entry_points = lambda **wanted: EntryPoints(each for each in every(**wanted) if each.name != game)
sys.modules[f"woozle.games.{game}"] = None  # whatever imports it fails

from woozle.tui.cli.main import main

for words in ("--help", "run --help", "doctor", "pack list", "models", "study new study --game urn", "study check study"):
    sys.argv = ["woozle", *words.split()]
    try:
        main()
    except SystemExit as end:
        print(f"status {end.code or 0} of {words}")
"""


def games_named_by(path: Path) -> set[str]:
    """Return the games whose modules, or tests, a file names outside of their own folders."""
    found = {*NAMED.findall(path.read_text("utf-8"))} & {*own_games()} - {*EXAMPLES}
    return found - {*path.relative_to(ROOT).parts}


@pytest.fixture(scope="module")
def naming():
    """The games that each file names, by the path of the file."""
    files = (path for folder in CODE for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): found for path in files if (found := games_named_by(path))}


@pytest.mark.parametrize("game", [game for game in own_games() if game not in EXAMPLES])
def test_no_file_but_those_of_a_game_names_its_modules(naming, game):
    named = {file for file, games in naming.items() if game in games and not file.startswith("benchmarks/")}
    assert named == LEFT.get(game, set())


def test_a_benchmark_is_about_one_game_or_about_none(naming):
    assert not {file: games for file, games in naming.items() if file.startswith("benchmarks/") and len(games) > 1}


@pytest.mark.e2e
@pytest.mark.parametrize("game", [game for game in own_games() if game not in EXAMPLES])
def test_without_a_game_every_command_still_answers(game, tmp_path):
    command = [sys.executable, "-c", WITHOUT, game]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert game not in done.stdout.partition("status ")[0], "the help names it"
    assert re.findall(r"^status (\d+) ", done.stdout, re.MULTILINE) == ["0"] * 7, done.stdout + done.stderr
