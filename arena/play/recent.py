"""The models that were chosen lately, so that they are offered again."""

from __future__ import annotations

from collections.abc import Iterable

from woozle.core.regular_files import SMALL, read_text_file
from woozle.players.models.spec import ModelSpec, SpecError, parse
from woozle.saves import paths

_FILE = "recent_models"
_MOST = 6


def recent_models() -> tuple[str, ...]:
    """Return models as they are named in seats: those chosen lately, the last one first, then those with a price in models.toml."""
    chosen = _read()
    if (paths.config_folder() / "models.toml").exists():
        chosen += _models_with_price()
    return tuple(dict.fromkeys(chosen))[:_MOST]


def remember(specs: Iterable[str]) -> None:
    """Offer these first from now on. Where nothing can be kept, nothing is."""
    new = dict.fromkeys((*specs, *_read()))
    try:
        paths.data_folder().mkdir(parents=True, exist_ok=True)
        (paths.data_folder() / _FILE).write_text("".join(f"{spec}\n" for spec in [*new][:_MOST]), "utf-8")
    except OSError:
        pass


def _models_with_price() -> list[str]:
    from woozle.arena.play import models

    here = models.config()
    named = (
        (here.endpoints[name], name, model) for name, prices in here.prices.items() if name in here.endpoints for model in prices
    )
    return [str(ModelSpec(each.kind, model, "" if name == each.kind else name)) for each, name, model in named]


def _read() -> list[str]:
    try:
        lines = read_text_file(paths.data_folder() / _FILE, SMALL).splitlines()
    except (OSError, ValueError):
        return []
    return [line for line in lines if _is_model(line)]


def _is_model(line: str) -> bool:
    try:
        parse(line)
    except SpecError:
        return False
    return True
