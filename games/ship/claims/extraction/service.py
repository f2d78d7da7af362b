"""Claims of all speeches of a match; questions to a service that extracts them with a language model, and its answers.

An extraction that failed is missing, never an empty list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from woozle.core.request import Answer, Seat
from woozle.core.value import value
from woozle.games.ship.claims.extraction.extract import Extractor
from woozle.games.ship.claims.schema import Claim, ClaimType, Source, Statement
from woozle.games.ship.claims.timeline import Timeline
from woozle.games.ship.map import Room


@value
class Extraction:
    """The claims of a speech. claims: None, if the extraction failed: nothing is known then."""

    statement: Statement
    claims: tuple[Claim, ...] | None


@value
class Question:
    """A question for the claims of a speech. before: The speeches before it in the match, to which it may refer."""

    statement: Statement
    before: tuple[Statement, ...]
    seats: tuple[Seat, ...]
    rooms: tuple[Room, ...]


class Said(BaseModel):
    """One claim as a model writes it. Fields of other types stay empty; `quote` is cut from the speech to the letter."""

    model_config = ConfigDict(extra="forbid")

    type: ClaimType
    subject: Seat = ""
    target: Seat = ""
    room: Room = ""
    route: tuple[Room, ...] = ()
    stops: tuple[str, ...] = ()
    activity: str = ""
    when: str = ""
    victim: Seat = ""
    way: Room = ""
    number: int | None = Field(default=None, ge=0)
    strength: Literal["strong", "moderate", "weak", ""] = ""
    basis: str = ""
    is_negated: bool = False
    is_hedged: bool = False
    source: Source = "own"
    told_by: Seat = ""
    quote: str = ""


class Claims(Answer):
    """All claims of the speech, in order; an empty list says that it makes none."""

    claims: tuple[Said, ...]


def extraction(statement: Statement, answer: Claims | None) -> Extraction:
    """Return the claims of an answer, with the span of each quote that the speech has; without an answer they are missing."""
    if answer is None:
        return Extraction(statement, None)
    text = statement.text
    claims = []
    for said in answer.claims:
        start = text.find(said.quote) if said.quote else -1
        span = (start, start + len(said.quote)) if start >= 0 else None
        claims.append(Claim(**said.model_dump(exclude={"quote"}), span=span))
    return Extraction(statement, tuple(claims))


Known: TypeAlias = Callable[[Statement], Sequence[Claim] | None]
"""Returns the claims of a speech extracted elsewhere; None if the speech was not read there."""


def extractions(timeline: Timeline, known: Known | None = None) -> Iterator[Extraction]:
    """Yield the claims of each speech, in order. known: returns those extracted elsewhere; None lets the grammar read them."""
    statements = timeline.statements
    extractor = Extractor(timeline.seats, timeline.map)
    for number, statement in enumerate(statements):
        claims = known(statement) if known else extractor(statement, statements[:number])
        yield Extraction(statement, None if claims is None else tuple(claims))
