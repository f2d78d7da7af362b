"""Private names of Textual, which may go with its next release, are used only where there is no public way."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import textual
from textual.widget import Widget

import woozle.games
import woozle.tui

ALLOWED = {("woozle.tui.base_app", "_background_screens"), ("woozle.tui.base_app", "_handle_exception")}
"""Overridden by the app, each with its issue upstream beside it."""


class Plain(Widget):
    """A class that holds only what Python and Textual give to each."""


def _modules() -> Iterator[ModuleType]:
    for package in (woozle.tui, woozle.games):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".tui" in found.name and not found.name.startswith("woozle.tui.cli"):
                yield importlib.import_module(found.name)


def _overridden(module: ModuleType) -> Iterator[str]:
    """Yield the private names that classes of a module take over from classes of Textual."""
    for kind in vars(module).values():
        if inspect.isclass(kind) and kind.__module__ == module.__name__:
            theirs = {name for base in kind.__mro__ if base.__module__.startswith("textual.") for name in vars(base)}
            yield from filter(_is_private, vars(kind).keys() & theirs - vars(Plain).keys() - {"_abc_impl"})


def _used(module: ModuleType, theirs: set[str]) -> tuple[set[str], set[str]]:
    """Return the private modules and attributes of Textual that a module names, and the private names that it gives."""
    used, given = set(), set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        match node:
            case ast.ImportFrom(module=str(source)) if source.startswith("textual.") and "._" in source:
                used.add(source)
            case ast.Attribute(attr=name, ctx=ast.Load()) if _is_private(name) and name in theirs:
                used.add(name)
            case ast.Attribute(attr=name) | ast.Name(id=name, ctx=ast.Store()):
                given.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                given.add(name)
    return used, given


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def test_no_private_name_of_textual_is_used_but_two_that_have_no_public_way():
    sources = (path.read_text("utf-8") for path in Path(textual.__path__[0]).rglob("*.py"))
    theirs = {name for source in sources for name in re.findall(r"\b_\w+", source)} - {"_asdict", "_replace"}
    modules = list(_modules())
    overridden = {(module.__name__, name) for module in modules for name in _overridden(module)}
    used = {module.__name__: _used(module, theirs) for module in modules}
    ours = set().union(*(given for _, given in used.values()))
    assert overridden | {(module, name) for module, (names, _) in used.items() for name in names - ours} == ALLOWED
