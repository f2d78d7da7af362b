"""A server of OpenEnv's environments, played by its published client: the same matches, whatever else is sent to it."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import asynccontextmanager, suppress
from random import Random

import pytest
from pydantic_core import to_jsonable_python

import woozle
from woozle.arena.environments.episode import Episode, setting
from woozle.core import registry
from woozle.core.match import Halt
from woozle.players.random_bot import random_fields
from woozle.saves.transcript import CLOSED, PART
from woozle.saves.verify import verify

from tests.option_values import own_games
from tests.saves.table import lines_without

_WHY = "OpenEnv is not installed; `make environments` runs this"
client = pytest.importorskip("openenv.core.generic_client", reason=_WHY)
websockets = pytest.importorskip("websockets.asyncio.client", reason=_WHY)
httpx = pytest.importorskip("httpx", reason=_WHY)

GAMES = own_games()
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of OpenEnv and what it brings


@asynccontextmanager
async def served(table, **limits):
    """A server on loopback, ended in order; its address."""
    from woozle.arena.environments.openenv import serve

    address = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve(table, "127.0.0.1", 0, opened=address.set_result, **limits))
    try:
        await asyncio.wait([serving, address], return_when=asyncio.FIRST_COMPLETED)
        yield address.result()
    finally:
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving


def seats(game, agents=1):
    return f"agent*{agents},bot:random*{registry.game(game).default_seats - agents}"


async def play(env, seed, chance, **reset):
    """Play one match with random legal answers; return what was observed."""
    result = await env.reset(seed=seed, **reset)
    found = [result]
    while not result.done:
        assert result.reward == 0.0 and not result.metadata
        result = await env.step({"answer": random_fields(result.observation["request"]["schema"], chance)})
        found.append(result)
    return found


async def played(url, seed, chance, **reset):
    async with client.GenericEnvClient(base_url=url) as env:
        return await play(env, seed, chance, **reset)


def lines(folder):
    """Return the lines of a transcript without times, salts, links and who the players are."""
    return lines_without(folder / CLOSED, "started", "link", "salt", "player", "players", "seconds")


class Drawing:
    """The same answers, drawn in this process."""

    def __init__(self):
        self.chance = Random(1)

    async def answer(self, request, observation):
        return request.answer.model_validate(random_fields(to_jsonable_python(request.schema()), self.chance))


@pytest.mark.parametrize("game", GAMES)
async def test_the_client_plays_what_an_agent_in_this_process_plays_and_observes_no_more(game, tmp_path):
    options = {"clock": "virtual"} if game == "quest" else {}  # it scores seconds
    async with served(setting(game, seats(game), records=tmp_path / "served", options=options)) as url:
        found = await played(url, 7, Random(1))
    end = found[-1]
    who = [Drawing(), *seats(game).split(",")[1:]]
    match = await woozle.play_async(game, who, seed=7, options=options, out=tmp_path / "here")
    folder = tmp_path / "served" / end.metadata["transcript"]
    assert verify(folder, 3).is_verified
    assert lines(folder) == lines(match.path)
    seat = end.observation["seat"]
    observed = [each for result in found for each in result.observation["events"]["items"]]
    assert [each["data"] for each in observed] == to_jsonable_python(woozle.read(folder).events(seat))
    assert end.reward in (0.0, 0.5, 1.0)
    assert end.metadata["rewards"] == {seat: end.reward}
    assert not end.metadata["void"]
    assert end.metadata["reason"] in end.observation["text"]


async def test_the_state_says_nothing_of_the_match():
    async with served(setting("ship")) as url, client.GenericEnvClient(base_url=url) as env:
        assert await env.state() == {"episode_id": None, "step_count": 0}
        await env.reset(seed=7, episode_id="mine")
        await env.step({"text": "nonsense"})
        assert await env.state() == {"episode_id": "mine", "step_count": 1}
        await env.reset(seed=7)
        assert (await env.state())["episode_id"] not in (None, "mine")


WRONG = [
    ({"type": "step", "data": {}}, "give one of them"),
    ({"type": "step", "data": {"text": "a", "answer": {}}}, "give one of them"),
    ({"type": "step", "data": {"text": 3}}, "Invalid message"),
    ({"type": "step", "data": {"words": "a"}}, "Invalid message"),
    ({"type": "step", "data": {"text": "a", "seconds": -1}}, "Invalid message"),
    ({"type": "step", "data": "text"}, "Invalid message"),
    ({"type": "step"}, "Invalid message"),
    ({"type": "reset", "data": {"seed": "seven"}}, "The seed of a reset must be a whole number"),
    ({"type": "reset", "data": {"seed": True}}, "The seed of a reset must be a whole number"),
    ({"type": "reset", "data": {"seed": -1}}, "The seed of a reset must be a whole number"),
    ({"type": "reset", "data": {"episode_id": ["x"]}}, "The episode_id of a reset must be a text"),
    ({"type": "reset", "data": {"pictures": "all"}}, "The pictures of a reset must be true or false"),
    ({"type": "stop"}, "Unknown message type: stop"),
    ("{", "Invalid JSON"),
]


async def test_what_is_sent_wrongly_is_answered_with_a_sentence_and_changes_nothing():
    async with served(setting("urn")) as url, websockets.connect(f"{url.replace('http', 'ws')}/ws") as socket:

        async def said(message):
            await socket.send(message if isinstance(message, str) else json.dumps(message))
            return json.loads(await socket.recv())["data"]

        assert "No match has begun" in (await said({"type": "step", "data": {"text": "a"}}))["message"]
        first = await said({"type": "reset", "data": {"seed": 7}})
        for wrong, why in WRONG:
            assert why in (await said(wrong))["message"], wrong
        assert (await said({"type": "state"}))["step_count"] == 0
        result = first
        while not result["done"]:
            result = await said({"type": "step", "data": {"text": "nonsense"}})
        assert "The match is over; reset" in (await said({"type": "step", "data": {"text": "a"}}))["message"]
        assert (await said({"type": "reset", "data": {"seed": 7}}))["observation"] == first["observation"]


GARBAGE = ["[1]", "null", '"x"', b"\x00\xff", "x" * (2 << 20), '{"type": "step", "data": {"text": "\\ud800"}}']


@pytest.mark.parametrize("frame", GARBAGE, ids=range(6))
async def test_garbage_ends_at_most_its_own_session(frame):
    async with served(setting("urn")) as url, client.GenericEnvClient(base_url=url) as other:
        await other.reset(seed=7)
        async with websockets.connect(f"{url.replace('http', 'ws')}/ws") as socket:
            await socket.send(frame)
            with suppress(Exception):
                assert json.loads(await socket.recv())["type"] == "error"
        assert (await other.step({"text": "nonsense"})).reward == 0.0


async def _until(condition):
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


async def test_one_session_more_than_allowed_is_refused_and_a_closed_one_makes_room(tmp_path):
    async with served(setting("urn", records=tmp_path), most=3) as url:
        inside = [client.GenericEnvClient(base_url=url) for _ in range(3)]
        for env in inside:
            await env.reset(seed=7)
        with pytest.raises(RuntimeError, match="Server at capacity: 3/3"):
            await client.GenericEnvClient(base_url=url).reset()
        await inside[0].close()

        async def again():
            async with client.GenericEnvClient(base_url=url) as env:
                return await env.reset(seed=8)

        async with asyncio.timeout(20):
            while True:
                with suppress(RuntimeError):
                    assert not (await again()).done
                    break
        for env in inside[1:]:
            await env.close()
    assert len(list(tmp_path.glob(f"7-0001*/{PART}"))) == 3  # left in the middle: unfinished, and each by itself
    assert not list(tmp_path.glob(f"*/{CLOSED}"))


async def test_a_session_that_was_left_for_its_silence_says_so():
    from woozle.arena.environments.openenv import WoozleAction, WoozleEnvironment

    leaving = set()
    env = WoozleEnvironment(setting("urn"), None, leaving)
    await env.reset_async(seed=7)
    await asyncio.to_thread(env.close)
    await _until(lambda: env._episode is None)
    for action in (env.reset_async(), env.step_async(WoozleAction(text="a"))):
        with pytest.raises(ValueError, match="connect again"):
            await action
    await _until(lambda: not leaving)


async def test_a_match_that_cannot_go_on_is_void(monkeypatch):
    async def stop(self):
        raise Halt("The endpoint is gone.")

    async with served(setting("urn")) as url, client.GenericEnvClient(base_url=url) as env:
        await env.reset(seed=7)
        monkeypatch.setattr(Episode, "next_turns", stop)
        end = await env.step({"text": "nonsense"})
        assert (end.done, end.reward, end.metadata["void"]) == (True, None, True)
        assert "The endpoint is gone." in end.observation["text"]
        with pytest.raises(RuntimeError, match="The match is over; reset"):
            await env.step({"text": "nonsense"})


async def test_openenv_finds_a_valid_environment_and_pages_in_browsers_find_none():
    from openenv.cli._validation import validate_running_environment

    async with served(setting("urn")) as url:
        report = await asyncio.to_thread(validate_running_environment, url, 30.0)
        assert report["passed"], report
        async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
            response = await http.post("/step", json={"action": {"text": "a"}})
            assert (response.status_code, response.json()) == (400, {"detail": "No match has begun; reset the environment first."})
            assert (await http.post("/reset", headers={"Origin": "https://example.org"})).status_code == 403
            refused = await http.get("/health", headers={"Host": "evil.example"})
            assert refused.status_code == 421
            assert refused.json()["detail"].startswith("This server does not answer to evil.example; ask ")
        for other in ({"origin": "https://example.org"}, {"additional_headers": {"Host": "evil.example"}}):
            with pytest.raises(Exception, match="40"):
                await websockets.connect(f"{url.replace('http', 'ws')}/ws", **other)


@pytest.mark.e2e
def test_the_command_serves_until_it_is_told_to_stop(tmp_path):
    code = "from woozle.tui.cli.main import main; main()"
    words = ["openenv", "urn", "--seats", "agent,bot:random*4", "--port", "0", "--out", str(tmp_path)]
    with subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.PIPE, text=True, env=os.environ) as process:
        line = process.stderr.readline()
        assert "The environment is at http://127.0.0.1:" in line, line

        async def begun():
            async with client.GenericEnvClient(base_url=line.split()[5].rstrip(";")) as env:
                await env.reset(seed=7)
                process.send_signal(signal.SIGINT)
                with suppress(Exception):
                    while True:
                        await env.state()

        asyncio.run(begun())
        said = process.stderr.read()
    assert (process.returncode, said) == (0, "woozle: Stopped.\n")
    assert len(list(tmp_path.glob(f"7-0001-*/{PART}"))) == 1
