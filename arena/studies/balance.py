"""Counterbalancing: orders of conditions in which each stands equally often in each place, and after each other one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from woozle.core.chance import Chance, key_from_seed


def orders(conditions: int, seed: int) -> list[tuple[int, ...]]:
    """A Latin square, as one order a row: each condition once in each place. Which condition is which is drawn by the seed.

    With an even number each condition also follows each other one equally often; with an odd one the mirrored rows are added, over
    which the same holds (Williams 1949, "Experimental designs balanced for the estimation of residual effects of treatments").
    """
    first = [0]
    for step in range(1, conditions):
        first.append((step + 1) // 2 if step % 2 else conditions - step // 2)
    rows = [[(each + row) % conditions for each in first] for row in range(conditions)]
    if conditions % 2 and conditions > 1:
        rows += [row[::-1] for row in rows]
    name = Chance(key_from_seed(seed, "study orders")).shuffled("conditions", range(conditions))
    return [tuple(name[each] for each in row) for row in rows]


def rows(design: Literal["within", "between"], conditions: int, seed: int) -> list[tuple[int, ...]]:
    """The orders that participants can be given: all conditions in one of them, or a single one."""
    return orders(conditions, seed) if design == "within" else [(each,) for each in range(conditions)]


def next_row(held: Sequence[int], count: int, seed: int) -> int:
    """Which of `count` rows the next participant gets. held: those of the participants who have not dropped out or withdrawn.

    One of the rows that are held least, so that the groups stay as equal as they can. Which of them is drawn, by the seed and the
    number of those who hold one: nobody at the desk chooses.
    """
    holds = Counter(held)
    least = min(holds[row] for row in range(count))
    return Chance(key_from_seed(seed, "study rows", len(held))).choice("row", [row for row in range(count) if holds[row] == least])
