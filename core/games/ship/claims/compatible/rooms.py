"""What players call the rooms of the public map."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from woozle.core.games.ship.map import Room

_ALIASES = {
    "med bay": "medbay",
    "medibay": "medbay",
    "med": "medbay",
    "upper engine": "upper_engine",
    "engines": "upper_engine",
    "lower engine": "lower_engine",
    "nav": "navigation",
    "navi": "navigation",
    "elec": "electrical",
    "electric": "electrical",
    "sec": "security",
    "cafe": "cafeteria",
    "caf": "cafeteria",
    "weap": "weapons",
    "weps": "weapons",
    "store": "storage",
    "o2": "oxygen",
}


def room_named(said: Any, rooms: Container[Room]) -> Room | None:
    """The room of the map that is meant; None for what names no room, or is no text at all."""
    if not isinstance(said, str):
        return None
    name = said.strip().lower().replace("-", "_")
    return next((room for room in (name, _ALIASES.get(name, ""), name.replace(" ", "_")) if room in rooms), None)
