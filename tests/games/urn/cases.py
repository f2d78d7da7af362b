"""Matches of the urn for the tests that play all games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from woozle.arena.testing.games import GameCase
from woozle.core import registry
from woozle.core.game import EVERYONE, RecordEntry
from woozle.core.request import Seat
from woozle.games.urn.events import Drawn, Opened, Reported
from woozle.games.urn.rules import Urn
from woozle.players.registry import bot


def urn(preset_name: str, seats: int) -> GameCase:
    """Return the case of the urn, whose content only the crook hears until all have reported, accused and guessed."""
    config = registry.configure(Urn, preset_name, {})

    def may_know(opened: Opened, before: Sequence[RecordEntry]) -> Iterable[Seat]:
        reports = sum(isinstance(event, Reported) for event, _ in before)
        return EVERYONE if reports == seats * config.handfuls else (opened.crook,)

    heard_by = {Opened: may_know}
    return GameCase(f"urn {preset_name} {seats}", lambda: Urn(seats, config), bot("urn"), (Drawn,), heard_by=heard_by)


CASES = [urn("standard", 5), urn("quick", 3)]
