"""What pages are sent of a match: what is new, and nothing twice."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from woozle.arena.web.match_view import MatchView, PageState
from woozle.core.state import observes

from tests.lines import GAMES, sources


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_is_told_step_by_step_shows_what_one_shows_that_comes_later(game):
    source = next(iter(sources(game)))
    seat = source.seats[0]
    observed = [event for event, audience in source.record if observes(seat, audience)]
    table: Any = SimpleNamespace(id="a", title=game, plan=SimpleNamespace(game=game, is_blind=False))
    view = MatchView(table, seat, observed)
    state, lines, parts = PageState(view), "", {}
    for end in range(1, len(observed) + 1):
        view.grow(end)
        told = [json.loads(each) for each in state.news(view.table())]
        assert [*state.news(view.table())] == []
        for message in told:
            lines += message.get("html", "")
            assert not any(parts.get(id) == html for id, html in message.get("parts", {}).items())
            parts |= message.get("parts", {})
    late = [json.loads(each) for each in PageState(view).news(view.table())]
    assert late[-1]["parts"] == parts
    assert late[0]["html"].replace("\n", "") == lines.replace("\n", "")
