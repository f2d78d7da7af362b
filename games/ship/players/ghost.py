"""The beliefs of a dead seat: whom the living will eject, by whom they have spoken against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from woozle.core.request import Seat
from woozle.games.ship.events import Foresee
from woozle.games.ship.players.memory import Memory

_NOBODY = (95, 95, 60)  # percent, by how many speak against the seat that most do
_SOMEBODY = 70


def foresee(memory: Memory, legal: Sequence[Seat | None]) -> Foresee:
    """Return the seat that most of the living spoke against last, if at least two do; else no one."""
    claims = memory.talk.claims if memory.talk else []
    meant = {claim.speaker: claim.about for claim in claims if claim.kind in ("accuse", "kill", "vote") and claim.about in legal}
    (suspect, most), (_, next_most) = [*Counter(meant.values()).most_common(2), (None, 0), (None, 0)][:2]
    if most < 2 or most == next_most:
        return Foresee(ejected=None, sure=_NOBODY[min(most, len(_NOBODY) - 1)])
    return Foresee(ejected=suspect, sure=_SOMEBODY)
