"""What players are called, from how they describe themselves in the header of a transcript; and names together, in short."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from woozle.core.choosing import LETTERS


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


def listed(names: Iterable[str]) -> str:
    """Names as a list: `Bob, Eve and Ivy`; empty for none."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def letters(names: Iterable[str]) -> str:
    """One letter a name: its initial, or, if initials repeat, A, B, C in order, and from A on again after Z."""
    names = list(names)
    initials = "".join(name[:1].upper() for name in names)
    is_plain = initials.isascii() and initials.isalpha() and len(initials) == len(names) == len(set(initials))
    return initials if is_plain else "".join(LETTERS[at % len(LETTERS)] for at in range(len(names)))


def _model(described: Mapping[str, Any]) -> str:
    where = "@".join(str(described[name]) for name in ("backend", "endpoint") if described.get(name))
    sampling = described.get("sampling")
    ways = dict(sampling) if isinstance(sampling, Mapping) else {}
    ways |= {name: described.get(name) for name in ("thoughts", "pictures")}
    unusual = "&".join(f"{name}={_way(way)}" for name, way in ways.items() if way is not None and (name, way) != ("thoughts", True))
    return f"{where}:{described['model']}{'?' if unusual else ''}{unusual}"


def _way(way: object) -> str:
    return ("off", "on")[way] if isinstance(way, bool) else f"{way:g}" if isinstance(way, float) else str(way)
