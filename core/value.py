"""Immutable values: Events, Requests, Responses and their parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """Make a slotted, hashable dataclass that is frozen for type checkers.

    At run time it is not frozen: that would take eight times as long to make (1.4 us against 0.17 us for eight fields), and a
    match makes several for each answer.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
