"""The entry point of the program."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parents[3]
INTERRUPTED = """
import sys

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
from woozle.tui.cli.entry import main
main()
"""


def test_the_program_begins_where_nothing_is_imported_yet():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"woozle": "woozle.tui.cli.entry:main"}
    loaded = "import sys; before = set(sys.modules); import woozle.tui.cli.entry; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert {name for name in done.stdout.split() if not name.startswith("woozle")} <= {
        "__future__",
        "__editable___woozle_0_1_0_finder",
    }


def test_ctrl_c_while_it_starts_shows_no_traceback():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    "code",
    ["import woozle; woozle.play", "import sys; sys.argv = ['woozle', '--version']; from woozle.tui.cli.main import main; main()"],
)
def test_no_library_of_an_environment_is_imported_where_none_is_asked_for(code):
    extras = {"mcp", "pettingzoo", "gymnasium", "openenv", "verifiers", "inspect_ai", "datasets", "torch"}
    told = f"import atexit, sys; atexit.register(lambda: print(sorted({extras!r} & set(sys.modules))))\n{code}"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
