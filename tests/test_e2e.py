"""`make test`, `make test-e2e` and `.ci/run` between them run every test once, and what starts processes is marked e2e."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.affected import is_test, module_name

ROOT = Path(__file__).parents[1]
PATHS = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "tests").rglob("*.py"))]
FILES = {module_name(path): path for path in PATHS}
STARTING = {"subprocess", "multiprocessing", "pty", "benchmarks.terminal"}
FORKING = {("os", name) for name in ("fork", "forkpty", "kill", "killpg")}
"""Modules and functions by which tests start processes, or signal them."""

TRIVIAL = {
    "tests.test_affected": "asks git",
    "tests.docs.test_commands": "`make -n` prints; programs and runs of it are small",
}


def recipe(target: str) -> str:
    """Return the commands of a target of the Makefile."""
    return re.search(rf"^{target}:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[1]


def test_make_test_and_make_test_e2e_run_every_test_once_and_ci_runs_both():
    ours, theirs = recipe("test"), recipe("test-e2e")
    assert theirs == ours.replace('-m "not e2e"', "-m e2e $$(grep -rl --include='*.py' mark.e2e tests)") != ours
    ci = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert [line for line in ci if line.startswith("make ")] == [
        "make .venv/linted  # once, with what the static checks need",
        "make test",
        "make test-e2e",
        "make lint",
    ]
    assert re.search(r"^ +make test +# .*no other process or server", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    assert re.search(r"^ +make test-e2e +.*terminals, browsers", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE)


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse((ROOT / FILES[module]).read_text("utf-8"))


@cache
def imported(module: str) -> dict[str, tuple[str, str]]:
    """Return names of a module, each with the module that it comes from and its name there; empty for a module as a whole."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            found |= {alias.asname or alias.name: (alias.name, "") for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                is_module = whole in FILES or whole in STARTING
                found[alias.asname or alias.name] = (whole, "") if is_module else (node.module, alias.name)
    return found


def references(module: str, node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the functions and classes that code uses, each with its module."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name | ast.arg):
            name = each.id if isinstance(each, ast.Name) else each.arg
            yield imported(module).get(name, (module, name))
        elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
            yield imported(module).get(each.value.id, ("", ""))[0], each.attr


def near() -> set[str]:
    """Return the modules that name what starts processes, and those that may import such a module: few of all to be parsed."""
    texts = {module: (ROOT / path).read_text("utf-8") for module, path in FILES.items()}
    named = "|".join(re.escape(name) for name in (*STARTING, *(f"{module}.{function}" for module, function in FORKING)))
    more = {module for module, text in texts.items() if re.search(rf"\b({named})\b", text)}
    found: set[str] = set()
    while more:
        found |= more
        names = "|".join({module.rpartition(".")[2] for module in found})
        importing = re.compile(rf"^(from|import) .*\b({names})\b", re.MULTILINE)
        more = {module for module, text in texts.items() if module not in found and importing.search(text)}
    return found


def starting() -> set[tuple[str, str]]:
    """Return the functions and classes of tests that start a process, themselves or by others that they use."""
    used = {
        (module, node.name): set(references(module, node))
        for module in near()
        for node in parsed(module).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    found = {name for name, others in used.items() if any(origin in STARTING or (origin, it) in FORKING for origin, it in others)}
    while more := {name for name, others in used.items() if name not in found and others & found}:
        found |= more
    return found


def is_marked(module: str, name: str) -> bool:
    marks = [node for node in parsed(module).body if isinstance(node, ast.Assign) and "pytestmark" in ast.unparse(node.targets[0])]
    decorators = next(node.decorator_list for node in parsed(module).body if getattr(node, "name", "") == name)
    return any("mark.e2e" in ast.unparse(each) for each in (*marks, *decorators))


def test_tests_that_start_processes_are_marked():
    tests = [(module, name) for module, name in starting() if name.startswith("test_") and is_test(FILES[module])]
    assert len(tests) > 50
    unmarked = [f"{module}.{name}" for module, name in tests if module not in TRIVIAL and not is_marked(module, name)]
    assert not unmarked, f"mark these e2e, since they start processes: {', '.join(unmarked)}"
