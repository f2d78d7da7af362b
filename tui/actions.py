"""The actions behind the keys of a screen. Each object that a screen holds gives its own, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias


def _always(*arguments: object) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """What a key does. is_offered: given the same arguments, whether it would have an effect now."""

    run: Callable[..., object]
    is_offered: Callable[..., bool] = _always


Actions: TypeAlias = Mapping[str, Action]
