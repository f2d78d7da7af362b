"""The configuration of clients in docs/agents.md starts a server that serves."""

import json
import re
import shlex
import sys

import pytest

from tests.docs.pages import ROOT
from tests.tui.command_line import woozle

__all__ = ["woozle"]
PAGE = (ROOT / "docs" / "agents.md").read_text("utf-8")
BLOCK = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WOOZLE = ["-c", "from woozle.tui.cli.entry import main; main()"]


@pytest.mark.e2e
async def test_a_client_that_is_configured_like_this_finds_the_tools_that_the_page_names(tmp_path):
    pytest.importorskip("mcp.server.mcpserver", reason="needs the extra mcp")
    from mcp import Client
    from mcp.client.stdio import StdioServerParameters

    (block,) = BLOCK.findall(PAGE)
    ((name, server),) = json.loads(block)["mcpServers"].items()
    assert (name, server["command"]) == ("woozle", "woozle")
    where = {"WOOZLE_HOME": str(tmp_path), "PYTHONPATH": ":".join(filter(None, sys.path))}
    params = StdioServerParameters(command=sys.executable, args=[*WOOZLE, *server["args"]], env=where, cwd=tmp_path)
    async with Client(params) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
    assert all(f"`{tool}`" in PAGE for tool in tools)


def test_what_the_page_says_of_limits_is_so():
    from woozle.arena.tables.seat_calls import PATIENCE, SILENT
    from woozle.arena.web.mcp_tables import IDLE, MOST, MOST_OF_ONE

    assert f"up to {PATIENCE:g} seconds" in PAGE
    assert f"no call for {IDLE / 60:g} minutes" in PAGE
    assert f"where room is needed, after {SILENT / 60:g}" in PAGE
    assert f"room for {MOST} tables, {MOST_OF_ONE} of them for one client" in PAGE


def test_without_the_library_a_sentence_says_what_to_install(woozle, monkeypatch):
    for module in [name for name in sys.modules if name == "woozle.arena.web.mcp_server" or name.partition(".")[0] == "mcp"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "mcp", None)
    status, out, err = woozle(*shlex.split("mcp --game urn"))
    assert (status, out) == (2, "")
    assert err == "woozle: A server for MCP needs another package; install it with `pip install 'woozle[mcp]'`.\n"
