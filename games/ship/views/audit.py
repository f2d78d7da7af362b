"""The claims of a match of the ship, checked as its record grows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from woozle.arena.views import audits
from woozle.arena.views.audits import CONTRADICTED, KNEW, TRUE, UNCERTAIN, UNSEEN, ClaimRow
from woozle.core.errors import InputError
from woozle.core.game import RecordEntry
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.extraction.service import extractions
from woozle.games.ship.claims.observed import check_speech
from woozle.games.ship.claims.precision import figure_of, precisions
from woozle.games.ship.claims.schema import Checked, Claim, Ruling, Standing, Verdict
from woozle.games.ship.claims.timeline import Timeline, build_timeline
from woozle.games.ship.events import Spoke
from woozle.games.ship.views.claims import claim_words, contradiction

_AHEAD = 2  # later Events that are looked at with the one being folded
VERDICTS: dict[Ruling, audits.Verdict] = {
    "true": TRUE,
    "near_miss": audits.Verdict("≈", "NEAR", "notice"),
    "wrong_room": audits.Verdict("✗", "WRONG ROOM", "bad"),
    "wrong_time": audits.Verdict("✗", "WRONG TIME", "bad"),
    "wrong_player": audits.Verdict("✗", "WRONG PLAYER", "bad"),
    "false": audits.Verdict("✗", "FALSE", "bad"),
    "unverifiable": UNSEEN,
}

STANDINGS: dict[Standing, str] = {"lie": CONTRADICTED, "mistaken": "mistaken", "unsupported": "no grounds"}
"""The speaker's standing on a claim that the grammar read, in a word. Honest claims get none."""


class Audit:
    """A fold over the whole record that handles each Event and each speech once. Claims are about the past, so later Events change
    no verdict.

    is_imported: whether the record was replayed from a log that does not tell who waited when.
    """

    def __init__(self, *, is_imported: bool = False) -> None:
        self._record: list[RecordEntry] = []
        self._speeches: list[int] = []
        self._done = 0
        self.timeline = Timeline(self._record, is_imported=is_imported)

    def __len__(self) -> int:
        return len(self._record)

    def grow(self, told: Sequence[RecordEntry]) -> None:
        start = len(self._record)
        self._record += told
        self._speeches += [at for at, (event, _) in enumerate(told, start) if isinstance(event, Spoke)]

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
        return tuple(
            _row(timeline, checked)
            for number, statement in enumerate(statements)
            if statement.at in wanted
            for checked in check_speech(timeline, statement, extract(statement, statements[:number]))
        )

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


@value
class Accusation:
    """A speech in which one seat calls another a duck, or says that it saw it kill, as the grammar reads it. meeting: from 1."""

    meeting: int
    speaker: Seat
    target: Seat
    quote: str


def accusations(record: Sequence[RecordEntry]) -> tuple[Accusation, ...]:
    """Return the accusations of a match, in order. Those that may have been misread are left out."""
    read = extractions(build_timeline(record))
    made = ((each.statement, claim) for each in read for claim in each.claims or ())
    return tuple(
        Accusation(statement.meeting + 1, statement.speaker, claim.target, statement.text[slice(*claim.span)] if claim.span else "")
        for statement, claim in made
        if claim.type in ("accusation", "kill") and claim.source == "own" and claim.subject == statement.speaker
        if not (claim.is_negated or claim.is_tentative or claim.doubt)
    )


def standing_words(checked: Checked) -> str:
    """Return the speaker's standing in a word or two; empty if honest or unknown."""
    return KNEW if checked.is_known_false else STANDINGS.get(checked.verdict.standing, "")


def _row(timeline: Timeline, checked: Checked) -> ClaimRow:
    statement, claim, verdict = checked.statement, checked.claim, checked.verdict
    return ClaimRow(
        at=statement.at,
        number=timeline.seats.index(statement.speaker) + 1 if statement.speaker in timeline.seats else 0,
        speaker=statement.speaker,
        claim=claim_words(claim),
        verdict=UNCERTAIN if verdict.standing == "uncertain" else VERDICTS[verdict.outcome],
        standing=standing_words(checked),
        reason=verdict.reason,
        contradiction=contradiction(checked),
        proof=verdict.evidence,
        quote=statement.text[slice(*claim.span)] if claim.span else "",
        is_counted=checked.is_counted,
        measured=_measured(claim, verdict),
    )


def _measured(claim: Claim, verdict: Verdict) -> tuple[int, int] | None:
    """Return how many of the checked verdicts of this kind were right, and out of how many."""
    found = precisions("grammar").get(figure_of(claim, verdict))
    return (found.right, found.n) if found else None
