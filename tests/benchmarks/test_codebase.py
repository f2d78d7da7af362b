"""Counts of the code itself."""

from __future__ import annotations

from pathlib import Path

from benchmarks.checkout import Checkout, code_folders, product_files
from benchmarks.codebase import import_circles, screens


def checkout(**sources: str) -> Checkout:
    """Return a checkout of some modules, by path with `__` for the slashes and without its ending."""
    files = {Path(f"{path.replace('__', '/')}.py"): text for path, text in sources.items()}
    return Checkout(files, ("core", "games", "players", "tui"), ("ship", "urn"))


def test_files_behind_links_count_once_and_tests_and_pages_do_not(tmp_path):
    for name in ("core/a.py", "core/tests/b.py", "docs/c.py", "src/woozle/d.py", "packages/new/e.py", ".venv/f.py", "g.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    (tmp_path / "src/woozle/core").symlink_to(tmp_path / "core")
    (tmp_path / "src/woozle/tui").write_text("../../tui")  # a link, as Git writes it on Windows
    found = {path.relative_to(tmp_path).as_posix() for path in product_files(tmp_path)}
    assert found == {"core/a.py", "src/woozle/d.py", "packages/new/e.py"}
    assert code_folders(tmp_path) == ("core", "tui")


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


def test_a_screen_is_counted_where_it_is_opened_and_where_a_text_names_it():
    found = checkout(
        tui__screens__log="class LogScreen(FrameScreen): ...",
        tui__app="from woozle.tui.screens.log import LogScreen\nshow(LogScreen())",
        tui__places='PLACES = ("woozle.tui.screens.log:LogScreen",)',
        tui__other="LogScreens = 1",
        core__log="LogScreen = 1",
    )
    places = screens.places_of_screens(found)
    assert {name: [str(each) for each in paths] for name, paths in places.items()} == {
        "LogScreen": ["tui/screens/log.py", "tui/app.py", "tui/places.py"]
    }
