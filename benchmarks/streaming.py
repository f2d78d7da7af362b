"""The share of a core that it takes to show eight models speaking at once: `python -m benchmarks streaming`."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.result import Result
from benchmarks.terminal import Terminal

SEATS = 8
TOKENS = 100  # a second and seat
SECONDS = 10.0
SETTLED = 2.0  # seconds until the screen is complete
SPEECH = "I was in medbay at tick 12 and saw nobody but Bob, who left for storage; then I went on to electrical. "
WORDS = [f"{word} " for word in SPEECH.split()]


def speaking() -> None:
    """Run the app with a live match in which every seat is asked and speaks without end."""
    from woozle.arena.play.event_sources import LiveSource
    from woozle.arena.play.start import Start, Watch
    from woozle.core.request import Request
    from woozle.games.ship.config import preset
    from woozle.games.ship.events import Vote
    from woozle.games.ship.players.bot import ShipBot
    from woozle.players.backends.model_client import Heard, Sent
    from woozle.players.models.progress import Progress
    from woozle.tui.app import WoozleApp

    class Silent(ShipBot):
        answers_at_once = False
        keeps_time = True

        async def respond(self, request, observation):  # type: ignore[no-untyped-def, override]
            await asyncio.Event().wait()

    async def speak(feed: LiveSource) -> None:
        for number in range(100_000):
            for seat in feed.seats:
                feed._hear(Progress(seat, 1, Heard(WORDS[number % len(WORDS)]) if number else Sent()))
            await asyncio.sleep(1 / TOKENS)

    app = WoozleApp(Watch(Start("ship", (f"openai:model*{SEATS}",), preset("standard"))))
    show = app.spectators._push

    def push(source, shown):  # type: ignore[no-untyped-def]
        # Only a vote asks all seats of the ship at once, and it would take long to come.
        source._match.referee.open = {n: Request(1, seat, Vote, {}, 60.0) for n, seat in enumerate(source.seats)}
        show(source, shown)
        app.run_worker(speak(source))

    app.spectators._push = push  # type: ignore[method-assign]
    app.models.complete = lambda start: start  # type: ignore[method-assign]
    app.models.players_for = lambda start: lambda listen: lambda game, seat, spec, seed: Silent(seat)  # type: ignore[method-assign, assignment, return-value]
    app.run()


def streaming() -> list[Result]:
    """Measure the processor seconds for each second on screen, at both sizes."""
    results = []
    for columns, rows in ((80, 24), (140, 45)):
        home = Path(tempfile.mkdtemp())
        try:
            terminal = Terminal([sys.executable, "-m", "benchmarks.streaming"], home, columns, rows)
            terminal.until("writes")
            _read_for(terminal, SETTLED)
            before, started = _cpu_seconds(terminal.pid), time.perf_counter()
            painted = _read_for(terminal, SECONDS)
            share = (_cpu_seconds(terminal.pid) - before) / (time.perf_counter() - started)
            terminal.close()
        finally:
            shutil.rmtree(home)
        what = f"{SEATS} seats at {TOKENS} tokens a second, {columns}x{rows}"
        results.append(Result(f"{what}: share of a core", share * 100, "% of a core", "<= 25"))
        results.append(Result(f"{what}: painted", painted / SECONDS / 1024, "kB/s", ""))
    return results


def _read_for(terminal: Terminal, seconds: float) -> int:
    end, size = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        size += len(terminal.read(0.05))
    return size


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


ALL: dict[str, Callable[[], list[Result]]] = {"streaming": streaming}

if __name__ == "__main__":
    speaking()
