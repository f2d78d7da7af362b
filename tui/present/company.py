"""Who sat there, and as what, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from woozle.tui.present.registry import presenter
from woozle.tui.present.words import count


def player(described: Mapping[str, Any]) -> str:
    """What a player is called where players are compared: `person`, `bot:ship`, `openai@lab:gpt-5-mini?temperature=0.7`.

    A model that is asked in another way is another player.
    """
    kind, name = str(described.get("kind", "?")), str(described.get("name", ""))
    if kind == "human":
        return "person"
    if "model" in described:
        official = f"{name}:" if kind != "model" and name != described.get("backend") else ""
        return f"{official}{_model(described)}"
    return f"{kind}:{name}" if name else kind


def _model(described: Mapping[str, Any]) -> str:
    where = "@".join(str(described[name]) for name in ("backend", "endpoint") if described.get(name))
    sampling = described.get("sampling")
    ways = dict(sampling) if isinstance(sampling, Mapping) else {}
    ways |= {name: described.get(name) for name in ("thoughts", "pictures")}
    unusual = "&".join(f"{name}={_way(way)}" for name, way in ways.items() if way is not None and (name, way) != ("thoughts", True))
    return f"{where}:{described['model']}{'?' if unusual else ''}{unusual}"


def _way(way: object) -> str:
    return ("off", "on")[way] if isinstance(way, bool) else f"{way:g}" if isinstance(way, float) else str(way)


def company(players: Iterable[Mapping[str, Any]]) -> str:
    """All who sat at a table, however they sat: `person, 5 bot:ship`."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in _counted(map(player, players)))


def kinds(players: Iterable[Mapping[str, Any]]) -> str:
    """The same in short: `person, 2 models, 5 bots`."""
    counts = _counted(player({"kind": described.get("kind", "?")}) for described in players)
    return ", ".join(kind if number == 1 else count(number, kind) for kind, number in counts)


def _counted(names: Iterable[str]) -> list[tuple[str, int]]:
    """People first, then by number."""
    return sorted(Counter(names).items(), key=lambda each: (each[0] != "person", -each[1], each[0]))


def role(game: str, numbers: Mapping[str, float]) -> str:
    """What a seat was, from the numbers of its result; empty for a game without roles, or one that is not known here."""
    try:
        named = getattr(presenter(game), "role", None)
    except ValueError:
        return ""
    return str(named(numbers)) if named else ""
