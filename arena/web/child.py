"""The process of one visit, as its server sees it: what it draws, what is typed to it, and its end.

Both ways go packets, as Textual's driver for browsers has them: a letter (D what a terminal would see, M a message as JSON), four
bytes of length, big end first, and that many bytes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from typing import Any

_BEGINS = b"__GANGLION__\n"
_MOST = 8 * 1024 * 1024  # bytes of a packet; a frame has some ten thousand
_UNREAD = 1024 * 1024  # bytes that it has not read yet; what is typed after them is lost
_PATIENCE = 10.0  # seconds for a visit to end by itself
_WORDS = 4000  # bytes of what it said on standard error that are kept


class Child:
    """A visit that is under way."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._words = asyncio.create_task(self._heard())

    @classmethod
    async def started(cls, command: Sequence[str], environment: dict[str, str]) -> Child:
        """Start one. Raises OSError."""
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=environment,
            start_new_session=True,  # ctrl+c at the server's terminal is the server's
        )
        return cls(process)

    async def drawn(self) -> AsyncIterator[bytes]:
        """What is to be shown, until it ends."""
        out = self._process.stdout
        assert out is not None
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionResetError, ValueError):
            while await out.readline() != _BEGINS:  # what libraries print when they are loaded
                if out.at_eof():
                    return
            while True:
                head = await out.readexactly(5)
                size = int.from_bytes(head[1:], "big")
                if size > _MOST:
                    return
                data = await out.readexactly(size)
                if head[:1] == b"D":
                    yield data

    def typed(self, keys: str) -> None:
        """What a terminal would send."""
        self._send(b"D", keys.encode("utf-8", "replace"))

    def told(self, what: str, **data: Any) -> None:
        """A message: resize (width, height), focus, blur, quit."""
        self._send(b"M", json.dumps({"type": what, **data}).encode())

    async def ended(self) -> tuple[int, str]:
        """Let it end, if it has not. Returns its exit status and its last words."""
        self.told("quit")
        for stop in (self._process.terminate, self._process.kill):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._gone(), _PATIENCE)
                break
            with contextlib.suppress(ProcessLookupError):
                stop()
        status = await self._gone()
        return status, await self._words

    async def _gone(self) -> int:
        """What it still draws must be read, or it waits for ever to be allowed to write."""
        assert self._process.stdout is not None
        while await self._process.stdout.read(65536):
            pass
        return await self._process.wait()

    def _send(self, kind: bytes, data: bytes) -> None:
        pipe = self._process.stdin
        assert pipe is not None
        if pipe.transport.is_closing() or pipe.transport.get_write_buffer_size() > _UNREAD:
            return  # it has ended, or hears nothing any more
        pipe.write(kind + len(data).to_bytes(4, "big") + data)

    async def _heard(self) -> str:
        assert self._process.stderr is not None
        words = b""
        while some := await self._process.stderr.read(4096):
            words = (words + some)[-_WORDS:]
        return words.decode("utf-8", "replace").strip()
