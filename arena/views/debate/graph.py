"""Panels of a debate: edges from speakers to listeners, and answers by round. Texts are raw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeAlias

from woozle.arena.views.panels import Panel
from woozle.core.value import value

Turned: TypeAlias = Literal["", "misled", "corrected"]
"""From right to wrong, or from wrong to right; that it came of what was heard is not said."""

Change: TypeAlias = Literal["kept", "new", "gone"]
"""The state of an edge compared with the round before."""

SIGNS: Mapping[Change, str] = {"kept": "", "new": "+", "gone": "×"}
LED: Mapping[Turned, str] = {"": "", "misled": "!", "corrected": "✓"}
"""Signs on an edge: of its change, and of the listener's turn."""


@value
class Said:
    """A seat's answer in a round. text: empty if it gave none; colour: the number of this answer, from 1, 0 for none.

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
    """An edge from speaker to listener, by their numbers. led: how the listener turned, if the speaker had answered so before."""

    listener: int
    speaker: int
    change: Change = "kept"
    led: Turned = ""


@value
class Graph(Panel):
    """A debate in one of its rounds. title: which; rounds: at most how many; has_key: whether it is known what is right."""

    WIDGETS: ClassVar[str] = "woozle.tui.games.debate.graph"

    title: str
    rounds: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    has_key: bool = False

    def edges_to(self, node: Node) -> tuple[Edge, ...]:
        return tuple(edge for edge in self.edges if edge.listener == node.number)

    def page_parts(self) -> Mapping[str, Any]:
        """Return it as a table: who answered what in which round, right or wrong where that is known, and whom each listens to."""
        names = {node.number: node.name for node in self.nodes}
        nodes = [
            {
                "name": node.name,
                "said": [[said.text, said.is_right, said.turned] if said else None for said in node.said],
                "hears": [names.get(edge.speaker, "?") for edge in self.edges_to(node)],
                "note": node.note,
            }
            for node in self.nodes
        ]
        return {"graph": {"title": self.title, "rounds": self.rounds, "nodes": nodes}}


@value
class Rounds(Panel):
    """A table of answers by round, with those that were right."""

    WIDGETS: ClassVar[str] = "woozle.tui.games.debate.graph"

    graph: Graph
