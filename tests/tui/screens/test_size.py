"""A screen is read in one sitting: what it does for one of its parts is an object that it holds."""

import ast
from pathlib import Path

from woozle.tui import screens

MOST_METHODS = 35


def test_no_class_of_a_screen_has_too_many_methods():
    trees = [ast.parse(path.read_text("utf-8")) for path in Path(screens.__path__[0]).rglob("*.py")]
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    methods = {kind.name: sum(isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) for each in kind.body) for kind in classes}
    assert "WatchScreen" in methods
    assert not {name: number for name, number in methods.items() if number > MOST_METHODS}
