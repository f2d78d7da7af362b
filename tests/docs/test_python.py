"""The code of docs/python.md, run from the top to the bottom."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

from woozle.core.plugins import GAMES

from tests import packages

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def test_all_code_of_the_page_runs_in_its_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = ModuleType("page_about_python")
    monkeypatch.setitem(sys.modules, page.__name__, page)
    packages.installed(monkeypatch, tmp_path / "site", {GAMES: {"coin": f"{page.__name__}:GAME"}})
    text = PAGE.read_text("utf-8")
    blocks = list(BLOCK.finditer(text))
    assert len(blocks) >= 8
    for block in blocks:
        line = text[: block.start(1)].count("\n")
        exec(compile("\n" * line + block[1], str(PAGE), "exec"), page.__dict__)
    assert page.__dict__["wins"] in range(21)
