"""Communication graphs that are fixed before a round (setup), and when an agent stops listening (appendix B.3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core import graphs
from woozle.core.chance import Chance
from woozle.games.debate.spread.entropies import Candidate


def full(agents: int) -> dict[int, Candidate]:
    """Return a graph in which each agent listens to all others."""
    return dict(enumerate(graphs.complete_graph(agents)))


def ring(agents: int, density: float) -> dict[int, Candidate]:
    """Return a ring in which each agent listens to the next round(density * (n - 1)) agents, and to one at least."""
    neighbours = min(agents - 1, max(1, round(density * (agents - 1))))
    return {agent: tuple((agent + step) % agents for step in range(1, neighbours + 1)) for agent in range(agents)}


def draw_partners(agents: int, chance: Chance) -> dict[int, Candidate]:
    """Draw for each agent how many others it listens to, from 1 to all, and which."""
    return {
        agent: tuple(sorted(chance.sample(f"heard {agent}", others, 1 + chance.below(f"how many {agent}", len(others)))))
        for agent, others in full(agents).items()
    }


def find_settled(now: Sequence[str | None], before: Sequence[str | None], was_settled: Sequence[bool]) -> list[bool]:
    """Return which agents have stopped: those whose answer is the one they gave before. They say the same from then on.

    The main text ends the whole debate there; the appendix, which is followed here, lets that agent alone go.
    """
    return [was or (answer is not None and answer == last) for answer, last, was in zip(now, before, was_settled, strict=True)]
