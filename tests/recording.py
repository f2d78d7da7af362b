"""The recording of the README: a whole match of the ship in 20 seconds, by a bot that presses the keys of the app: `make pictures`.

The same seed gives the same match; only the frames that show a clock may differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.events import Act
from woozle.players.registry import bot
from woozle.tui.app import WoozleApp
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.widgets.compose_box import SpeechArea
from woozle.tui.widgets.end_card import EndCardPanel
from woozle.tui.widgets.transcript import Transcript

from tests.gallery import FOLDER, SPEEDY, draw, settled, until

GAME, SEED, SEATS = "ship", 30, 6  # the person finds the body, the duck lies, and the vote finds it
SIZE = (100, 30)
ZOOM = 0.75
SECONDS = 20.0
COLOURS = 96
MOST = 1_500_000  # bytes

LOOK, ACT, TYPE, READ, DWELL = 1.2, 0.55, 0.3, 1.6, 2.6  # seconds of a frame, before all are made to fit


class Recording:
    """Frames of an app, and how long each is shown."""

    def __init__(self, pilot: Any) -> None:
        self.pilot, self.app = pilot, pilot.app
        self.frames: list[tuple[Image.Image, float]] = []

    async def frame(self, seconds: float) -> None:
        await settled(self.pilot)
        image = draw(self.app, ZOOM)
        if self.frames and self.frames[-1][0].tobytes() == image.tobytes():
            self.frames[-1] = (image, self.frames[-1][1] + seconds)
        else:
            self.frames.append((image, seconds))

    async def play(self) -> None:
        """From the first turn to what the others said, judged."""
        mind = bot(GAME)("recording")
        await until(self.pilot, lambda: isinstance(self.app.screen, TableScreen))
        table = self.app.screen
        while True:
            await until(self.pilot, lambda: table.seat.is_over or bool(table.seat.request and table.table.question))
            if table.seat.is_over:
                break
            request, question = table.seat.request, table.table.question
            answer = mind.answer(request, self.app.session.match.referee.view(request.to))
            await until(self.pilot, lambda: not table.lockout.is_on)
            if question.is_text:
                await self._say(table, answer.text)
            else:
                await self._choose(table, question, answer.action if request.answer is Act else answer.target)
            await until(
                self.pilot,
                lambda asked=request: table.seat.is_over or table.seat.request is None or table.seat.request.id != asked.id,
            )
        said = audit(self.app.session.match.referee.record).checked
        lies = [each.statement for each in said if each.verdict.standing == "lie"]
        assert lies, "Nobody lies in this match; take another seed."
        await until(self.pilot, lambda: bool(table.query_one(EndCardPanel).display))
        await self.frame(DWELL)
        await self._judge((said[0].statement, lies[0]))

    async def _say(self, table: TableScreen, text: str) -> None:
        await self.frame(READ)
        area = table.query_one(SpeechArea)
        words = text.split()
        for part in (len(words) // 3, 2 * len(words) // 3, len(words)):
            area.text = " ".join(words[:part])
            await self.frame(TYPE)
        await self.pilot.press("enter")

    async def _choose(self, table: TableScreen, question: Any, value: Any) -> None:
        await self.frame(READ if all(choice.is_final for choice in question.choices) else ACT)
        choice = next(choice for choice in question.choices if choice.value == value)
        for _ in range(1 + choice.is_final):
            await until(self.pilot, lambda: not table.lockout.is_on)
            await self.pilot.press(choice.key)
            if all(each.is_final for each in question.choices):
                await self.frame(ACT)

    async def _judge(self, speeches: Sequence[Statement]) -> None:
        """Replay the meeting up to these speeches, with verdicts on what was said."""
        await self.pilot.press("r")
        await until(self.pilot, lambda: isinstance(self.app.screen, ResultsScreen))
        await self.pilot.press("c")
        await until(self.pilot, lambda: isinstance(self.app.screen, WatchScreen) and len(self.app.screen.viewpoint) > 0)
        await self.pilot.press("space", "g", *"meeting 1", "enter")
        log = self.app.screen.query_one(Transcript)
        for speech in speeches:
            label = f"{speech.speaker} · round {speech.round}"
            while not any(line.label == label for line in log.lines[: self.app.screen.viewpoint.lines]):
                await self.pilot.press("right")
            await self.frame(LOOK)
        await self.frame(DWELL)

    def save(self, path: Path) -> None:
        """Write the frames as a GIF of SECONDS; they share one palette, so that what stays the same costs nothing."""
        whole = sum(seconds for _, seconds in self.frames)
        images = [image for image, _ in self.frames]
        width, height = images[0].size
        sheet = Image.new("RGB", (width, height * len(images)))
        for at, image in enumerate(images):
            sheet.paste(image, (0, at * height))
        palette = sheet.quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
        first, *rest = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
        times = [round(1000 * seconds / whole * SECONDS / 10) * 10 for _, seconds in self.frames]
        first.save(path, save_all=True, append_images=rest, duration=times, loop=0, optimize=False, disposal=1)
        size = path.stat().st_size
        print(f"{path.name}: {len(images)} frames, {width} x {height}, {size / 1000:.0f} kB")
        if size > MOST:
            raise SystemExit(f"{path} is larger than {MOST / 1000:.0f} kB; use fewer frames or a smaller screen.")


async def record(path: Path) -> None:
    kind = registry.game(GAME)
    lobby = WoozleApp(None)
    async with lobby.run_test(size=SIZE) as pilot:
        opening = Recording(pilot)
        await opening.frame(LOOK)
        await pilot.press("p")
        await opening.frame(LOOK)
    config = registry.configure(kind, next(iter(kind.presets)), {})
    app = WoozleApp(Start(GAME, ("human", f"bot*{SEATS - 1}"), config, SEED))
    app.speed = SPEEDY
    async with app.run_test(size=SIZE) as pilot:
        match = Recording(pilot)
        await match.play()
        match.frames = [*opening.frames, *match.frames]
        match.save(path)


if __name__ == "__main__":
    asyncio.run(record(FOLDER / "recording.gif"))
