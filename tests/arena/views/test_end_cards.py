"""The card at the end: who won and why, and a best moment that did happen."""

from __future__ import annotations

import pytest

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.arena.views.registry import observer
from woozle.core.game import EVERYONE
from woozle.core.outcome import Outcome, Result
from woozle.games.debate import events as debate
from woozle.games.debate.config import Config
from woozle.games.debate.data import Problem, Rationale
from woozle.games.self_play import events as self_play
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset

SEATS = ("Alice", "Bob", "Cleo", "Dan", "Eve")


def outcome(winners, seats=SEATS, reason="It is over."):
    return Outcome({seat: Result("won" if seat in winners else "lost") for seat in seats}, reason)


def told(seat, *events):
    return [(event, (seat,)) for event in events]


def meeting(votes, *speeches, caller="Dan", team="duck"):
    """A meeting of those who vote, who say this."""
    counts = {target: [*votes.values()].count(target) for target in votes.values()}
    out = max(counts, key=counts.__getitem__)
    return [
        (ship.MeetingCalled(2, caller, "button", ()), EVERYONE),
        (ship.SpeakingOrder(tuple(votes)), EVERYONE),
        *((ship.Spoke(seat, 1, text), EVERYONE) for seat, text in speeches),
        *((ship.Voted(seat, target), (seat,)) for seat, target in votes.items()),
        (ship.Ballot(counts, votes, out, team), EVERYONE),
    ]


def on_the_ship(*more, winner="goose", me="Alice", reason="All ducks have been ejected."):
    """Eve, the duck, is with Bob in medbay; the others are in cafeteria."""
    record = [(ship.Briefing(SEATS, preset("standard")), EVERYONE)]
    for seat in SEATS:
        room = "medbay" if seat in ("Bob", "Eve") else "cafeteria"
        record += told(seat, ship.Role(seat, "duck" if seat == "Eve" else "goose", (), ()), ship.Placed(seat, room))
    record.append((ship.Tick(1), EVERYONE))
    for seat in SEATS:
        record += told(seat, ship.Waited(seat))
    record += [(ship.Tick(2), EVERYONE), *more, (ship.Ended(winner, reason, ("Eve",)), EVERYONE)]
    winners = [seat for seat in SEATS if (seat == "Eve") == (winner == "duck")]
    return end_card("ship", End(record, outcome(winners, reason=reason), me=me))


AGAINST_EVE = {"Alice": "Eve", "Bob": "Eve", "Cleo": "Eve", "Dan": "Bob", "Eve": "Bob"}


def test_a_ship_says_who_was_ejected_and_which_claim_convicted():
    card = on_the_ship(*meeting(AGAINST_EVE, ("Alice", "I think Eve is the duck."), ("Bob", "Eve is the duck.")))
    assert card.headline == "You win" and card.is_won
    assert card.side == "The geese win: Eve, the duck, was ejected in the first meeting."
    assert card.best == (
        "You were the first to accuse Eve, the duck, who was ejected in the first meeting: “I think Eve is the duck”."
    )
    assert on_the_ship(*meeting(AGAINST_EVE, ("Bob", "Eve is the duck.")), me="Cleo").best == (
        "Your vote decided the first meeting: Eve, the duck, was ejected by a single vote."
    )


def test_the_viewer_is_named_before_other_seats():
    kill = [(ship.Killed("Eve", seat, "cafeteria"), ("Eve", seat)) for seat in ("Alice", "Bob")]
    card = on_the_ship(*kill, winner="duck", me="Dan", reason="The ducks are no longer outnumbered.")
    assert card.side.endswith("and of the geese only you and Cleo were left.")


def test_a_vote_for_the_duck_that_was_not_enough_names_those_who_cast_it_too():
    votes = {"Alice": "Eve", "Bob": "Eve", "Cleo": "Bob", "Dan": "Bob", "Eve": "Bob"}
    lost = meeting(votes, team="goose")
    assert on_the_ship(*lost, winner="duck").best == (
        "In the first meeting you and Bob voted for Eve, the duck, and the others did not follow."
    )


def test_whoever_did_nothing_that_counted_has_no_best_moment():
    assert on_the_ship(*meeting(AGAINST_EVE, ("Bob", "Eve is the duck.")), me="Eve").best == ""
    assert on_the_ship(reason="Time ran out and the geese survived.").best == ""
    assert on_the_ship(*meeting(AGAINST_EVE), me=None).best == ""


def test_the_lie_that_held_is_quoted_with_what_the_log_has_instead():
    votes = {"Alice": "Bob", "Bob": "Alice", "Cleo": "Bob", "Dan": "Bob", "Eve": "Bob"}
    said = ("Eve", "I was in navigation at tick 1.")
    lie = meeting(votes, said, team="goose")
    card = on_the_ship(*lie, winner="duck", me="Eve", reason="The ducks are no longer outnumbered.")
    assert card.side == (
        "You, the duck, win: Bob, a goose, was ejected in the first meeting, and of the geese only Alice, Cleo and Dan were left."
    )
    assert card.best.startswith("You said “I was in navigation at tick 1” in the first meeting. The log has it otherwise: ")
    assert card.best.endswith("Bob, a goose, was ejected instead.")
    caught = meeting({**votes, "Bob": "Eve"}, said, team="goose")
    assert on_the_ship(*caught, winner="duck", me="Eve").best == "", "a goose voted for the liar"


def test_routes_are_those_of_all_seats_and_every_kill_stays_marked():
    kill = [(ship.Killed("Eve", "Bob", "medbay"), ("Eve", "Bob")), (ship.Tick(3), EVERYONE), (ship.Tick(4), EVERYONE)]
    card = on_the_ship(*kill, reason="All tasks of the geese are done.")
    steps = card.scenes[0].panel.steps
    assert [step.title for step in steps] == ["The start", "Tick 1", "Tick 2", "Tick 3", "Tick 4"]
    assert [step.news for step in steps if step.news] == ["† Eve kills Bob in Medbay"]
    medbay = [next(room for room in step.map.rooms if room.name == "medbay") for step in steps]
    assert [(room.people, room.bodies) for room in medbay] == [((2, 5), ()), ((2, 5), ()), *[((5,), (2,))] * 3]
    assert "The route of Eve, by ticks: Medbay 0 to 4." in card.words
    assert card.words[-1] == "Eve killed Bob in Medbay at tick 2."


def test_kills_that_nobody_saw_are_told_when_the_match_is_over():
    seen, unseen = ship.Killed("Eve", "Cleo", "cafeteria"), ship.Killed("Eve", "Bob", "medbay")
    kills = [(seen, ("Eve", "Cleo", "Alice")), (unseen, ("Eve", "Bob"))]
    card = on_the_ship(*kills, winner="duck", reason="The ducks are no longer outnumbered.")
    assert card.told == (unseen,)
    assert card.side == "Eve, the duck, wins: Eve killed Bob in Medbay, and of the geese only you and Dan were left."
    assert on_the_ship(*kills, me=None).told == ()
    known = observer("ship", "Alice")
    for event in (ship.Briefing(SEATS, preset("standard")), ship.Ended("duck", "", ("Eve",))):
        known.see(event)
    assert [line.text for event in card.told for line in known.see(event)] == ["Eve killed Bob in medbay."]
    assert [card.name for card in known.look().seats if card.out] == ["Bob"]


def test_a_debate_ends_with_the_reason_of_the_right_answer_and_says_when_a_tie_was_decided():
    seats = ("Ada", "Ben")
    right = Rationale(answer="B", text="It was measured.")
    problem = Problem(id="p", question="Which?", options=("x", "y"), answer="B", right=(right,), source="A book, 1999.")
    record = [
        (debate.Briefing(seats, "choice", "Which?", ("x", "y"), 1, "full", 1.0, 0.0, False, True), EVERYONE),
        (debate.Key("p", "B", (), ()), EVERYONE),
        (debate.Concluded("A", {"A": 1, "B": 1}, False), EVERYONE),
    ]
    card = end_card("debate", End(record, outcome(("Ben",), seats), me="Ada", config=Config(pool=(problem,))))
    assert card.side == "The table answers A (x) (1 of 2 votes, tied with B), which is wrong: B (y) is right."
    assert card.note == "It was measured. Source: A book, 1999."


@pytest.mark.parametrize(
    ("answer", "f1", "says"), [("I think 1912", 0.5, "words beside the right ones"), ("1900", 0.0, "Ben was sure and right")]
)
def test_self_play_says_why_an_answer_did_not_count(answer, f1, says):
    record = [
        (self_play.Briefing(("Ada", "Ben"), "broadcast", False, "question", 2, 1, 1, 8, None, 0.01), EVERYONE),
        (self_play.Posed("Ada", "When?", ""), ("Ada",)),
        (self_play.Posed("Ben", "When?", "Ada"), ("Ben",)),
        (self_play.Acted("Ben", "ANSWER", "1912", False), ("Ben",)),
        (self_play.Acted("Ada", "HEDGE", answer, False), ("Ada",)),
        (self_play.Key("q", ("1912",), ""), EVERYONE),
        (self_play.Concluded(answer, "HEDGE", f1, 1, f1 - 0.01), EVERYONE),
    ]
    card = end_card("self_play", End(record, outcome((), ("Ada", "Ben")), me="Ada"))
    assert f"It scores {f1:.2f}, less 0.01 for 1 search: {f1 - 0.01:.2f} for everyone." in card.side
    assert says in card.side and ("Ben was" in card.side) == (f1 == 0)
