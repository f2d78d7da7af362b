"""The tests that are nearest to what was changed: `make check` runs them.

    python -m tests.affected [BASE]      # prints their files; BASE: what is compared with, HEAD if nothing is said

Near is a test file that was changed, that imports a changed module itself, or that FOUND_BY_NAME lists; of very many the ones whose
folders are most alike come first, as many as run in a minute. What is further away `make test` finds, and `make test-e2e`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[1]
_FIRST = 100
BUDGET = 100  # seconds of processors, by COSTS; two cores do about as much in a minute
FINGERPRINTS, LINES, LOOKS = "tests/test_fingerprints.py", "tests/test_lines.py", "tests/test_looks.py"
COSTS = {"tests/tui/": 14, "tests/docs/": 14, "tests/test_golden.py": 15, FINGERPRINTS: 25, LINES: 10, LOOKS: 6}
"""Seconds that a test file takes, roughly, by the beginning of its path; 3 for all others."""

FOUND_BY_NAME = {
    "games/*": ("tests/test_golden.py", FINGERPRINTS),
    "saves/tables/*": (FINGERPRINTS,),
    "arena/reports/*": (FINGERPRINTS,),
    "saves/*": ("tests/test_golden.py",),
    "games/*/events.py": (LINES,),
    "games/*/state.py": (LINES, LOOKS),
    "games/*/words.py": (LINES, LOOKS, "tests/tui/test_rules_hold.py", "tests/players/test_prompts.py"),
    "games/*/views/*.py": (LOOKS, LINES),
    "arena/views/*.py": (LOOKS,),
    "games/*/players/prompt.py": (LINES, "tests/tui/test_rules_hold.py", "tests/players/test_prompts.py"),
    "players/backends/*.py": ("tests/players/backends/test_registry.py",),
    "tui/keys.py": ("tests/tui/settings/test_settings.py", "tests/tui/screens/test_settings_screen.py"),
    "tui/screens/table/*.py": ("tests/tui/screens/test_reading.py", "tests/tui/screens/test_writing.py"),
    "tui/screens/lobby.py": ("tests/tui/screens/test_snapshots.py", "tests/tui/screens/test_moved_keys.py"),
    "tui/styles/*": ("tests/tui/settings/test_themes.py", "tests/tui/screens/test_settings_screen.py"),
    "pyproject.toml": ("tests/core/test_registry.py", "tests/players/backends/test_registry.py"),
}
"""Tests of what is found by its name and not imported, by patterns of what they test. They come first."""


def changed(base: str) -> list[str]:
    """Return the paths that differ from `base`, with those that git does not know yet."""
    differing = _git("diff", "--name-only", "--diff-filter=d", base)
    return sorted({*differing, *_git("ls-files", "--others", "--exclude-standard")})


def affected(paths: Iterable[str], tests: dict[str, set[str]]) -> list[str]:
    """Return the nearest test files, nearest first.

    tests: the modules that each file in `tests/` imports. A helper of tests stands for the tests that import it.
    """
    near: dict[str, int] = {}
    waiting, done = list(paths), set()
    while waiting:
        path = waiting.pop()
        if path in done:
            continue
        done.add(path)
        near.update((test, _FIRST) for pattern, tests_of in FOUND_BY_NAME.items() if fnmatch(path, pattern) for test in tests_of)
        if is_test(path):
            near[path] = _FIRST
            continue
        names = {module_name(path)} if path.endswith(".py") else {_package(path)}
        for test, imported in tests.items():
            if names & imported:
                if is_test(test):
                    near[test] = max(near.get(test, 0), similarity(path, test))
                else:
                    waiting.append(test)
    return sorted(near, key=lambda test: (-near[test], test))


def affordable(found: Iterable[str]) -> list[str]:
    """Return as many of the first as the budget allows, at least one."""
    chosen, spent = [], 0
    for test in found:
        spent += next((cost for start, cost in COSTS.items() if test.startswith(start)), 3)
        if chosen and spent > BUDGET:
            break
        chosen.append(test)
    return chosen


def imports(path: Path) -> set[str]:
    """Return all modules that a file imports, by whichever name it takes from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update((node.module, *(f"{node.module}.{alias.name}" for alias in node.names)))
    return found


def main() -> None:
    tests = {str(file.relative_to(ROOT)): imports(file) for file in sorted((ROOT / "tests").rglob("*.py"))}
    found = affected(changed(sys.argv[1] if len(sys.argv) > 1 else "HEAD"), tests)
    run = affordable(found)
    for line in _said(len(found), len(run)):
        print(line, file=sys.stderr)
    print(*run, sep="\n")


def _said(found: int, run: int) -> Iterator[str]:
    if not found:
        yield "No test imports what was changed; `make test` and `make test-e2e` run them all."
    elif found > run:
        near = f"{found} test files are near to what was changed; the nearest {run} are run."
        yield f"{near} `make test` and `make test-e2e` run them all."


def is_test(path: str) -> bool:
    return path.startswith("tests/") and Path(path).name.startswith("test_") and path.endswith(".py")


def module_name(path: str) -> str:
    parts = Path(path).with_suffix("").parts
    name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
    return name if parts[0] in ("tests", "benchmarks") else f"woozle.{name}"


def _package(path: str) -> str:
    """Data belong to the package that they lie in."""
    return module_name(f"{Path(path).parent}/__init__.py")


def similarity(path: str, test: str) -> int:
    """Return how many folders of a test mirror those of a path, and one more where its name does too."""
    folders, mirrored = Path(path).parts[:-1], Path(test).parts[1:-1]
    same = 0
    for one, other in zip(folders, mirrored, strict=False):
        if one != other:
            break
        same += 1
    return same + (Path(test).stem == f"test_{Path(path).stem}")


def _git(*words: str) -> list[str]:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()


if __name__ == "__main__":
    main()
