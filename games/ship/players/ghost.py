"""The beliefs of a dead seat: whom the living will eject, by whom they have spoken against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from woozle.core.event import Event, first
from woozle.core.request import Seat
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.events import Briefing, Foresee, MeetingCalled, Spoke
from woozle.games.ship.players.assertions import LONGEST, Assertion, reader_of

_NOBODY = (95, 95, 60)  # percent, by how many speak against the seat that most do
_SOMEBODY = 85


def foresee(observation: Sequence[Event], legal: Sequence[Seat | None]) -> Foresee:
    """Return the seat that most of the living spoke against last, if at least two do; else no one."""
    meant = {claim.speaker: claim.about for claim in _said(observation) if claim.kind in ("accuse", "kill", "vote")}
    voices = Counter(about for about in meant.values() if about in legal)
    (suspect, most), (_, next_most) = [*voices.most_common(2), (None, 0), (None, 0)][:2]
    if most < 2 or most == next_most:
        return Foresee(ejected=None, sure=_NOBODY[min(most, len(_NOBODY) - 1)])
    return Foresee(ejected=suspect, sure=_SOMEBODY)


def _said(observation: Sequence[Event]) -> list[Assertion]:
    """Return what was asserted in the last meeting. It is read as the living read it, and so only once."""
    briefing = first(observation, Briefing)
    calls = [MeetingCalled(0, "", "button", ())]
    said: list[Statement] = []
    begun = 0
    for event in observation:
        if isinstance(event, MeetingCalled):
            calls.append(event)
            begun = len(said)
        elif isinstance(event, Spoke) and event.text.strip():
            said.append(Statement(len(calls) - 2, calls[-1].tick, event.round, event.seat, event.text[:LONGEST], 0))
    if briefing is None or len(calls) < 2:
        return []
    reader = reader_of(briefing.seats, briefing.config.map)
    return [claim for at in range(begun, len(said)) for claim in reader.read(tuple(said[: at + 1]), calls[-2].tick)]
