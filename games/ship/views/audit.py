"""The claims of a match of the ship, checked as its record grows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from woozle.arena.views.audits import ClaimRow, Explanation
from woozle.core.errors import InputError
from woozle.core.game import RecordEntry
from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.observed import check_speech
from woozle.games.ship.claims.schema import Checked
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.claims.vote_reasons import ejections
from woozle.games.ship.events import Ballot, Spoke
from woozle.games.ship.views.verdicts import claim_row
from woozle.games.ship.views.vote_reasons import voter_tags

_AHEAD = 2  # later Events that are looked at with the one being folded


class Audit:
    """A fold over the whole record that handles each Event and each speech once. Claims are about the past, so later Events change
    no verdict.

    is_imported: whether the record was replayed from a log that does not tell who waited when.
    """

    def __init__(self, *, is_imported: bool = False) -> None:
        self._record: list[RecordEntry] = []
        self._speeches: list[int] = []
        self._ballots: list[int] = []
        self._checked: list[Checked] = []
        self._done = 0
        self._explained = 0
        self.timeline = Timeline(self._record, is_imported=is_imported)

    def __len__(self) -> int:
        return len(self._record)

    def grow(self, told: Sequence[RecordEntry]) -> None:
        start = len(self._record)
        self._record += told
        self._speeches += [at for at, (event, _) in enumerate(told, start) if isinstance(event, Spoke)]
        self._ballots += [at for at, (event, _) in enumerate(told, start) if isinstance(event, Ballot)]

    def is_behind(self, until: int) -> bool:
        return self._done < bisect_left(self._speeches, until)

    def check(self, until: int, most: int) -> tuple[ClaimRow, ...]:
        """Return the claims of the next speeches among the first `until` Events. most: number of speeches to read now.

        Raises ValueError, with a sentence, for a record that no match can have, such as one written by hand.
        """
        stop = min(bisect_left(self._speeches, until), self._done + most)
        wanted = self._speeches[self._done : stop]
        if not wanted:
            return ()
        self._done = stop
        self._fold(wanted[-1] + 1)  # to a speech, before which the tick has ended
        timeline = self.timeline
        extract, statements = Extractor(timeline.seats, timeline.map), timeline.statements
        found = [
            checked
            for number, statement in enumerate(statements)
            if statement.at in wanted
            for checked in check_speech(timeline, statement, extract(statement, statements[:number]))
        ]
        self._checked += found
        return tuple(claim_row(timeline, each) for each in found)

    def explain(self, until: int) -> tuple[Explanation, ...]:
        """Return the known reasons of the voters who ejected each seat. Raises ValueError like `check`."""
        ballots = self._ballots[self._explained : bisect_left(self._ballots, until)]
        if not ballots or self.is_behind(ballots[-1]):
            return ()
        self._explained += len(ballots)
        self._fold(ballots[-1] + 1)
        found = (each for each in ejections(self.timeline, self._checked) if each.at in ballots)
        return tuple(Explanation(each.at, voter_tags(each)) for each in found)

    def go_along(self) -> None:
        """Fold the Events since the last speech, so that little is left to do when the next one comes.

        The last Events are left, since those after them may tell more. Raises ValueError like `check`.
        """
        if self._done == len(self._speeches):
            self._fold(len(self._record) - _AHEAD)

    def _fold(self, end: int) -> None:
        try:
            self.timeline.fold(end)
        except (LookupError, TypeError, ValueError) as error:
            raise InputError("The claims cannot be checked, because the Events of this match do not fit together.") from error
