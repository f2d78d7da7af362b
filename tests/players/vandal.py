"""Agents that change whatever they can reach in what they are handed, and those that try to play what is illegal."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from random import Random
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from pydantic import BaseModel

from woozle.players.random_bot import random_answer

_OUT_OF_REACH = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType, Enum)  # as docs/agents.md says
_JUNK = "vandalised"


def vandalise(*handed: Any) -> int:
    """Change every attribute and every item that can be reached from some values; return how many could be changed."""
    seen: set[int] = set()
    keep: list[Any] = []  # ids are those of live objects
    left, changed = [*handed], 0
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, _OUT_OF_REACH):
            continue
        seen.add(id(each))
        keep.append(each)
        left += _inside(each)
        changed += _change(each)
    return changed


def _inside(each: Any) -> list[Any]:
    found: list[Any] = []
    if isinstance(each, (list, tuple, set, frozenset)):
        found += each
    elif isinstance(each, Mapping):
        found += [part for pair in each.items() for part in pair]
    found += [getattr(each, name) for name in _names(each) if hasattr(each, name)]
    return found


def _names(each: Any) -> list[str]:
    slots = [name for kind in type(each).__mro__ for name in getattr(kind, "__slots__", ())]
    return [*slots, *getattr(each, "__dict__", {})]


def _change(each: Any) -> int:
    changed = 0
    if isinstance(each, list):
        each[:] = [_JUNK, *reversed(each), _JUNK]
        changed += 1
    elif isinstance(each, set):
        each.add(_JUNK)
        changed += 1
    elif isinstance(each, dict):
        each |= dict.fromkeys(each, _JUNK) | {_JUNK: _JUNK}
        changed += 1
    for name in _names(each):
        try:
            object.__setattr__(each, name, _JUNK)
            changed += 1
        except (AttributeError, TypeError):
            pass
    return changed


class Vandal:
    """Answers legally, and changes all that it was handed now and the time before."""

    def __init__(self) -> None:
        self.kept: tuple[Any, ...] = ()
        self.changed = 0

    def answer(self, request: Any, observation: Any) -> Any:
        answer = random_answer(request, Random(len(observation)))
        self.changed += vandalise(request.schema(), request, observation, *self.kept)
        self.kept = request, observation
        return answer


class AsyncVandal(Vandal):
    async def answer(self, request: Any, observation: Any) -> Any:
        return super().answer(request, observation)


class Shuffler:
    """An honest author, who shuffles the options that it was given."""

    def answer(self, request: Any, observation: Any) -> Any:
        chance = Random(len(observation))
        for options in request.choices.values():
            chance.shuffle(options)
        return random_answer(request, chance)


class Forger:
    """Makes illegal values legal in its own copies, and answers with them, past all validation."""

    def answer(self, request: Any, observation: Any) -> Any:
        legal = random_answer(request, Random(len(observation)))
        if not request.choices:
            return legal
        field = next(iter(request.choices))
        illegal = 9999 if isinstance(getattr(legal, field), int) else "Zed"
        request.choices[field] = [illegal]
        forged: BaseModel = legal.model_copy(update={field: illegal})
        if len(observation) % 2:
            forged.__dict__["revalidate"] = lambda: forged  # looked up on the instance, this would vouch for itself
        return forged
