"""The files that pages of open tables are made of: scripts and styles, under names with digests, so that browsers may keep them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import PurePath

from aiohttp import web

from woozle.arena.fragments.html_templates import render

_TYPES = {"table.css": "text/css"} | dict.fromkeys(("table.js", "desk.js", "study.js"), "text/javascript")
_DIGITS = 9
_KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}


def page(template: str, status: int = 200, **context: object) -> web.Response:
    """Return a page. template: of this package's `templates`, which extends `base.html`."""
    own = {
        "style": asset_address("table.css"),
        "script": asset_address("table.js"),
        "footer": "Woozle. This page loads nothing from elsewhere.",
    }
    text = render(f"woozle.arena.web.templates:{template}", **own | context)
    return web.Response(text=text, status=status, content_type="text/html")


async def read_form(request: web.Request) -> dict[str, str]:
    """Return the fields of a form that are text."""
    return {name: text for name, text in (await request.post()).items() if isinstance(text, str)}


def read_number(text: str, otherwise: int = 0) -> int:
    """Return a number of at most 9 digits from a form; for any other text, `otherwise`."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else otherwise


def asset_address(name: str) -> str:
    """Return the address of a file."""
    return f"/static/{_served()[name][0]}"


async def send_asset(request: web.Request) -> web.Response:
    """Answer a GET of `/static/{name}`."""
    for name, (served, data) in _served().items():
        if served == request.match_info["name"]:
            return web.Response(body=data, content_type=_TYPES[name], charset="utf-8", headers=_KEPT)
    raise web.HTTPNotFound


@cache
def _served() -> Mapping[str, tuple[str, bytes]]:
    found = {}
    for name in _TYPES:
        data = (files("woozle.arena.web.static") / name).read_bytes()
        path = PurePath(name)
        found[name] = (f"{path.stem}-{sha256(data).hexdigest()[:12]}{path.suffix}", data)
    return found
