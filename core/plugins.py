"""Entry points of installed packages. Woozle's own games and backends come the same way as those of others."""

from __future__ import annotations

import sys
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeVar

from woozle.core.errors import InputError
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GAMES: Final = "woozle.games"
"""Games: a `GameKit` (core/kit.py), named like its game."""
ADDITIONS: Final = "woozle.additions"
"""What a package adds to a game of another package: a `GameKit` without rules, named like the game."""
AGENTS: Final = "woozle.agents"
"""Agents for all games: a class, or a function that makes one (players/agent.py), named as seats name it: `python:NAME`."""
BACKENDS: Final = "woozle.backends"
"""Backends, on which models run, named as seats name them: `NAME:MODEL`."""
PACKS: Final = "woozle.packs"
"""Packs of more to play: a module with a `pack.toml` beside it (arena/play/packs.py), by the name that this file gives the pack."""

_GROUPS = (GAMES, ADDITIONS, AGENTS, BACKENDS, PACKS)
_OWN = "woozle."

T = TypeVar("T")


class PluginError(InputError):
    """An entry point that cannot be loaded. The message says which, and why, in a sentence."""


class UnknownGameError(InputError):
    """No game of that name is installed."""


def names(group: str) -> list[str]:
    """Return the names in a group: Woozle's own, then those of other packages, each in alphabetical order."""
    return list(dict.fromkeys(entry.name for entry in _entries(group)))


def module_of(group: str, name: str) -> str:
    """Return the module that an entry names, without loading it; empty if there is no such entry."""
    return next((entry.module for entry in _entries(group) if entry.name == name), "")


def load(group: str, name: str, kind: type[T]) -> list[T]:
    """Return all that is offered under a name, Woozle's own first.

    A package that cannot be loaded is left out; PluginError is raised only if nothing else has the name. `find_faults` lists all
    that is left out.
    """
    offers = [_load_entry(entry, kind) for entry in _entries(group) if entry.name == name]
    sound = [offer for offer in offers if not isinstance(offer, PluginError)]
    if offers and not sound:
        raise next(offer for offer in offers if isinstance(offer, PluginError))
    return sound


def find_faults(group: str, kind: type[T]) -> dict[str, str]:
    """Load the entries of other packages, and return why some cannot be loaded, by name, as sentences."""
    entries = [entry for entry in _entries(group) if not _is_own(entry)]
    offers = {entry.name: _load_entry(entry, kind) for entry in entries}
    return {name: str(offer) for name, offer in offers.items() if isinstance(offer, PluginError)}


def extending_packages() -> dict[str, str]:
    """Return the distributions that extend Woozle, by the names of their top-level modules. Woozle itself is not among them."""
    found: dict[str, str] = {}
    for entry in chain.from_iterable(map(_entries, _GROUPS)):
        if not _is_own(entry):
            top = entry.module.partition(".")[0]
            listed = (entry.dist.read_text("top_level.txt") or "").split() if entry.dist else []
            found |= dict.fromkeys(listed or [top], visible_line(entry.dist.name) if entry.dist else top)
    return found


def unknown_game(name: str) -> UnknownGameError:
    """Return the error for an unknown name of a game. It lists the names of the installed games."""
    known = names(GAMES)
    if not known:
        return UnknownGameError("Woozle's own games are not installed; install Woozle (`make dev`), its folders alone will not do.")
    return UnknownGameError(f"There is no game {name!r}; {suggest(name, known)}")


def _entries(group: str) -> tuple[EntryPoint, ...]:
    return _entries_on(tuple(sys.path), group)


@cache
def _entries_on(path: tuple[str, ...], group: str) -> tuple[EntryPoint, ...]:
    """Return the entries of a group, cached by `sys.path`, since a search of all installed packages takes some milliseconds."""
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=group), key=lambda entry: (not _is_own(entry), entry.name)))


def _is_own(entry: EntryPoint) -> bool:
    return entry.module.startswith(_OWN)


def load_part(where: str, kind: type[T], what: str) -> T:
    """Return the object that a kit names. Raises PluginError.

    where: `module:attribute`. what: the words for it, such as `The views of urn`.
    """
    found = _load_object(where, "", "")
    if isinstance(found, kind):
        return found
    if isinstance(found, Exception):
        raise PluginError(f"{visible_line(what)}, {visible_line(where)}, cannot be loaded: {_reason(found, where)}.")
    raise PluginError(f"{visible_line(what)}, {visible_line(where)}, is not a {kind.__name__}.")


def _load_entry(entry: EntryPoint, kind: type[T]) -> T | PluginError:
    """Return the object that an entry point names, or the error to raise for it."""
    found = _load_object(entry.value, entry.group, entry.name)
    if isinstance(found, kind):
        return found
    name = f"{visible_line(entry.name)} of {entry.group}"
    if isinstance(found, Exception):
        package = visible_line(entry.dist.name) if entry.dist else "a package"
        return PluginError(f"The entry point {name}, which {package} brings, cannot be loaded: {_reason(found, entry.module)}.")
    return PluginError(f"{visible_line(entry.value)}, the entry point {name}, is not a {kind.__name__}.")


def _reason(error: Exception, where: str) -> str:
    """Return why something could not be loaded, and at which line of its package."""
    reason = visible_line(str(error)).rstrip(".") or type(error).__name__
    return f"{reason}{_find_line(error, where.partition('.')[0].partition(':')[0])}"


def _find_line(error: Exception, top: str) -> str:
    """Return the last line of a package that an error came through, as ` (FILE:LINE)`; empty if it came through none."""
    from traceback import walk_tb

    lines = [
        f"{frame.f_code.co_filename}:{line}"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0] == top
    ]
    if isinstance(error, SyntaxError) and error.filename:
        lines = [f"{error.filename}:{error.lineno}"]
    return visible_line(f" ({lines[-1]})") if lines else ""


@cache
def _load_object(value: str, group: str, name: str) -> object:
    """Return the object that a value names, or the error that importing it raised; other packages may raise anything."""
    from importlib.metadata import EntryPoint

    try:
        return EntryPoint(name, value, group).load()
    except Exception as error:
        return error
