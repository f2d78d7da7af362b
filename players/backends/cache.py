"""A file of replies, so that the same request costs nothing the next time."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import TypeAdapter

from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.core.usage import NOTHING
from woozle.players.backends.model_client import Chat, ClientLayer, Hear, Heard, ModelClient, Reply, deaf

_VERSION = 1  # of the content of a key, and of the format of a Reply
_SECONDS = 10.0  # to wait for another process that writes; a busy disk takes seconds, and asking anew costs money
_OF_NO_WEIGHT = ("affinity",)  # fields of a Chat that change nothing of its reply
_LATER = ("extra", "api")  # later fields: older entries are still found if these are unused
_PAUSE = 0.02  # seconds between two tries to open a file


class ReplyCache(ClientLayer):
    """A client in front of another one that keeps whole Replies in an SQLite file, which several processes may share.

    Every field of a Chat counts, pictures by their digest, and so does the endpoint. What is remembered costs nothing and takes no
    time. A file that cannot be used is reported once, in a sentence; from then on everything is asked anew.
    """

    def __init__(self, client: ModelClient, path: Path, endpoint: str, tell: Callable[[str], object]) -> None:
        """endpoint: its name, as the same model may be another one elsewhere. tell: hears the sentence."""
        super().__init__(client)
        self._endpoint = endpoint
        self._tell = tell
        self._file: _File | None = _File(path)

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the Reply kept for the same Chat, or a new one. Raises BackendError, which is never kept."""
        if not self._file:
            return await self._client.chat(chat, hear)
        key = key_of(chat, self._endpoint)
        if reply := await self._in_file(lambda file: file.find(key)):
            hear(Heard(reply.text, reply.reasoning))
            return reply
        reply = await self._client.chat(chat, hear)
        if reply.finish in {"stop", "length"}:
            await self._in_file(lambda file: file.keep(key, reply))
        return reply

    async def close(self) -> None:
        await self._in_file(_File.close)
        self._file = None
        await super().close()

    async def _in_file(self, use: Callable[[_File], Reply | None]) -> Reply | None:
        """Use the file in a thread, as a file locked elsewhere would stop all of us. Return None if there is no file to use."""
        if (file := self._file) is None:
            return None
        try:
            return await asyncio.to_thread(use, file)
        except (sqlite3.Error, OSError, ValueError) as error:
            if self._file:
                self._file = None
                name, why = visible_line(str(file.path)), visible_line(str(error).partition("\n")[0])
                self._tell(f"Replies cannot be kept in {name} ({why}); models are asked anew until it is mended or removed.")
            await asyncio.to_thread(file.close)
            return None


class _File:
    """The file, used by any thread, by one at a time; opened when it is first used."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._open: sqlite3.Connection | None = None

    def find(self, key: bytes) -> Reply | None:
        with self._lock:
            row = self._connection().execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return _replies().validate_python(json.loads(row[0])) if row else None

    def keep(self, key: bytes, reply: Reply) -> None:
        kept = replace(reply, usage=NOTHING, dollars=None, seconds=0.0, first_token=None, failures=(), is_cached=True)
        text = json.dumps(asdict(kept))
        with self._lock:
            self._connection().execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, text))

    def close(self) -> None:
        with self._lock:
            if self._open:
                self._open.close()
                self._open = None

    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            opened = sqlite3.connect(self.path, timeout=_SECONDS, isolation_level=None, check_same_thread=False)
            self._open = opened  # to be closed, even if the rest fails
            _keep_a_log(opened)
            opened.execute("PRAGMA synchronous = NORMAL")
            opened.execute("CREATE TABLE IF NOT EXISTS replies (key BLOB PRIMARY KEY, reply TEXT NOT NULL) WITHOUT ROWID")
        return self._open


def _keep_a_log(opened: sqlite3.Connection) -> None:
    """Switch to a write-ahead log. SQLite does not wait for others here, as it does elsewhere: https://sqlite.org/wal.html, 8."""
    until = time.monotonic() + _SECONDS
    while True:
        try:
            opened.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
        else:
            return


def key_of(chat: Chat, endpoint: str) -> bytes:
    """Return the SHA-256 of all that a request is made of, as JSON. A schema keeps its order, which shapes replies."""
    asked = _plain(chat)
    for name in (*_OF_NO_WEIGHT, *(name for name in _LATER if not asked[name])):
        del asked[name]
    return sha256(json.dumps([_VERSION, endpoint, asked], default=_plain).encode()).digest()


def _plain(value: Any) -> Any:
    if isinstance(value, Picture):
        return {"digest": value.digest, "media_type": value.media_type}
    return {each.name: getattr(value, each.name) for each in fields(value)}


@cache
def _replies() -> TypeAdapter[Reply]:
    return TypeAdapter(Reply)
