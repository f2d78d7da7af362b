"""Drawing of pictures on this terminal: chosen once, before the app starts.

Some terminals draw pixels (Kitty's protocol, Sixel), and textual-image knows how. It talks to the terminal when it is imported, and
once Textual reads the keyboard, answers would be keys. So the terminal is asked here, by a question that every terminal since the
VT100 answers, and textual-image is loaded with the first picture and asks nothing. Within tmux and screen, and in a browser, pixels
do not arrive (textual-image #64, #71 and #104).

Elsewhere a picture is made of characters: half blocks, which every font has, or sextants, where the terminal draws these itself.
Octants are drawn where a person said that they can be seen: which version of a terminal draws them, few terminals say.
"""

from __future__ import annotations

import io
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from woozle.core.value import value

Mode: TypeAlias = Literal["octant", "sextant", "halfblock", "kitty", "sixel", "off"]
Cell: TypeAlias = tuple[int, int]
_NO_PIXELS = ("TMUX", "STY", "TEXTUAL_DRIVER")  # tmux, screen, and `textual serve`, which names its driver so


@value
class Surface:
    """A way to draw pictures. widget: makes one that draws pixels, None for characters; cell: pixels across and down in a cell.

    why: what keeps pictures off, as part of a sentence.
    """

    mode: Mode
    widget: Callable[[], Any] | None = None
    cell: Cell = (1, 2)
    why: str = ""


OCTANTS = Surface("octant", cell=(2, 4))
SEXTANTS = Surface("sextant", cell=(2, 3))
HALF_BLOCKS = Surface("halfblock")
NO_COLOURS = Surface("off", why="without colours")
OFF = Surface("off", why="as the settings say")
BLOCKS: Mapping[str, Surface] = {each.mode: each for each in (OCTANTS, SEXTANTS, HALF_BLOCKS)}
"""The surfaces of characters, by the values of the setting `blocks`."""


def detect(
    setting: str,
    environ: Mapping[str, str] = os.environ,
    *,
    is_terminal: bool | None = None,
    ask: Callable[[], str] | None = None,
) -> Surface:
    """Return the best way of this terminal that is allowed. setting: `images`; is_terminal: both input and output are one.

    ask: sends the terminal a question and returns its answer.
    """
    wanted = allowed_setting(setting, environ, is_terminal=_is_terminal() if is_terminal is None else is_terminal)
    if wanted == "off":
        return OFF
    found: Surface | None = None
    if wanted != "halfblock":
        found = _pixels(wanted, environ, ask or _ask_terminal)
    return found or (HALF_BLOCKS if setting == "halfblock" else known_blocks(environ))


def allowed_setting(setting: str, environ: Mapping[str, str], *, is_terminal: bool) -> str:
    """Return the setting, or half blocks where nothing else can arrive."""
    if setting in ("off", "halfblock"):
        return setting
    has_pixels = is_terminal and not any(environ.get(name) for name in _NO_PIXELS) and "NO_COLOR" not in environ
    return setting if has_pixels else "halfblock"


# Characters


def known_blocks(environ: Mapping[str, str]) -> Surface:
    """Return sextants where the terminal is known to draw these itself, whatever its font has; else half blocks.

    These do: kitty, foot, WezTerm, Ghostty, Alacritty from 0.14 (its #7534), and VTE from 0.62, which is GNOME's terminals. Konsole
    does not. Within tmux and screen variables may tell of a terminal that is not there any more.
    """
    if any(environ.get(name) for name in _NO_PIXELS):
        return HALF_BLOCKS
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    is_named = term.startswith(("xterm-kitty", "foot", "xterm-ghostty", "alacritty", "wezterm"))
    is_vte = term.startswith("xterm") and "XTERM_VERSION" not in environ and _number(environ.get("VTE_VERSION", "")) >= 6200
    return SEXTANTS if is_named or is_vte or program in ("ghostty", "WezTerm") else HALF_BLOCKS


# Pixels


_MUTE = ("", "dumb", "unknown", "linux")  # names of terminals that draw no pixels, and may show what they do not understand
_VT340: Cell = (10, 20)
_QUESTION = "\x1b[16t\x1b[c"  # how large is a cell; what are you? The second is answered last, by every terminal
_WHAT = re.compile(r"\x1b\[\?([\d;]*)c")
_SIZE = re.compile(r"\x1b\[6;(\d+);(\d+)t")
_SIXEL = "4"
_PATIENCE = 1.0  # seconds; an answer that comes later, from far away, would be read as keys


def _is_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.__stdin__, sys.__stdout__))


def _pixels(wanted: str, environ: Mapping[str, str], ask: Callable[[], str]) -> Surface | None:
    """Return the surface of a terminal that draws pixels; None for any other, or one that does not answer."""
    mode, answer = wanted, ""
    if wanted == "auto":
        mode = "kitty" if _has_placeholders(environ) else "sixel"
    if mode == "sixel" and environ.get("TERM", "") not in _MUTE and os.name == "posix":
        answer = ask()
        what = _WHAT.search(answer)
        if wanted == "auto" and (what is None or _SIXEL not in what[1].split(";")[1:]):
            return None
    elif wanted == "auto" and mode == "sixel":
        return None
    if find_spec("textual_image") is None:  # an installation older than its code
        return None
    cell = _cell_size(answer)
    return Surface("kitty" if mode == "kitty" else "sixel", lambda: _load_image(mode, cell), cell)


def _has_placeholders(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal knows the placeholders of Kitty's protocol; others that know the protocol do not know these."""
    return environ.get("TERM", "").startswith(("xterm-kitty", "xterm-ghostty"))  # other variables reach programs within programs


def _ask_terminal() -> str:
    """Ask the terminal what it is, and return its reply; empty if keys were pressed before, which stay in the input."""
    import select
    import termios
    import tty

    assert sys.__stdin__ and sys.__stdout__
    stream = sys.__stdin__.fileno()
    came = ""
    with suppress(OSError, termios.error):
        before = termios.tcgetattr(stream)
        if select.select([stream], [], [], 0)[0]:
            return ""
        tty.setcbreak(stream, termios.TCSANOW)
        try:
            sys.__stdout__.write(_QUESTION)
            sys.__stdout__.flush()
            end = time.monotonic() + _PATIENCE
            while not _WHAT.search(came) and select.select([stream], [], [], max(0.0, end - time.monotonic()))[0]:
                read = os.read(stream, 1)  # what is typed after the answer stays
                if not read:
                    break
                came += read.decode("latin-1")
        finally:
            termios.tcsetattr(stream, termios.TCSANOW, before)
    return came


def _cell_size(answer: str) -> Cell:
    """Return the pixels of a cell: from the system, else from the terminal's reply, else those of a VT340."""
    with suppress(ImportError, OSError, ValueError, AttributeError, ZeroDivisionError):
        import fcntl
        import struct
        import termios

        size = fcntl.ioctl(sys.__stdout__, termios.TIOCGWINSZ, bytes(8))  # type: ignore[arg-type]
        rows, columns, width, height = struct.unpack("HHHH", size)
        if width >= columns and height >= rows:
            return width // columns, height // rows
    if found := _SIZE.search(answer):
        return int(found[2]) or _VT340[0], int(found[1]) or _VT340[1]
    return _VT340


def _load_image(mode: str, cell: Cell) -> Any:
    """Return a new widget of textual-image."""
    from textual_image import _terminal

    vars(_terminal.get_cell_size)["_result"] = _terminal.CellSize(*cell)
    output, sys.__stdout__ = sys.__stdout__, io.StringIO()  # type: ignore  # it asks a terminal, and no other file
    try:
        from textual_image.widget import SixelImage, TGPImage
    finally:
        sys.__stdout__ = output  # type: ignore[misc]
    return TGPImage() if mode == "kitty" else SixelImage()


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() else 0
