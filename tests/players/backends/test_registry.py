from __future__ import annotations

import pytest

from woozle.core import plugins
from woozle.players.backends import registry
from woozle.players.backends.model_client import Chat, Message, Reply
from woozle.players.backends.registry import Backend, UnknownBackendError
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import Endpoint, ModelsConfig, built_in_endpoints
from woozle.players.models.keys import Keys
from woozle.players.models.spec import parse

from tests.packages import installed

OURS = registry.names()


class Echo:
    """A client that repeats what it was asked, and at which address."""

    def __init__(self, url, key, *, timeout, endpoint, options):
        self.url = url

    async def chat(self, chat, hear=lambda signal: None):
        return Reply(f"{self.url}: {chat.messages[-1].parts[0]}")

    async def close(self):
        pass


ECHO = Backend("echo", "tiny", Echo, endpoints=lambda environ: {"echo": {"url": environ.get("ECHO_URL", "http://127.0.0.1:1")}})


async def test_a_backend_from_another_package_is_named_configured_and_asked(tmp_path, monkeypatch):
    installed(monkeypatch, tmp_path, {plugins.BACKENDS: {"echo": "tests.players.backends.test_registry:ECHO"}})
    assert [*OURS, "echo"] == registry.names()
    spec = parse("echo:tiny?temperature=0.5")
    assert (spec.backend, spec.model, str(spec)) == ("echo", "tiny", "echo:tiny?temperature=0.5")
    config = ModelsConfig(endpoints={"echo": Endpoint(**built_in_endpoints({"ECHO_URL": "http://127.0.0.1:9"})["echo"])})
    pool = ClientPool(config, Keys(config, {}))
    reply = await pool.client(spec).chat(Chat("tiny", (Message("user", ("Hello",)),)))
    assert reply.text == "http://127.0.0.1:9: Hello"
    await pool.close()


def test_a_backend_that_is_not_installed_is_named_with_those_that_are():
    with pytest.raises(UnknownBackendError, match=f"There is no backend 'vllm'; there are {', '.join(OURS)}"):
        registry.backend("vllm")


def test_folders_without_an_installation_say_what_to_do(monkeypatch):
    monkeypatch.setattr(plugins, "names", lambda group: [])
    with pytest.raises(UnknownBackendError, match="backends are not installed; `make dev` installs"):
        parse("openai:gpt-5-mini")


@pytest.mark.parametrize("name", OURS)
def test_our_backends_are_declared_under_their_own_names(name):
    found = registry.backend(name)
    assert found.name == name and bool(found.endpoints({})) != found.is_in_process
    assert str(parse(f"{name}:{found.example}")) == f"{name}:{found.example}"
