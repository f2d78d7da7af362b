"""The tests of environments whose libraries cannot be installed beside each other, each in an environment of its own.

    make environments               # or: python -m tests.arena.environments.separate [NAME...]

OpenEnv, verifiers and Inspect bring some hundreds of megabytes and demand versions of each other's packages. The environments are
made once, below `.venv/environments`, and made anew by `make clean`.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.environment import Environment, Kept

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = {"openenv": "openenv", "verifiers": "verifiers", "inspect": "inspect_ai"}
"""The module to import, by the name of the extra."""

TESTS = ("tests/arena/environments", "tests/docs/test_environments.py")
TOOLS = ("pytest>=8,<9", "pytest-asyncio>=1", "hypothesis>=6.100")


def prepare(extra: str) -> Environment:
    """Return the environment of an extra, made if it is not there. Raises CalledProcessError if that fails."""
    return Kept(extra, ("--editable", f"{ROOT}[{extra}]", *TOOLS)).make()


def check(extra: str) -> int:
    """Run the tests with a library, and return pytest's exit status."""
    python = prepare(extra).python
    subprocess.run([python, "-c", f"import {LIBRARIES[extra]}"], check=True)
    return subprocess.run([python, "-m", "pytest", *TESTS, "-p", "no:cacheprovider"], cwd=ROOT, check=False).returncode


def main() -> int:
    unknown = [name for name in sys.argv[1:] if name not in LIBRARIES]
    if unknown:
        print(f"There is no environment {unknown[0]!r}; choose from {', '.join(LIBRARIES)}.", file=sys.stderr)
        return 2
    return max(map(check, sys.argv[1:] or LIBRARIES))


if __name__ == "__main__":
    sys.exit(main())
