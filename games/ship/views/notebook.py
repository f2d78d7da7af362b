"""The notebook of the ship: claimed whereabouts, accusations, votes, and contradictions to a seat's knowledge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from woozle.arena.views.notebook import Conflict, Entry
from woozle.core.event import Event
from woozle.core.line import Line
from woozle.core.request import Seat
from woozle.games.ship.state import State
from woozle.games.ship.views.claims import claim_words

if TYPE_CHECKING:
    from woozle.games.ship.claims.seat_notes import Heard, SeatNotes


class ShipNotebook:
    """The notebook of one seat. The grammar that reads claims is loaded when it is opened first."""

    note = "1.2 is meeting 1, round 2; v a vote. A grammar reads the claims, and may misread a speech: look at its line of the log."

    def __init__(self, me: Seat) -> None:
        self._me = me
        self._observed: list[Event] = []
        self._notes: SeatNotes | None = None

    def see(self, event: Event, lines: Sequence[Line]) -> None:
        self._observed.append(event)

    def entries(self) -> Sequence[Entry]:
        """Return claims, opinions and open votes, in order."""
        from woozle.games.ship.claims.seat_notes import SeatNotes

        notes = self._notes = self._notes or SeatNotes(self._me)
        for event in self._observed[notes.state.events :]:
            notes.state.see(event)
        found = [*(_claim(each, notes.state) for each in notes.heard()), *_votes(notes.state)]
        return sorted(found, key=lambda entry: entry.event)


def _claim(heard: Heard, known: State) -> Entry:
    statement = heard.statement
    doubt = " (perhaps)" if heard.claim.is_tentative or heard.claim.is_hedged else ""
    return Entry(
        known.number(statement.speaker),
        f"{statement.meeting + 1}.{statement.round}",
        f"Meeting {statement.meeting + 1}, tick {statement.tick}",
        f"{claim_words(heard.claim)}{doubt}",
        heard.at,
        tuple(Conflict(each.kind, each.words, each.at) for each in heard.contradictions),
    )


def _votes(known: State) -> Iterator[Entry]:
    for meeting in known.meetings:
        for voter, target in (meeting.ballots[0].votes or {}).items() if meeting.ballots else ():
            words = f"voted for {target}" if target else "voted to skip"
            part = f"The vote of meeting {meeting.number}"
            yield Entry(known.number(voter), f"{meeting.number}.v", part, words, meeting.counted_at)
