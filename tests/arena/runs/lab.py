"""A laboratory for runs: a server on loopback that answers by what it is asked alone, and `woozle` in processes of its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from woozle.saves.transcript import Transcript, read

from tests.arena.runs.laboratory import command
from tests.players.backends.scripts import Hang
from tests.saves.table import lines_without

HERE = Path(__file__).parents[3]

_FORKS = multiprocessing.get_context("forkserver" if hasattr(os, "fork") else None)
if hasattr(os, "fork"):
    _FORKS.set_forkserver_preload(["__main__", "openai", "woozle.arena.runs.model_runs", "tests.arena.runs.laboratory"])


def answer(request: Mapping[str, Any]) -> str:
    """A legal answer to a chat request, which says of itself what it answers."""
    asked = json.dumps([request["messages"], request.get("seed")], sort_keys=True)
    mark = hashlib.sha256(asked.encode()).hexdigest()
    return answer_in(request["response_format"]["json_schema"]["schema"] if "response_format" in request else {}, mark)


def answer_in(schema: Mapping[str, Any], mark: str) -> str:
    """A JSON text that fits a schema, another for each mark (in hex); words, if there is no schema."""
    return json.dumps(_value(schema, mark, schema.get("$defs", {}))) if schema else f"I say that the answer is {mark[:12]}"


def _value(schema: Mapping[str, Any], mark: str, parts: Mapping[str, Any]) -> Any:
    number = int(mark[:8], 16)
    match schema:
        case {"$ref": named}:
            return _value(parts[named.removeprefix("#/$defs/")], mark, parts)
        case {"enum": choices}:
            return choices[number % len(choices)]
        case {"const": only}:
            return only
        case {"anyOf": choices}:
            return _value(choices[number % len(choices)], mark, parts)
        case {"type": "object", "properties": properties}:
            marks = {name: hashlib.sha256((mark + name).encode()).hexdigest() for name in properties}
            return {name: _value(each, marks[name], parts) for name, each in properties.items()}
        case {"type": "array", "items": items}:
            return [_value(items, mark, parts)] * schema.get("minItems", 0)
        case {"type": "string"}:
            return f"I say {mark[:12]}"
        case {"type": "integer" | "number"}:
            low = schema.get("minimum", 0)
            return low + number % (schema.get("maximum", low + 4) - low + 1)
        case {"type": "boolean"}:
            return number % 2 == 0
        case {"type": "null"}:
            return None
    raise AssertionError(schema)


def endpoint(home: Path, url: str, name: str = "lab", **more: Any) -> None:
    """Let models.toml of a home say where an endpoint is: `openai@lab`."""
    home.mkdir(exist_ok=True)
    lines = [f"{name} = {json.dumps(value)}" for name, value in {"kind": "openai", "url": url, **more}.items()]
    (home / "models.toml").write_text("\n".join([f"[endpoints.{name}]", *lines, ""]))


class Woozle:
    """`woozle`, in a process of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._process: BaseProcess | None = None
        self._out: asyncio.StreamReader | None = None
        self._err: asyncio.StreamReader | None = None

    async def start(self, *words: object) -> None:
        """Start a command."""
        (out, its_out), (err, its_err) = _FORKS.Pipe(duplex=False), _FORKS.Pipe(duplex=False)
        environment = {**os.environ, "WOOZLE_HOME": str(self.home)}
        self._process = _FORKS.Process(target=command, args=([*map(str, words)], environment, its_out, its_err))
        self._process.start()
        its_out.close()
        its_err.close()
        self._out, self._err = await _reader(out), await _reader(err)

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.is_alive()

    async def said(self) -> str:
        """The next line on its standard error."""
        assert self._err
        return (await self._err.readline()).decode()

    async def ended(self) -> tuple[int, str, str]:
        """Its exit status and what it printed, when it is over, apart from what was heard before."""
        assert self._process and self._out and self._err
        out, err = (await self._out.read()).decode(), (await self._err.read()).decode()
        assert "Traceback" not in err, err
        await asyncio.to_thread(self._process.join)
        assert self._process.exitcode is not None
        return self._process.exitcode, out, err

    async def run(self, *words: object) -> tuple[int, str, str]:
        """Run a command to its end."""
        await self.start(*words)
        return await self.ended()

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process and self._process.pid
        os.kill(self._process.pid, number)


async def _reader(pipe: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    file = os.fdopen(os.dup(pipe.fileno()), "rb", buffering=0)
    pipe.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader


class Killer:
    """A script for a server: answers, but at some requests kills who asks instead. numbers: which of all requests, from 1."""

    def __init__(self, woozle: Woozle, numbers: tuple[int, ...], says: Callable[[Mapping[str, Any]], str] = answer) -> None:
        self.count = 0
        self._woozle = woozle
        self._numbers = numbers
        self._says = says

    def __call__(self, request: Mapping[str, Any]) -> Any:
        self.count += 1
        if self.count in self._numbers:
            self._woozle.send(signal.SIGKILL)
            return Hang()
        return self._says(request)


def transcripts(out: Path) -> list[Transcript]:
    """The matches of a run."""
    return [read(folder) for folder in sorted(out.iterdir()) if folder.is_dir()]


def replies(out: Path) -> Iterator[str]:
    """All that models said in the matches of a run, raw."""
    for transcript in transcripts(out):
        for line in transcript.lines:
            yield from (attempt["text"] for attempt in line.body["response"].get("attempts", ()))


def timeless(out: Path) -> list[Any]:
    """Return the content of a run's matches without times."""
    return [lines_without(each.path, "seconds", "first_token", "started", "link") for each in transcripts(out)]
