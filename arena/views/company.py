"""The players of a match, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.names import player_name
from woozle.core.outcome import Result
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


def roles_of(game: str, results: Mapping[Seat, Result]) -> dict[Seat, str]:
    """Return the role of each seat that had one: the one whose number in its result is 1, else the only role without a number.

    Empty for a game without roles, one that is not installed, and a match in which no seat had the role that others look for.
    """
    kind = registry.find_game(game)
    names = kind.role_names if kind else {}
    if kind is None or (kind.hidden_role and not any(each.numbers.get(kind.hidden_role) == 1 for each in results.values())):
        return {}
    found = {}
    for seat, result in results.items():
        rest = [name for name in names if name not in result.numbers]
        only = rest[0] if len(rest) == 1 and len(names) > 1 else ""
        if role := next((name for name in names if result.numbers.get(name) == 1), only):
            found[seat] = role
    return found
