"""The terminal, as the environment and the system describe it. It is not asked: an answer would be read as a key."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Iterator, Mapping

from woozle.core.text import visible_line
from woozle.tui.doctor.findings import Finding, Section, missing, note, ok, problem
from woozle.tui.surfaces import BLOCKS, HALF_BLOCKS, allowed_setting, known_blocks

SMALLEST = (60, 20)
"""Columns and rows that a screen needs."""

_DUMB = ("dumb", "unknown")
_TRUE = ("truecolor", "24bit")
_NO_CLIPBOARD = ("Apple_Terminal",)


def terminal(
    environ: Mapping[str, str] = os.environ,
    size: tuple[int, int] | None = None,
    encoding: str = "",
    *,
    images: str = "auto",
    blocks: str = "auto",
) -> Section:
    """Check the terminal. size: columns and rows, None without a terminal; encoding: of printed text; images, blocks: settings."""
    return Section("Terminal", tuple(_findings(environ, size, encoding, images, blocks)))


def terminal_size() -> tuple[int, int] | None:
    """Return columns and rows of the terminal; None unless both input and output are one."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        return None
    try:
        return tuple(os.get_terminal_size())  # type: ignore[return-value]
    except OSError:
        return None


def output_encoding() -> str:
    """Return the encoding of printed text."""
    return sys.stdout.encoding if sys.stdout else "ascii"


def _findings(
    environ: Mapping[str, str], size: tuple[int, int] | None, encoding: str, images: str, blocks: str
) -> Iterator[Finding]:
    yield _size(size)
    yield _kind(environ)
    yield _colours(environ)
    yield _letters(encoding)
    yield _images(environ, size, images, blocks)
    yield _clipboard(environ)


def _size(size: tuple[int, int] | None) -> Finding:
    if size is None:
        return missing("size", "input or output is not a terminal", "play with --plain here, or start it in a terminal")
    columns, rows = size
    told = f"{columns} columns, {rows} rows"
    if columns < SMALLEST[0] or rows < SMALLEST[1]:
        return problem("size", told, f"make it {SMALLEST[0]} columns and {SMALLEST[1]} rows at least")
    return ok("size", told)


def _kind(environ: Mapping[str, str]) -> Finding:
    term = visible_line(environ.get("TERM", ""))[:40]
    within = [name for name, sign in (("tmux", "TMUX"), ("screen", "STY"), ("ssh", "SSH_TTY")) if environ.get(sign)]
    told = " in ".join([f"TERM is {term}" if term else "TERM is not set", *within])
    if term in ("", *_DUMB) and os.name != "nt":
        return missing("kind", told, "set TERM to what the terminal is, such as xterm-256color, or play with --plain")
    return ok("kind", told)


def _colours(environ: Mapping[str, str]) -> Finding:
    if "NO_COLOR" in environ:
        return ok("colours", "none, as NO_COLOR says")
    if environ.get("COLORTERM", "").lower() in _TRUE or environ.get("WT_SESSION"):
        return ok("colours", "16 million")
    if "256" in environ.get("TERM", ""):
        return missing("colours", "256", "set COLORTERM=truecolor if the terminal shows more")
    return missing("colours", "16", "set TERM=xterm-256color or COLORTERM=truecolor if the terminal shows more")


def why_no_screens(environ: Mapping[str, str] = os.environ, encoding: str | None = None) -> str:
    """Return why the terminal cannot show the app, as the end of a sentence; empty if it can.

    Args:
        encoding: Of printed text; by default, that of standard output.
    """
    term = environ.get("TERM", "").lower()
    name = _codec(output_encoding() if encoding is None else encoding)
    if term in _DUMB:
        return f"TERM is {term}, which means a terminal that cannot move its cursor"
    if os.name != "nt" and not name.startswith("utf"):
        return f"text is printed as {name} and not as UTF-8 (LANG=C.UTF-8 or the like would change that)"
    return ""


def _codec(encoding: str) -> str:
    try:
        return codecs.lookup(encoding or "ascii").name
    except LookupError:
        return "ascii"


def _letters(encoding: str) -> Finding:
    name = _codec(encoding)
    if not name.startswith("utf"):
        lacks = f"{name}: what it lacks is printed by its number, as in \\u2713, and the app cannot be shown"
        return note("letters", lacks, "set LANG=C.UTF-8 or the like, or play with --plain")
    return ok("letters", "UTF-8; if tables look crooked, have the terminal draw ambiguous characters one column wide")


def _images(environ: Mapping[str, str], size: tuple[int, int] | None, setting: str, blocks: str) -> Finding:
    if setting == "off":
        return ok("pictures", "off, as the settings say")
    way = allowed_setting(setting, environ, is_terminal=size is not None)
    found = HALF_BLOCKS if setting == "halfblock" else BLOCKS.get(blocks) or known_blocks(environ)
    dots = f"{found.cell[0] * found.cell[1]} dots a character"
    if way == "halfblock":
        why = "" if setting == "halfblock" else ", since pixels do not arrive here"
        return ok("pictures", f"{dots}{why}")
    return ok("pictures", f"all pixels where the terminal knows Kitty's protocol or Sixel, else {dots}")


def _clipboard(environ: Mapping[str, str]) -> Finding:
    if environ.get("TERM_PROGRAM") in _NO_CLIPBOARD:
        return missing(
            "clipboard", "this terminal takes nothing from programs (OSC 52)", "select with the mouse, holding Fn or Option"
        )
    if environ.get("TMUX"):
        return ok("clipboard", "through the terminal (OSC 52); tmux passes it on with `set -s set-clipboard on`")
    if environ.get("STY"):
        return missing("clipboard", "screen passes nothing on (OSC 52)", "select with the mouse, or use tmux")
    return ok("clipboard", "through the terminal (OSC 52), where it allows that")
