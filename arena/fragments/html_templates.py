"""Templates: found in packages, and filled in so that no text becomes markup."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from woozle.core.text import visible

SEATS = 10
"""Seats with a colour of their own."""
_SEATS, _NO_SEAT = [Markup(f" seat-{number}") for number in range(1, SEATS + 1)], Markup()


def render(template: str, **context: object) -> Markup:
    """Return a template filled in. Every text is made visible and escaped, except what another template returned.

    template: `package:file`, or a file of this package.
    """
    return Markup(_environment().get_template(template).render(context).rstrip("\n"))


kept = lru_cache(4096)(render)
"""As `render`, for what looks the same for many, or for long, in some hundred bytes. What it is filled with must be hashable."""


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_make_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["seat"] = _seat_class
    made.globals["kept"] = kept
    return made


def _seat_class(number: int) -> Markup:
    """Return the class of a seat's colour after other classes; large tables take the colours in turn."""
    return _SEATS[(number - 1) % SEATS] if number else _NO_SEAT


def _source(template: str) -> str:
    package, _, file = template.rpartition(":")
    return (files(package or __package__) / file).read_text("utf-8")


def _make_visible(value: object) -> object:
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return _visible_label(value) if len(value) < _SHORT else visible(value)


_SHORT = 48  # characters of a text that is shown again and again
_visible_label = lru_cache(2048)(visible)
