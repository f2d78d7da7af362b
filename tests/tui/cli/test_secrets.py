"""A planted key is nowhere but in the requests that it is for: not in a file, not on the screen, not in a sentence."""

from __future__ import annotations

import asyncio
from pathlib import Path

import keyring
import pytest
from keyring.backends.null import Keyring as NoKeys

from woozle.arena.play import models
from woozle.players.models.spec import parse

from tests.arena.runs.lab import answer
from tests.players.backends.scripts import FAULTS, Status, in_order
from tests.players.backends.servers import OpenAIServer

KEY = "sk-planted-key-0123456789abcdef"
PIECES = (KEY, KEY[3:], KEY[:12], KEY[-8:])
SEATS = "openai@lab:tiny*2,bot"
ECHO = Status(500, f"Internal error while handling Authorization: Bearer {KEY} (…{KEY[-8:]})")


@pytest.fixture(autouse=True)
def _planted(monkeypatch):
    monkeypatch.setenv("LAB_KEY", KEY)
    monkeypatch.setenv("OPENAI_LOG", "debug")
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeys())
    yield
    keyring.set_keyring(before)


def lab(server: OpenAIServer) -> None:
    away = "".join(f'[endpoints.{name}]\nurl = "http://127.0.0.1:9/v1"\n' for name in ("vllm", "lmstudio", "llamacpp", "ollama"))
    models.file().parent.mkdir(parents=True, exist_ok=True)
    models.file().write_text(
        f'cache = true\nfailures = "pause"\n{away}[endpoints.lab]\nurl = "{server.url}"\nkey_env = "LAB_KEY"\n'
    )


def assert_kept_secret(said: str, *folders: Path) -> None:
    """Neither said nor in any file below these folders."""
    assert not [piece for piece in PIECES if piece in said]
    files = [file for folder in (models.file().parent, *folders) for file in folder.rglob("*") if file.is_file()]
    assert files
    for file in files:
        assert not [piece for piece in PIECES if piece.encode() in file.read_bytes()], file


def test_a_run_keeps_the_key_out_of_transcripts_plan_log_cache_and_what_it_says(woozle, tmp_path):
    with OpenAIServer(answer, key=KEY) as server:
        lab(server)
        said = woozle("run", "two_truths", "--seats", SEATS, "--matches", 2, "--out", tmp_path / "run", "--seed", 1, "--json")
        assert said[0] == 0 and server.chats
        assert all(asked.headers["authorization"] == f"Bearer {KEY}" for asked in server.requests)
        said += woozle("verify", tmp_path / "run") + woozle("show", tmp_path / "run" / "0001")
        said += woozle("play", "two_truths", "--plain", "--seats", SEATS) + woozle("list", "--json")
        said += woozle("models") + woozle("models", "--json") + woozle("models", "check", "openai@lab:tiny", "--json")
        said += woozle("config") + woozle("config", "--json") + woozle("config", "example")
    assert (models.paths.data_folder() / "replies.sqlite").exists()
    assert_kept_secret(" ".join(map(str, said)), tmp_path)


@pytest.mark.parametrize("status", [401, 429, 500])
def test_a_server_that_repeats_the_key_is_not_quoted_with_it(woozle, status):
    echo = Status(status, ECHO.message, {"retry-after": "0"})
    with OpenAIServer(in_order(echo), key=None) as server:
        lab(server)
        said = woozle("models", "check", "openai@lab:tiny", "--test")
        assert server.chats
    assert "[key]" in said[1] or "no model" in said[1] or said[0] == 1
    assert_kept_secret(" ".join(map(str, said)))


@pytest.mark.parametrize("name", ["a web page", "error in the stream"])
def test_no_fault_of_a_server_makes_anybody_say_the_key(woozle, name):
    with OpenAIServer(in_order(FAULTS[name])) as server:
        lab(server)
        said = woozle("models", "check", "openai@lab:tiny", "--test")
    assert_kept_secret(" ".join(map(str, said)))


def test_a_crash_does_not_tell_the_key(woozle, monkeypatch):
    async def crashing(*rest, **more):
        key = KEY
        raise RuntimeError(f"with the key {key}")

    with OpenAIServer(answer, key=KEY) as server:
        lab(server)
        monkeypatch.setattr("woozle.arena.play.models.check_all", crashing)
        said = woozle("play", "two_truths", "--plain", "--seats", SEATS)
    assert said[0] == 70 and (models.paths.data_folder() / "crash.txt").exists()
    assert_kept_secret(" ".join(map(str, said)))


def test_nothing_that_holds_a_key_shows_it():
    with OpenAIServer(answer, key=KEY) as there:
        lab(there)
        hub = models.hub()
        server, gated = hub.server("lab"), hub.client(parse("openai@lab:tiny"))
        shown = [hub, hub.keys, hub.config, server, vars(server), gated, vars(gated)]
        asyncio.run(hub.close())
    assert_kept_secret(" ".join(map(repr, shown)))
