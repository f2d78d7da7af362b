"""The pages of a study in a browser, and their headers: nothing is fetched from elsewhere, and nothing is cached."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files

from woozle.core.errors import InputError
from woozle.core.text import visible_line

RETRY = 20
"""Seconds until the waiting page tries again."""

NOT_HERE = "nothing_here.html"
WELCOME = "welcome.html"
WAIT = "wait.html"
VISIT = "visit.html"


def headers(base: str) -> dict[str, str]:
    """Return the headers in which pages of a study differ from others. base: its address in browsers."""
    # xterm.js writes sizes and colours into its own style elements; everything else comes from this server.
    policy = (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        f"connect-src 'self' {base.replace('http', 'ws', 1)}; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
    return {"Referrer-Policy": "no-referrer", "Content-Security-Policy": policy}


@cache
def static_page(name: str) -> str:
    """Return a page that is the same for everybody."""
    return _own(name).decode()


def visit_page(title: str) -> str:
    """Return the page that shows the app. title: of the study, for the browser's tab."""
    return static_page(VISIT).replace("{title}", escape(visible_line(title)))


@cache
def assets() -> Mapping[str, tuple[str, bytes]]:
    """Return the files of the visit page by name, each with its media type. Raises ValueError without textual-serve."""
    try:
        theirs = files("textual_serve") / "static"
    except ModuleNotFoundError:
        raise InputError("Studies in a browser need another package; install it with `pip install 'woozle[serve]'`.") from None
    return {
        "visit.css": ("text/css", _own("visit.css")),
        "visit.js": ("text/javascript", _own("visit.js")),
        "xterm.css": ("text/css", (theirs / "css" / "xterm.css").read_bytes()),
        "textual.js": ("text/javascript", (theirs / "js" / "textual.js").read_bytes()),
        "mono.ttf": ("font/ttf", (theirs / "fonts" / "RobotoMono-VariableFont_wght.ttf").read_bytes()),
        "mono-italic.ttf": ("font/ttf", (theirs / "fonts" / "RobotoMono-Italic-VariableFont_wght.ttf").read_bytes()),
    }


def _own(name: str) -> bytes:
    return (files("woozle.arena.web.static") / name).read_bytes()
