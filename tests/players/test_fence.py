"""Fences: what a program can find out beyond its own observation, in real runs; and what it keeps of the machine."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from woozle.arena import api
from woozle.arena.play.setup import forked_match, new_match, reopened_match
from woozle.arena.runs.bot_runs import play_bots
from woozle.arena.runs.plan import Plan
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.games.urn.events import Config, Reported
from woozle.games.urn.rules import Urn
from woozle.players import fence
from woozle.players.fence import Fence, FenceError, open_fence
from woozle.players.program import ProgramPlayer
from woozle.players.seats import check_agents, parse_seats
from woozle.saves import verify
from woozle.saves.paths import RUN_PLAN, data_folder
from woozle.tui.doctor.software import check_sandbox

from tests.players.fences import fenced, running

ROOT = Path(__file__).parents[2]
WOOZLE = (sys.executable, "-c", "from woozle.tui.cli.entry import main; main()")
AGENT = ROOT / "docs" / "agents" / "agent.py"

THIEF = """
import json, os, socket, sys
from pathlib import Path
run, woozle, home, port = sys.argv[1:]
found = set()

def look(name, path, sign):
    try:
        if sign in Path(path).read_bytes():
            found.add(name)
    except OSError:
        pass

def steal():
    for place in (run, woozle):  # where the match may be, which it was told
        for folder, _, files in os.walk(place):
            for name in files:
                look("secrets", Path(folder, name), b"")
    for process in Path("/proc").glob("[0-9]*"):
        look("processes", process / "environ", b"THE_HOST")
        try:
            for file in (process / "fd").iterdir():
                look("secrets", Path(os.readlink(file)).parent / "match.key", b"")
        except OSError:
            pass
    parent = f"/proc/{os.getppid()}/fd"
    try:
        for file in os.listdir(parent):
            look("secrets", Path(os.readlink(f"{parent}/{file}")).parent / "match.key", b"")
    except OSError:
        pass
    look("home", Path(home, "diary"), b"mine")
    try:
        socket.create_connection(("127.0.0.1", int(port)), timeout=5).close()
        found.add("network")
    except OSError:
        pass
    for file in range(3, 64):
        try:
            os.fstat(file)
            found.add("descriptors")
        except OSError:
            pass

for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "request":
        steal()
        ok = {name: legal[0] for name, legal in m["choices"].items()} if m["kind"] != "Guess" else {"low": 40, "high": 60}
        more = {"text": " ".join(sorted(found)) or "nothing"} if m["kind"] == "Report" else {}
        print(json.dumps({"type": "answer", "id": m["id"], "answer": ok | more}), flush=True)
"""


def environment(folder, **more):
    user, woozle = folder / "user", folder / "woozle"
    for each in (user, woozle / "matches" / "another"):
        each.mkdir(parents=True)
    (user / "diary").write_text("mine")
    (woozle / "matches" / "another" / "match.key").write_text("00" * 32)
    return os.environ | {"HOME": str(user), "WOOZLE_HOME": str(woozle), "THE_HOST": "1", **more}


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("sandbox", "loot"),
    [("off", {"secrets", "processes", "home", "network"}), fenced("auto", {"home", "network"}), fenced("required", {"nothing"})],
)
def test_what_a_thief_at_the_table_finds_in_a_run(tmp_path, sandbox, loot):
    (tmp_path / "thief").mkdir()
    thief = tmp_path / "thief" / "thief.py"
    thief.write_text(THIEF)
    host, runs = environment(tmp_path), tmp_path / "runs"
    (tmp_path / "woozle" / "config.toml").write_text(f'[agents]\nsandbox = "{sandbox}"\n')
    with socket.create_server(("127.0.0.1", 0)) as listener:
        seat = f"exec:{sys.executable} {thief} {runs} {tmp_path / 'woozle'} {tmp_path / 'user'} {listener.getsockname()[1]}"
        command = [*WOOZLE, "run", "urn", "--seats", f"{seat},bot*4", "--seed", "1"]
        subprocess.run([*command, "--out", str(runs)], env=host, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    match = api.read(runs / "0001")
    said = [event.text for event in match.events() if isinstance(event, Reported) and event.seat == "Ada"]
    assert said and set(" ".join(said).split()) == loot
    assert match.seats["Ada"]["sandbox"] == ("none" if sandbox == "off" else sandbox)
    assert verify.verify(runs / "0001").is_verified


@pytest.mark.e2e
@pytest.mark.parametrize("sandbox", [fenced("auto"), fenced("required")])
def test_a_program_in_a_fence_ends_when_woozle_is_killed(tmp_path, sandbox):
    (tmp_path / "agent").mkdir()
    waiting = tmp_path / "agent" / "waiting.sh"
    waiting.write_text("#!/bin/sh\ntrap '' HUP TERM\nwhile :; do sleep 1000; done\n")
    waiting.chmod(0o755)
    host = environment(tmp_path, WOOZLE_AGENT_SANDBOX=sandbox)
    command = [*WOOZLE, "run", "urn", "--seats", f"exec:{waiting},bot*4"]
    with subprocess.Popen([*command, "--out", str(tmp_path / "runs")], env=host, cwd=tmp_path, stderr=subprocess.PIPE) as woozle:
        try:
            while not running(waiting, "/bin/sh") and woozle.poll() is None:
                with suppress(subprocess.TimeoutExpired):
                    woozle.wait(0.02)
            left = [os.pidfd_open(process) for process in running(waiting) if process != woozle.pid]
        finally:
            woozle.kill()
            woozle.communicate()
    assert len(left) >= 3  # bubblewrap twice, and the program
    for process in left:
        assert select.select([process], [], [], 30)[0], "it did not end"
        os.close(process)


def shown(kind, private, *command):
    """Return what a command prints in a fence, its errors included."""
    wrapped = Fence(kind, (private,)).wrap([*map(str, command)])
    return subprocess.run(wrapped, capture_output=True, text=True, timeout=60, check=False).stdout


@pytest.fixture
def agent(tmp_path):
    """A program in a folder with something beside it, and with a folder of matches below."""
    folder = tmp_path / "agent"
    (folder / "runs").mkdir(parents=True)
    (folder / "runs" / "match.key").write_text("key")
    (folder / "weights").write_text("weights")
    program = folder / "program.sh"
    program.write_text('#!/bin/sh\ncat "$(dirname "$0")/weights" "$(dirname "$0")/runs/match.key" "$@" 2>&1\n')
    program.chmod(0o755)
    return program


@pytest.mark.e2e
@pytest.mark.parametrize("kind", [fenced("auto"), fenced("required")])
def test_a_program_sees_what_lies_beside_it_but_for_matches(agent, kind, tmp_path):
    (tmp_path / "link").symlink_to(agent.parent)
    for command in ((agent, "a text" * 1000), (tmp_path / "link" / "program.sh",)):
        told = shown(kind, agent.parent / "runs", *command)
        assert told.startswith("weights") and "match.key: No such file" in told
    told = shown(kind, agent.parent, agent)  # among matches
    assert "weights: No such file" in told and "match.key: No such file" in told


@pytest.mark.e2e
@pytest.mark.parametrize("home", ["agent", "link"])
@pytest.mark.parametrize("kind", [fenced("required")])
def test_of_the_home_a_program_sees_its_own_file_alone(agent, kind, home, tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(agent.parent)
    monkeypatch.setenv("HOME", str(tmp_path / home))
    assert "weights: No such file" in shown(kind, tmp_path / "none", agent)


@pytest.mark.e2e
@pytest.mark.parametrize("kind", [fenced("required")])
def test_an_interpreter_in_the_home_comes_along(tmp_path, monkeypatch, kind):
    home = tmp_path / "home"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home / "tools" / "venv"], check=True, timeout=120)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{home}/tools/venv/bin:{os.environ['PATH']}")
    (home / "tools" / "secret").write_text("")
    (home / "agent").mkdir()
    program = home / "agent" / "program.py"
    program.write_text("#!/usr/bin/env python3\nimport sys, os, json\nprint(sys.prefix, os.listdir(os.path.dirname(sys.prefix)))\n")
    program.chmod(0o755)
    assert shown(kind, tmp_path / "none", program).split() == [f"{home}/tools/venv", "['venv']"]


@pytest.mark.e2e
@pytest.mark.parametrize("sandbox", [fenced("auto")])
async def test_the_memory_of_a_program_in_a_fence_is_looked_up_by_its_own_process(monkeypatch, sandbox):
    monkeypatch.setenv(fence.VARIABLE, sandbox)
    referee = Referee(Urn(5, Config()), key_from_seed(1))
    request = next(iter(referee.open.values()))
    player = ProgramPlayer(f"exec:{sys.executable} {AGENT}", "urn", 1)
    await player.respond(request, referee.view(request.to))
    command = Path(f"/proc/{player.process_id}/cmdline").read_bytes().split(b"\0")
    await player.close(None)
    assert command[:2] == [os.fsencode(sys.executable), os.fsencode(AGENT)]


class OtherMachine:
    """An engine whose workers have settings of their own."""

    def shards(self, items):
        return [items]

    def results(self, task, shards):
        for number, shard in enumerate(shards):
            fence.choose_level("off")
            yield number, task(shard)


@pytest.mark.e2e
@pytest.mark.parametrize("sandbox", [fenced("required")])
def test_workers_fence_programs_in_as_the_run_says(tmp_path, sandbox):
    plan = Plan(game="urn", rules=1, seats=f"exec:{sys.executable} {AGENT},bot*4", config={}, seed=1, matches=1)
    fence.choose_level(sandbox)
    assert list(play_bots(plan, tmp_path, [1], OtherMachine())) == [1]
    assert api.read(tmp_path / "0001").seats["Ada"]["sandbox"] == sandbox


@pytest.mark.parametrize("sandbox", [fenced("auto")])
def test_a_resumed_match_and_a_fork_hide_their_folders_as_well(tmp_path, sandbox):
    fence.choose_level(sandbox)
    seats, config = [f"exec:{sys.executable} {AGENT}", "bot*4"], registry.configure(registry.game("urn"), "standard", {})
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / RUN_PLAN).write_text("{}")
    first = new_match("urn", seats, config, 1, tmp_path / "run" / "0001")
    first.writer.close()
    again = reopened_match(first.folder)
    again.writer.close()
    fork = forked_match(first.folder, 0, folder=tmp_path / "fork")
    fork.writer.close()
    stores = {data_folder(), first.folder.parent}
    assert {first.folder, *stores} <= _hidden(first) == _hidden(again)
    assert {fork.folder, first.folder, *stores} <= _hidden(fork)


def _hidden(ready):
    player = ready.match.players["Ada"]
    assert isinstance(player, ProgramPlayer)
    return set(player.fence.private)


# Where there is none


@pytest.fixture
def without(monkeypatch, tmp_path):
    """Make bubblewrap be what a script does, or not there at all."""

    def be(script: str = "") -> None:
        monkeypatch.setenv("PATH", str(tmp_path))
        if script:
            (tmp_path / "bwrap").write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / "bwrap").chmod(0o755)
        fence.find_trouble.cache_clear()

    yield be
    fence.find_trouble.cache_clear()


NOT_THERE = (
    "agents.sandbox is `required`, and bubblewrap is not installed; install it (the command is bwrap), or choose another level."
)
FORBIDDEN = (
    "agents.sandbox is `required`, and bubblewrap cannot fence anything in (No permissions to create new namespace); "
    "allow user namespaces to it, or choose another level."
)


@pytest.mark.e2e
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bubblewrap is for Linux")
@pytest.mark.parametrize(
    ("script", "sentence"), [("", NOT_THERE), ("echo bwrap: No permissions to create new namespace >&2; exit 1", FORBIDDEN)]
)
def test_without_bubblewrap_a_required_fence_lets_nothing_start_and_says_why(monkeypatch, without, script, sentence):
    seats = parse_seats(f"exec:{sys.executable} {AGENT},bot*4", "urn")
    without(script)
    monkeypatch.setenv(fence.VARIABLE, "required")
    with pytest.raises(FenceError) as refused:
        check_agents(seats)
    assert str(refused.value) == sentence
    assert check_sandbox().state == "broken"
    monkeypatch.setenv(fence.VARIABLE, "auto")
    assert open_fence().kind == "none" and check_sandbox().state == "missing"


def test_a_level_that_is_unknown_is_one_sentence(monkeypatch):
    monkeypatch.setenv(fence.VARIABLE, "on")
    with pytest.raises(FenceError, match=r"WOOZLE_AGENT_SANDBOX cannot be 'on'; set it to off, auto or required\."):
        open_fence()
    assert check_sandbox().state == "broken"
