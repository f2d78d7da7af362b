"""Arguments of the Python API, checked where a script hands them over: each error is one sentence."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

from pydantic import AfterValidator

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.players.agent import Agent, AgentFactory

Seating: TypeAlias = str | Agent | AgentFactory
"""The player of a seat or several: `bot`, `bot:NAME`, `bot*5`, a model such as `ollama:qwen3:8b`, an agent, or an agent factory."""

GameName: TypeAlias = Annotated[str, AfterValidator(registry.name_of)]
"""The name of a game in a file or a setting that a person writes."""

_SHOWN = 60  # characters of a wrong value


def read_game(game: object, preset: object, options: object, services: Mapping[str, object]) -> str:
    """Return the name of a game. Raises InputError unless these have the types of a name, a preset, options and services."""
    name = read_text("game", game, "the name of a game")
    read_text("preset", preset, "the name of a preset")
    check_mapping("options", options, "{'rounds': 3}")
    check_mapping("services", services, "{'judge': 'match'}")
    for role, service in services.items():
        read_text(f"The service {visible_line(role)!r}", service, "a text, as on the command line")
    return registry.name_of(name)


def read_seats(seats: object, example: str) -> Sequence[Seating]:
    """Return the players of seats, each a text, an agent or a factory; a text alone is one of them.

    Args:
        example: Of the whole list, for the sentence.
    """
    if isinstance(seats, str):
        return [seats]
    if not isinstance(seats, Iterable) or isinstance(seats, bytes | Mapping | set | frozenset):
        raise InputError(f"seats must be a text or a list of players, such as {example}, not {_show(seats)}.")
    found = list(seats)
    for each in found:
        if not isinstance(each, str) and not callable(each) and not isinstance(each, Agent):
            raise InputError(f"A seat must be a text such as 'bot', an agent, or a function that makes one, not {_show(each)}.")
    return found


def read_number(name: str, number: object, least: int | None = None) -> int:
    """Return a whole number, of any type that stands for one. least: the lowest that is allowed."""
    wanted = "a whole number" if least is None else f"a whole number from {least} on"
    try:
        if isinstance(number, bool):
            raise TypeError
        found = operator.index(number)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(f"{name} must be {wanted}, not {_show(number)}.") from None
    if least is not None and found < least:
        raise InputError(f"{name} must be {wanted}, not {found}.")
    return found


def read_seed(seed: object) -> int | None:
    """Return a seed; None stands for secret chance."""
    return None if seed is None else read_number("seed", seed)


def read_folder(name: str, folder: object) -> Path | None:
    """Return the folder that a path names; None if no folder is named."""
    if folder is not None and not isinstance(folder, str | Path):
        raise InputError(f"{name} must be the path of a folder, not {_show(folder)}.")
    return Path(folder) if folder else None


def check_choice(name: str, given: object, choices: Sequence[object]) -> None:
    """Raise InputError unless an argument is one of a few values."""
    if not any(given is each or (isinstance(given, str) and given == each) for each in choices):
        raise InputError(f"{name} must be {' or '.join(map(repr, choices))}, not {_show(given)}.")


def check_mapping(name: str, given: object, example: str) -> None:
    """Raise InputError unless an argument is a mapping by name."""
    if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
        raise InputError(f"{name} must be a mapping by name, such as {example}, not {_show(given)}.")


def read_text(name: str, given: object, meaning: str) -> str:
    """Return an argument that must be a text. meaning: what it stands for, for the sentence."""
    if not isinstance(given, str):
        raise InputError(f"{name} must be {meaning}, not {_show(given)}.")
    return given


def _show(given: object) -> str:
    shown = visible_line(repr(given))
    return shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
