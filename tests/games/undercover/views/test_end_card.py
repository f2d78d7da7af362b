"""The card at the end of a match of undercover."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.core.game import EVERYONE
from woozle.games.undercover import events as undercover

from tests.arena.views.test_end_cards import SEATS, outcome


def test_the_card_tells_a_vote_that_was_alone_with_the_truth():
    record = [
        (undercover.Briefing(SEATS, "undercover", "How many?", (), True, False, "in_turn", 1, 2, "factors", "draw", 1), EVERYONE),
        *((undercover.Voted(seat, 1, "Eve" if seat == "Alice" else "Bob"), EVERYONE) for seat in SEATS),
        (undercover.Counted(1, {"Bob": 4, "Eve": 1}, (), "Bob", False), EVERYONE),
        (undercover.Concluded("two", "majority", (2, 1)), EVERYONE),
        (undercover.Revealed("Eve", False, False), EVERYONE),
    ]
    cards = {me: end_card("undercover", End(record, outcome(("Eve",)), me=me)) for me in ("Alice", "Eve", "Dan")}
    assert cards["Alice"].sentence == 'Eve, the undercover, wins: the votes never found Eve; the table\'s answer, "two", is wrong.'
    assert cards["Alice"].best == "In the first vote you alone voted for Eve, the undercover."
    assert cards["Eve"].best == "You saw another picture than the rest, and got 1 vote, and Bob was voted out instead."
    assert cards["Dan"].best == ""
