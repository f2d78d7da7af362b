"""A speech to be labelled: what one person is shown. What a machine thinks of its claims is not known here."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.arena.views.claims import claim_words
from woozle.arena.views.scenery import Places, Sightings, places, sightings
from woozle.arena.views.words import count
from woozle.core.games.ship.claims.labels import UNLABELLED, Heard, Labels, Row, rows
from woozle.core.games.ship.claims.schema import Ruling
from woozle.core.value import value

OUTCOMES: tuple[tuple[Ruling, str], ...] = (
    ("true", "True"),
    ("false", "False"),
    ("near_miss", "Near miss"),
    ("unverifiable", "Cannot be told"),
    ("wrong_room", "Wrong room"),
    ("wrong_time", "Wrong time"),
    ("wrong_player", "Wrong player"),
)
"""What a claim can be, each with its words, in the order of their keys."""

SAID = "Does the speech say this?"
SO = "Is it so?"
REST = "Does it claim anything else? Add it; else that is all."
NOTHING = "No claim was read in this speech. Does it make one? Add it; else that is all."
OVER = "All speeches are labelled. Thank you! Answers can still be changed."

_MARKS = {"yes": "✓", "no": "✗", "corrected": "≈", "added": "+", "": "○"}
_SAID = {"yes": "said", "no": "not said", "corrected": "corrected", "added": "added", "": "not labelled yet"}


@value
class ClaimRow:
    """A claim to be labelled. words: of the claim, as the person has it. state: what was answered so far, in words."""

    words: str
    mark: str
    state: str
    span: tuple[int, int] | None
    is_said: bool
    is_whole: bool


@value
class Page:
    """A speech as the person sees it. number: it grows with each page. done, total: speeches. at: the claim to begin at.

    seat: the number of the speaker, for its colour. is_done: the person has finished this speech; is_over: all of them.
    """

    number: int
    annotator: str
    done: int
    total: int
    where: str
    speaker: str
    seat: int
    text: str
    claims: tuple[ClaimRow, ...]
    at: int
    is_done: bool
    is_over: bool
    places: Places
    sightings: Sightings

    @property
    def can_finish(self) -> bool:
        """Whether all claims are answered."""
        return all(claim.is_whole for claim in self.claims)

    def question(self, at: int | None) -> str:
        """What is asked of a claim, or of the speech."""
        if at is None or self.can_finish:
            return OVER if self.is_over else REST if self.claims else NOTHING
        claim = self.claims[at]
        if claim.is_whole:
            left = count(sum(not each.is_whole for each in self.claims), "claim")
            return f"Answered; another answer takes its place. {left} to go."
        return SO if claim.is_said else SAID


def page(number: int, annotator: str, order: Sequence[Heard], index: int, labels: Labels, at: int) -> Page:
    """The page of one speech among those to be labelled."""
    heard = order[index]
    statement, line = heard.statement, heard.timeline
    done = sum(is_done(each, labels) for each in order)
    return Page(
        number,
        annotator,
        done,
        len(order),
        f"meeting {statement.meeting + 1} · tick {statement.tick} · {heard.match}",
        statement.speaker,
        line.seats.index(statement.speaker) + 1,
        statement.text,
        tuple(map(_row, rows(heard, labels))),
        at,
        is_done(heard, labels),
        done == len(order),
        places(line, statement),
        sightings(line, statement),
    )


def is_done(heard: Heard, labels: Labels) -> bool:
    """Whether a person has finished a speech."""
    return labels.get(heard.item(), UNLABELLED).said == "all"


def _row(row: Row) -> ClaimRow:
    label = row.label
    outcome = f", {dict(OUTCOMES)[label.outcome].lower()}" if label.outcome else ""
    state = f"{_SAID[label.said]}{outcome}" if label.said in _SAID else ""
    return ClaimRow(claim_words(row.meaning), _MARKS.get(label.said, "○"), state, row.claim.span, row.is_said, label.is_whole)
