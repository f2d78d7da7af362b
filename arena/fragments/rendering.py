"""Templates: found in packages, and filled in so that no text becomes markup."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from woozle.core.text import visible


def render(template: str, **context: object) -> Markup:
    """Return a template filled in. Every text is made visible and escaped, except what another template returned.

    template: `package:file`, or a file of this package.
    """
    return Markup(_environment().get_template(template).render(context).rstrip("\n"))


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_make_visible,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def _source(template: str) -> str:
    package, _, file = template.rpartition(":")
    return (files(package or __package__) / file).read_text("utf-8")


def _make_visible(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
