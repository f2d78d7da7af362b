"""The page itself: one file that needs nothing else, and that no text in it can make do anything.

Everything that anybody said or was called stands in a block of JSON, which browsers do not run, with `<`, `>` and `&` escaped, so
that nothing can end it. The script puts it on the page as text, or as fragments of HTML in which our templates have escaped it. The
policy lets only this script and these styles do anything, by their SHA-256, and nothing be fetched, framed or sent; pictures are in
the data.
"""

from __future__ import annotations

import json
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from woozle.core.text import visible
from woozle.saves.transcript import Json

_ESCAPED = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def document(replay: Json) -> str:
    """Return the page that shows a replay."""
    head, tail = _frame()
    return f"{head}{json.dumps(_make_visible(replay), ensure_ascii=False, separators=(',', ':')).translate(_ESCAPED)}{tail}"


@cache
def _frame() -> tuple[str, str]:
    """Return the parts of the page before and after the replay."""
    styles = (files("woozle.arena.web.static") / "table.css").read_text("utf-8") + _part("page.css")
    script = _part("page.js")
    page = _part("page.html").replace("{{style-src}}", _digest(styles)).replace("{{script-src}}", _digest(script))
    head, tail = page.replace("{{styles}}", styles).replace("{{script}}", script).split("{{replay}}")
    return head, tail


def _part(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")


def _digest(text: str) -> str:
    """Return the digest by which a content security policy names an inline script or style."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _make_visible(value: Any) -> Any:
    """Return a value with every text in it safe to show."""
    match value:
        case str():
            return visible(value)
        case dict():
            return {name: _make_visible(each) for name, each in value.items()}
        case list() | tuple():
            return [_make_visible(each) for each in value]
    return value
