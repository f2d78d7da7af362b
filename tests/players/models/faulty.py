"""Whole matches of the ship with a model at the table, played against a server that fails as it is told, in a time of their own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from pathlib import Path

from woozle.core.chance import key_from_seed
from woozle.core.match import Halt, Match
from woozle.core.outcome import Outcome
from woozle.core.referee import Referee
from woozle.core.request import Completion
from woozle.core.usage import NOTHING, Budget, Usage
from woozle.games.ship.config import Config, preset
from woozle.games.ship.maps import load
from woozle.games.ship.rules import Ship
from woozle.players.backends.model_client import Heard, ModelClient
from woozle.players.backends.openai import OpenAI
from woozle.players.backends.rate_limiter import RateLimiter, RateLimits
from woozle.players.backends.readiness import Readiness
from woozle.players.models.player import ModelPlayer
from woozle.players.seats import parse_seats, players_from_header, seat_players
from woozle.saves.resume import reopen
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.players.backends.scripts import Hang, Say, What

CONFIG = preset("standard", map=load("shuttle"), max_ticks=12, rounds=1, ticks_per_task=2)
SEATS = "openai:tiny,bot*3"
MODEL = "Alice"
SEED = 7  # a match with turns, speeches and a vote of the model
KEY = "a-secret-key-0123456789"
TRIES = 3
TIMEOUT = 100.0  # seconds for one try
LONG = TIMEOUT + 1.0


class Time:
    """The time of the running event loop, which goes on at once when it is told to: nobody really waits."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self._usual = loop.time
        self._skipped = 0.0
        loop.time = self.clock  # type: ignore[method-assign]

    def clock(self) -> float:
        return self._usual() + self._skipped

    def skip(self, seconds: float) -> None:
        self._skipped += seconds

    async def sleep(self, seconds: float) -> None:
        self.skip(seconds)
        await asyncio.sleep(0)


def legal(request: dict) -> str:
    """An answer that is legal, and the same whenever the same is asked."""
    properties = request["response_format"]["json_schema"]["schema"]["properties"]
    lasting = request["messages"][1]["content"].count("\nTick ")
    return json.dumps({name: _legal(part, lasting) for name, part in properties.items()})


def _legal(part: dict, number: int):
    return part["enum"][number % len(part["enum"])] if "enum" in part else "I saw nobody."


@dataclass
class Script:
    """Answers legally, but before the reply of each number it does what `fault` says, as often as `times` says of it.

    Each reply has other numbers of tokens. counted: what the server told of them. between: awaited before each piece of a reply.
    """

    time: Time
    fault: Callable[[int], What | None] = lambda number: None
    times: Callable[[What], int] = lambda fault: 1
    replies: int = 0
    counted: Usage = NOTHING
    between: Callable[[], Awaitable[object]] | None = None
    failed: int = 0

    def __call__(self, request: dict) -> What:
        fault = self.fault(self.replies)
        if fault is not None and self.failed < self.times(fault):
            self.failed += 1
            if isinstance(fault, Hang) and not fault.text:
                self.time.skip(LONG)
            return self._counted(fault)
        self.failed = 0
        self.replies += 1
        return self._counted(Say(legal(request), between=self.between))

    def _counted(self, what: What) -> What:
        if not isinstance(what, Say) or len(what.text) > 100_000:  # the client leaves before it is told what that cost
            return what
        calls = self.counted.calls + 1
        usage = (100 + calls, 7 * calls)
        self.counted += Usage(1, *usage)
        return Say(what.text, what.reasoning, what.refusal, what.finish, usage, what.between)


def gate(url: str, time: Time, **pace) -> RateLimiter:
    """Return the rate limiter between a match and a server that has answered others before."""
    backend = OpenAI(url, KEY, timeout=TIMEOUT, clock=time.clock)
    readiness = Readiness("lab", clock=time.clock)
    readiness.note_reply()
    limits = RateLimits(**{"tries": TRIES, **pace})
    return RateLimiter(backend, limits, clock=time.clock, sleep=time.sleep, readiness=readiness)


class Room:
    """A match in a folder, played again and again until it is over. script: of its server."""

    def __init__(self, folder: Path, script: Script, *, config: Config = CONFIG, failures: str = "pause") -> None:
        self.folder = folder
        self.script = script
        self._config = config
        self._failures = failures
        self.halts: list[str] = []

    async def play(self, backend: ModelClient, *, replies: int | None = None, budget: Budget | None = None) -> Outcome | None:
        """Begin the match, or go on with it; None if it halted. replies: after so many it is told to."""
        match, writer = self._ready(backend, replies, budget)
        try:
            return await match.play()
        except Halt as halt:
            self.halts.append(str(halt))
            return None
        finally:
            writer.close()

    def _ready(self, backend: ModelClient, replies: int | None, budget: Budget | None) -> tuple[Match, Writer]:
        def seated(game, seat, spec, seed):
            return ModelPlayer(seat, game, spec, backend, seed=seed, failures=self._failures, budget=budget, listen=hears)

        def hears(progress):
            nonlocal heard
            if isinstance(progress.news, Heard) and progress.news.text == "half":
                self.script.time.skip(LONG)  # a server that hangs in the middle says nothing more
            heard += isinstance(progress.news, Completion)
            if heard == replies:
                match.halt("It is enough for now.")

        heard = 0
        if self.folder.exists():
            opened = reopen(self.folder, sync=False)
            referee, writer, past = opened.referee, opened.writer, opened.past
            players = players_from_header("ship", opened.header.players, None, seated)
        else:
            referee, past = Referee(Ship(4, self._config), key_from_seed(SEED)), ()
            players = seat_players("ship", referee.game.seats, parse_seats(SEATS, "ship"), referee.key, None, seated)
            writer = Writer.create(self.folder, referee, {seat: player.describe() for seat, player in players.items()}, sync=False)
        match = Match(referee, players, writer, past=past)
        return match, writer

    @property
    def said(self) -> list[dict]:
        """The Responses of the model, as they are in the transcript."""
        lines = (line.body for line in read(self.folder).lines)
        return [body["response"] for body in lines if body["request"]["to"] == MODEL]

    @property
    def answers(self) -> list:
        """The result of each response: the model's answer, or the reason why there is none."""
        return [each.get("answer") or each.get("forfeit") or each["unread"] for each in self.said]

    @property
    def readings(self) -> list[list[str]]:
        """The readings of the completions of each response."""
        return [[completion["reading"] for completion in each.get("attempts", ())] for each in self.said]

    @property
    def forfeits(self) -> list[str]:
        """The kinds of its forfeits, as the rules took them."""
        events = (event for line in read(self.folder).lines for event in line.body["events"])
        return [event["data"]["kind"] for event in events if event["event"] == "Forfeited"]

    @property
    def usage(self) -> Usage:
        """The usage of all responses."""
        return replace(sum((Usage(**each.get("usage", {})) for each in self.said), NOTHING), unpriced=0)

    def check(self) -> None:
        """Assert that the transcript can be verified, with replies read again, and holds no key."""
        report = verify(self.folder, 3)
        assert [report.levels[level].result for level in (0, 1, 3)] == ["passed"] * 3, report.findings
        assert report.is_verified
        files = b"".join(file.read_bytes() for file in self.folder.iterdir())
        assert KEY[:12].encode() not in files and KEY[-10:].encode() not in files
