"""The speed of screens: the transcript widget in this process, a replay and a live match in their own terminal."""

from __future__ import annotations

import asyncio
import random
import shutil
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median, quantiles

from benchmarks.result import Result
from benchmarks.terminal import Terminal

WOOZLE = [sys.executable, "-c", "from woozle.tui.cli.main import main; main()"]
LINES = 10_000
ROUNDS = 5
_ON, _END, _BEGINNING, _NEXT_PHASE, _PHASE_BEFORE = "\x1b[C", "\x1b[F", "\x1b[H", "\x1b[1;2C", "\x1b[1;2D"
SPEECH = "I was in medbay at tick 12 and saw nobody but Bob, who left for storage; then I went on to electrical to do my task. "


def transcript() -> list[Result]:
    """Measure the widget alone: appending at 10,000 lines, its memory, jumping back and forth."""
    from textual.app import App, ComposeResult

    from woozle.core.line import Line
    from woozle.tui.styles import sheets
    from woozle.tui.styles.themes import DARK
    from woozle.tui.widgets.transcript import Transcript

    lines = [Line(f"{SPEECH}{number}", "speech", str(number), number % 10 + 1) for number in range(LINES)]

    class Host(App[None]):
        CSS_PATH = sheets("base")

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return dict(DARK.variables)

        def compose(self) -> ComposeResult:
            yield Transcript(id="story", selects=True)

    async def measured() -> tuple[float, float, float]:
        app = Host()
        async with app.run_test(size=(120, 40)) as pilot:
            widget = app.query_one(Transcript)
            tracemalloc.start()
            widget.show(lines)
            memory = tracemalloc.get_traced_memory()[0] / 2**20
            tracemalloc.stop()
            started = time.process_time()
            for line in lines[:1000]:
                widget.show([line])
            append = (time.process_time() - started) / 1000
            await pilot.pause()
            jumps = []
            for count in random.Random(1).sample(range(1, LINES), 50):
                started = time.process_time()
                widget.show_until(count)
                for row in range(40):
                    widget.render_line(row)
                jumps.append(time.process_time() - started)
        return append * 1e6, memory, max(jumps) * 1e3

    append, memory, jump = asyncio.run(measured())
    return [
        Result("transcript of 10,000 lines: an append", append, "us", "<= 100"),
        Result("transcript of 10,000 lines: memory", memory, "MB", "<= 15"),
        Result("transcript of 10,000 lines: the slowest of 50 jumps", jump, "ms", "<= 50"),
    ]


def p95(seconds: Iterable[float]) -> float:
    return quantiles(seconds, n=20)[-1]


def long_match(home: Path, events: int) -> Path:
    """Play a match with about `events` Events, and return its transcript: the record of ten random bots has 13 to 19 a tick."""
    from woozle.arena.play.setup import nobody
    from woozle.core.chance import key_from_seed
    from woozle.core.match import Match
    from woozle.core.referee import Referee
    from woozle.games.ship.config import preset
    from woozle.games.ship.rules import Ship
    from woozle.players.seats import parse_seats, seat_players
    from woozle.saves.writer import Writer

    calm = {"kill_cooldown": 1000, "first_kill_cooldown": 1000, "ticks_per_task": 100, "tasks_each": 8, "emergency_meetings": 3}
    config = preset("standard", map="station", max_ticks=max(1, events // 13), **calm)
    game, key = Ship(10, config), key_from_seed(7)
    players = seat_players("ship", game.seats, parse_seats("bot:random*10", "ship"), key, nobody)
    folder = home / "matches" / f"long-{events}"
    referee = Referee(game, key)
    writer = Writer.create(folder, referee, {seat: player.describe() for seat, player in players.items()}, sync=False)
    asyncio.run(Match(referee, players, writer).play())
    print(f"(a match of {len(referee.record):,} Events)", file=sys.stderr)
    return folder


def first_view(path: Path, home: Path) -> float:
    """Return the seconds from the command until a replay is visible."""
    started = time.perf_counter()
    terminal = Terminal([*WOOZLE, "replay", str(path)], home)
    terminal.until("everything")
    seconds = time.perf_counter() - started
    terminal.close()
    return seconds


def replay() -> list[Result]:
    """Measure a replay of 10,000 Events in a terminal: keys, jumps, another size; and the time to open one of 100,000."""
    home = Path(tempfile.mkdtemp())
    try:
        short, long = long_match(home, 10_000), long_match(home, 100_000)
        terminal = Terminal([*WOOZLE, "replay", str(short)], home)
        terminal.until("everything")
        terminal.settle(1.0)
        terminal.send(" ")  # it is paused from here on, and says so beside its position, in the last row but one
        terminal.until("PAUSED")
        keys = [terminal.press(key) for key in [_ON] * 20]
        there_and_back = [_END, _BEGINNING, *[_NEXT_PHASE] * 5, *[_PHASE_BEFORE] * 5]
        jumps = [terminal.press(key) for key in there_and_back * ROUNDS]
        sizes = []
        for columns, rows in [(100, 30), (140, 45), (80, 24), (120, 40)] * 2:
            terminal.settle()
            terminal.resize(columns, rows)
            sizes.append(terminal.painted())
        terminal.close()
        opened = [min(first_view(path, home) for _ in range(3)) for path in (long_match(home, 10), short, long)]
        return [
            Result("replay of 10,000 Events: a key to its paint, median", median(shown for shown, _ in keys) * 1e3, "ms", "<= 50"),
            Result(
                "replay of 10,000 Events: a key to its last byte, median", median(last for _, last in keys) * 1e3, "ms", "<= 50"
            ),
            Result("replay of 10,000 Events: a jump to its paint, p95", p95(shown for shown, _ in jumps) * 1e3, "ms", "<= 50"),
            Result("replay of 10,000 Events: a jump to its paint, slowest", max(shown for shown, _ in jumps) * 1e3, "ms", ""),
            Result(
                "replay of 10,000 Events: a jump to its last byte, median", median(last for _, last in jumps) * 1e3, "ms", "<= 50"
            ),
            Result("replay of 10,000 Events: a jump to its last byte, slowest", max(last for _, last in jumps) * 1e3, "ms", ""),
            Result("replay of 10,000 Events: another size, slowest", max(sizes) * 1e3, "ms", "<= 250"),
            Result("replay of 10,000 Events: command to first view", opened[1], "s", ""),
            Result("replay of 100,000 Events: command to first view", opened[2], "s", ""),
            Result("replay of 100,000 Events: opened (more than a handful takes)", opened[2] - opened[0], "s", "<= 2"),
        ]
    finally:
        shutil.rmtree(home)


def watching() -> list[Result]:
    """Measure a live match of bots at full speed: the time from a key to its effect on the screen."""
    home = Path(tempfile.mkdtemp())
    dice = random.Random(5)
    try:
        calm = ["--set", "kill_cooldown=1000", "--set", "first_kill_cooldown=1000", "--set", "ticks_per_task=100"]
        command = [*WOOZLE, "watch", "ship", "--seats", "bot:random*10", "--map", "station", "--speed", "max", *calm]
        command += ["--set", "max_ticks=10000", "--seed", "3"]  # a long one
        terminal = Terminal(command, home)
        terminal.settle(5.0)
        terminal.close()  # all modules are compiled now
        terminal = Terminal(command, home)
        terminal.until("everything")
        waits = []
        for number in range(40):
            end = time.perf_counter() + 0.05 + dice.random() * 0.1
            while time.perf_counter() < end:
                terminal.read(0.01)
            terminal.send("0" if number % 2 == 0 else "*")
            waits.append(terminal.until("public" if number % 2 == 0 else "everything", 10))
        terminal.close()
        return [Result("live bots at full speed: a key to its effect, p95", p95(waits) * 1e3, "ms", "<= 100")]
    finally:
        shutil.rmtree(home)


ALL: dict[str, Callable[[], list[Result]]] = {"transcript": transcript, "replay": replay, "watching": watching}
