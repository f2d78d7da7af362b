"""The responses of pages, and their scripts and styles, whose addresses have a digest, so that browsers may keep them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from importlib.resources import files

from aiohttp import web

from woozle.arena.fragments.html_templates import render

_TYPES = {"table.css": "text/css"} | dict.fromkeys(("table.js", "desk.js", "study.js", "bell.js"), "text/javascript")
_DIGITS = 9
_KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}


def page(template: str, status: int = 200, **context: object) -> web.Response:
    """Return a page. template: of this package's `templates`, which extends `base.html`."""
    own = {"asset": asset_address, "footer": "Woozle. This page loads nothing from elsewhere."}
    text = render(f"woozle.arena.web.templates:{template}", **own | context)
    return web.Response(text=text, status=status, content_type="text/html")


def see_other(address: str) -> web.Response:
    """Return a redirect that is fetched by GET."""
    return web.Response(status=HTTPStatus.SEE_OTHER, headers={"Location": address})


async def read_form(request: web.Request) -> dict[str, str]:
    """Return the fields of a form that are text."""
    return {name: text for name, text in (await request.post()).items() if isinstance(text, str)}


def read_number(text: str, otherwise: int = 0) -> int:
    """Return a number of at most 9 digits from a form; for any other text, `otherwise`."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else otherwise


def asset_address(name: str) -> str:
    """Return the address of a file, beside which scripts find each other."""
    return f"/static/{_digest()}/{name}"


async def send_asset(request: web.Request) -> web.Response:
    """Answer a GET of `/static/{digest}/{name}`."""
    digest, name = request.match_info["digest"], request.match_info["name"]
    if digest != _digest() or name not in _TYPES:
        raise web.HTTPNotFound
    return web.Response(body=_files()[name], content_type=_TYPES[name], charset="utf-8", headers=_KEPT)


@cache
def _digest() -> str:
    return sha256(b"".join(_files().values())).hexdigest()[:12]


@cache
def _files() -> Mapping[str, bytes]:
    return {name: (files("woozle.arena.web.static") / name).read_bytes() for name in _TYPES}
