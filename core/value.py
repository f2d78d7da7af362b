"""Small values: what Events, Requests and Responses are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def value(cls: type[T]) -> type[T]:
    """A slotted dataclass that is never changed. The type checker sees to that: at run time a frozen one takes eight times as long
    to make (1.4 us against 0.17 us for eight fields), and a match makes several for each answer.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
