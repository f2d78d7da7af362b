"""Seats at tables of other machines without the app: line by line, or with an agent."""

from __future__ import annotations

from woozle.arena.join.connection import Joiner
from woozle.arena.join.link import SeatLink


def play_plainly(link: SeatLink, joiner: Joiner) -> int:
    """Play at a table line by line, and return the exit status."""
    raise NotImplementedError


def answer_for(link: SeatLink, joiner: Joiner, agent: str) -> int:
    """Let an agent answer at a table, and return the exit status."""
    raise NotImplementedError
