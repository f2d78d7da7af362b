"""The rules of the ship, as installed packages offer them."""

from woozle.core.games.ship import maps
from woozle.core.games.ship.rules import Ship
from woozle.core.registry import GameRules, OptionFile

RULES = GameRules(
    Ship,
    options={"map": OptionFile((".yaml", ".yml"), maps.parse)},
    data={"maps": tuple(f"maps/{name}.yaml" for name in maps.NAMES)},
)
