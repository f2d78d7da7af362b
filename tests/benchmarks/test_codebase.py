"""Counts of the code itself."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from benchmarks import codebase


@pytest.mark.parametrize("name", ["told", "_named", "kept", "shared"])
def test_a_bare_participle_names_no_action(name):
    assert codebase.is_bare_participle(name)


@pytest.mark.parametrize("name", ["load_config", "seed", "visible_text", "told_to", "feed"])
def test_verbs_with_objects_and_nouns_are_no_participles(name):
    assert not codebase.is_bare_participle(name)


@pytest.mark.parametrize(
    "docstring", ["Of how many visits it is known.", "What is said.", "Everything that stands.", '"Who" plays.']
)
def test_docstrings_that_open_badly(docstring):
    assert codebase.opens_badly(docstring)


@pytest.mark.parametrize("docstring", ["Return the open requests.", "A client for servers.", "The Recorder of one match."])
def test_docstrings_that_open_well(docstring):
    assert not codebase.opens_badly(docstring)


def test_what_lies_in_a_folder_of_a_game_is_in_one_folder():
    paths = [
        "core/games/urn/rules.py",
        "core/games/urn/data/pool.py",
        "tui/cli/urn_report.py",
        "tui/cli/urn_output.py",
        "core/urns.py",
    ]
    files = {codebase._CHECKOUT / path: "" for path in paths}
    assert codebase.folders_of_games(files)["urn"] == {"core/games/urn", "tui/cli"}


def test_classes_of_the_same_name_elsewhere_are_not_taken_for_a_base(monkeypatch):
    monkeypatch.setattr(codebase, "_CHECKOUT", Path("/checkout"))
    sources = {
        "tui/app.py": "from textual.app import App\nfrom woozle.tui.parts.lobby import Lobby\nclass Woozle(Lobby): ...",
        "tui/parts/lobby.py": "from textual.app import App\nfrom woozle.tui.parts.base import Base\nclass Lobby(Base, App): ...",
        "tui/parts/base.py": "class Base: ...",
        "tui/other.py": "class App(Other): ...\nclass Other: ...",
    }
    trees = {Path("/checkout", path): ast.parse(text) for path, text in sources.items()}
    monkeypatch.setattr(Path, "is_dir", lambda self: False)
    assert codebase.depth("Woozle", Path("/checkout/tui/app.py"), trees) == 2
