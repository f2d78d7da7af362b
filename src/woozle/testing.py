"""Checks for games and agents of your own: `check_game`, `check_agent`, and `random_answer` for agents that have nothing better.

`play_rules` and `find_events` are for sharper tests of a game's rules.
"""

from woozle.arena.testing.agents import check_agent
from woozle.arena.testing.games import GameCase, check_game
from woozle.arena.testing.rules import Say, find_events, play_rules
from woozle.players.random_bot import random_answer

__all__ = ["GameCase", "Say", "check_agent", "check_game", "find_events", "play_rules", "random_answer"]
