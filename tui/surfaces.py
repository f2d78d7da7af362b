"""Drawing of pictures on this terminal: chosen once, before the app starts.

Some terminals draw pixels (Kitty's protocol, Sixel), and the extra `woozle[images]` knows how. It talks to the terminal as soon as
it is imported, so it is imported here alone, and only where a terminal could answer: once Textual reads the keyboard, its answers
would be keys. Within tmux and screen, and in a browser, pixels do not arrive (textual-image #64, #71 and #104).
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, cast

from woozle.core.value import value

Mode: TypeAlias = Literal["halfblock", "kitty", "sixel", "off"]
_NO_PIXELS = ("TMUX", "STY", "TEXTUAL_DRIVER")  # tmux, screen, and `textual serve`, which names its driver so


@value
class Surface:
    """A way to draw pictures. widget: draws pixels, None for half blocks; cell: pixels across and down in one cell.

    why: what keeps pictures off, as part of a sentence.
    """

    mode: Mode
    widget: Any = None
    cell: tuple[int, int] = (1, 2)
    why: str = ""


HALF_BLOCKS = Surface("halfblock")
NO_COLOURS = Surface("off", why="without colours")
OFF = Surface("off", why="as the settings say")


def detect(
    setting: str,
    environ: Mapping[str, str] = os.environ,
    *,
    is_terminal: bool | None = None,
    ask: Callable[[str], Surface] | None = None,
) -> Surface:
    """Return the best way of this terminal that is allowed. is_terminal: both input and output are one; ask: asks the terminal."""
    wanted = allowed_setting(setting, environ, is_terminal=_is_terminal() if is_terminal is None else is_terminal)
    if wanted == "off":
        return OFF
    return HALF_BLOCKS if wanted == "halfblock" else (ask or _ask_terminal)(wanted)


def allowed_setting(setting: str, environ: Mapping[str, str], *, is_terminal: bool) -> str:
    """Return the setting, or half blocks where nothing else can arrive."""
    if setting in ("off", "halfblock"):
        return setting
    has_pixels = is_terminal and not any(environ.get(name) for name in _NO_PIXELS) and "NO_COLOR" not in environ
    return setting if has_pixels else "halfblock"


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))


def _ask_terminal(wanted: str) -> Surface:
    """Ask the terminal; half blocks if it does not answer, or the extra is not installed."""
    quiet = logging.getLogger("textual_image")
    quiet.addHandler(logging.NullHandler())
    quiet.propagate = False
    try:
        from textual_image import renderable
        from textual_image._terminal import get_cell_size
        from textual_image.widget import SixelImage, TGPImage

        cell = get_cell_size()  # as the terminal said when this was imported
    except Exception:  # not installed, or whatever a terminal answered that it does not know
        return HALF_BLOCKS
    found = {renderable.TGPImage: "kitty", renderable.SixelImage: "sixel"}.get(renderable.Image, "halfblock")
    mode = found if wanted == "auto" else wanted
    kind = {"kitty": TGPImage, "sixel": SixelImage}.get(mode)
    return Surface(cast(Mode, mode), kind, (cell.width, cell.height)) if kind else HALF_BLOCKS
