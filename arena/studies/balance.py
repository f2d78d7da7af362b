"""Counterbalancing: orders in which each condition is equally often in each place, and after each other condition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from woozle.core.chance import Chance, key_from_seed


@lru_cache(maxsize=64)
def orders(conditions: int, seed: int) -> Sequence[tuple[int, ...]]:
    """Return a Latin square, one order a row. The seed draws which condition is which.

    With an even number of conditions, each also follows each other one equally often; with an odd number the mirrored rows are
    added, over which the same holds
    (Williams 1949, "Experimental designs balanced for the estimation of residual effects of treatments").
    """
    first = [0]
    for step in range(1, conditions):
        first.append((step + 1) // 2 if step % 2 else conditions - step // 2)
    rows = [[(each + row) % conditions for each in first] for row in range(conditions)]
    if conditions % 2 and conditions > 1:
        rows += [row[::-1] for row in rows]
    name = Chance(key_from_seed(seed, "study orders")).shuffle("conditions", range(conditions))
    return [tuple(name[each] for each in row) for row in rows]


def rows(design: Literal["within", "between"], conditions: int, seed: int) -> Sequence[tuple[int, ...]]:
    """Return the possible orders of a participant: all conditions, or a single one."""
    return orders(conditions, seed) if design == "within" else [(each,) for each in range(conditions)]


def next_row(held: Sequence[int], seed: int, room: Sequence[int | None]) -> int | None:
    """Return the next row: one of those held least often, so that conditions stay as equal as possible.

    The seed and the number of holders draw among equals, so the researchers do not choose. None if no row has room.

    Args:
        held: Rows of the participants, or groups, that hold one.
        room: How many more may hold each row; None without a limit.
    """
    holds = Counter(held)
    free = [row for row, left in enumerate(room) if left is None or left > 0]
    least = min((holds[row] for row in free), default=0)
    drawn = [row for row in free if holds[row] == least]
    return Chance(key_from_seed(seed, "study rows", len(held))).choice("row", drawn) if drawn else None
