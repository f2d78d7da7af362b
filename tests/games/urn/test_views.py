"""The end card of the urn speaks of the viewer."""

from __future__ import annotations

import pytest

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.arena.views.registry import observer
from woozle.core import registry
from woozle.core.request import Request
from woozle.games.urn.events import Briefing, Drawn, Guess, Judged, Opened, Reported
from woozle.games.urn.words import question
from woozle.saves.decoder import decode_record
from woozle.saves.transcript import read

from tests.games.urn.matches import GOLDEN
from tests.games.urn.test_rules import crook, drawn, go, table, told


def card(over, me):
    return end_card("urn", End(over.record, over.outcome, me=me))


def played(off=0, named=None, low=-5, high=5):
    """A match in which the crook's first report is off, and Ada or Bo, who is fair, gives a range about the sum of the reports."""
    referee = table(seats=5, seed=2)
    liar = crook(referee)
    me = next(seat for seat in referee.game.seats if seat != liar)

    def report(referee, seat):
        is_first = seat == liar and not [each for each in told(referee, Reported) if each.seat == liar]
        return drawn(referee, seat) + (off if is_first else 0)

    def guess(referee, seat):
        sum_ = sum(event.said for event in told(referee, Reported))
        return (sum_ + low, sum_ + high) if seat == me else (0, 100)

    over = go(referee, report=report, accuse=lambda _, seat: {"crook": liar}.get(named, named) if seat == me else None, guess=guess)
    return over, me, liar


def test_a_range_goes_no_farther_than_the_marbles_of_the_urn():
    seats = ("Ada", "Bo", "Cy", "Dot", "Eli")
    seen, request = observer("urn", "Ada"), Request(1, "Ada", Guess, {})
    seen.see(Briefing(seats, 3, 6))
    asked = seen.look(request).question
    assert (asked.span, asked.then.span, asked.offer) == ((0, 90), (0, 90), "A whole number from 0 to 90.")
    assert [line for line in question(request, [Briefing(seats, 3, 6)]) if line.endswith(" from 0 to 90.")]


def test_it_says_how_you_did_beside_the_others_whoever_won():
    over, me, liar = played()
    found = card(over, me)
    assert found.headline == "You win with 90 points"
    assert found.you.endswith("holds the number, and you named no one. Of the fair seats you are first of 4.")
    assert f"{liar} was the crook, who misled 3 of the other 4 and wins" in found.side
    assert card(over, liar).headline == "You win with 75 points"
    assert card(over, None).headline == "The match is over" and not card(over, None).you


def test_it_says_which_lie_led_the_reports_how_far_away():
    over, me, liar = played(off=-1)
    red, first = told(over, Opened)[0].red, next(event for event in told(over, Drawn) if event.seat == liar)
    turn = f"drew {first.reds} and said {first.reds - 1}; in the end all reports added up to {red - 1} in place of {red}."
    assert card(over, me).turned == f"In handful 1 {liar} {turn}"
    assert card(over, liar).turned == f"In handful 1 you {turn}"
    honest, me, liar = played()
    assert card(honest, me).turned == f"{liar} told no lie."


@pytest.mark.parametrize(
    ("options", "idea"),
    [
        ({"low": -20, "high": 20}, "Give a range of 10 at most: yours was 40 wide"),
        ({"low": 2, "high": 3}, "Leave more room: your range was 1 wide"),
        ({"named": "Eli"}, "Name a seat only if you would bet on it: without a name you would have won, with 90 points."),
        ({}, "Keep to this"),
    ],
)
def test_one_thing_to_try_comes_from_what_you_did(options, idea):
    over, me, liar = played(**options)
    assert liar != "Eli" and card(over, me).try_next.startswith(idea)


def test_naming_the_crook_is_your_best_moment():
    over, me, _ = played(named="crook")
    assert card(over, me).best == "You named the crook, and nobody else did."


def test_a_match_by_earlier_rules_is_told_by_its_result():
    transcript = read(GOLDEN)
    record = [entry for part in decode_record(registry.game("urn", 1), transcript) for entry in part]
    assert any(isinstance(event, Judged) for event, _ in record)
    found = end_card("urn", End(record, transcript.end.outcome, me="Ada"))
    assert found.side == transcript.end.outcome.reason and not found.turned
