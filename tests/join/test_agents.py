"""Agents and programs of this machine at tables of another one."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from woozle.arena.join.agent_bridge import AgentBridge, make_agent
from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import parse_link
from woozle.core.request import Answer
from woozle.players.random_bot import random_answer

from tests.web.open_table import plan, serving

AGENTS = Path(__file__).parents[2] / "docs" / "agents"
PROGRAMS = {"agent.py": sys.executable, "agent.mjs": shutil.which("node"), "agent.sh": shutil.which("bash")}
NEEDS_JQ = {"agent.sh"}


class Drawn:
    """An agent that draws its answers."""

    def answer(self, request, observation) -> Answer:
        from random import Random

        assert len(observation) > 0
        return random_answer(request, Random(request.id))


def bridge(base: str, table: str, token: str, folder: Path, agent: str, said: list[str]) -> AgentBridge:
    link = parse_link(f"{base}/t/{table}#{token}")
    return AgentBridge(link, Joiner(is_agent=True), make_agent(agent), said.append, base=folder)


async def play_one(tmp_path: Path, agent: str, game: str = "urn") -> list[str]:
    """Let an agent play a whole match, and return what was said of it."""
    said = list[str]()
    async with serving(tmp_path) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan(game, "remote,bot*4"))
        over = await bridge(base, table.id, table.invitations[1], tmp_path / "joined", agent, said).play()
        assert over.result and table.match and table.match.referee.outcome
        seat = table.places[0].seat
        assert seat and seat.receipts and not any("forfeit" in line for line in said)
    return said


@pytest.mark.parametrize("name", PROGRAMS)
async def test_the_programs_of_the_docs_play_unchanged(name, tmp_path):
    if not PROGRAMS[name] or (name in NEEDS_JQ and not shutil.which("jq")):
        pytest.skip(f"what runs {name} is not installed here")
    said = await play_one(tmp_path, f"exec:{PROGRAMS[name]} {AGENTS / name}")
    assert not any("No answer" in line for line in said), said


async def test_an_agent_of_this_process_plays(tmp_path):
    said = await play_one(tmp_path, "python:tests.join.test_agents:Drawn")
    assert not any("No answer" in line for line in said), said
