"""The form of the ship's settings."""

from __future__ import annotations

from woozle.arena.views.forms import Select
from woozle.arena.views.words import count
from woozle.games.ship.config import PRESETS
from woozle.games.ship.maps import NAMES, load

_MAPS = {name: f"{name}, {len(load(name).rooms)} rooms" for name in NAMES}
_DUCKS = {each: count(int(each), "duck") for each in "1234"}
_TICKS = {each: count(int(each), "tick") for each in ("50", "100", "200", "400")}
_DEAD = {"": "by the rules", "true": "see all", "false": "only listen"}

FORM = (
    Select("map", "Map", _MAPS, hint="More rooms suit more seats."),
    Select("ducks", "Ducks", _DUCKS, hint="Their identities are secret."),
    Select("preset", "Rules", tuple(PRESETS), hint="quack: as in the paper's public release, oddities included."),
    Select("ghosts", "The dead", _DEAD, hint="They see everything and, at each vote, say whom they expect to be ejected."),
    Select("max_ticks", "Length", _TICKS, 2, "Then the geese have survived."),
)
