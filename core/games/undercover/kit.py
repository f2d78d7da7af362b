"""The rules of Undercover, and of the making of its pictures, as installed packages offer them."""

from woozle.core.games.undercover.counterfactuals import Making
from woozle.core.games.undercover.rules import Undercover
from woozle.core.registry import GameRules

RULES = GameRules(Undercover, recordings={Making.name: Making})
