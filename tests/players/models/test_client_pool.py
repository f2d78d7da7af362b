"""All seats of a process ask at the same doors, and let go of them together."""

from __future__ import annotations

import asyncio

import pytest

from woozle.core.match import Halt
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.core.usage import Budget, Limits
from woozle.players.backends.model_client import BackendError
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import Endpoint, ModelsConfig, Price
from woozle.players.models.keys import Keys
from woozle.players.models.spec import parse

from tests.players.backends.scripts import Say
from tests.players.backends.servers import OpenAIServer
from tests.players.backends.standing import Scripted, chat, settled
from tests.players.seated import seated
from tests.two_truths import Tell, TwoTruths, Vote

LAB = parse("openai@lab:tiny")
LIE = '{"thoughts": "hm", "index": 2}'


def hub(url: str = "http://127.0.0.1:9/v1", *, key: str = "", cache=None, opened=None, **more) -> ClientPool:
    """A hub with an endpoint called lab."""
    more.setdefault("prices", {"lab": {"tiny": Price(input=1_000_000.0, output=0.0)}})
    config = ModelsConfig(endpoints={"lab": Endpoint(url=url, key_env="LAB_KEY" if key else "", concurrency=2)}, **more)
    return ClientPool(config, Keys(config, {"LAB_KEY": key}, lambda name: None), cache, opened=opened)


class Closing(Scripted):
    """Counts how often it was closed."""

    closed = 0

    async def close(self):
        self.closed += 1


async def test_an_endpoint_is_opened_once_and_closed_with_the_hub():
    opened = []

    def opening(name, endpoint, key):
        opened.append((name, endpoint and endpoint.url, key, Closing()))
        return opened[-1][3]

    shared = hub(key="sk-1", opened=opening)
    assert not opened
    assert shared.client(LAB) is shared.client(parse("openai@lab:other"))
    assert shared.client(parse("local:x")) is not shared.client(LAB)
    assert [each[:3] for each in opened] == [("lab", "http://127.0.0.1:9/v1", "sk-1"), ("local", None, None)]
    await shared.close()
    assert all(server.closed for *_, server in opened)
    shared.client(LAB)
    assert len(opened) == 3


async def test_all_seats_share_the_places_of_an_endpoint():
    script = Scripted(*(asyncio.get_running_loop().create_future() for _ in range(5)))
    shared = hub(opened=lambda *rest: script)
    asked = [asyncio.ensure_future(shared.client(LAB).chat(chat(str(number)))) for number in range(5)]
    await settled()
    assert script.inside == 2
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)


async def test_whoever_halts_the_hub_keeps_everybody_from_asking():
    shared = hub(opened=lambda *rest: Scripted())
    await shared.client(LAB).chat(chat())
    shared.halt("It was stopped.")
    with pytest.raises(Halt, match="It was stopped"):
        await shared.client(LAB).chat(chat())


async def test_a_player_of_the_hub_answers_and_pays(tmp_path):
    async with OpenAIServer(lambda request: Say(LIE, usage=(12, 3)), key="sk-1") as server:
        shared = hub(server.url, key="sk-1", cache=tmp_path / "replies.sqlite")
        budget, heard = Budget(Limits(dollars=20)), []
        player = seated(shared, "two_truths", "b", LAB, budget=budget, listen=heard.append)
        request, view = _vote()
        first = await player.respond(request, view)
        again = await seated(shared, "two_truths", "b", LAB).respond(request, view)
        other = await seated(shared, "two_truths", "b", LAB, "another").respond(request, view)
        assert first.answer == again.answer == other.answer == Vote(index=2)
        assert (first.usage.dollars, again.usage.dollars, budget.usage.dollars) == (12.0, 0.0, 12.0)
        assert len(server.chats) == 2 and heard
        await shared.close()


def _vote():
    """A question to a seat, and what it has observed."""
    table = Referee(TwoTruths(seats=3))
    (tell,) = table.open.values()
    table.fold(Response(tell.id, Tell(texts=("x", "y", "z"), lie=2), 0.0))
    request = next(iter(table.open.values()))
    return request, table.view(request.to)


async def test_an_endpoint_lists_what_it_has_or_says_in_a_sentence_why_not(monkeypatch):
    async with OpenAIServer(lambda request: "b", models={"b": {}, "a": {}}) as server:
        shared = hub(server.url)
        assert [info.name for info in await shared.list_models("lab")] == ["a", "b"]
        await shared.close()

    class Silent(Scripted):
        async def models(self):
            await asyncio.Event().wait()

    monkeypatch.setattr("woozle.players.models.client_pool.PATIENCE", 0)
    with pytest.raises(BackendError, match="lab does not answer at http:"):
        await hub(opened=lambda *rest: Silent()).list_models("lab")
    with pytest.raises(BackendError, match="There is no key for lab"):
        await hub(key=" ", opened=lambda *rest: Silent()).list_models("lab")
