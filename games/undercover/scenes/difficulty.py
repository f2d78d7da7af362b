"""A scale of difficulty for drawn scenes: how much there is to look at, and on how much of it the answer depends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from woozle.core.value import value
from woozle.games.undercover.scenes.graph import EDIT_TYPES, EditType

Difficulty: TypeAlias = Literal["custom", "easy", "normal", "hard"]


@value
class Step:
    """One step of the scale.

    Args:
        things: How many there are in the picture.
        edits: What a counterfactual changes.
        together: How many kinds the question adds up; 0 if it asks about one thing, or compares two.
    """

    things: int
    edits: Sequence[EditType]
    together: int = 0


STEPS: Mapping[Difficulty, Step] = {
    "easy": Step(4, ("object_swap", "object_add", "object_remove", "colour")),
    "normal": Step(7, EDIT_TYPES),
    "hard": Step(10, ("quantity", "object_add", "object_remove"), together=3),
}
