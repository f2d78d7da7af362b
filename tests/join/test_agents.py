"""Agents and programs of this machine at tables of another one."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from woozle.arena.join.agents import AgentSeat, make_agent
from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import parse_link
from woozle.arena.join.session import JoinedSession
from woozle.core.request import Answer
from woozle.players.random_bot import random_answer

from tests.join.hostile_host import soon
from tests.join.players import leave, person
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


def seat_of(base: str, table: str, token: str, folder: Path, agent: str, said: list[str]) -> AgentSeat:
    session = JoinedSession(parse_link(f"{base}/t/{table}#{token}"), Joiner(is_agent=True), base=folder)
    return AgentSeat(session, make_agent(agent), said.append)


async def play_one(tmp_path: Path, agent: str, game: str = "urn") -> list[str]:
    """Let an agent play a whole match, and return what was said of it."""
    said = list[str]()
    async with serving(tmp_path) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan(game, "remote,bot*4"))
        over = await seat_of(base, table.id, table.room.invitations[1], tmp_path / "joined", agent, said).play()
        assert over.result and table.match and table.match.referee.outcome
        seat = table.room.places[0].seat
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


class Guessing(Drawn):
    """An agent that takes the first of the others for a human."""

    def guess(self, seats) -> list[str]:
        return [seats[0]]


async def test_agents_guess_who_was_human_or_say_that_they_do_not(tmp_path):
    said: tuple[list[str], list[str]] = [], []
    async with serving(tmp_path) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan(seats="remote*2,bot*3", is_blind=True, has_guesses=True, slot=0.0))
        seats = [
            seat_of(
                base, table.id, table.room.invitations[number], tmp_path, f"python:tests.join.test_agents:{kind}", said[number - 1]
            )
            for number, kind in ((1, "Guessing"), (2, "Drawn"))
        ]
        overs = await asyncio.gather(*(seat.play() for seat in seats))
    names = [seat.session.welcome.seat for seat in seats]
    others = [each for each in seats[0].session.welcome.seats if each != names[0]]
    assert overs[0].guesses == overs[1].guesses == {names[0]: (others[0],)}
    assert any("does not guess" in line for line in said[1]) and not any("does not guess" in line for line in said[0])
    assert all(any(line.startswith("Verified here") for line in each) for each in said)


async def test_an_agent_keeps_its_seat_from_a_second_connection(tmp_path):
    async with serving(tmp_path) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan(seats="remote*2,bot*3"))
        token = table.room.invitations[1]
        seat = seat_of(base, table.id, token, tmp_path / "one", "python:tests.join.test_agents:Drawn", [])
        playing = asyncio.ensure_future(seat.play())
        await soon(lambda: seat.session.connection.reached.state == "here")
        second = person(base, table.id, token, tmp_path / "two")
        second.session._kept.credentials.secret = seat.session._kept.credentials.secret
        await second.play()
        assert "whoever is there stays" in second.failure and not playing.done()
        await leave(playing)


LOOKS = """
import base64, hashlib, json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request":
        for picture in message["pictures"]:
            assert hashlib.sha256(base64.b64decode(picture["data"])).hexdigest() == picture["digest"]
            assert "address" not in picture
            open(sys.argv[1], "a").write(picture["digest"])
        answer = {name: part["enum"][0] if "enum" in part else "a thing" for name, part in message["schema"]["properties"].items()}
        print(json.dumps({"type": "answer", "id": message["id"], "answer": answer}), flush=True)
    elif message["type"] == "refused":
        print(json.dumps({"type": "forfeit", "id": message["id"]}), flush=True)
"""


async def test_a_program_is_sent_its_pictures_within_the_question(tmp_path):
    program, seen = tmp_path / "looks.py", tmp_path / "seen.txt"
    program.write_text(LOOKS)
    async with serving(tmp_path) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan("undercover", "remote*2,bot*3"))
        agent = seat_of(base, table.id, table.room.invitations[1], tmp_path / "one", f"exec:{sys.executable} {program} {seen}", [])
        someone = person(base, table.id, table.room.invitations[2], tmp_path / "two")
        over, _ = await asyncio.gather(agent.play(), someone.play())
        assert over.result and len(seen.read_text()) >= 64
        assert someone.failure == "" and someone.session.end.verdict.startswith("verified here")
        assert (someone.session.folder / "blobs").is_dir()


BABBLES = """
import json, sys
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind in ("request", "refused", "closed"):
        open(sys.argv[1], "a").write(kind + " ")
    if kind in ("request", "refused"):
        print("nonsense", flush=True)
"""


async def test_a_program_that_cannot_be_read_forfeits_at_its_third_try(tmp_path):
    program, heard = tmp_path / "babbles.py", tmp_path / "heard.txt"
    program.write_text(BABBLES)
    async with serving(tmp_path) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan(seats="remote,bot*4", preset="quick"))
        agent = seat_of(base, table.id, table.room.invitations[1], tmp_path / "one", f"exec:{sys.executable} {program} {heard}", [])
        await agent.play()
        kinds = [each.past.response.answer.kind for each in table.room.places[0].seat.receipts]
    assert {*kinds} == {"gave_up"} and heard.read_text() == "request refused refused closed " * len(kinds)


ERRS = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    open(sys.argv[1], "a").write(message["type"] + (":" + message["code"] if "code" in message else "") + "\\n")
    if message["type"] == "request":
        asked = message
        print(json.dumps({"type": "answer", "id": asked["id"], "answer": {"nonsense": 1}}), flush=True)
    elif message["type"] == "refused":
        parts = asked["schema"]["properties"]
        answer = {name: parts[name]["enum"][0] if "enum" in parts[name] else 40 for name in asked["schema"]["required"]}
        print(json.dumps({"type": "answer", "id": asked["id"], "answer": answer}), flush=True)
"""


async def test_a_program_hears_why_the_host_refuses_an_answer_and_gives_another(tmp_path):
    program, heard = tmp_path / "errs.py", tmp_path / "heard.txt"
    program.write_text(ERRS)
    async with serving(tmp_path) as (tables, base), asyncio.timeout(60):
        table = tables.open(plan("urn", "remote,bot*4"))
        seat = seat_of(
            base, table.id, table.room.invitations[1], tmp_path / "joined", f"exec:{sys.executable} {program} {heard}", []
        )
        await seat.play()
        answers = [receipt.past.response.answer for receipt in table.room.places[0].seat.receipts]
    lines = heard.read_text().split()
    asked = lines.count("request")
    assert asked == len(answers) > 2 and lines.count("refused:invalid") == lines.count("closed:answered") == asked
    assert all(isinstance(answer, Answer) for answer in answers)
