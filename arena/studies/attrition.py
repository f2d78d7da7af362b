"""How many came, and what became of them: the table that belongs beside every figure of a study."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.arena.studies.participants import Participant
from woozle.core.value import value


@value
class Attrition:
    """Counts of people. invited: as the plan or the links say, None if nobody counted. started: began a match that is no practice.

    The last five are what became of those who consented, and add up to them.
    """

    invited: int | None
    consented: int
    started: int
    finished: int
    withdrawn: int
    timed_out: int
    dropped_out: int
    under_way: int


def attrition(people: Sequence[Participant], invited: int | None) -> Attrition:
    """The counts. Who withdrew is counted among those who started only as far as is still known: not at all."""
    became = [who.status for who in people]
    return Attrition(
        invited=invited or None,
        consented=len(people),
        started=sum(any(step.startswith("match-") for step in who.began) for who in people),
        finished=became.count("finished"),
        withdrawn=became.count("withdrawn"),
        timed_out=became.count("timed out"),
        dropped_out=became.count("dropped out"),
        under_way=became.count("under way"),
    )
