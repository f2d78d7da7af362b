"""The cache: what it knows again, what it does not keep, and that a file in any state costs nobody a match."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import fields, replace
from functools import partial

import pytest

from woozle.core.request import Picture
from woozle.core.usage import NOTHING
from woozle.players.backends import cache
from woozle.players.backends.cache import ReplyCache, key_of
from woozle.players.backends.model_client import BackendError, Chat, Extra, Heard, Message, Sampling, TokenChance

from tests.players.backends.standing import Scripted, chat, reply, trouble


class Kept:
    """A cache with its file, what stands behind, and what it told."""

    def __init__(self, path, *whats, endpoint="lab"):
        self.told = []
        self.backend = Scripted(*whats)
        self.cache = ReplyCache(self.backend, path, endpoint, self.told.append)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.cache.close()

    async def say(self, asked=None, hear=lambda signal: None):
        return await self.cache.chat(asked or chat(), hear)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kept" / "replies.sqlite"


WHOLE = reply(
    "yes, ⚓ \ud800 \x00",
    reasoning="hm",
    finish="length",
    is_refusal=True,
    model="tiny-2",
    first_token=0.1,
    logprobs=(TokenChance("yes", -0.1, (("yes", -0.1), ("no", float("-inf")))),),
    notes=("No seed.",),
)


async def test_the_same_request_is_answered_from_the_file_and_costs_nothing(path):
    async with Kept(path, WHOLE) as kept:
        first, heard = await kept.say(), []
        again = await kept.say(hear=heard.append)
    assert first is WHOLE
    assert again == replace(WHOLE, usage=NOTHING, seconds=0.0, first_token=None, is_cached=True)
    assert heard == [Heard(WHOLE.text, "hm")]
    assert (len(kept.backend.asked), kept.told) == (1, [])


PICTURE = Picture.png(b"a picture")
BASE = Chat("tiny", (Message("user", ("hello", PICTURE)),), schema={"a": 1, "b": 2}, seed=1, seconds=9.0, logprobs=3)
OTHERS = {
    "model": "large",
    "messages": (Message("user", ("hello", Picture.png(b"another"))),),
    "sampling": Sampling(temperature=0.5),
    "schema": {"b": 2, "a": 1},
    "seed": 2,
    "seconds": 10.0,
    "logprobs": None,
    "sample": "again",
    "beginnings": ("#ASK",),
    "extra": Extra({"top_k": 20}),
    "api": "responses",
}


def test_every_field_of_a_request_tells_it_from_others():
    assert set(OTHERS) == {each.name for each in fields(Chat)} - {"affinity"}  # which changes nothing of a reply
    keys = {key_of(replace(BASE, **{name: other}), "lab") for name, other in OTHERS.items()}
    assert len(keys | {key_of(BASE, "lab"), key_of(BASE, "elsewhere")}) == len(OTHERS) + 2


@pytest.mark.parametrize(
    "messages",
    [
        (Message("assistant", ("hello", PICTURE)),),
        (Message("user", ("hello",)),),
        (Message("user", (PICTURE, "hello")),),
        (Message("user", ("hello",)), Message("user", (PICTURE,))),
        (Message("user", ("hello", replace(PICTURE, media_type="image/webp"))),),
        (Message("user", ("\ud800", PICTURE)),),
    ],
)
def test_every_part_of_a_message_tells_it_from_others(messages):
    assert key_of(BASE, "lab") != key_of(replace(BASE, messages=messages), "lab")


def test_the_same_request_has_the_same_key_however_it_was_made():
    again = replace(BASE, messages=(Message("user", ("hello", Picture.png(b"a picture"))),), schema={"a": 1, "b": 2})
    assert key_of(again, "lab") == key_of(BASE, "lab")


@pytest.mark.parametrize("first", [reply("half an", finish="cut"), reply("No.", finish="filter"), trouble()], ids=str)
async def test_what_is_not_whole_is_not_kept(path, first):
    async with Kept(path, first, reply("whole")) as kept:
        with suppress(BackendError):
            await kept.say()
        assert (await kept.say()).text == "whole"


async def test_what_went_wrong_before_a_reply_is_not_kept_with_it(path):
    failed = trouble().failures
    async with Kept(path, reply("yes", failures=failed)) as kept:
        await kept.say()
        assert (await kept.say()).failures == ()


@pytest.mark.parametrize("state", ["damaged", "a folder", "a row of nonsense", "another table", "a file in the way"])
async def test_a_file_that_cannot_be_used_is_told_of_once_and_the_match_goes_on(path, state):
    path.parent.mkdir()
    match state:
        case "damaged":
            path.write_bytes(b"not a database at all, whatever one may think" * 100)
        case "a folder":
            path.mkdir()
        case "a file in the way":
            path.parent.rmdir()
            path.parent.write_text("")
        case "another table":
            with sqlite3.connect(path) as file:
                file.execute("CREATE TABLE replies (other TEXT)")
            file.close()
        case _:
            async with Kept(path) as kept:
                await kept.say()
            with sqlite3.connect(path) as file:
                file.execute("UPDATE replies SET reply = '{\"text\": 7}'")
            file.close()
    async with Kept(path) as kept:
        assert [(await kept.say()).text for _ in range(3)] == ["yes"] * 3
        assert len(kept.backend.asked) == 3
    [sentence] = kept.told
    assert str(path) in sentence and sentence.count(".") - str(path).count(".") <= 2 and "\n" not in sentence


async def test_a_file_that_somebody_locks_is_told_of_once_and_the_match_goes_on(path, monkeypatch):
    monkeypatch.setattr("woozle.players.backends.cache._SECONDS", 0.0)
    async with Kept(path) as before:
        await before.say()
    locker = sqlite3.connect(path, isolation_level=None)
    locker.execute("BEGIN EXCLUSIVE")
    async with Kept(path) as kept:
        assert (await kept.say(chat("something new"))).text == "yes"
        assert (await kept.say(chat("something new"))).text == "yes"
    locker.close()
    assert len(kept.told) == 1 and "locked" in kept.told[0]


async def test_many_may_ask_at_once(path):
    async with Kept(path) as kept:
        asked = [chat(str(number % 20)) for number in range(200)]
        assert len(await asyncio.gather(*map(kept.say, asked))) == 200
        before = len(kept.backend.asked)
        await asyncio.gather(*map(kept.say, asked))
    assert (len(kept.backend.asked), kept.told) == (before, [])


_WRITER = """
import asyncio, sys
from pathlib import Path
from tests.players.backends.standing import Scripted, chat
from woozle.players.backends.cache import ReplyCache

async def main():
    cache = ReplyCache(Scripted(), Path(sys.argv[1]), "lab", lambda sentence: print(sentence))
    await asyncio.gather(*(cache.chat(chat(f"{sys.argv[2]} {number}")) for number in range(50)))
    await cache.close()

asyncio.run(main())
"""


@pytest.mark.e2e
async def test_several_processes_share_a_file(path):
    writers = [
        subprocess.Popen([sys.executable, "-c", _WRITER, path, str(number)], stdout=subprocess.PIPE, text=True)
        for number in range(2)
    ]
    assert [writer.communicate()[0] for writer in writers] == [""] * 2
    async with Kept(path) as kept:
        for number in range(2):
            await asyncio.gather(*(kept.say(chat(f"{number} {each}")) for each in range(50)))
    assert (kept.backend.asked, kept.told) == ([], [])


class Busy(sqlite3.Connection):
    """Others hold the file at the moment in which its log is begun."""

    times = 3

    def execute(self, command, *given):
        if "journal_mode" in command and Busy.times:
            Busy.times -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return super().execute(command, *given)


async def test_who_opens_the_file_while_others_do_waits_for_them(path, monkeypatch):
    monkeypatch.setattr(cache.sqlite3, "connect", partial(sqlite3.connect, factory=Busy))
    monkeypatch.setattr(cache, "_PAUSE", 0.0)
    async with Kept(path) as kept:
        await kept.say()
        await kept.say()
    assert (len(kept.backend.asked), kept.told, Busy.times) == (1, [], 0)


async def test_the_rest_is_passed_on(path):
    async with Kept(path) as kept:
        assert [each.name for each in await kept.cache.models()] == ["tiny"]
        assert (await kept.cache.capabilities("tiny")).vision is False
    assert kept.backend.is_closed
    assert not path.exists()  # nothing was asked, nothing is written
