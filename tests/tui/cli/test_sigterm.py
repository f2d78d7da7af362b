"""SIGTERM: one is enough for every command, whatever it waits for, and what was answered is kept."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from woozle.saves.transcript import PART, read
from woozle.saves.verify import verify
from woozle.tui.cli.study_actions import make_study

from tests.arena.runs.lab import answer, endpoint
from tests.players.backends.servers import OpenAIServer
from tests.saves.table import finished

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")]

PATIENCE = 300  # seconds until a test fails that would else hang; whatever is waited for below takes minutes or never ends

ENTRY = "from woozle.tui.cli.entry import main; main()"


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        yield listener


def port(listener: socket.socket) -> int:
    return listener.getsockname()[1]


@contextmanager
def running(home: Path, *words: object, code: str = ENTRY, **pipes: int) -> Iterator[subprocess.Popen[str]]:
    """A command in a process of its own, which is killed at the end if it is still there."""
    path = os.pathsep.join([str(home), *sys.path])
    environment = {**os.environ, "WOOZLE_HOME": str(home), "PYTHONPATH": path}
    command = [sys.executable, "-c", code, *map(str, words)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def terminated(process: subprocess.Popen[str], status: int = 130) -> str:
    """Send SIGTERM, once; return what the process says before it ends."""
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == status, said
    assert "Traceback" not in said
    return said


def waiting(listener: socket.socket) -> str:
    """Code that tells the test that it waits, by a connection, and then waits."""
    return f"socket.create_connection(('127.0.0.1', {port(listener)})); threading.Event().wait()"


def agent(home: Path, listener: socket.socket) -> str:
    """The seat of an agent that never answers, and can be cancelled."""
    write(home, "silent.py", "import asyncio, socket", "class Silent:", "    async def answer(self, request, observation):",
          f"        socket.create_connection(('127.0.0.1', {port(listener)}))", "        await asyncio.Event().wait()")  # fmt: skip
    return "python:silent:Silent"


def deaf_agent(home: Path, listener: socket.socket) -> str:
    """The seat of an agent that never answers, in a thread that nobody can stop."""
    write(home, "silent.py", "import socket, threading", "class Silent:", "    def answer(self, request, observation):",
          f"        {waiting(listener)}")  # fmt: skip
    return "python:silent:Silent"


def program(home: Path, listener: socket.socket) -> str:
    """The seat of a program that neither answers nor ends."""
    file = write(home, "program.py", f"#!{sys.executable}", "import signal, socket, sys, threading",
                 "signal.signal(signal.SIGTERM, signal.SIG_IGN)", "sys.stdin.readline()", waiting(listener))  # fmt: skip
    file.chmod(0o755)
    return f"exec:{file}"


def model(home: Path, listener: socket.socket) -> str:
    """The seat of a model whose server never answers."""
    endpoint(home, f"http://127.0.0.1:{port(listener)}/v1")
    return "openai@lab:tiny"


def write(home: Path, name: str, *lines: str) -> Path:
    home.mkdir(exist_ok=True)
    (home / name).write_text("".join(f"{line}\n" for line in lines))
    return home / name


@pytest.mark.parametrize("seat", [model, agent, deaf_agent, program])
def test_a_run_ends_whoever_it_waits_for(seat, tmp_path, silent):
    home, out = tmp_path / "home", tmp_path / "run"
    words = ("run", "urn", "--seats", f"bot*4,{seat(home, silent)}", "--seed", 7, "--out", out)
    lines = 0
    for _ in range(2):  # the second time it goes on where it was left
        with running(home, *words) as process:
            opened, _ = silent.accept()
            with opened:
                said = terminated(process)
        assert "Traceback" not in said
        if seat is not model:  # which is asked before the match begins whether it can play
            match = read(out / "0001")
            assert match.path.name == PART and not match.findings and not match.torn
            assert len(match.lines) >= max(lines, 1)
            lines = len(match.lines)


async def test_answers_of_models_before_that_are_kept_and_the_run_can_go_on(tmp_path):
    home, asked = tmp_path / "home", asyncio.Event()

    async def script(request):
        if script.left:
            script.left -= 1
            return answer(request)
        asked.set()
        return await asyncio.Event().wait()

    script.left = 2
    async with OpenAIServer(script) as server:
        endpoint(home, server.url)
        with running(home, "run", "urn", "--seats", "openai@lab:tiny,bot*4", "--seed", 7, "--out", tmp_path / "run") as process:
            async with asyncio.timeout(PATIENCE):
                await asked.wait()
            said = await asyncio.to_thread(terminated, process)
        assert "waiting for 1 answer under way" in said and "What was played is saved" in said
        kept = read(tmp_path / "run" / "0001")
        assert sum("attempts" in line.body["response"] for line in kept.lines) == 2
        script.left = 1000
        with running(home, "resume", tmp_path / "run", stdout=subprocess.DEVNULL) as process:
            await asyncio.to_thread(process.communicate, None, PATIENCE)
    assert process.returncode == 0 and verify(tmp_path / "run" / "0001", 3).is_verified


@pytest.mark.parametrize("words", ["models check openai@lab:tiny --test", "compare {} --seat a=openai@lab:tiny"])
def test_other_commands_end_that_wait_for_a_model(words, tmp_path, silent):
    model(tmp_path / "home", silent)
    match = finished(tmp_path / "m")
    with running(tmp_path / "home", *words.format(match).split()) as process:
        opened, _ = silent.accept()
        with opened:
            terminated(process)


@pytest.mark.parametrize("words", ["verify {} --jobs 1", "verify {} --jobs 2", "leaderboard {}", "report {}"])
def test_commands_end_that_verify(words, tmp_path, silent):
    for number in range(1, 9):
        finished(tmp_path / "matches" / f"000{number}")
    code = "\n".join([
        "import socket, threading",
        "from woozle.arena.runs import engines, verification",
        "from woozle.saves import verify as module",
        f"def wait(*_, **__): {waiting(silent)}",
        "verification.verify_many = module.verify_many = module.verify = wait",
        "engines.cores = lambda: 2",
        ENTRY,
    ])  # fmt: skip
    with running(tmp_path / "home", *words.format(tmp_path / "matches").split(), code=code) as process:
        silent.accept()
        terminated(process)


def test_a_command_ends_that_catches_all_that_it_is_told(tmp_path, silent):
    code = "\n".join([
        "import socket, threading",
        "from woozle.tui.cli import main as cli",
        "from woozle.tui.cli.entry import main",
        "def deaf(app):",
        "    while True:",
        "        try:",
        f"            {waiting(silent)}",
        "        except BaseException:",
        "            pass",
        "cli.run = deaf",
        "main()",
    ])  # fmt: skip
    with running(tmp_path / "home", code=code) as process:
        silent.accept()
        terminated(process)


def test_a_command_ends_that_waits_in_c_where_python_runs_no_handler(tmp_path):
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    code = "\n".join([
        "import ctypes",
        "from woozle.tui.cli import main as cli",
        "from woozle.tui.cli.entry import main",
        f"cli.run = lambda app: ctypes.CDLL(None).system(b'kill -TERM $PPID; exec cat {fifo} 2>/dev/null')",
        "main()",
    ])  # fmt: skip
    with running(tmp_path / "home", code=code) as process:
        try:
            assert process.wait(PATIENCE) == 130
        finally:
            os.close(os.open(fifo, os.O_WRONLY | os.O_NONBLOCK))  # so that `cat` ends


@pytest.mark.parametrize("kind", ["stdio", "http"])
def test_a_server_of_mcp_ends_while_an_agent_thinks(kind, tmp_path, silent):
    pytest.importorskip("mcp")
    who = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": who}
    sit = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "sit_down", "arguments": {}}}
    words = ("mcp", "--game", "urn", "--seats", f"{deaf_agent(tmp_path / 'home', silent)},agent,bot*3", "--seed", 7)
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with running(tmp_path / "home", *words, *(("--http", 0) if kind == "http" else ()), **pipes) as process, ExitStack() as stack:
        if kind == "stdio":
            told = {"jsonrpc": "2.0", "method": "notifications/initialized"}
            process.stdin.write("".join(f"{json.dumps(each)}\n" for each in (begin, told, sit)))
            process.stdin.flush()
        else:
            address = process.stderr.readline().partition("http://")[2].partition("/")[0]
            http = stack.enter_context(closing(HTTPConnection(address, timeout=PATIENCE)))
            usual = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
            http.request("POST", "/mcp", json.dumps(sit), usual)
        silent.accept()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=PATIENCE) in (0, 130)
    assert len(list((tmp_path / "home" / "matches").glob(f"*/{PART}"))) == 1


def test_a_server_of_openenv_ends_while_an_agent_thinks(tmp_path, silent):
    pytest.importorskip("openenv")
    from websockets.sync.client import connect

    words = ("openenv", "urn", "--seats", f"{deaf_agent(tmp_path / 'home', silent)},agent,bot*3", "--port", 0)
    with running(tmp_path / "home", *words) as process:
        address = process.stderr.readline().partition("http://")[2].partition(";")[0]
        with connect(f"ws://{address}/ws") as client:
            client.send(json.dumps({"type": "reset", "data": {"seed": 7}}))
            silent.accept()
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=PATIENCE) in (0, 130)


def test_a_study_is_served_until_sigterm(tmp_path):
    make_study(tmp_path / "study", "urn")
    words = ("study", "serve", tmp_path / "study", "--port", 0, "--count", 1)
    with running(tmp_path / "home", *words, stdout=subprocess.PIPE) as process:
        address = process.stdout.readline().partition("http://")[2].partition("/")[0]
        host, _, at = address.rpartition(":")
        with socket.create_connection((host, int(at))) as half:
            half.sendall(b"GET /j/")  # a request that never ends
            terminated(process, 0)
