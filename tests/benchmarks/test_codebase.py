"""Counts of the code itself."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent

import pytest

from benchmarks import codebase
from benchmarks.checkout import Checkout, code_folders, product_files
from benchmarks.codebase import events, games, import_circles, kits, style

KERNEL = {
    "core/event.py": "class Event: ...",
    "core/game.py": "from woozle.core.event import Event\nclass Game: ...",
    "games/ship/events.py": """
        from woozle.core.event import Event
        class Base(Event): ...
        class A(Event): ...
        class B(Event): ...
        class C(Event): ...
        class D(Base): ...
        """,
}


def checkout(**sources: str) -> Checkout:
    """Return a checkout of some modules, by path with `__` for the slashes and without its ending, beside a kernel."""
    given = KERNEL | {f"{path.replace('__', '/')}.py": text for path, text in sources.items()}
    files = {Path(path): dedent(text) for path, text in given.items()}
    return Checkout(files, ("core", "games", "players", "tui"), ("ship", "urn"))


@pytest.mark.parametrize("name", ["told", "_named", "kept", "shared"])
def test_a_bare_participle_names_no_action(name):
    assert style.is_bare_participle(name)


@pytest.mark.parametrize("name", ["load_config", "seed", "visible_text", "told_to", "feed"])
def test_verbs_with_objects_and_nouns_are_no_participles(name):
    assert not style.is_bare_participle(name)


@pytest.mark.parametrize(
    "docstring", ["Of how many visits it is known.", "What is said.", "Everything that stands.", '"Who" plays.']
)
def test_docstrings_that_open_badly(docstring):
    assert style.opens_badly(docstring)


@pytest.mark.parametrize("docstring", ["Return the open requests.", "A client for servers.", "The Recorder of one match."])
def test_docstrings_that_open_well(docstring):
    assert not style.opens_badly(docstring)


def test_what_lies_in_a_folder_of_a_game_is_in_one_folder():
    paths = [
        "games/urn/rules.py",
        "games/urn/data/pool.py",
        "tui/cli/urn_report.py",
        "tui/cli/urn_output.py",
        "core/urns.py",
    ]
    assert games.folders_of_games(map(Path, paths), ["urn"]) == {"urn": {"games/urn", "tui/cli"}}


def test_lines_count_for_a_game_wherever_they_lie():
    found = checkout(
        games__urn__players__bot="1\n2\n", tui__urn_output="1\n", packages__woozle_urn__rules="1\n2\n3\n", core__urns="1\n"
    )
    assert games.lines_of_games(found)["urn"] == 6


@pytest.mark.parametrize(("content", "lines"), [(b"a\n\nb", 3), (b"x" * 265, 3), (b"x" * 132, 1), (b"\xff\xfe", 0)])
def test_long_lines_of_data_count_as_several(content, lines):
    assert games.lines_of_data(content) == lines


def test_files_behind_links_count_once_and_tests_and_pages_do_not(tmp_path):
    for name in ("core/a.py", "core/tests/b.py", "docs/c.py", "src/woozle/d.py", "packages/new/e.py", ".venv/f.py", "g.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "src/woozle/core").symlink_to(tmp_path / "core")
    (tmp_path / "src/woozle/tui").write_text("../../tui")  # a link, as Git writes it on Windows
    found = {path.relative_to(tmp_path).as_posix() for path in product_files(tmp_path)}
    assert found == {"core/a.py", "src/woozle/d.py", "packages/new/e.py"}
    assert code_folders(tmp_path) == ("core", "tui")


def test_classes_of_the_same_name_elsewhere_are_not_taken_for_a_base():
    found = checkout(
        tui__app="from textual.app import App\nfrom woozle.tui.parts.lobby import Lobby\nclass Woozle(Lobby): ...",
        tui__parts__lobby="from textual.app import App\nfrom woozle.tui.parts.base import Base\nclass Lobby(Base, App): ...",
        tui__parts__base="class Base: ...",
        tui__other="class App(Other): ...\nclass Other: ...",
    )
    assert style.depth(found, "woozle.tui.app.Woozle") == 2


FOLDS = {
    "a class, in patterns and isinstance": """
        from woozle.games.ship import events as ship
        class State:
            def see(self, event):
                if isinstance(event, ship.A | ship.B): ...
                match event:
                    case ship.C() | ship.D(): ...
        """,
    "a loop": """
        from woozle.games.ship.events import A, B, C, D
        def digest(observation):
            for event in observation:
                match event:
                    case A() | B() | C() | D(): ...
        """,
    "a step, with a mapping": """
        from woozle.games.ship.events import A, B, C, D
        def after(known: Scene, event: Event) -> Scene:
            return {A: 1, B: 2, C: 3, D: 4}[type(event)]
        """,
}


@pytest.mark.parametrize("source", FOLDS.values(), ids=FOLDS)
def test_what_keeps_something_of_four_kinds_of_events_is_a_fold(source):
    assert [fold.events for fold in events.folds(checkout(games__ship__players__memory=source), "ship")] == [4]


NO_FOLDS = {
    "words": """
        from woozle.games.ship.events import A, B, C, D
        def say(event: Event, state: State) -> Iterator[Line]:
            match event:
                case A() | B() | C() | D(): ...
        """,
    "three kinds": """
        from woozle.games.ship.events import A, B, C
        class State:
            def see(self, event):
                match event:
                    case A() | B() | C(): ...
        """,
    "another game's": """
        from woozle.games.urn.events import A, B, C, D
        class State:
            def see(self, event):
                match event:
                    case A() | B() | C() | D(): ...
        """,
    "rules": """
        from woozle.core.game import Game
        from woozle.games.ship.events import A, B, C, D
        class Ship(Game):
            def play(self):
                match self.pending[-1]:
                    case A() | B() | C() | D(): ...
        """,
}


@pytest.mark.parametrize("source", NO_FOLDS.values(), ids=NO_FOLDS)
def test_what_is_no_fold_of_the_ship(source):
    assert events.folds(checkout(games__ship__module=source), "ship") == []


def test_an_event_is_counted_where_it_is_named_and_not_where_it_is_only_imported():
    found = checkout(
        games__ship__rules="from woozle.games.ship.events import A, B\nA()",
        games__ship__words="from woozle.games.ship import events as ship\nship.A, ship.B",
    )
    places = {name.rpartition(".")[2]: len(where) for name, where in events.places_of_events(found)["ship"].items()}
    assert places == {"Base": 1, "A": 3, "B": 2, "C": 1, "D": 1}


def test_a_figure_is_counted_where_its_name_is_a_text():
    found = checkout(
        games__urn__measures="Measure('mean_gap', 'The mean gap.')\nnumber('gap', 'A gap.')\nread('no_figure')",
        tui__table="'mean_gap', 'gap', 'no_figure'",
    )
    assert events.places_of_figures(found) == {"mean_gap": {"woozle.games.urn.measures", "woozle.tui.table"}}


def test_names_of_a_type_are_its_public_members_with_inherited_ones():
    found = checkout(
        core__kit="class Base:\n  a: int\n  _b: int\nclass Kit(Base[int]):\n  c = 1\n  def d(self): ...\n  def __init__(self): ..."
    )
    assert kits.public_names(found, found.definition("woozle.core.kit.Kit")) == {"a", "c", "d"}


def test_a_new_type_counts_once_all_whole_games_make_it():
    sources = {
        "core__kit": "class Fresh:\n  a: int\nclass Known:\n  b: int",
        "games__ship__kit": "from woozle.core.kit import Fresh, Known\nFresh(), Known()",
    }
    assert kits.kit_types(checkout(**sources), ["Event", "Known"]) == {"woozle.core.kit.Fresh": {"a"}}


def test_circles_are_told_by_when_modules_are_imported():
    found = checkout(
        core__a="from woozle.core import b",
        core__b="def load():\n  from woozle.core.a import x",
        core__c="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n  from woozle.core.d import x",
        core__d="import woozle.core.c",
    )
    assert import_circles.circles(import_circles.imports(found, lazy=False)) == []
    assert import_circles.circles(import_circles.imports(found, lazy=True)) == [["woozle.core.a", "woozle.core.b"]]


def test_two_circles_that_touch_by_one_arrow_are_two():
    assert import_circles.circles({"a": "b", "b": "ac", "c": "d", "d": "c"}) == [["a", "b"], ["c", "d"]]


def test_the_figures_to_compare_with_are_of_all_games():
    kept = json.loads(codebase.BASELINE.read_text("utf-8"))
    assert {"ship", "quest", "undercover", "debate", "self_play"} <= kept["lines"].keys() == kept["data"].keys()
