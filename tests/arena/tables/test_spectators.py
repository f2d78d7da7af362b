"""What spectators may see of a match, and when. Seconds pass by hand."""

from __future__ import annotations

import pytest

from woozle.arena.tables.spectators import Spectators
from woozle.core.event import PUBLIC
from woozle.core.referee import Referee
from woozle.core.request import Response

from tests.players.stopped_time import Time
from tests.saves.table import KEY, people
from tests.two_truths import TwoTruths


class Watched:
    """A match with spectators, on a clock that a test sets forward."""

    def __init__(self, watching, delay=0.0) -> None:
        self.time = Time()
        self.referee = Referee(TwoTruths(3), KEY)
        self.spectators = Spectators(watching, delay, self.time)
        self.spectators.begin(self.referee)

    def answer(self) -> int:
        """Answer a question, and return how much the public has observed."""
        request = next(iter(self.referee.open.values()))
        self.referee.fold(Response(request.id, people(request, self.referee.folded), 0.0))
        self.spectators.grow()
        return len(self.referee.view(PUBLIC))


async def test_a_delay_holds_for_each_event_and_for_the_last():
    watched = Watched("public", 60.0)
    woken = watched.spectators.follow()
    first = watched.answer()
    watched.time.pass_by(30.0)
    while not watched.spectators.is_over:
        whole = watched.answer()
    assert 0 < first < whole
    allowed = []
    for seconds in (29.9, 0.1, 29.9, 0.1):
        watched.time.pass_by(seconds)
        allowed.append(watched.spectators.allowed)
    assert allowed == [0, first, first, whole]
    assert woken.is_set()


@pytest.mark.parametrize(("watching", "during"), [("public", True), ("end", False), ("none", False)])
async def test_without_a_delay_spectators_see_all_at_once_or_at_the_end_or_nothing(watching, during):
    watched = Watched(watching)
    seen = watched.answer()
    assert watched.spectators.allowed == (seen if during else 0)
    while not watched.spectators.is_over:
        seen = watched.answer()
    assert watched.spectators.allowed == (0 if watching == "none" else seen)
