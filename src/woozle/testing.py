"""Checks for games and agents of your own: `check_game`, `check_agent`, and `random_answer` for agents that have nothing better."""

from woozle.arena.testing.agents import check_agent
from woozle.arena.testing.games import GameCase, check_game
from woozle.players.random_bot import random_answer

__all__ = ["GameCase", "check_agent", "check_game", "random_answer"]
