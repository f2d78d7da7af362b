"""The models that were chosen lately, so that they are offered again."""

from __future__ import annotations

from collections.abc import Iterable

from woozle.players.models.spec import ModelSpec, SpecError, parse
from woozle.saves import places

_FILE = "recent_models"
_MOST = 6


def known() -> tuple[str, ...]:
    """As they are named in seats: those that were chosen lately, the last one first, then those with a price in models.toml."""
    chosen = _read()
    if (places.config() / "models.toml").exists():
        chosen += _priced()
    return tuple(dict.fromkeys(chosen))[:_MOST]


def remember(specs: Iterable[str]) -> None:
    """Offer these first from now on. Where nothing can be kept, nothing is."""
    new = dict.fromkeys((*specs, *_read()))
    try:
        places.home().mkdir(parents=True, exist_ok=True)
        (places.home() / _FILE).write_text("".join(f"{spec}\n" for spec in [*new][:_MOST]), "utf-8")
    except OSError:
        pass


def _priced() -> list[str]:
    from woozle.arena.play import models

    here = models.config()
    named = (
        (here.endpoints[name], name, model) for name, prices in here.prices.items() if name in here.endpoints for model in prices
    )
    return [str(ModelSpec(each.kind, model, "" if name == each.kind else name)) for each, name, model in named]


def _read() -> list[str]:
    try:
        lines = (places.home() / _FILE).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        return []
    return [line for line in lines if _is_model(line)]


def _is_model(line: str) -> bool:
    try:
        parse(line)
    except SpecError:
        return False
    return True
