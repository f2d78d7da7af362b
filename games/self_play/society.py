"""The society: who may ask whom, and the stack of those who wait (section 3, "Inter-agent communication and orchestration").

An agent that asks waits; control passes to those it can reach, one after the other in a `broadcast`, or to one of them alone
through a `hub`, so that the asker sees each reply before it asks the next. An agent that answers or hedges gives control to the top
of the stack. Agents that wait are not asked again, so that a circle in the society is no circle in the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from woozle.core.errors import InputError
from woozle.core.graphs import Graph

Agent: TypeAlias = int
Orchestration: TypeAlias = Literal["broadcast", "hub"]


def star(agents: int) -> Graph:
    """Return a graph in which the first can ask all others, who can ask no one (section 5)."""
    return (tuple(range(1, agents)), *(() for _ in range(agents - 1)))


def chain(agents: int) -> Graph:
    """Return a graph in which each agent can ask the next, and the last none."""
    return tuple((agent + 1,) if agent + 1 < agents else () for agent in range(agents))


@dataclass(slots=True)
class Orchestrator:
    """The agent in control, and the waiting ones. active: None once the agent that began has answered.

    _stack: the agents that wait, each with who asks it: None for an asker that waits for replies, not to be asked.
    """

    graph: Graph
    kind: Orchestration = "broadcast"
    active: Agent | None = 0
    _stack: list[tuple[Agent, Agent | None]] = field(default_factory=list)
    _asked_by: dict[Agent, Agent] = field(default_factory=dict)
    _asked: dict[Agent, set[Agent]] = field(default_factory=dict)

    @property
    def stack(self) -> tuple[Agent, ...]:
        """The agents that wait, the top of the stack last."""
        return tuple(agent for agent, _ in self._stack)

    def asker_of(self, agent: Agent) -> Agent | None:
        """Return the asker of an agent that has not replied yet; None for the one that began."""
        return self._asked_by.get(agent)

    def reachable(self) -> tuple[Agent, ...]:
        """Return whom the active agent would ask now: all it can reach that do not wait; through a hub the first not asked yet."""
        if self.active is None:
            return ()
        waiting = {self.active, *self.stack}
        can = tuple(other for other in self.graph[self.active] if other not in waiting)
        if self.kind == "broadcast":
            return can
        return tuple(other for other in can if other not in self._asked.get(self.active, ()))[:1]

    def ask(self) -> tuple[Agent, ...]:
        """Let the active agent ask, and return whom. Raises ValueError if no one can be asked."""
        asked, asker = self.reachable(), self.active
        if asker is None or not asked:
            raise InputError("No seat can be asked.")
        self._stack.append((asker, None))
        self._stack += [(each, asker) for each in reversed(asked[1:])]
        self._asked.setdefault(asker, set()).update(asked)
        self._pass(asked[0], asker)
        return asked

    def relinquish(self) -> Agent | None:
        """Take control from the active agent, which has answered or hedged, and return whom it told.

        None if no seat had asked it: then the game is over.
        """
        if self.active is None:
            raise InputError("No seat has control.")
        told = self._asked_by.pop(self.active, None)
        if not self._stack:
            self.active = None
            return told
        agent, asked_by = self._stack.pop()
        if asked_by is None:
            self.active = agent
        else:
            self._pass(agent, asked_by)
        return told

    def _pass(self, agent: Agent, asker: Agent) -> None:
        self.active = agent
        self._asked_by[agent] = asker
