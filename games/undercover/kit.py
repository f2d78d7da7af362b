"""The rules of Undercover, and of the making of its pictures, as installed packages offer them."""

from woozle.core.registry import GameRules
from woozle.games.undercover.pairs.counterfactuals import Making
from woozle.games.undercover.rules import Undercover

RULES = GameRules(Undercover, recordings={Making.name: Making})
