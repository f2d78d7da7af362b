"""How messages are written down: as a class with its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform()
def posted(cls: type[T]) -> type[T]:
    """A message. What dataclasses would write for printing and comparing each takes half of the time of their import."""
    cls.__eq__ = _is_same  # type: ignore[method-assign]
    return dataclass(eq=False, repr=False)(cls)


def _is_same(self: Any, other: Any) -> bool:
    return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.__dataclass_fields__)
