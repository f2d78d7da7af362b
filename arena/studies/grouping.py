"""The plan's terms for groups: how long participants wait for each other, and what follows when a member leaves."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from woozle.core.frozen_model import FrozenModel

WhenAlone: TypeAlias = Literal["leave", "bots", "solo"]
"""The end of the wait: participants leave by the exit no_group, bots get the empty places, or each plays the solo version."""

WhenLost: TypeAlias = Literal["bot", "leave", "forfeit"]
"""The loss of a participant in a match: a bot answers for them, the match ends and the others leave, or they give no answers."""

MOST = 12
"""Largest group."""


class Grouping(FrozenModel):
    """Terms on which groups are formed and kept together.

    wait_minutes, then: longest wait for a group, and what follows it. ready_seconds: time to confirm one's presence
    before a group begins. idle_seconds: time without a sign of a player, after which they are asked whether they are there.
    lost_seconds: how long the others wait for a participant who is gone, or does not answer. lost: what happens then.
    shows_replacement: the others are told. blind: nobody learns who sits where until the end. slot_seconds: an answer takes one to
    three times as long, or a multiple, in groups that are blind and in those that are not told who is lost.
    """

    wait_minutes: float = Field(default=5, gt=0, le=240)
    then: WhenAlone = "leave"
    ready_seconds: float = Field(default=20, ge=5, le=300)
    idle_seconds: float = Field(default=90, ge=5, le=3600)
    lost_seconds: float = Field(default=60, ge=1, le=3600)
    lost: WhenLost = "bot"
    shows_replacement: bool = True
    blind: bool = False
    slot_seconds: float = Field(default=8, ge=1, le=60)

    @property
    def has_bots(self) -> bool:
        """Return whether bots may take places of participants."""
        return self.lost == "bot" or self.then == "bots"

    @property
    def hides_replacement(self) -> bool:
        return self.lost == "bot" and not self.shows_replacement

    @property
    def begins_within(self) -> float:
        """Return the seconds after which a match begins without members who stay on the page before it.

        They may read as long as they may be silent at a table, and are then called.
        """
        return self.idle_seconds + self.ready_seconds
