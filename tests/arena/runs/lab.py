"""A laboratory for runs: a server on loopback that answers by what it is asked alone, and `woozle` in processes of its own."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from woozle.saves.transcript import Transcript, read

from tests.players.backends.scripts import Hang

HERE = Path(__file__).parents[3]


def answer(request: Mapping[str, Any]) -> str:
    """A legal answer to a chat request, which says of itself what it answers."""
    asked = json.dumps([request["messages"], request.get("seed")], sort_keys=True)
    mark = hashlib.sha256(asked.encode()).hexdigest()
    return json.dumps(_value(request["response_format"]["json_schema"]["schema"], mark))


def _value(schema: Mapping[str, Any], mark: str) -> Any:
    number = int(mark[:8], 16)
    match schema:
        case {"enum": choices}:
            return choices[number % len(choices)]
        case {"const": only}:
            return only
        case {"anyOf": choices}:
            return _value(choices[number % len(choices)], mark)
        case {"type": "object", "properties": properties}:
            return {name: _value(each, hashlib.sha256((mark + name).encode()).hexdigest()) for name, each in properties.items()}
        case {"type": "array", "items": items}:
            return [_value(items, mark)] * schema.get("minItems", 0)
        case {"type": "string"}:
            return f"I say {mark[:12]}"
        case {"type": "null"}:
            return None
    raise AssertionError(schema)


def endpoint(home: Path, url: str, **more: Any) -> None:
    """Let models.toml of a home say where `openai@lab` is."""
    home.mkdir(exist_ok=True)
    lines = [f"{name} = {json.dumps(value)}" for name, value in {"kind": "openai", "url": url, **more}.items()]
    (home / "models.toml").write_text("\n".join(["[endpoints.lab]", *lines, ""]))


class Woozle:
    """`woozle`, in a process of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.process: asyncio.subprocess.Process | None = None

    async def start(self, *words: object) -> None:
        """Start a command."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.arena.runs.laboratory",
            *map(str, words),
            cwd=HERE,
            env={**os.environ, "WOOZLE_HOME": str(self.home)},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def said(self) -> str:
        """The next line on its standard error."""
        assert self.process and self.process.stderr
        return (await self.process.stderr.readline()).decode()

    async def ended(self) -> tuple[int, str, str]:
        """Its exit status and what it printed, when it is over, apart from what was heard before."""
        assert self.process and self.process.stdout and self.process.stderr
        out = (await self.process.stdout.read()).decode()
        err = (await self.process.stderr.read()).decode()
        assert "Traceback" not in err, err
        return await self.process.wait(), out, err

    async def run(self, *words: object) -> tuple[int, str, str]:
        """Run a command to its end."""
        await self.start(*words)
        return await self.ended()

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self.process
        self.process.send_signal(number)


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
    """What the matches of a run hold, apart from times."""

    def without_times(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: without_times(each) for name, each in value.items() if name not in ("seconds", "first_token", "started")}
        return [without_times(each) for each in value] if isinstance(value, list) else value

    return [
        without_times(
            [transcript.header.model_dump(), *(line.body for line in transcript.lines), transcript.end and transcript.end.body]
        )
        for transcript in transcripts(out)
    ]
