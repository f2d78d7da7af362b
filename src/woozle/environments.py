"""Environments for training: `aec_env` and `parallel_env` of PettingZoo, and the episodes that all environments are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.arena.environments.episode import AGENT, RESULT, Episode, Setting, setting
from woozle.arena.environments.stepper import Stepper
from woozle.players.turn_player import Turn

if TYPE_CHECKING:
    from woozle.arena.environments.pettingzoo import aec_env, parallel_env

__all__ = ["AGENT", "RESULT", "Episode", "Setting", "Stepper", "Turn", "aec_env", "parallel_env", "setting"]


def __getattr__(name: str) -> object:
    """Load PettingZoo when its environments are asked for. Raises ImportError with a sentence if it is not installed."""
    if name not in ("aec_env", "parallel_env"):
        raise AttributeError(f"module 'woozle.environments' has no attribute {name!r}")
    try:
        from woozle.arena.environments import pettingzoo
    except ModuleNotFoundError as error:
        raise ImportError(f"{name} needs PettingZoo, which is not installed; run pip install 'woozle[pettingzoo]'.") from error
    found: object = getattr(pettingzoo, name)
    return found
