"""Graphs of seats: whom each can ask, or listens to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Graph: TypeAlias = tuple[tuple[int, ...], ...]
"""For each seat the others that it reaches, in their order; seats by number, from 0."""


def full(seats: int) -> Graph:
    """Everybody reaches everybody else."""
    return tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))


def fault(graph: Sequence[Sequence[int]], seats: int, does: str) -> str:
    """Why a graph is none of so many seats, as one sentence; empty if it is. Circles are allowed.

    does: what it says of a seat and those it reaches, as in `can ask`.
    """
    if len(graph) != seats or any(len(set(row)) < len(row) or not all(0 <= other < seats for other in row) for row in graph):
        return f"The graph must say for each of {seats} seats which of the others it {does}, from 0 to {seats - 1}."
    if any(at in row for at, row in enumerate(graph)):
        return f"No seat {does} itself; take each out of its own row of the graph."
    return ""
