"""What people say of claims: whether a speech makes them, and whether it is so. They are not told what a machine thinks.

A claim is labelled in two steps, said and outcome; a speech is done when somebody has said that it claims nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from woozle.core.games.ship.claims.schema import Claim, Ruling, Statement
from woozle.core.games.ship.claims.timeline import Timeline
from woozle.core.value import value

Remark: TypeAlias = Literal["yes", "no", "corrected", "added", "all", "later", ""]
"""Of a claim: the speech says it; does not; says `means` instead; says it, and the machine missed it. Of a speech: that is all it
says; it is put off. Empty: what was said before is taken back."""


@value
class Item:
    """What is labelled. match: the digest of its file. speech: a position in the record. claim: None for the speech as a whole."""

    match: str
    speech: int
    claim: Claim | None = None


@value
class Opinion:
    """What one person says of an item. means: the claim that the speech makes instead. outcome: empty until it is judged."""

    said: Remark = ""
    means: Claim | None = None
    outcome: Ruling | Literal[""] = ""

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to be asked."""
        return self.said == "no" or bool(self.outcome)


UNLABELLED = Opinion()

Labels: TypeAlias = Mapping[Item, Opinion]
"""All that one person said: of each item, what they said last."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A speech to be labelled. match: a name for people. digest: of its file. claims: None if they are missing."""

    match: str
    digest: str
    timeline: Timeline
    statement: Statement
    claims: tuple[Claim, ...] | None

    def item(self, claim: Claim | None = None) -> Item:
        """The speech, or a claim in it, as something to be labelled."""
        return Item(self.digest, self.statement.at, meant(claim) if claim else None)


@dataclass(frozen=True, slots=True)
class Row:
    """A claim of a speech, and what one person says of it."""

    item: Item
    claim: Claim
    label: Opinion

    @property
    def meaning(self) -> Claim:
        """What the speech claims here, as the person has it."""
        return self.label.means or self.claim

    @property
    def is_said(self) -> bool:
        """Whether the speech makes the claim, as the person has it."""
        return self.label.said in ("yes", "corrected", "added")


def meant(claim: Claim) -> Claim:
    """All of a claim but how and where it is put: what makes two claims of one speech the same."""
    return replace(claim, span=None, basis="", strength="", is_hedged=False, doubt="")


def rows(heard: Heard, labels: Labels) -> list[Row]:
    """The claims of a speech: those that the machine read, in order, then others that the person says are there."""
    read = {heard.item(claim): claim for claim in reversed(heard.claims or ())}
    place = (heard.digest, heard.statement.at)
    found = [Row(item, claim, labels.get(item, UNLABELLED)) for item, claim in reversed(read.items())]
    others = [
        Row(item, item.claim, label)
        for item, label in labels.items()
        if item.claim and item not in read and (item.match, item.speech) == place
    ]
    return found + [row for row in others if row.is_said]
