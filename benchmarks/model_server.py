"""A server on loopback that speaks OpenAI's chat protocol, in its own process: it answers legally, after a set time."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

import orjson

SPEECH = "I was in medbay and saw nobody, then I went on to storage."


class _Conversation(asyncio.Protocol):
    """One connection. It uses no library: a server as slow as its client would measure itself."""

    def __init__(self, seconds: float, tail: int | None) -> None:
        self._seconds = seconds
        self._tail = tail
        self._heard = bytearray()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._heard += data
        while (end := self._heard.find(b"\r\n\r\n")) >= 0:
            head = bytes(self._heard[:end]).lower()
            _, named, rest = head.partition(b"content-length:")
            whole = end + 4 + (int(rest.split(b"\r\n", 1)[0]) if named else 0)
            if len(self._heard) < whole:
                return
            body = bytes(self._heard[end + 4 : whole])
            del self._heard[:whole]
            if body:
                self._answer(orjson.loads(body))
            else:  # what the server knows of a model
                self._transport.write(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n")

    def _answer(self, request: dict[str, Any]) -> None:
        response = _streamed(request, self._tail)
        if self._seconds:
            asyncio.get_running_loop().call_later(self._seconds, self._transport.write, response)
        else:
            self._transport.write(response)


def _streamed(request: dict[str, Any], tail: int | None) -> bytes:
    schema = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
    answer = {name: _value(part, len(request["messages"])) for name, part in schema.get("properties", {}).items()}
    read, written = (1000, 30) if tail is None else _lengths(request, tail)
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": request["model"]}
    pieces = [
        {**chunk, "choices": [{"index": 0, "delta": {"role": "assistant", "content": orjson.dumps(answer).decode()}}]},
        {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
        {**chunk, "choices": [], "usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}},
    ]
    body = b"".join(b"data: %s\n\n" % orjson.dumps(piece) for piece in pieces) + b"data: [DONE]\n\n"
    return b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)


def _lengths(request: dict[str, Any], tail: int) -> tuple[int, int]:
    """Return the tokens read, and written. One reply in a hundred is ten times as long as the median."""
    asked = orjson.dumps(request["messages"])
    return len(asked) // 4, round(Random(f"{tail} {sha256(asked).hexdigest()}").lognormvariate(5.0, 1.0))


def _value(schema: dict[str, Any], number: int) -> Any:
    """Return a legal value, a different one each time."""
    if options := schema.get("enum"):
        return options[number % len(options)]
    return SPEECH


class Server(NamedTuple):
    """A running server. used: returns the processor seconds that it has used so far."""

    url: str
    used: Callable[[], float]


def _serve(seconds: float, tail: int | None, parent: Connection) -> None:
    def tell() -> None:
        try:
            parent.recv()
        except EOFError:  # the parent process was killed
            raise SystemExit from None
        parent.send(time.process_time())

    async def forever() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Conversation(seconds, tail), "127.0.0.1", 0, backlog=1024)
        parent.send(server.sockets[0].getsockname()[1])
        loop.add_reader(parent.fileno(), tell)
        await server.serve_forever()

    asyncio.run(forever())


@contextmanager
def serving(seconds: float, tail: int | None = None) -> Iterator[Server]:
    """Run the server for the time of the context.

    Args:
        seconds: Time of each answer.
        tail: The seed of the lengths of replies, as the server counts them; None if all have the same.
    """

    def used() -> float:
        here.send(None)
        return float(here.recv())

    spawned = multiprocessing.get_context("spawn")
    here, there = spawned.Pipe()
    process = spawned.Process(target=_serve, args=(seconds, tail, there), daemon=True)
    process.start()
    try:
        yield Server(f"http://127.0.0.1:{here.recv()}/v1", used)
    finally:
        process.terminate()
        process.join()
