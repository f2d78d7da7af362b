"""Messages of the seat protocol."""

from __future__ import annotations

import pytest

from woozle.core.state import observes
from woozle.players.registry import prompt
from woozle.players.seat_protocol import Narration, message_line

from tests.lines import GAMES, sources


@pytest.mark.parametrize("game", GAMES)
def test_events_are_worded_alike_in_any_portions(game):
    source = next(iter(sources(game)))
    for seat in source.seats[:2]:
        view = [event for event, audience in source.record if observes(seat, audience)]
        narration = Narration(prompt(game), seat)
        whole = Narration(prompt(game), seat).events_message(view, 0)
        told = [each for end in range(1, len(view) + 1) for each in narration.events_message(view[:end], end - 1).items]
        assert told == whole.items
        for first in (len(view) // 2, len(view) - 1, 0, len(view)):
            again = narration.events_message(view, first)
            assert message_line(again) == message_line(Narration(prompt(game), seat).events_message(view, first))
            assert (again.first, again.items) == (first, whole.items[first:])
