"""Pictures of a real match, for the README and the pages: `make pictures`. A bot sits in the person's seat and presses the keys;
the page of a browser shows what it was asked.

Writes docs/pictures/*.png (or into the folder that is named); `--all` draws every screen, at both sizes and in both themes.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import resvg_py
from PIL import Image

os.environ.setdefault("WOOZLE_HOME", tempfile.mkdtemp())
os.environ["TEXTUAL_ANIMATIONS"] = "none"

from woozle.arena.play.start import Start
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Vote
from woozle.games.ship.players.bot import ShipBot
from woozle.tui.app import WoozleApp
from woozle.tui.screens.results import ResultsScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.screens.watch import WatchScreen
from woozle.tui.widgets.compose_box import SpeechArea

from tests.web.browser import Browser, launch, missing
from tests.web.moments import moments, show

FONT = "DejaVu Sans Mono"
PAGES = {"roam", "results", "replay"}
COLOURS = 96  # of the picture of a page, which has few
SIZES = {"large": (140, 45), "small": (80, 24)}


class Sitting:
    """One match at one size, and the pictures taken on the way."""

    def __init__(self, pilot: Any, folder: Path, suffix: str) -> None:
        self.pilot, self.app = pilot, pilot.app
        self.folder, self.suffix = folder, suffix
        self.bot = ShipBot("pictures")
        self.taken: set[str] = set()

    async def picture(self, name: str) -> None:
        if name in self.taken or not (self.suffix or name in PAGES):
            return
        self.taken.add(name)
        await self.settled()
        svg = self.app.export_screenshot(title="woozle")
        drawn = resvg_py.svg_to_bytes(svg_string=svg, font_family=FONT, monospace_family=FONT, zoom=1)
        (self.folder / f"{name}{self.suffix}.png").write_bytes(bytes(drawn))

    async def settled(self) -> None:
        for _ in range(3):
            await self.pilot.pause()

    async def until(self, is_so: Any) -> None:
        while not is_so():
            await self.pilot.pause()

    @staticmethod
    def _can_answer(table: TableScreen) -> bool:
        return bool(table.seat.request and table.table.question and not table.lockout.is_on)

    async def play(self) -> None:
        """From the first turn to the results."""
        await self.until(lambda: isinstance(self.app.screen, TableScreen))
        table = self.app.screen
        while True:
            await self.until(lambda: table.seat.is_over or self._can_answer(table))
            if table.seat.is_over:
                break
            request, question = table.seat.request, table.table.question
            tick = self.app.session.match.referee.game.tick
            if request.answer is Act and tick >= 9:
                await self.picture("roam")
            elif request.answer is Vote:
                await self.picture("vote")
            answer = self.bot.answer(request, self.app.session.match.referee.view(request.to))
            if not isinstance(answer, Act | Vote) and not (question.is_text and answer.text):  # silence, or a dead seat's belief
                table._settle()
                self.app.session.answer(request.id, answer)
            elif question.is_text:
                table.query_one(SpeechArea).text = answer.text
                await self.picture("table")
                await self.pilot.press("enter")
            else:
                value = answer.action if request.answer is Act else answer.target
                choice = next(choice for choice in question.choices if choice.value == value)
                for _ in range(1 + choice.is_final):
                    await self.until(lambda: not table.lockout.is_on)
                    await self.pilot.press(choice.key)
            await self.until(
                lambda asked=request: table.seat.is_over or table.seat.request is None or table.seat.request.id != asked.id
            )
        await self.picture("over")
        await self.pilot.press("r")
        await self.until(lambda: isinstance(self.app.screen, ResultsScreen))
        await self.picture("results")
        await self.pilot.press("w")
        await self.until(lambda: isinstance(self.app.screen, WatchScreen) and len(self.app.screen.viewpoint) > 0)
        await self.pilot.press("space", "g", *"meeting 1", "enter", *["right"] * 11)
        await self.picture("replay")
        await self.pilot.press("x")
        await self.picture("raw")


async def sit(folder: Path, seed: int, size: tuple[int, int], theme: str, suffix: str) -> None:
    app = WoozleApp(None)
    async with app.run_test(size=size) as pilot:
        app.theme = theme
        sitting = Sitting(pilot, folder, suffix)
        await sitting.picture("lobby")
        await pilot.press("question_mark")
        await sitting.picture("help")
        await pilot.press("escape", "p")
        await sitting.picture("seats")
        for key, name in (("b", "browser"), ("l", "leaderboard"), ("comma", "settings")):
            await pilot.press("escape", key)
            await sitting.picture(name)
    app = WoozleApp(Start("ship", ("human", "bot*5"), preset("standard"), seed))
    app.speed = float("inf")
    async with app.run_test(size=size) as pilot:
        app.theme = theme
        await Sitting(pilot, folder, suffix).play()


async def take_page(html: str, file: Path) -> None:
    """Take a picture of a table in a browser."""
    async with launch() as program:
        page = await Browser(program, []).page(width=1200, theme="dark")
        await show(page, html)
        drawn = Image.open(BytesIO(await page.screenshot())).convert("RGB")
    drawn.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=Path(__file__).parents[1] / "docs" / "pictures")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for theme in ("woozle-dark", "woozle-light") if options.all else ("woozle-dark",):
        for name, size in SIZES.items() if options.all else (("large", SIZES["large"]),):
            suffix = f"-{name}-{theme.removeprefix('woozle-')}" if options.all else ""
            asyncio.run(sit(options.folder, options.seed, size, theme, suffix))
    if why := missing():
        print(f"browser.png was not taken: {why}.")
    else:
        pages = dict(moments("ship", Path(tempfile.mkdtemp()) / "match", seed=options.seed))
        asyncio.run(take_page(pages["Speak-1"], options.folder / "browser.png"))


if __name__ == "__main__":
    main()
