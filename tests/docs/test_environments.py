"""The code of docs/environments.md, each block where its library is installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.arena.environments.policies import PolicyServer

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
NEEDS = {"woozle.environments import aec_env": "pettingzoo", "import verifiers": "verifiers"}
"""The library that a block needs which has these words."""

SERVER = "http://127.0.0.1:8000/v1"
"""Where blocks that ask a model look for it."""


def _blocks():
    text = PAGE.read_text("utf-8")
    return [pytest.param(block[1], id=f"line {text[: block.start()].count(chr(10)) + 1}") for block in BLOCK.finditer(text)]


@pytest.mark.parametrize("code", _blocks())
def test_the_code_of_the_page_runs(code, tmp_path, monkeypatch):
    for words, library in NEEDS.items():
        if words in code and not find_spec(library):
            pytest.skip(f"{library} is not installed")
    monkeypatch.chdir(tmp_path)
    with PolicyServer() as server:
        exec(compile(code.replace(SERVER, server.url), str(PAGE), "exec"), {"__name__": "page"})
