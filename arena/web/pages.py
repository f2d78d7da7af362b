"""The pages of a study in a browser, and their headers: nothing is fetched from elsewhere, and nothing is cached."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files

from woozle.core.errors import InputError
from woozle.core.text import visible_line

# xterm.js writes sizes and colours into its own style elements; everything else comes from this server.
_POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src {sources}; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), clipboard-read=(), geolocation=(), microphone=()",
    "Server": "web",
}

RETRY = "20"
"""Seconds until the waiting page tries again."""

NOT_HERE = "nothing_here.html"
WELCOME = "welcome.html"
WAIT = "wait.html"
VISIT = "visit.html"


def headers(websocket: str) -> dict[str, str]:
    """Return the headers of every response. websocket: its origin, as `ws://127.0.0.1:8320`."""
    return {**_HEADERS, "Content-Security-Policy": _POLICY.format(sources=f"'self' {websocket}")}


def busy_response(websocket: str) -> bytes:
    """Return the waiting page as a complete HTTP response."""
    body = _own(WAIT)
    more = {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Length": str(len(body)),
        "Retry-After": RETRY,
        "Connection": "close",
    }
    head = "".join(f"{name}: {text}\r\n" for name, text in {**headers(websocket), **more}.items())
    return f"HTTP/1.1 503 Service Unavailable\r\n{head}\r\n".encode() + body


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
