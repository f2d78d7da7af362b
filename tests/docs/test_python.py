"""The Python of docs/python.md, docs/clients.md and the README, run from the top to the bottom."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from woozle.core.plugins import GAMES

from tests import packages
from tests.players.backends.scripts import Say
from tests.players.backends.servers import OpenAIServer
from tests.players.backends.talking import CHAT

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def run(page: str, names: dict[str, Any]) -> int:
    """Run all code of a page, and return how many blocks it has."""
    text = (ROOT / page).read_text("utf-8")
    blocks = list(BLOCK.finditer(text))
    for block in blocks:
        line = text[: block.start(1)].count("\n")
        exec(compile("\n" * line + block[1], page, "exec"), names)
    return len(blocks)


def test_all_code_of_the_page_runs_in_its_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = ModuleType("page_about_python")
    monkeypatch.setitem(sys.modules, page.__name__, page)
    packages.installed(monkeypatch, tmp_path / "site", {GAMES: {"coin": f"{page.__name__}:GAME"}})
    assert run("docs/python.md", page.__dict__) >= 8
    assert page.__dict__["wins"] in range(21)


def test_the_four_lines_of_the_readme_play_and_verify_a_match(capsys):
    names: dict[str, Any] = {}
    assert run("README.md", names) == 1
    assert names["match"].path.is_dir() and names["match"].outcome.reason in capsys.readouterr().out


async def test_a_backend_may_send_its_key_in_another_header():
    names: dict[str, Any] = {}
    assert run("docs/clients.md", names) == 1
    async with OpenAIServer(lambda request: Say("b")) as server:
        client = names["BACKEND"].client(server.url, "a-key-of-the-lab", timeout=60.0, endpoint="lab")
        assert (await client.chat(CHAT)).text == "b"
        await client.close()
    (asked,) = server.requests
    assert (asked.headers["api-key"], asked.headers["x-team"]) == ("a-key-of-the-lab", "woozle")
    assert "authorization" not in asked.headers
