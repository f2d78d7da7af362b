"""Reasons for votes: what the record knows of each voter, and never more."""

from __future__ import annotations

import pytest

from woozle.core.state import fold_events, observes
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.vote_reasons import ejections, votes_for
from woozle.games.ship.events import Ballot, Voted
from woozle.games.ship.rules import Ship
from woozle.games.ship.state import State
from woozle.games.ship.views.audit import Audit
from woozle.games.ship.views.vote_reasons import card_sentence, plain_texts, reasons_lines
from woozle.saves.decoder import decode_record
from woozle.saves.transcript import read

from tests.games.ship.board import Board
from tests.lines import GOLDEN
from tests.tui.matches import recorded

HERE = {"Bob": "medbay", "Eve": "medbay", "Frank": "medbay"}


def convicted(**speeches):
    """Frank kills Eve before the eyes of Bob, who reports it; Alice, Charlie and Diana were elsewhere, and never saw Frank."""
    table = Board("standard", rooms=HERE, rounds=1).act("Frank", "kill Eve").tick().act("Bob", "report")
    return table.talk("", **speeches)


def found(table, target):
    read = audit(table.record)
    return {each.voter: each for votes in votes_for(read.timeline, read.checked, target) for each in votes.voters}


def words(table, me):
    """Return the text of a seat's page, and of its card."""
    read = audit(table.record)
    votes = [*votes_for(read.timeline, read.checked, me)]
    _, *page = plain_texts(reasons_lines(read.timeline, votes, me))
    return page, [card_sentence(each, me) for each in votes]


SAID = {"Bob": "I saw Frank kill Eve in medbay.", "Diana": "I think it is Frank.", "Alice": "I was in cafeteria."}


def test_each_voter_is_known_by_what_it_saw_and_said_and_by_who_had_accused_before():
    voters = found(convicted(**SAID).vote(Bob="Frank", Diana="Frank", Alice="Frank", Frank="Bob"), "Frank")
    assert [*voters] == ["Alice", "Bob", "Diana"], "in the order of votes"
    bob, diana, alice = voters["Bob"], voters["Diana"], voters["Alice"]
    assert (bob.ground.kind, bob.has_accused, bob.accusers) == ("saw the kill", True, ())
    assert [claim.verdict.outcome for claim in bob.said[0].claims] == ["true"]
    assert (diana.ground, diana.last_seen, diana.has_accused, diana.accusers) == (None, None, True, ("Bob",))
    assert (alice.said, alice.has_accused, alice.accusers) == ((), False, ("Bob", "Diana"))


def test_the_page_and_the_card_say_what_the_record_has():
    page, card = words(convicted(**SAID).vote(Bob="Frank", Diana="Frank", Alice="Frank", Frank="Bob"), "Frank")
    assert page == [
        "Meeting 1, tick 3: 3 of 5 votes for you",
        "You were ejected.",
        "Alice had not seen you at all; said nothing about you, after Bob and Diana had accused you.",
        "Bob saw you kill Eve in medbay at tick 1; was the first to accuse you.",
        "- ✓ TRUE: “I saw Frank kill Eve in medbay.” Bob saw Frank kill Eve in medbay at tick 1.",
        "Diana had not seen you at all; accused you after Bob.",
        "- ✓ TRUE: “I think it is Frank.” (no grounds)",
    ]
    assert card == [
        "The votes that ejected you in the first meeting: Bob saw you kill Eve in medbay at tick 1; Diana accused you without "
        "grounds; Alice gave no reason."
    ]


def test_a_duck_is_said_to_have_known_whom_it_voted_for():
    page, card = words(convicted(**SAID, Frank="Bob did it!").vote(Frank="Bob", Bob="Frank"), "Bob")
    assert page[1:3] == ["Nobody was ejected.", "Frank, the duck, knew that you are a goose; was the first to accuse you."]
    assert card == ["The votes for you in the first meeting: Frank, the duck, knew that you are a goose."]


def test_what_names_a_seat_is_quoted_where_no_claim_is_read_and_no_silence_is_made_of_it():
    said = {"Bob": "Frank, where were you? There is a smell of Frank about this.", "Diana": "frank and free, that is me."}
    voters = found(convicted(**said).vote(Bob="Frank", Diana="Frank", Charlie="Frank"), "Frank")
    assert voters["Bob"].said[0].sentence == "There is a smell of Frank about this."
    assert voters["Diana"].said, "it named the seat"
    assert voters["Charlie"].said == () and not any(each.accusers for each in voters.values())


def test_what_is_said_again_in_the_next_round_is_told_once():
    table = Board("standard", rooms=HERE, rounds=2).act("Frank", "kill Eve").tick().act("Bob", "report")
    voters = found(table.talk("", Bob="I saw Frank kill Eve in medbay.").vote(Bob="Frank"), "Frank")
    assert len(voters["Bob"].said) == 1


def test_without_votes_there_is_nothing_to_explain():
    table = convicted(**SAID)
    assert words(table, "Frank") == ([], []), "the meeting has not voted yet"
    assert words(table.vote(), "Frank") == ([], [])
    assert words(Board().ticks(2), "Frank") == ([], [])


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("ship-*.jsonl")), ids=lambda path: path.stem)
def test_the_ejections_of_a_golden_match_have_all_their_votes(path):
    opening, *parts = decode_record(Ship, read(path))
    record = [*opening, *(entry for part in parts for entry in part)]
    checked = audit(record)
    out = [event.ejected for event, _ in record if isinstance(event, Ballot) and event.ejected]
    explained = [*ejections(checked.timeline, checked.checked)]
    assert [each.target for each in explained] == out
    cast = [event for event, _ in record if isinstance(event, Voted) and event.target in out]
    told = sum(len(votes.voters) for seat in dict.fromkeys(out) for votes in votes_for(checked.timeline, checked.checked, seat))
    assert told == len(cast) >= len(out)


def test_what_the_seat_itself_said_that_was_not_so_stands_below_its_voters():
    page, _ = words(convicted(**SAID, Frank="I was in oxygen all the time.").vote(Bob="Frank"), "Frank")
    assert page[-2] == "You had said:" and page[-1].startswith("- ✗ FALSE: “I was in oxygen all the time.” ")
    assert words(convicted(**SAID, Frank="I was in medbay.").vote(Bob="Frank"), "Frank")[0][-1].startswith("- ✓ TRUE"), "of Bob"


def test_replays_and_pages_explain_each_ejection_once_and_only_when_its_speeches_are_read():
    table = convicted(**SAID).vote(Bob="Frank", Diana="Frank", Alice="Frank", Frank="Bob")
    ballot = next(at for at, (event, _) in enumerate(table.record) if isinstance(event, Ballot))
    fold = Audit()
    fold.grow(table.record)
    fold.check(ballot, 2)
    assert fold.explain(ballot + 1) == (), "speeches before the vote are not read yet"
    fold.check(ballot, 100)
    assert fold.explain(ballot) == (), "it has not come yet"
    (explained,) = fold.explain(ballot + 1)
    assert explained.at == ballot and [tag.mark for tag in explained.tags] == ["Alice", "Bob", "Diana"]
    assert explained.tags[1].text == "saw Frank kill Eve in medbay at tick 1; was the first to accuse Frank."
    assert fold.explain(len(table.record)) == ()


def test_words_that_were_taken_out_of_the_record_are_no_silence():
    page, _ = words(convicted(Bob="[withdrawn]").vote(Bob="Frank"), "Frank")
    assert page[2:] == ["Bob saw you kill Eve in medbay at tick 1; what it said was taken out of the record."]
    (voter,) = found(convicted(Diana="[left out]").vote(Diana="Frank"), "Frank").values()
    assert voter.is_withheld and not voter.said
    assert words(convicted(Diana="[left out]").vote(Diana="Frank"), "Frank")[1][0].endswith(
        "Diana spoke, but that was taken out of the record."
    )


def test_what_the_seat_said_against_itself_stands_there_too():
    page, _ = words(convicted(**SAID, Frank="I saw Bob around tick 1. I saw nobody the entire round.").vote(Bob="Frank"), "Frank")
    assert page[-3] == "You had said:" and all("cannot both be" in each or "contradict" in each.lower() for each in page[-2:])


@pytest.mark.parametrize("seed", range(6))
def test_what_voters_saw_is_what_they_themselves_were_shown(seed):
    """The reasons are compared with each voter's own fold, which shares nothing with the timeline of claims."""
    match = recorded(seed, ("standard", "quack")[seed % 2], seats=6)
    read = audit(match.record)
    cast = 0
    for target in match.game.seats:
        for votes in votes_for(read.timeline, read.checked, target):
            for each in votes.voters:
                state = fold_events(State(each.voter), (e for e, to in match.record[: votes.at] if observes(each.voter, to)))
                met = [stay.last for seat, stay in state.round.sightings() if seat == target]
                met += [step.tick for step in (*state.round.steps, *state.round.passed) if step.seat == target]
                met += [place.first for place in state.spots if place.seat == target and place.first > state.round.begins]
                assert (each.last_seen.last if each.last_seen else None) == max(met, default=None)
                kills = [kill for kill in state.kills if kill.killer == target]
                assert (each.ground is not None and each.ground.kind == "saw the kill") == bool(kills)
                cast += 1
    assert cast == sum(isinstance(event, Voted) and event.target is not None for event, _ in match.record)
