"""Panels of a debate, with what one viewer knows: edges from speakers to listeners, and answers by round. Texts are raw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from woozle.arena.views.panels import Panel
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.core.words import RIGHT_SIGNS
from woozle.games.debate.state import State, Turned
from woozle.games.debate.views import graph_ring

Change: TypeAlias = Literal["kept", "new", "gone"]
"""The state of an edge compared with the round before."""

SIGNS: Mapping[Change, str] = {"kept": "", "new": "+", "gone": "×"}
LED: Mapping[Turned, str] = {"": "", "misled": "!", "corrected": "✓"}
"""Signs on an edge: of its change, and of the listener's turn."""


_IN_WORDS: Mapping[Change | Turned, str] = {
    "kept": "",
    "new": " (new)",
    "gone": " (ended)",
    "misled": " (was wrong)",
    "corrected": " (was right)",
    "": "",
}

_YES_NO = ("yes", "no")


@value
class Said:
    """A seat's answer in a round. text: empty if it gave none; colour: the number of this answer, from 1, 0 for none.

    is_right: None where that is not known.
    """

    text: str
    colour: int = 0
    is_right: bool | None = None
    turned: Turned = ""

    @property
    def shown(self) -> str:
        """The answer with its signs."""
        return f"{self.text or '–'}{RIGHT_SIGNS[self.is_right]}{'!' if self.turned == 'misled' else ''}"


@value
class Node:
    """A seat. said: by round, None where that is not known; note: what there is to say of whom it listens to, in a word or two.

    you: what the viewer is called, behind the name of its own seat.
    """

    number: int
    letter: str
    name: str
    said: tuple[Said | None, ...] = ()
    is_you: bool = False
    note: str = ""
    you: str = "you"

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

    WIDGETS: ClassVar[str] = "woozle.games.debate.tui.graph"
    TEMPLATE: ClassVar[str] = "woozle.games.debate.views:graph.html"

    title: str
    rounds: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...] = ()
    has_key: bool = False

    def edges_to(self, node: Node) -> tuple[Edge, ...]:
        return tuple(edge for edge in self.edges if edge.listener == node.number)

    @property
    def is_drawn(self) -> bool:
        """Whether a page draws it; a large one is listed."""
        return 1 < len(self.nodes) <= graph_ring.MOST

    @property
    def height(self) -> int:
        return graph_ring.height(len(self.nodes))

    @property
    def boxes(self) -> tuple[tuple[int, int, Node, str], ...]:
        """The seats of a drawing, each after its upper left corner and before the tone of its answer."""
        corners = (graph_ring.corner(at, len(self.nodes)) for at in range(len(self.nodes)))
        return tuple((*corner, node, tone_of(node.last)) for corner, node in zip(corners, self.nodes, strict=True))

    @property
    def arrows(self) -> tuple[tuple[graph_ring.Arrow, str, str], ...]:
        """The edges of a drawing, each with its tone and its sign."""
        places = {node.number: at for at, node in enumerate(self.nodes)}
        pairs = {(edge.speaker, edge.listener) for edge in self.edges}
        drawn = []
        for edge in self.edges:
            if edge.speaker in places and edge.listener in places:
                is_double = (edge.listener, edge.speaker) in pairs
                ends = places[edge.speaker], places[edge.listener], len(self.nodes)
                arrow = graph_ring.arrow(*ends, is_double=is_double, has_head=edge.change != "gone")
                drawn.append((arrow, edge.led or edge.change, SIGNS[edge.change] + LED[edge.led]))
        return tuple(drawn)

    def hears(self, node: Node) -> str:
        """Return whom a seat listens to, in words."""
        names = {each.number: each.name for each in self.nodes}
        return ", ".join(f"{names.get(edge.speaker, '?')}{_IN_WORDS[edge.led or edge.change]}" for edge in self.edges_to(node))


@value
class Rounds(Panel):
    """A table of answers by round, with those that were right."""

    WIDGETS: ClassVar[str] = "woozle.games.debate.tui.graph"
    TEMPLATE: ClassVar[str] = "woozle.games.debate.views:rounds.html"

    graph: Graph

    @staticmethod
    def cell(node: Node, at: int) -> str:
        """Return the answer of a seat in a round, by its place; a dot where it is not known."""
        said = node.said[at] if at < len(node.said) else None
        return said.shown if said else "·"


def tone_of(said: Said | None) -> str:
    """Return the tone of an answer: by the answer, or by whether it is right once that is known."""
    if said is None:
        return "said-unknown"
    if said.is_right is not None:
        return "said-right" if said.is_right else "said-wrong"
    return f"said-{(said.colour - 1) % 6 + 1}" if said.colour else "said-none"


def graph_of(state: State, me: Seat | None) -> Graph:
    """Return the debate as it stands. me: the seat of whom it is shown to; None for spectators."""
    return Graph(
        f"Round {state.round}" if state.round else "",
        max(state.rounds, len(state.said)),
        tuple(_nodes(state, me)),
        tuple(_edges(state)),
        state.key is not None,
    )


def _nodes(state: State, me: Seat | None) -> Iterator[Node]:
    last = max(state.said, default=0)
    for letter, (number, seat) in zip(seat_letters(state.seats), enumerate(state.seats, 1), strict=True):
        said = tuple(_describe_answer(state, seat, at) for at in range(1, last + 1))
        yield Node(number, letter, seat, said, seat == me, _note(state, seat))


def _describe_answer(state: State, seat: Seat, number: int) -> Said | None:
    reply = state.reply(seat, number)
    if reply is None:
        return None
    return Said(reply.answer or "", _colour(state, reply.answer), state.is_right(reply.answer), state.find_turn(seat, number))


def _colour(state: State, answer: str | None) -> int:
    """Return the number of an answer: of an option, or in the order in which they were first given."""
    if answer is None:
        return 0
    wording = state.first_wording(answer)
    return next((among.index(wording) + 1 for among in (tuple(state.letters), _YES_NO, state.answers) if wording in among), 0)


def _note(state: State, seat: Seat) -> str:
    if _has_stopped(state, seat):
        return "stopped"
    read = next((each for each in state.readings if each.round == state.round and not each.speakers), None)
    return f"{len(read.texts)} unnamed" if seat == state.me and read and read.texts else ""


def _has_stopped(state: State, seat: Seat) -> bool:
    """Return whether, to the viewer's knowledge, a seat only repeats its answer."""
    reply = state.reply(seat, state.round)
    if state.settled.get(seat, state.round) < state.round or (reply and reply.source == "repeated"):
        return True
    return state.linked == state.round > 0 and seat not in state.heard[state.round]


def _edges(state: State) -> Iterator[Edge]:
    """Yield the edges of this round, then those of the round before that are gone."""
    number, numbers = state.round, {seat: at for at, seat in enumerate(state.seats, 1)}
    before, now = state.heard.get(number - 1, {}), state.heard.get(number, {})
    for listener, others in now.items():
        led, turned = state.find_agreeing_speakers(listener, number), state.find_turn(listener, number)
        was = before.get(listener)
        for other in others:
            is_new = was is not None and other not in was
            yield Edge(numbers[listener], numbers[other], "new" if is_new else "kept", turned if other in led else "")
        for other in was or ():
            if other not in others:
                yield Edge(numbers[listener], numbers[other], "gone")
