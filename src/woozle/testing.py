"""Checks for games and agents of your own: `check_game`, `check_agent`, and `random_answer` for agents that have nothing better."""

from woozle.arena.testing import GameCase, check_agent, check_game, random_answer

__all__ = ["GameCase", "check_agent", "check_game", "random_answer"]
