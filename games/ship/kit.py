"""The rules of the ship, as installed packages offer them."""

from woozle.core.registry import GameRules, OptionFile
from woozle.games.ship import maps
from woozle.games.ship.rules import Ship

RULES = GameRules(
    Ship,
    options={"map": OptionFile((".yaml", ".yml"), maps.parse)},
    data={"maps": tuple(f"maps/{name}.yaml" for name in maps.NAMES)},
)
