"""The all-seeing view of undercover: both pictures, and who the undercover is; marks, times and the end."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.core.request import Forfeit
from woozle.games.undercover.views.end_card import results

from tests.games.undercover import play


def test_a_match_without_pictures_is_void_and_says_why():
    referee = play.undercover(pool=(play.FILES,))
    while referee.outcome is None:
        referee.answer(next(iter(referee.open.values())).to, Forfeit("error", "The disk is full."))
    shown = results(End(referee.record, referee.outcome, {}, "Ada"))
    assert (shown.headline, shown.is_won) == ("Nobody wins.", None)
    assert not shown.panels
    assert shown.failures == (
        "The editor failed (The disk is full), so what it was asked for is missing from this match; "
        "mend it, or choose another editor.",
    )
    assert {row.cells[2] for row in shown.ranks.rows} == {"void"}
