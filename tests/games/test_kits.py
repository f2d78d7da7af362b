"""The folder of each game: what its kit names is there, and one who opens it sees few names."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from pkgutil import resolve_name

import pytest

from woozle.arena.views.panels import Panel
from woozle.core import registry
from woozle.core.kit import GameKit, list_parts

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(path.parent for path in ROOT.glob("games/*/kit.py"))
LAYERS = {"kit", "players", "views", "tui"}


def names_in(kit: GameKit) -> list[str]:
    """Return every `module:attribute` of a kit and its recordings."""
    readers = [option.reader for option in kit.options.values() if option.reader]
    return [*list_parts(kit).values(), *readers, *(name for each in kit.recordings.values() for name in names_in(each))]


@pytest.mark.parametrize("game", registry.names())
def test_all_that_a_kit_names_is_there(game):
    kit = registry.kit_of(game)
    assert all(resolve_name(name) is not None for name in names_in(kit))
    assert list(registry.find_part_faults(game)) == []
    rules = registry.game(game)
    assert all(resolve_name(where).version == version for version, where in rules.earlier_versions.items())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_files_that_a_kit_names_are_there(folder):
    beside = files(f"woozle.games.{folder.name}")
    for path in (path for paths in registry.kit_of(folder.name).data.values() for path in paths):
        assert beside.joinpath(path).is_dir() if path.endswith("/") else beside.joinpath(path).is_file()


def test_the_widgets_that_panels_name_are_there():
    named = {kind.WIDGETS for kind in Panel.__subclasses__() if getattr(kind, "WIDGETS", "")}
    assert all(resolve_name(name) for name in named)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_one_who_opens_a_game_sees_at_most_sixteen_names(folder):
    assert len({path.name for path in folder.iterdir()} - {"__init__.py", "__pycache__"}) <= 16


def test_the_contract_on_rules_names_all_that_is_pure():
    """What is neither kit, players, views nor tui may not import what core may not."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    (contract,) = (each for each in contracts if each["name"] == "core and the rules of games stand alone")
    listed = {name.rpartition(".")[2] for name in contract["source_modules"] if name.startswith("woozle.games.")}
    modules = {path for folder in FOLDERS for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    # it may also list what was in a game that has been removed
    assert {path.stem for path in modules} - LAYERS - {"__init__"} <= listed
