"""The rules of the urn, as installed packages offer them."""

from woozle.core.registry import GameRules
from woozle.games.urn.rules import Urn

RULES = GameRules(Urn)
