"""Installed packages, as the tests need them: what an entry point names can be anything that is importable."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Mapping
from importlib.metadata import EntryPoint, EntryPoints
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

TWO_TRUTHS = Path(__file__).parent / "plugins"
"""A folder with a package that brings the game of tests/two_truths.py."""


def hide_others() -> None:
    """Hide what other packages bring to Woozle that are installed before the tests begin, such as a game that its author works on.

    Tests are about Woozle's own games, and about packages that they install themselves.
    """
    folders = {Path(folder).resolve() for folder in sys.path} - {TWO_TRUTHS}
    every = importlib.metadata.entry_points

    def is_hidden(entry: EntryPoint) -> bool:
        if not entry.group.startswith("woozle.") or entry.module.startswith("woozle.") or entry.dist is None:
            return False
        return Path(str(entry.dist.locate_file(""))).resolve() in folders

    def entry_points(**wanted: Any) -> Any:
        found = every(**wanted)
        # Without arguments it is no list but something older, of which other libraries make use.
        return EntryPoints(entry for entry in found if not is_hidden(entry)) if wanted else found

    importlib.metadata.entry_points = entry_points


needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="torch is not installed")
"""Skips a test that imports torch itself. At the head of a file the import would cost each worker seconds."""


def installed(monkeypatch: pytest.MonkeyPatch, folder: Path, groups: Mapping[str, Mapping[str, str]], name: str = "extra") -> None:
    """Install a package that has nothing but entry points, by group and name, until the test is over."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [line for group, of in groups.items() for line in (f"[{group}]", *(f"{key} = {value}" for key, value in of.items()))]
    (about / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
