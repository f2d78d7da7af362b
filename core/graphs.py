"""Directed graphs of seats: which others each can ask, or listens to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Graph: TypeAlias = tuple[tuple[int, ...], ...]
"""For each seat the others that it reaches, in order. Seats are numbered from 0."""


def complete_graph(seats: int) -> Graph:
    """Return the graph in which every seat reaches every other."""
    return tuple(tuple(other for other in range(seats) if other != seat) for seat in range(seats))


def graph_error(graph: Sequence[Sequence[int]], seats: int, does: str) -> str:
    """Return an error message if `graph` is not valid for `seats` seats, else an empty string. Cycles are allowed.

    Args:
        does: The relation, for the message: `can ask`.
    """
    if len(graph) != seats or any(len(set(row)) < len(row) or not all(0 <= other < seats for other in row) for row in graph):
        return f"The graph must say for each of {seats} seats which of the others it {does}, from 0 to {seats - 1}."
    if any(at in row for at, row in enumerate(graph)):
        return f"No seat {does} itself; take each out of its own row of the graph."
    return ""
