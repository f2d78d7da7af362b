"""The speed of pictures in a terminal: decoded, drawn at 60 columns in each kind of characters, drawn again unchanged."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from statistics import median

from benchmarks.result import Result

COLUMNS, ROWS = 60, 30
TIMES = 200


def noisy(side: int):  # type: ignore[no-untyped-def]
    """Return a picture whose cells all have different colours, like those of a photograph; the same each time."""
    from PIL import Image

    from woozle.core.request import Picture

    chance = random.Random(1)
    image = Image.frombytes("RGB", (side // 4, side // 4), chance.randbytes(side * side // 16 * 3)).resize((side, side))
    out = BytesIO()
    image.save(out, "PNG")
    return Picture.png(out.getvalue())


def timed(do: Callable[[], object], times: int = TIMES) -> float:
    """Return the milliseconds that it takes, the median of `times`."""
    took = []
    for _ in range(times):
        started = time.process_time()
        do()
        took.append(time.process_time() - started)
    return median(took) * 1e3


def picture() -> list[Result]:
    """Measure the computation alone, and the widget in an app."""
    from woozle.tui.surfaces import OCTANTS, SEXTANTS
    from woozle.tui.widgets.block_characters import blocks_of
    from woozle.tui.widgets.picture_canvas import Lens, decode, frame_picture, strips

    results = []
    for side in (512, 1024):
        shown = noisy(side)
        image = decode(shown)
        frames = [frame_picture(lens, image.size, (COLUMNS, ROWS)) for lens in (Lens(), Lens(2.0))]
        whole, near = (partial(strips, image, frame) for frame in frames)
        what = f"picture of {side} px"
        results += [
            Result(f"{what}: decoded, once", timed(partial(decode, shown), 20), "ms", ""),
            Result(f"{what}: a frame of {COLUMNS} columns", timed(whole), "ms", "<= 15"),
            Result(f"{what}: a frame of {COLUMNS} columns, half of it", timed(near), "ms", "<= 15"),
            *(
                Result(f"  in {surface.mode}s", timed(partial(strips, image, frames[0], blocks_of(surface.cell))), "ms", "<= 15")
                for surface in (SEXTANTS, OCTANTS)
            ),
        ]
    first, again = asyncio.run(in_an_app())
    results.append(Result(f"the widget at {COLUMNS} columns: a frame that is new", first, "ms", "<= 15"))
    results.append(Result(f"the widget at {COLUMNS} columns: a frame drawn before", again, "ms", "<= 1"))
    return results


async def in_an_app() -> tuple[float, float]:
    """Return the milliseconds in which the widget renders its rows, first and again."""
    from textual.app import App, ComposeResult
    from textual.geometry import Region

    from woozle.tui.styles import sheets
    from woozle.tui.styles.themes import DARK
    from woozle.tui.widgets.picture import PictureView
    from woozle.tui.widgets.picture_canvas import BlockImage, _style

    view = PictureView()

    class Host(App[None]):
        CSS_PATH = sheets("base")

        def get_theme_variable_defaults(self) -> dict[str, str]:
            return dict(DARK.variables)

        def compose(self) -> ComposeResult:
            yield view

    async with Host().run_test(size=(COLUMNS, ROWS + 1)) as pilot:
        view.put(noisy(512), "A picture")
        await pilot.pause()
        easel = view.query_one(BlockImage)
        whole = Region(0, 0, *easel.size)

        def anew() -> None:
            _style.cache_clear()
            easel._drawn.clear()
            easel.render_lines(whole)

        return timed(anew), timed(lambda: easel.render_lines(whole))


ALL = {"picture": picture}
