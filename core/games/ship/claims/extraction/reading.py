"""Where the reading of a sentence stands, from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from woozle.core.games.ship.claims.extraction.discourse import Discourse
from woozle.core.games.ship.claims.extraction.frames import Frame, Mention
from woozle.core.games.ship.claims.extraction.groups import Party
from woozle.core.games.ship.claims.extraction.lexicon import Verb
from woozle.core.games.ship.claims.extraction.tokens import Token
from woozle.core.request import Seat

_T = TypeVar("_T")

MOST = 64  # rooms of one frame; more would make nonsense slow
LOOK_BACK = 12  # words before a verb that can belong to it; more would make long sentences slow


@dataclass(slots=True)
class Reading:
    """What is read of a sentence so far.

    asks: whether it ends in a question mark. group: seats that were named last; added: those of them that became objects by it.
    main: the last frame of the main line, whose subject "and left" goes on with. clause: where the clause begins. fronted, times:
    rooms and times that stand before the verb they belong to ("In medbay I saw"). ruled_out: the last room that was only denied.
    """

    tokens: Sequence[Token]
    asks: bool
    discourse: Discourse
    frames: list[Frame] = field(default_factory=list)
    group: Party | None = None
    added: list[Seat] = field(default_factory=list)
    main: Frame | None = None
    clause: int = 0
    fronted: list[Mention] = field(default_factory=list)
    times: list[Token] = field(default_factory=list)
    is_supposed: bool = False
    is_hedged: bool = False
    ruled_out: int = -1

    @property
    def frame(self) -> Frame | None:
        """The frame that is being told."""
        return self.frames[-1] if self.frames else None

    @property
    def recent(self) -> Sequence[Frame]:
        """The last frames, the newest first."""
        return self.frames[: -LOOK_BACK - 1 : -1]

    def text(self, i: int) -> str:
        """The word at i; empty outside the sentence."""
        return self.tokens[i].text if 0 <= i < len(self.tokens) else ""

    def open(self, verb: Verb, subject: tuple[Seat, ...], i: int, parent: Frame | None = None) -> Frame:
        """Begin a frame; the one before ends here."""
        if self.frame:
            self.frame.last = max(self.frame.first, i - 1)
        frame = Frame(self.tokens, verb.kind, verb.base, verb.form, subject, i, len(self.tokens) - 1, parent)
        frame.places, self.fronted = self.fronted[:MOST], []
        frame.times, self.times = self.times[:MOST], []
        self.frames.append(frame)
        return frame


def add(to: list[_T], what: _T) -> None:
    """Add to what a frame says, unless it says too much already."""
    if len(to) < MOST:
        to.append(what)
