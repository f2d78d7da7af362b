"""Pictures of a match of each game, in both themes, for docs/gallery.md: `make pictures`.

A bot answers in the person's place, through the app as it is; each picture is taken at a moment that shows the game.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import resvg_py
from PIL import Image

os.environ.setdefault("WOOZLE_HOME", tempfile.mkdtemp())
os.environ["TEXTUAL_ANIMATIONS"] = "none"

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.core.request import Response
from woozle.players.registry import bot
from woozle.tui.app import WoozleApp
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.end_card import EndCardPanel

from tests.games.parts import parts

FONT = "DejaVu Sans Mono"
FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZE = (110, 32)
THEMES = ("dark", "light")
COLOURS = 96  # of a picture, which has few
SPEEDY = float("inf")


class Moment(NamedTuple):
    """The moment of a picture of a match: before the `nth` question that asks for `answer`. seats: including the person's."""

    game: str
    seats: int
    seed: int
    answer: str
    nth: int = 1


ENDED = "ship"
"""The game whose end has a picture."""
MOMENTS = [Moment(game, *moment) for game, moment in parts("facts", "MOMENT").items()]


class StandIn:
    """A bot that says it is a person, so that a profile has somebody to tell of."""

    is_human, keeps_time, answers_at_once = True, False, True

    def __init__(self, kind: Any, seed: str) -> None:
        self._bot = kind(seed)

    def describe(self) -> dict[str, Any]:
        return {"kind": "human"}

    async def respond(self, request: Any, observation: Any) -> Response:
        return Response(request.id, self._bot.answer(request, observation))


def play_matches(game: str, seats: int, number: int, name: str) -> None:
    """Play some matches to their end, without a screen."""
    kind = registry.game(game)
    for seed in range(number):
        config = registry.configure(kind, next(iter(kind.presets)), {})
        person = StandIn(bot(game, name), f"person {seed}")
        ready = new_match(game, ["human", f"bot*{seats - 1}"], config, seed, human=lambda seat, person=person: person, sync=False)
        asyncio.run(ready.match.play())
        ready.writer.close()


async def settled(pilot: Any) -> None:
    for _ in range(3):
        await pilot.pause()


async def until(pilot: Any, is_so: Callable[[], bool]) -> None:
    while not is_so():
        await pilot.pause()


def draw(app: Any, zoom: float = 1.0) -> Image.Image:
    """Return the screen as it is."""
    svg = app.export_screenshot(title="woozle")
    png = resvg_py.svg_to_bytes(svg_string=svg, font_family=FONT, monospace_family=FONT, zoom=zoom)
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def save(app: Any, name: str, theme: str) -> None:
    draw(app).quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        FOLDER / f"{name}_{theme}.png", optimize=True
    )


async def play(pilot: Any, moment: Moment, theme: str) -> None:
    """Play to the end, and take a picture at the moment and one of the end."""
    app, mind, asked = pilot.app, bot(moment.game)("gallery"), 0
    await until(pilot, lambda: isinstance(app.screen, TableScreen))
    table = app.screen
    while True:
        await until(
            pilot, lambda: table.seat.is_over or bool(table.seat.request and table.table.question and not table.lockout.is_on)
        )
        if table.seat.is_over:
            break
        request = table.seat.request
        if request.answer.__name__ == moment.answer:
            asked += 1
            if asked == moment.nth:
                await settled(pilot)
                save(app, f"gallery_{moment.game}", theme)
        answer = mind.answer(request, app.session.match.referee.view(request.to))
        table._settle()
        app.session.answer(request.id, answer)
    if moment.game == ENDED:
        await until(pilot, lambda: bool(table.query_one(EndCardPanel).display))
        await settled(pilot)
        save(app, "gallery_end", theme)


async def take(moment: Moment, theme: str) -> None:
    kind = registry.game(moment.game)
    config = registry.configure(kind, next(iter(kind.presets)), {})
    app = WoozleApp(Start(moment.game, ("human", f"bot*{moment.seats - 1}"), config, moment.seed))
    app.speed = SPEEDY
    async with app.run_test(size=SIZE) as pilot:
        app.theme = f"woozle-{theme}"
        await play(pilot, moment, theme)


async def take_profile(theme: str) -> None:
    app = WoozleApp(None)
    async with app.run_test(size=SIZE) as pilot:
        app.theme = f"woozle-{theme}"
        await pilot.press("i")
        await until(
            pilot, lambda: bool(app.screen.query(".section")) and "Reading" not in str(app.screen.query_one("#turns").render())
        )
        app.screen.query_one("#page").scroll_to(y=18, animate=False)
        await settled(pilot)
        save(app, "gallery_profile", theme)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", help="only these, or `profile`")
    games = parser.parse_args().games
    FOLDER.mkdir(parents=True, exist_ok=True)
    for theme in THEMES:
        for moment in MOMENTS:
            if not games or moment.game in games:
                asyncio.run(take(moment, theme))
    if not games or "profile" in games:
        for game, seats, number, name in (
            ("urn", 5, 60, "keen"),
            ("ship", 6, 30, ""),
            ("self_play", 3, 30, ""),
            ("debate", 5, 10, ""),
        ):
            play_matches(game, seats, number, name)
        for theme in THEMES:
            asyncio.run(take_profile(theme))


if __name__ == "__main__":
    main()
