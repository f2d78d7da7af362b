"""The MCP server through the official client: every game to its end, what clients may not do, and both transports."""

import asyncio
import json
import os
import signal
import sys
from base64 import b64decode
from contextlib import asynccontextmanager
from hashlib import sha256
from importlib.metadata import version
from random import Random
from socket import socket

import pytest

from woozle.core import registry
from woozle.players.random_bot import random_fields
from woozle.saves.transcript import PART, read
from woozle.saves.verify import verify

from tests.arena.environments.schema_answers import least_answer
from tests.games.parts import parts
from tests.tui.command_line import woozle

__all__ = ["woozle"]
pytest.importorskip("mcp.server.mcpserver", reason="needs the extra mcp")
if version("mcp").startswith("2.0."):
    pytest.skip("verifiers brings a version of mcp that is older than the extra mcp demands", allow_module_level=True)

from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError

from woozle.arena.http_server import FAILED
from woozle.arena.tables.seat_calls import SeatCalls
from woozle.arena.web import mcp_server
from woozle.arena.web.mcp_server import open_server, serve_http
from woozle.arena.web.mcp_tables import Offer

WOOZLE = "from woozle.tui.cli.entry import main; main()"
WITHOUT_GUIDE = ("debate", "self_play")  # which are conversations without one


@asynccontextmanager
async def client_of(folder, report=pytest.fail, **offer):
    """A client of a server in this process."""
    async with open_server(Offer(records=folder, **offer), None, pytest.fail, report) as server, Client(server) as client:
        yield client


async def call(client, tool, **arguments):
    """Call a tool that must not fail, and return its data, else its text."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return result.structured_content or result.content[0].text


async def refusal(client, tool, **arguments):
    """The sentence with which a call fails."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert len(result.content) == 1
    told = result.content[0].text
    assert "\n" not in told
    assert "Traceback" not in told
    return told


async def play(client, handle, answer=least_answer):
    """Answer everything that the seat is asked, and return its last look."""
    seen = 0
    while True:
        told = await call(client, "look", handle=handle, seen=seen)
        seen = told["seen"]
        if told["state"] == "over":
            return told
        if asked := told.get("request"):
            await call(client, "answer", handle=handle, id=asked["id"], answer=answer(asked["schema"]))


@pytest.mark.parametrize("game", registry.names())
async def test_every_game_is_played_to_its_end_with_answers_made_of_its_schemas(tmp_path, game):
    rng = Random(1)
    async with client_of(tmp_path, seed=1) as client:
        sat = await call(client, "sit_down", game=game)
        guide = (await call(client, "look", handle=sat["handle"], seen=0))["guide"]
        assert sat["seat"] in guide or game in WITHOUT_GUIDE
        told = await play(client, sat["handle"], lambda schema: random_fields(schema, rng))
        told_rules = await call(client, "rules", game=game)
        assert "Presets: standard" in told_rules
        assert "Bots: " in told_rules
    folder = tmp_path / told["match"]
    assert verify(folder).is_verified
    assert told["result"]["kind"] == read(folder).end.outcome.results[sat["seat"]].kind
    assert [event["event"] for event in told["events"] if event["event"] in ("Refused", "Forfeited")] == []


@pytest.mark.parametrize("game", parts("facts", "SHOWS_A_PICTURE"))
async def test_pictures_are_shown_and_can_be_read_while_their_request_is_open(tmp_path, game):
    async with client_of(tmp_path, seed=1) as client:
        handle = (await call(client, "sit_down", game=game))["handle"]
        result = await client.call_tool("look", {"handle": handle, "seen": 0})
        told, shown = result.structured_content, result.content[1:]
        assert json.loads(result.content[0].text) == told
        assert [picture["uri"].rpartition("/")[2] for picture in told["pictures"]] == [
            f"{sha256(b64decode(each.data)).hexdigest()}.png" for each in shown
        ]
        (uri,) = [picture["uri"] for picture in told["pictures"]]
        (read_again,) = (await client.read_resource(uri)).contents
        assert (read_again.blob, read_again.mime_type) == (shown[0].data, "image/png")
        observed = (await client.read_resource(f"woozle://seats/{handle}/observation")).contents[0]
        assert json.loads(observed.text)["events"] == told["events"]
        await call(client, "answer", handle=handle, id=1, answer=least_answer(told["request"]["schema"]))
        for other in (uri.replace(handle, handle[::-1]), f"{uri}x", "woozle://seats//observation", "file:///etc/passwd"):
            with pytest.raises(MCPError, match=r"No seat has this handle|There is no such resource|does not belong"):
                await client.read_resource(other)


STRANGE = [
    ("look", {"handle": "abc"}, "No seat has this handle"),
    ("look", {"handle": "x" * 1_000_000}, "No seat has this handle"),
    ("look", {"handle": "\udc80"}, "No seat has this handle"),
    ("look", {"handle": ["a"]}, "handle must be text."),
    ("look", {}, "handle is missing."),
    ("look", {"seen": "x"}, "seen must be a whole number"),
    ("look", {"seen": 10**30}, "`seen` is how many Events you have been told"),
    ("answer", {"id": 2, "answer": {"reds": 1}}, "Request 2 is not open"),
    ("answer", {"id": 10**30, "answer": {"reds": 1}}, "is not open"),
    ("answer", {"id": "x", "answer": {}}, "id must be a whole number"),
    ("answer", {"id": 1}, "answer is missing."),
    ("sit_down", {"game": "urm"}, "There is no game 'urm'; did you mean urn?"),
    ("sit_down", {"game": "x\x1b[2J\n" * 10_000}, "There is no game"),
    ("sit_down", {"game": 5}, "game must be text."),
    ("sit_down", {"game": "urn", "opponents": "exec:touch here"}, "Opponents can only be bots"),
    ("rules", {"game": "x"}, "There is no game 'x'"),
    ("forget", {}, "Unknown tool: forget"),
]


async def test_what_makes_no_sense_is_refused_in_a_sentence_and_changes_nothing(tmp_path):
    async with client_of(tmp_path) as client:
        handle = (await call(client, "sit_down", game="urn"))["handle"]
        for tool, arguments, sentence in STRANGE:
            own = {"handle": handle} if tool in ("look", "answer") and arguments else {}
            told = await refusal(client, tool, **{**own, **arguments})
            assert sentence in told and len(told) <= 1000 and "\x1b" not in told
            assert (await call(client, "look", handle=handle))["request"]["id"] == 1, (tool, str(arguments)[:80])


async def test_rules_are_told_with_the_options_that_are_played_here(tmp_path):
    async with client_of(tmp_path, game="urn", seats="agent,bot*4", preset="standard", options={"handfuls": 4}) as client:
        assert "draws 5 marbles" in (told := await call(client, "rules"))
        assert "Bots" not in told
        assert "Presets" not in told
        assert "draws 6 marbles" not in told


async def test_a_fault_of_ours_is_reported_to_the_operator_and_not_to_the_client(tmp_path, monkeypatch):
    failed = []
    monkeypatch.setattr(mcp_server, "usual", lambda game: 1 / 0)
    monkeypatch.setattr(SeatCalls, "pictures", property(lambda calls: {}["secret"]))
    async with client_of(tmp_path, failed.append) as client:
        assert await refusal(client, "rules", game="urn") == FAILED
        handle = (await call(client, "sit_down", game="urn"))["handle"]
        with pytest.raises(MCPError, match="The server failed at this"):
            await client.read_resource(f"woozle://seats/{handle}/pictures/x.png")
    assert [type(error) for error in failed] == [ZeroDivisionError, KeyError]


NOISY = """
import random
import woozle.testing

print("printed at import")


class Noisy:
    def answer(self, request, observation):
        print("printed while it answers")
        return woozle.testing.random_answer(request, random.Random(1))
"""


@pytest.mark.e2e
async def test_over_standard_input_and_output_a_client_plays_and_nothing_but_messages_is_written(tmp_path, monkeypatch):
    (tmp_path / "noisy.py").write_text(NOISY)
    seats = ["--game", "urn", "--seats", "agent,python:noisy:Noisy,bot*3", "--seed", "3", "--out", "matches"]
    home = {"WOOZLE_HOME": str(tmp_path / "home"), "PYTHONPATH": ":".join(filter(None, sys.path))}
    unreadable = []

    async def heard(message):
        if isinstance(message, Exception):
            unreadable.append(message)

    params = StdioServerParameters(command=sys.executable, args=["-c", WOOZLE, "mcp", *seats], env=home, cwd=tmp_path)
    async with Client(params, message_handler=heard) as client:
        told = await play(client, (await call(client, "sit_down"))["handle"])
        left = await call(client, "sit_down")
    assert unreadable == []
    finished, unfinished = sorted((tmp_path / "matches").iterdir(), key=lambda folder: folder.name != told["match"])
    assert verify(finished).is_verified
    assert (unfinished / PART).exists()
    assert read(unfinished).header.seats[0].seat == left["seat"]
    assert "printed while it answers" in (tmp_path / "home" / "agents.log").read_text()


@pytest.mark.e2e
@pytest.mark.parametrize("how", ["interrupted", "terminated", "input closed", "both closed"])
async def test_a_server_ends_quietly_when_its_client_goes_or_it_is_stopped(tmp_path, how):
    pipe, home = asyncio.subprocess.PIPE, {**os.environ, "WOOZLE_HOME": str(tmp_path)}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WOOZLE, "mcp", env=home, stdin=pipe, stdout=pipe, stderr=pipe
    )
    question = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}}\n'
    process.stdin.write(question)
    assert json.loads(await process.stdout.readline())["id"] == 1
    match how:
        case "interrupted":
            process.send_signal(signal.SIGINT)
        case "terminated":
            process.terminate()
        case "input closed":
            process.stdin.close()
        case "both closed":
            process._transport.get_pipe_transport(1).close()
            process.stdin.write(question)
            process.stdin.close()
    async with asyncio.timeout(60):
        assert await process.stderr.read() == b""
        assert await process.wait() == 0


@asynccontextmanager
async def serving(offer, port=0):
    """The URL of a server on loopback."""
    url = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(serve_http(offer, port, url.set_result, print, print))
    try:
        await asyncio.wait([url, task], return_when=asyncio.FIRST_COMPLETED)
        yield url.result()
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_over_http_a_client_plays_and_only_this_machine_may_ask(tmp_path):
    import httpx2

    async with serving(Offer(records=tmp_path)) as url:
        for mode in ("auto", "legacy"):
            async with Client(url, mode=mode) as client:
                told = await play(client, (await call(client, "sit_down", game="urn"))["handle"])
                assert verify(tmp_path / told["match"]).is_verified
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rules", "arguments": {"game": "urn"}}}
        usual = {"Accept": "application/json, text/event-stream"}
        async with httpx2.AsyncClient() as http:
            for headers, status in (
                ({}, 200),
                ({"Host": "evil.example"}, 421),
                ({"Host": f"{url.split('/')[2]}.evil.example"}, 421),
                ({"Host": f"localhost:{url.split('/')[2].split(':')[1]}"}, 200),
                ({"Origin": "https://evil.example"}, 403),
            ):
                assert (await http.post(url, json=message, headers=usual | headers)).status_code == status
            big = {**message, "params": {"name": "rules", "arguments": {"game": "x" * 1_000_000}}}
            assert (await http.post(url, json=big, headers=usual)).status_code == 413
            assert (await http.post(url, content=b"{", headers=usual | {"Content-Type": "application/json"})).status_code == 400


@pytest.mark.e2e
async def test_a_match_goes_on_at_the_same_handle_after_a_kill_of_the_server(tmp_path):
    def begin(port):
        command = [sys.executable, "-c", WOOZLE, "mcp", "--game", "urn", "--out", "matches", "--http", str(port)]
        home = {**os.environ, "WOOZLE_HOME": str(tmp_path / "home")}
        return asyncio.create_subprocess_exec(*command, env=home, cwd=tmp_path, stderr=asyncio.subprocess.PIPE)

    with socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    url, replies = f"http://127.0.0.1:{port}/mcp", []
    for is_killed in (True, False):
        process = await begin(port)
        assert url in (await process.stderr.readline()).decode()
        async with Client(url) as client:
            if is_killed:
                handle = (await call(client, "sit_down"))["handle"]
                await call(client, "look", handle=handle)
            replies.append(await call(client, "answer", handle=handle, id=1, answer={"reds": 1}))
            told = None if is_killed else await play(client, handle)
        if is_killed:
            process.kill()
            await process.wait()
    process.terminate()
    assert await process.wait() == 0
    assert replies[0] == replies[1]
    assert verify(tmp_path / "matches" / told["match"]).is_verified


async def test_a_port_that_is_taken_is_a_sentence(tmp_path):
    async with serving(Offer(records=tmp_path)) as url:
        port = int(url.rpartition(":")[2].partition("/")[0])
        with pytest.raises(ValueError, match=f"Cannot listen at 127.0.0.1, port {port} \\(.*\\); choose another one with --http."):
            await serve_http(Offer(), port, print, print, print)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--seats agent,bot*4", "--seats is for one game; name it with --game, or leave --seats out."),
        ("--set handfuls=1", "--set is for one game; name it with --game, or leave --set out."),
        ("--judge lexical", "--judge is for one game; name it with --game, or leave --judge out."),
        ("--game urn --seats bot*5", "No seat is answered for from outside; name one agent, as in agent,bot*4."),
        (
            "--game urn --seats human,agent,bot*3",
            "No human can sit here; write agent for a seat that is played from outside.",
        ),
        ("--game urn --seats agent,exec:nowhere,bot*3", "There is no program nowhere that can be run;"),
        ("--game urn --seats agent,openia:x,bot*3", "There is no player 'openia:x';"),
        ("--out file", "file cannot be used: file exists; name another place."),
        ("--http 70000", "--http must be a whole number from 0 to 65535;"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(woozle, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    status, out, err = woozle("mcp", *words.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"woozle: {sentence}")
    assert err.count("\n") == 1
