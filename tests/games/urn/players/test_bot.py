"""Bots at the urn: what they believe, and that lying, doubting and telling the truth all matter."""

from __future__ import annotations

from functools import cache
from statistics import fmean

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Request
from woozle.games.urn.events import Accuse, Briefing, Config, Drawn, Guess, Opened, Report, Reported
from woozle.games.urn.players.bot import Bold, Fibber, Fox, Keen, Steady, Sunny, Trusting, Truthful
from woozle.games.urn.players.speech import _sayings
from woozle.games.urn.rules import Urn
from woozle.players import registry
from woozle.players.seats import bot_seed

SEATS = ("Ada", "Bo", "Cy", "Dot", "Eli")


def said(*reports, mine=(3, 3, 3), marbles=6):
    """Return Ada's observation: her own handfuls, and the reports of each other seat."""
    others = [Reported(seat, reds, "") for seat, each in zip(SEATS[1:], reports, strict=True) for reds in each]
    return [Briefing(SEATS, 3, marbles), *(Drawn("Ada", reds) for reds in mine), *others]


def guess(bot, observation):
    return bot("x").answer(Request(1, "Ada", Guess, {}), observation)


def suspect(bot, observation):
    return bot("x").answer(Request(1, "Ada", Accuse, {"target": (*SEATS[1:], None)}), observation).target


def report(bot, observation, seed="x"):
    return bot(seed).answer(Request(1, "Ada", Report, {"reds": range(7)}), observation).reds


@cache
def played(fair, crook, matches=30):
    """The share of those who are not the crook that win."""
    won = []
    for seed in range(matches):
        key = key_from_seed(seed, "urn")
        referee = Referee(Urn(5, Config()), key)
        roles = Urn.roles(referee.record)
        bots = {seat: (crook if roles[seat] == "crook" else fair)(bot_seed(seat, key)) for seat in roles}
        while referee.open:
            request = next(iter(referee.open.values()))
            referee.answer(request.to, bots[request.to].answer(request, referee.view(request.to)))
        won += [referee.outcome.results[seat].kind == "won" for seat in roles if roles[seat] == "fair"]
    return fmean(won)


ALIKE = said(*[(3, 3, 3)] * 4)
ODD = said((3, 3, 3), (6, 6, 5), (3, 2, 3), (3, 3, 4))


def test_the_sum_of_all_reports_is_believed_until_a_seat_stands_out():
    assert (guess(Keen, ALIKE), suspect(Keen, ALIKE)) == (Guess(low=41, high=49), None)
    assert (guess(Keen, ODD), suspect(Keen, ODD)) == (Guess(low=41, high=49), "Cy")
    assert (guess(Trusting, ODD), suspect(Trusting, ODD)) == (Guess(low=49, high=57), None)


def test_nobody_doubts_a_report_like_their_own():
    assert suspect(Keen, said((3, 3, 3), (6, 6, 5), (3, 2, 3), (3, 3, 4), mine=(5, 6, 6))) != "Cy"


def test_lies_towards_the_middle_are_expected():
    poor, rich = said(*[(2, 2, 2)] * 4, mine=(2, 2, 2)), said(*[(4, 4, 4)] * 4, mine=(4, 4, 4))
    assert (guess(Steady, poor), guess(Steady, rich)) == (Guess(low=23, high=32), Guess(low=58, high=67))


def test_a_silent_seat_is_taken_to_be_like_the_others():
    quiet = said((3, 3, 3), (), (3, 3, 3), (3, 3, 3))
    assert (guess(Steady, quiet), suspect(Steady, quiet)) == (Guess(low=40, high=50), None)


@pytest.mark.parametrize(("drew", "says"), [((2, 3, 3), (4, 5, 5)), ((4, 3, 3), (2, 1, 1))])
def test_the_crook_lies_against_the_luck_of_its_first_handful(drew, says):
    observation = [Briefing(SEATS, 3, 6), Opened(45, "Ada")]
    for reds, told in zip(drew, says, strict=True):
        observation.append(Drawn("Ada", reds))
        assert report(Keen, observation) == told
        assert report(Truthful, observation) == reds
        observation.append(Reported("Ada", told, ""))


def test_a_lie_that_found_no_room_is_made_up_for_later():
    begun = [Briefing(SEATS, 3, 6), Opened(54, "Ada"), Drawn("Ada", 5), Reported("Ada", 3, ""), Drawn("Ada", 1)]
    assert report(Keen, begun) == 0
    assert report(Keen, [*begun, Reported("Ada", 0, ""), Drawn("Ada", 4)]) == 1


def test_the_crook_knows_the_number_and_names_the_seat_that_stands_out_to_the_others():
    secret = [*said((3, 3, 3), (3, 3, 5), (3, 2, 3), (3, 3, 4)), Opened(37, "Ada")]
    assert (guess(Keen, secret), suspect(Keen, secret)) == (Guess(low=37, high=37), "Cy")


def test_a_fibber_makes_up_some_of_its_reports():
    made_up = {report(Fibber, said((), (), (), (), mine=(2,)), seed) for seed in range(50)}
    assert 2 in made_up and len(made_up) > 4


def test_lies_cost_those_who_believe_them_and_doubt_pays_against_them():
    assert played(Trusting, Truthful) == 1
    assert played(Trusting, Bold) < 0.2
    assert played(Keen, Bold) > 0.6
    assert played(Fibber, Keen) + 0.1 < played(Keen, Keen)


def test_the_levels_differ_in_what_they_doubt_and_in_how_they_lie():
    assert list(registry.opponents("urn").values()) == [Sunny, Steady, Fox] and registry.bot("urn") is Steady
    odd = said((3, 3, 3), (5, 5, 3), (3, 2, 3), (3, 3, 3))
    assert [suspect(bot, odd) for bot in (Sunny, Steady, Fox)] == [None, None, "Cy"]
    secret = [Briefing(SEATS, 3, 6), Opened(40, "Ada"), Drawn("Ada", 4)]
    assert [report(bot, secret) for bot in (Sunny, Steady, Fox)] == [6, 2, 0]


def test_an_easy_bot_is_swayed_by_an_accusation_in_words():
    odd = said((3, 3, 3), (5, 5, 3), (3, 2, 3), (3, 3))
    assert suspect(Sunny, odd) is None
    assert suspect(Sunny, [*odd, Reported("Eli", 3, "Cy is lying!")]) == "Cy"


SAID = [
    ("Ada, you're the crook.", "accused"),
    ("Ada lies, I don't buy it.", "accused"),
    ("I believe Ada.", "thanks"),
    ("Ada isn't lying.", "thanks"),
    ("Are you sure, Ada?", "asked"),
    ("Anybody else?", "asked_all"),
    ("Why me, Ada?", "why"),
    ("Dot is bluffing.", "defends"),
    ("Nothing to see here.", "plain"),
]


@pytest.mark.parametrize(("text", "kind"), SAID)
def test_a_bot_answers_what_was_said(text, kind):
    told = [Briefing(SEATS, 3, 6), Drawn("Ada", 2), Reported("Ada", 2, ""), Reported("Dot", 2, ""), Reported("Eli", 3, text)]
    words = Steady("x").answer(Request(1, "Ada", Report, {"reds": range(7)}), told).text
    other = "Dot" if kind == "defends" else "Eli"
    ways = [way.format(reds=2, marbles=6, other=other, said=3, when="", mine=2) for way in _sayings()["steady"][kind]]
    assert words in ways


def remark(*said, reds):
    """What Ada says with her report, after these reports and remarks."""
    told = [Briefing(SEATS, 3, 6), Drawn("Ada", reds), *(Reported(seat, each, text) for seat, each, text in said)]
    return Sunny("x").answer(Request(1, "Ada", Report, {"reds": range(7)}), told).text


ODD_HAND = [("Ada", 0, ""), ("Bo", 6, ""), ("Cy", 0, ""), ("Dot", 1, ""), ("Eli", 1, "")]


def ways(kind, **values):
    return [way.format(marbles=6, said=6, when="", **values) for way in _sayings()["sunny"][kind]]


def test_a_hand_is_doubted_if_it_was_shown_since_the_last_word():
    assert remark(*ODD_HAND, ("Bo", 6, ""), reds=0) in ways("doubts", other="Bo", reds=0)
    before = [("Bo", 6, ""), ("Ada", 0, ""), ("Cy", 0, ""), ("Dot", 1, ""), ("Eli", 1, "")]
    assert "Bo" not in remark(*before, ("Cy", 0, ""), reds=0)


@pytest.mark.parametrize(("bo", "is_doubted"), [(5, True), (4, False)])
def test_a_hand_is_doubted_if_it_is_unlike_all_others(bo, is_doubted):
    others = [("Cy", 2, ""), ("Dot", 1, ""), ("Eli", 1, "")]
    assert ("Bo" in remark(("Ada", 1, ""), ("Bo", bo, ""), *others, reds=1)) == is_doubted


def test_who_accused_first_does_not_join_those_who_do_after_it():
    accused = [*ODD_HAND, ("Bo", 6, ""), ("Cy", 0, ""), ("Dot", 1, ""), ("Eli", 1, ""), ("Ada", 0, "6 and 6, Bo? How strange!")]
    others = [("Bo", 6, ""), ("Cy", 0, ""), ("Dot", 1, "Bo lies."), ("Eli", 1, "")]
    assert remark(*accused, *others, reds=0) in ways("accuses", other="Bo", reds=0)
    assert remark(*ODD_HAND[:-1], ("Eli", 1, "Bo lies."), reds=0) in ways("joins", other="Bo", reds=0)


def test_who_is_asked_about_all_reports_answers_for_all():
    told = [("Ada", 3, ""), ("Bo", 3, ""), ("Ada", 5, ""), ("Bo", 3, "Goodness, Ada, really 3 and 5?")]
    assert "3 and 5" in remark(*told, reds=4)
