"""Who sat there, and as what, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from woozle.arena.views.registry import presenter
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.naming import player
from woozle.core.request import Seat


def company(players: Iterable[Mapping[str, Any]]) -> str:
    """All who sat at a table, however they sat: `person, 5 bot:ship`."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in _counted(map(player, players)))


def kinds(players: Iterable[Mapping[str, Any]]) -> str:
    """The same in short: `person, 2 models, 5 bots`."""
    counts = _counted(player({"kind": described.get("kind", "?")}) for described in players)
    return ", ".join(kind if number == 1 else count(number, kind) for kind, number in counts)


def seated(summary: Any) -> Mapping[Seat, Mapping[str, Any]]:
    """The players of a match without its officials, who sit beside the table. summary: of `woozle.saves.store`."""
    try:
        officials = registry.game(summary.game).officials
    except ValueError:  # a game that is not here
        officials = ()
    return {seat: described for seat, described in summary.players.items() if seat not in officials}


def _counted(names: Iterable[str]) -> list[tuple[str, int]]:
    """People first, then by number."""
    return sorted(Counter(names).items(), key=lambda each: (each[0] != "person", -each[1], each[0]))


def sitter(described: Mapping[str, Any], game: str) -> str:
    """Who sat in a seat, in a word or two: `Mia`, `bot random`, `gpt-5-mini`. The usual bot of a game goes without its name."""
    kind, name = str(described.get("kind", "?")), str(described.get("name", ""))
    if kind == "human":
        return str(described.get("nickname", "person"))
    if "model" in described:
        return str(described["model"])
    return kind if name in ("", game) else f"{kind} {name}"


def official(described: Mapping[str, Any]) -> str:
    """Who an official is, in a word; a model by its name."""
    return str(described.get("model") or described.get("name", "?"))


def role(game: str, numbers: Mapping[str, float]) -> str:
    """What a seat was, from the numbers of its result; empty for a game without roles, or one that is not known here."""
    try:
        named = getattr(presenter(game), "role", None)
    except ValueError:
        return ""
    return str(named(numbers)) if named else ""
