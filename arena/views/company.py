"""The players of a match, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from woozle.arena.views.registry import views
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.names import player_name
from woozle.core.request import Seat


def company(players: Iterable[Mapping[str, Any]]) -> str:
    """Name the players of a match: `person, 5 bot:ship`."""
    return name_company(map(player_name, players))


def name_company(names: Iterable[str]) -> str:
    """Return players that have names already as `company` does."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in _order_players(names))


def kinds(players: Iterable[Mapping[str, Any]]) -> str:
    """Name the kinds of players: `person, 2 models, 5 bots`."""
    counts = _order_players(player_name({"kind": described.get("kind", "?")}) for described in players)
    return ", ".join(kind if number == 1 else count(number, kind, "people" if kind == "person" else "") for kind, number in counts)


def seated_players(summary: Any) -> Mapping[Seat, Mapping[str, Any]]:
    """Return the players of a match without its services. summary: of `woozle.saves.store`."""
    try:
        services = registry.game(summary.game).services
    except InputError:  # a game that is not here
        services = ()
    return {seat: described for seat, described in summary.players.items() if seat not in services}


def _order_players(names: Iterable[str]) -> list[tuple[str, int]]:
    """Return names with their numbers: humans first, then the most frequent."""
    return sorted(Counter(names).items(), key=lambda each: (each[0] != "person", -each[1], each[0]))


def sitter(described: Mapping[str, Any], game: str) -> str:
    """Name the player of a seat: `Mia`, `bot random`, `gpt-5-mini`. The usual bot of a game goes without its name."""
    kind, name = str(described.get("kind", "?")), str(described.get("name", ""))
    if kind == "human":
        return str(described.get("nickname", "person"))
    if "model" in described:
        return str(described["model"])
    return kind if name in ("", game) else f"{kind} {name}"


def service_name(described: Mapping[str, Any]) -> str:
    """Return the name of a service; of a language model, the name of the model."""
    return str(described.get("model") or described.get("name", "?"))


def role(game: str, numbers: Mapping[str, float]) -> str:
    """Return the role of a seat, from the numbers of its result; empty for a game without roles, or one that is not known here."""
    try:
        return views(game).role(numbers)
    except InputError:
        return ""
