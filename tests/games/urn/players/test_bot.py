"""Bots at the urn: what they believe, and that lying, doubting and telling the truth all matter."""

from __future__ import annotations

from functools import cache
from statistics import fmean

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Request
from woozle.games.urn.players.bot import Bold, Fibber, Fox, Keen, Steady, Sunny, Trusting, Truthful
from woozle.games.urn.players.speech import _sayings
from woozle.games.urn.rules import Accuse, Briefing, Config, Drawn, Guess, Judged, Opened, Report, Reported, Urn
from woozle.players import registry
from woozle.players.seats import bot_seed

SEATS = ("Ada", "Bo", "Cy", "Dot", "Eli")


def said(*reports, mine=(2, 2), marbles=4):
    """Return Ada's observation: her own handfuls, and the reports of each other seat."""
    others = [Reported(seat, reds, "") for seat, each in zip(SEATS[1:], reports, strict=True) for reds in each]
    return [Briefing(SEATS, len(mine), marbles), *(Drawn("Ada", reds) for reds in mine), *others]


def guess(bot, observation):
    return bot("x").answer(Request(1, "Ada", Guess, {}), observation)


def suspect(bot, observation):
    return bot("x").answer(Request(1, "Ada", Accuse, {"target": (*SEATS[1:], None)}), observation).target


def reports(bot, observation):
    """Return what 50 of them report of a handful of 20."""
    request = Request(1, "Ada", Report, {"reds": range(21)})
    return [bot(seed).answer(request, observation).reds for seed in range(50)]


@cache
def played(fair, crook, matches=20):
    """The mean points of those who are not the crook."""
    points = []
    for seed in range(matches):
        key = key_from_seed(seed, "urn")
        referee = Referee(Urn(5, Config()), key)
        roles = Urn.roles(referee.record)
        bots = {seat: (crook if roles[seat] == "crook" else fair)(bot_seed(seat, key)) for seat in roles}
        while referee.open:
            request = next(iter(referee.open.values()))
            referee.answer(request.to, bots[request.to].answer(request, referee.view(request.to)))
        points += [event.points for event, _ in referee.record if isinstance(event, Judged) and roles[event.seat] == "fair"]
    return fmean(points)


def test_a_range_is_narrower_the_more_was_said():
    few, many = guess(Keen, said((), (), (), ())), guess(Keen, said(*[(2, 2)] * 4))
    assert few.low < many.low < 50 < many.high < few.high


def test_who_says_what_does_not_fit_is_named():
    assert suspect(Keen, said((0, 0), (4, 4), (0, 0), (0, 0), mine=(0, 0))) == "Cy"
    assert suspect(Keen, said(*[(2, 2)] * 4)) is None
    assert suspect(Trusting, said((0, 0), (4, 4), (0, 0), (0, 0), mine=(0, 0))) is None


def test_who_doubts_is_moved_less_by_a_lie():
    lies = said((0, 0), (4, 4), (0, 0), (0, 0), mine=(0, 0))
    assert guess(Keen, lies).high < guess(Trusting, lies).high


def test_the_crook_bends_reports_and_adds_to_the_error_that_is_there_but_for_the_truthful_one():
    secret = [Briefing(SEATS, 2, 20), Opened(50, "Ada"), Drawn("Ada", 10)]
    assert fmean(reports(Keen, secret)) == pytest.approx(4, abs=1) and fmean(reports(Bold, secret)) < 1
    assert set(reports(Truthful, secret)) == {10}
    assert fmean(reports(Keen, [*secret, Reported("Bo", 13, "")])) == pytest.approx(16, abs=1)


def test_the_crook_knows_the_number_itself():
    secret = [*said((), (), (), ()), Opened(37, "Ada")]
    assert guess(Keen, secret) == Guess(low=37, high=37)


def test_a_fibber_makes_up_some_of_its_reports():
    made_up = set(reports(Fibber, said((), (), (), (), mine=(20,), marbles=20)))
    assert 20 in made_up and len(made_up) > 5


def test_lies_cost_those_who_believe_them_and_doubt_pays_against_them():
    assert played(Trusting, Bold) + 20 < played(Trusting, Truthful)
    assert played(Trusting, Bold) + 20 < played(Keen, Bold)
    assert played(Fibber, Keen) + 10 < played(Keen, Keen)


def test_the_levels_differ_in_what_they_believe_and_in_how_far_they_lie():
    assert list(registry.opponents("urn").values()) == [Sunny, Steady, Fox] and registry.bot("urn") is Steady
    odd = said((1, 1), (3, 3), (1, 0), (1, 1), mine=(1, 1))
    assert [suspect(bot, odd) for bot in (Sunny, Steady, Fox)] == [None, None, "Cy"]
    widths = [found.high - found.low for bot in (Sunny, Steady, Fox) for found in [guess(bot, odd)]]
    assert widths == sorted(widths)
    secret = [Briefing(SEATS, 2, 20), Opened(40, "Ada"), Drawn("Ada", 8), Reported("Bo", 9, "")]
    request = Request(1, "Ada", Report, {"reds": range(21)})
    assert [bot("x").answer(request, secret).reds for bot in (Sunny, Steady, Fox)] == [20, 18, 11]


def test_an_easy_bot_is_swayed_by_an_accusation_in_words():
    odd = said((1, 1), (3, 3), (1, 0), (1, 1), mine=(1, 1))
    assert suspect(Sunny, odd) is None
    assert suspect(Sunny, [*odd, Reported("Bo", 1, "Cy is lying!")]) == "Cy"


SAID = [
    ("Ada, you're the crook.", "accused"),
    ("Ada lies, I don't buy it.", "accused"),
    ("I believe Ada.", "thanks"),
    ("Ada isn't lying.", "thanks"),
    ("Are you sure, Ada?", "asked"),
    ("Anybody else?", "asked"),
    ("Dot is bluffing.", "defends"),
    ("Nothing to see here.", "plain"),
]


@pytest.mark.parametrize(("text", "kind"), SAID)
def test_a_bot_answers_what_was_said(text, kind):
    told = [Briefing(SEATS, 2, 4), Drawn("Ada", 2), Reported("Dot", 2, ""), Reported("Eli", 3, text)]
    words = Steady("x").answer(Request(1, "Ada", Report, {"reds": range(5)}), told).text
    other = "Dot" if kind == "defends" else "Eli"
    ways = [way.format(reds=2, marbles=4, other=other, said=3) for way in _sayings()["steady"][kind]]
    assert words in ways
