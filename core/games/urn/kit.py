"""The rules of the urn, as installed packages offer them."""

from woozle.core.games.urn.rules import Urn
from woozle.core.registry import GameRules

RULES = GameRules(Urn)
