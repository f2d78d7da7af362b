"""Copies of values for code that may change what it is handed, such as agents."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import MappingProxyType, NoneType
from typing import Any, TypeAlias, TypeVar

from pydantic import BaseModel

from woozle.core.text import RedactableText

T = TypeVar("T")

_Copier: TypeAlias = Callable[[Any], Any]


def deep_copy(value: T) -> T:
    """Return a copy that shares nothing with `value` that could be changed, not even by `object.__setattr__`.

    Classes, functions and members of an Enum are shared. Read-only mappings become dicts; `copy.deepcopy` fails for them, and takes
    longer for an Event.
    """
    kind = type(value)
    if kind in _SHARED:
        return value
    copier = _COPIERS.get(kind) or _find_copier(kind)
    return copier(value)  # type: ignore[no-any-return]


def deep_copies(values: Iterable[T]) -> list[T]:
    """Return a copy of each of several values, as `deep_copy` makes it."""
    return [(_COPIERS.get(type(each)) or _find_copier(type(each)))(each) for each in values]


_SHARED: frozenset[type] = frozenset((str, int, float, complex, bool, NoneType, bytes, range))


def _same(value: Any) -> Any:
    return value


def _copy_tuple(value: tuple[Any, ...]) -> tuple[Any, ...]:
    for each in value:
        if type(each) not in _SHARED:
            return tuple([deep_copy(each) for each in value])
    return value


def _copy_mapping(value: Mapping[Any, Any]) -> dict[Any, Any]:
    return {deep_copy(name): each if type(each) in _SHARED else deep_copy(each) for name, each in value.items()}


def _copy_model(value: BaseModel) -> BaseModel:
    """Return a model with copies of its fields, without what it has cached of them."""
    kind, there = type(value), value.__dict__
    copied = kind.__new__(kind)
    parts = {name: part if type(part := there[name]) in _SHARED else deep_copy(part) for name in kind.model_fields}
    object.__setattr__(copied, "__dict__", parts)
    object.__setattr__(copied, "__pydantic_fields_set__", value.__pydantic_fields_set__.copy())
    object.__setattr__(copied, "__pydantic_extra__", deep_copy(value.__pydantic_extra__))
    object.__setattr__(copied, "__pydantic_private__", deep_copy(value.__pydantic_private__))
    return copied


_COPIERS: dict[type, _Copier] = {
    **dict.fromkeys(_SHARED, _same),
    tuple: _copy_tuple,
    list: lambda value: [deep_copy(each) for each in value],
    frozenset: lambda value: frozenset([deep_copy(each) for each in value]),
    dict: _copy_mapping,
    MappingProxyType: _copy_mapping,
    RedactableText: lambda value: RedactableText(str(value), value.ref),
}


def _find_copier(kind: type) -> _Copier:
    if issubclass(kind, (Enum, type)):
        copier: _Copier = _same
    elif issubclass(kind, BaseModel):
        copier = _copy_model
    elif is_dataclass(kind) and not hasattr(kind, "__post_init__") and all(each.init and not each.kw_only for each in fields(kind)):
        copier = _field_copier(kind)
    else:
        copier = copy.deepcopy
    _COPIERS[kind] = copier
    return copier


def _field_copier(kind: type) -> _Copier:
    """Return a function written out for the fields of a dataclass, as its own `__init__` is: a loop takes three times as long."""
    names = [each.name for each in fields(kind)]
    copied = "{0} if (it := type({0})) in shared else copy_tuple({0}) if it is tuple else deep_copy({0})"
    parts = [copied.format(f"value.{name}") for name in names]
    scope = {"kind": kind, "shared": _SHARED, "copy_tuple": _copy_tuple, "deep_copy": deep_copy}
    copier: _Copier = eval(f"lambda value: kind({', '.join(parts)})", scope)
    return copier
