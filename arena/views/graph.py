"""What widgets show of a debate: who listens to whom, and who answers what in which round. Texts are raw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from woozle.core.value import value

Turned: TypeAlias = Literal["", "misled", "corrected"]
"""From right to wrong, or from wrong to right; that it came of what was heard is not said."""

Change: TypeAlias = Literal["kept", "new", "gone"]
"""How an edge is beside the round before."""

SIGNS: Mapping[Change, str] = {"kept": "", "new": "+", "gone": "×"}
LED: Mapping[Turned, str] = {"": "", "misled": "!", "corrected": "✓"}
"""What stands on an edge: how it has changed, and what became of the listener."""


@value
class Said:
    """What a seat answered in a round. text: empty if it gave no answer; colour: the number of this answer, from 1, 0 for none.

    is_right: None where that is not known.
    """

    text: str
    colour: int = 0
    is_right: bool | None = None
    turned: Turned = ""


@value
class Node:
    """A seat. said: by round, None where that is not known; note: what there is to say of whom it listens to, in a word or two."""

    number: int
    letter: str
    name: str
    said: tuple[Said | None, ...] = ()
    is_you: bool = False
    note: str = ""

    @property
    def last(self) -> Said | None:
        """The last of its answers that is known."""
        return next((said for said in reversed(self.said) if said), None)


@value
class Edge:
    """That one listens to another, by their numbers. led: what became of the listener, if the speaker had answered so before."""

    listener: int
    speaker: int
    change: Change = "kept"
    led: Turned = ""


@value
class Graph:
    """A debate in one of its rounds. title: which; rounds: at most how many; has_key: whether it is known what is right."""

    title: str
    rounds: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    has_key: bool = False

    def heard(self, node: Node) -> tuple[Edge, ...]:
        """The edges that lead to a seat."""
        return tuple(edge for edge in self.edges if edge.listener == node.number)
