"""The device of a person: facts that affect what they see, and the precision of their times. Nothing identifies its owner."""

from __future__ import annotations

import asyncio
import platform
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

import textual
from textual import constants

from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.tui.base_app import BaseApp
    from woozle.tui.surfaces import Mode

_REPAINTS = 9
_AT_MOST = 0.25  # seconds that measuring takes


@value
class Device:
    """A terminal, as the app knows it. No name of a machine, person, path or terminal program is in it.

    columns, rows: of the terminal. colours: `truecolor`, `256`, `16` or `none`. images: how pictures are shown. refresh_ms:
    milliseconds from asking for a repaint to its being written out, the median of some; None where none was. It holds the wait for
    the next frame, and neither keyboard nor screen. tells_focus: whether the terminal had reported its focus until now. kitty_keys:
    whether keys come by Kitty's protocol; None if that is not known. is_browser: whether the terminal is a page in a browser.
    """

    columns: int
    rows: int
    colours: str
    images: Mode
    refresh_ms: float | None
    tells_focus: bool
    kitty_keys: bool | None
    is_browser: bool
    python: str
    textual: str


async def measure_device(app: BaseApp, clock: Callable[[], float] = time.perf_counter) -> Device:
    """Measure the device that the app runs on, in a quarter of a second at most. Await it in a worker, not in a screen."""
    return Device(
        columns=app.size.width,
        rows=app.size.height,
        colours=_colours(app),
        images=app.surface.mode,
        refresh_ms=await _refresh(app, clock),
        tells_focus=app.matches.tells_focus,
        kitty_keys=False if constants.DISABLE_KITTY_KEY else None,  # Textual asks for it, and does not hear what became of that
        is_browser=app.is_web,
        python=platform.python_version(),
        textual=textual.__version__,
    )


def _colours(app: BaseApp) -> str:
    if app.no_color:
        return "none"
    known = {"standard": "16", "windows": "16", "256": "256", "truecolor": "truecolor"}
    return known.get(app.console.color_system or "", "none")


async def _refresh(app: BaseApp, clock: Callable[[], float]) -> float | None:
    taken: list[float] = []
    try:
        async with asyncio.timeout(_AT_MOST):
            while len(taken) < _REPAINTS:
                is_painted = asyncio.Event()
                began = clock()
                app.screen.refresh()
                app.screen.call_after_refresh(is_painted.set)
                await is_painted.wait()
                taken.append(clock() - began)
    except TimeoutError:
        pass  # what was painted by then counts
    return round(median(taken) * 1000, 1) if taken else None
