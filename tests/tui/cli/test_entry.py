"""Where the program begins."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

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
