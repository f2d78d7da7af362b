"""The card at the end of a match of undercover."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.core.game import EVERYONE
from woozle.games.undercover import events as undercover
from woozle.saves.match import read_match

from tests.arena.views.test_end_cards import SEATS, outcome
from tests.lines import GOLDEN


def test_the_card_tells_a_vote_that_was_alone_with_the_truth():
    record = [
        (undercover.Briefing(SEATS, "undercover", "How many?", (), True, False, "in_turn", 1, 2, "factors", "draw", 1), EVERYONE),
        *((undercover.Voted(seat, 1, "Eve" if seat == "Alice" else "Bob"), EVERYONE) for seat in SEATS),
        (undercover.Counted(1, {"Bob": 4, "Eve": 1}, (), "Bob", False), EVERYONE),
        (undercover.Concluded("two", "majority", (2, 1)), EVERYONE),
        (undercover.Revealed("Eve", False, False), EVERYONE),
    ]
    cards = {me: end_card("undercover", End(record, outcome(("Eve",)), me=me)) for me in ("Alice", "Eve", "Dan")}
    assert cards["Alice"].side == 'Eve, the undercover, wins: the votes never found Eve; the table\'s answer, "two", is wrong.'
    assert cards["Alice"].best == "In the first vote you alone voted for Eve, the undercover."
    assert cards["Eve"].best == "You saw another picture than the rest, and got 1 vote, and Bob was voted out instead."
    assert cards["Dan"].best == ""


def test_the_card_says_who_voted_for_the_viewer_and_what_they_had_answered():
    answers = {"Alice": "two", "Bob": "three", "Cleo": "two", "Dan": "three", "Eve": "three"}
    record = [
        (undercover.Briefing(SEATS, "undercover", "How many?", (), True, False, "in_turn", 1, 2, "direct", "draw", 1), EVERYONE),
        *((undercover.Reasoned(seat, 1, said, "I see it."), EVERYONE) for seat, said in answers.items()),
        *((undercover.Voted(seat, 1, "Cleo" if seat == "Eve" else "Bob"), EVERYONE) for seat in SEATS if seat != "Bob"),
        (undercover.Counted(1, {"Bob": 3, "Cleo": 1}, (), "Bob", False), EVERYONE),
        *((undercover.Summarised(seat, 2, "five", "Now."), EVERYONE) for seat in SEATS),
        (undercover.Revealed("Eve", False, False), EVERYONE),
    ]

    cards = {me: end_card("undercover", End(record, outcome(("Eve",)), me=me)) for me in (None, "Alice", "Bob", "Cleo")}
    assert cards["Bob"].turned == (
        'Alice, Cleo and Dan voted you out in the first vote: you had answered "three"; Alice and Cleo "two"; Dan the same. '
        "Nobody voted for Eve, the undercover."
    )
    assert cards[None].turned.startswith('Alice, Cleo and Dan voted Bob out in the first vote: Bob had answered "three"; ')
    assert cards["Cleo"].note == 'Eve voted for you in the first vote: you had answered "two"; Eve "three".'
    assert not any(cards[me].note for me in (None, "Alice", "Bob"))


def test_claims_are_held_against_the_picture_that_voters_saw():
    match = read_match(GOLDEN / "undercover-4-pictures.jsonl")
    cards = {me: end_card("undercover", End(match.record, match.outcome, me=me)) for me in ("Ben", "Cleo")}
    assert cards["Ben"].turned.endswith("Of your 22 claims 3 are not so in their picture.") and not cards["Cleo"].note


def test_what_the_voters_said_is_told_and_that_the_viewer_had_described_next_to_nothing():
    match = read_match(GOLDEN / "undercover-4-pictures.jsonl")
    voters = {event.seat for event, _ in match.record if isinstance(event, undercover.Voted) and event.target == "Ben"}
    record = []
    for told, audience in match.record:
        is_said = isinstance(told, undercover.Reasoned) and told.seat == "Ben"
        event = replace(told, analysis="Plain to see.") if is_said else told
        if isinstance(event, undercover.Voted) and event.target == "Ben":
            record.append((undercover.Argued(event.seat, event.round, "Ben told us next to nothing."), EVERYONE))
        record.append((event, audience))
    note = end_card("undercover", End(record, match.outcome, me="Ben")).turned
    said = 'Ben told us next to nothing."'
    assert voters and note.count(said) == 1
    assert f"{said} You had told them next to nothing: not one detail beside the answer." in note
