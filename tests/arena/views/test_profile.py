"""A profile counts what one person played to the end, and nobody else's matches."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.arena.views.badges import BADGES, OwnMatch, badge_progress, earned_with
from woozle.arena.views.profile import (
    Certainty,
    Lying,
    Record,
    Suspected,
    as_json,
    count_shared,
    figures,
    headline,
    in_text,
    notes,
    own_matches,
    plot_certainty,
    profile,
    sections,
)
from woozle.core.conduct import Belief, Conduct, Suspicion
from woozle.core.outcome import Result
from woozle.saves.summary import Summary

ME, BOT = {"kind": "human"}, {"kind": "bot", "name": "ship"}


def _match(number, kind, *, game="ship", duck=0, players=None, **more):
    results = {"Alice": Result(kind, {"duck": duck}), "Bob": Result("lost", {"duck": 1 - duck})}
    told = {"status": "finished", "players": players or {"Alice": ME, "Bob": BOT}, "results": results} | more
    return Summary(id=str(number), size=1, modified=float(number), game=game, **told)


def _of(*summaries):
    return profile(own_matches(summaries), count_shared(summaries))


def own(number, conduct=None, *, is_won=False, is_sought=False, game="urn"):
    return OwnMatch(str(number), game, "", "Ada", is_won, is_sought, Path(), "", conduct or Conduct())


def test_wins_are_counted_by_game_and_role_and_in_the_order_of_time():
    found = _of(
        _match(5, "won", duck=1), _match(1, "won"), _match(2, "won"), _match(3, "lost"), _match(4, "won", game="urn")
    )  # fmt: skip
    assert (found.played, found.won, found.streak, found.best_streak) == (5, 4, 2, 2)
    assert found.records == (
        Record("ship", "", 4, 3),
        Record("ship", "duck", 1, 1),
        Record("ship", "goose", 3, 2),
        Record("urn", "", 1, 1),
    )
    assert headline(found) == "You won 4 of 5 matches. Your streak is 2, your best 2."
    assert figures(found).rows[0].cells == ("ship", "all", "4", "3", "75%", "–")


def test_what_is_nobodys_or_not_over_or_void_or_a_fork_is_left_out():
    two = {"Alice": ME, "Bob": ME}
    found = _of(
        _match(1, "won", players={"Alice": BOT, "Bob": BOT}),
        _match(2, "won", status="unfinished"),
        _match(3, "void"),
        _match(4, "won", source="quack"),
        _match(5, "won", players=two),
        _match(6, "won", is_fork=True),
    )
    assert (found.played, found.records, found.shared) == (0, (), 1)
    assert headline(found) == "You have finished no match yet."
    assert notes(found) == ["Left out: 1 match of several people at one terminal, since who won is not known."]
    assert sections(found) == []


def test_matches_of_open_tables_are_nobodys_here_for_it_is_not_recorded_who_sat_at_this_terminal():
    found = _of(_match(1, "won"), _match(2, "won", players={"Alice": {**ME, "remote": True}, "Bob": BOT}))
    assert (found.played, found.shared) == (1, 0)


def test_levels_lies_and_suspects_are_added_up_over_matches():
    ranges = Conduct((Belief("ranges", 0.8, True), Belief("ranges", 0.8, False)), truths=3, lies=(True, False))
    votes = Conduct(
        (Belief("replies", "unsure", False), Belief("replies", "sure", True)),
        (Suspicion("vote", "goose", False, 0.25), Suspicion("vote", "goose", False, 0.25), Suspicion("vote", "duck", True, 0.5)),
    )
    found = profile([own(1, ranges), own(2, votes, game="ship")])
    assert found.certainties == (
        Certainty("ranges", 0.8, 2, 1),
        Certainty("replies", "sure", 1, 1),
        Certainty("replies", "unsure", 1, 0),
    )
    assert found.lies == (Lying("urn", 2, 1, 5),)
    assert found.suspicions == (
        Suspected("ship", "vote", "goose", 2, 3, False, 2.0),
        Suspected("ship", "vote", "duck", 1, 3, True, 1.0),
    )
    assert [each.title for each in sections(found)] == [
        "By game and role", "How sure, how right", "Lies told and caught", "Whom you suspect", "Badges", "What counts",
    ]  # fmt: skip
    assert as_json(found)["calibration"][0]["n"] == 2
    text = "\n".join(line for each in sections(found) for line in in_text(each.figures))
    assert "80%: ranges" in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_level_is_plotted_with_its_interval_and_what_was_stated():
    assert plot_certainty(Certainty("ranges", 0.8, 100, 80)) == "··············──◆─···"
    assert plot_certainty(Certainty("replies", "sure", 10, 10)) == "··············──────●"
    assert plot_certainty(Certainty("replies", "sure", 9, 9)) == "····················●", "no interval below ten"
    assert plot_certainty(Certainty("ranges", 0.8, 40, 0)) == "●──·············◇····"


CALIBRATED = Conduct((Belief("ranges", 0.8, True),) * 4 + (Belief("ranges", 0.8, False),))
EARNED = {
    "Calibrated": [own(n, CALIBRATED) for n in range(10)],
    "Sure and right": [own(1, Conduct((Belief("replies", "sure", True),) * 18 + (Belief("replies", "sure", False),) * 2))],
    "Knows the limits": [own(1, Conduct((Belief("replies", "sure", True), Belief("replies", "unsure", False)) * 10))],
    "Fair accuser": [own(n, Conduct(suspicions=(Suspicion("vote", "duck", True, 0.2),))) for n in range(5)],
    "Plain dealer": [own(n, Conduct(truths=25)) for n in range(2)],
    "Held to the end": [own(1, Conduct(lies=(False, False)), is_won=True)],
    "Honest in hiding": [own(1, Conduct(truths=1), is_won=True, is_sought=True)],
    "Unmoved": [own(1, Conduct(pressed=(True, False, True, True)))],
}
SPOILT = {
    "Calibrated": [own(n, Conduct((Belief("ranges", 0.8, True),) * 5)) for n in range(10)],
    "Sure and right": [own(1, Conduct((Belief("replies", "sure", True),) * 17 + (Belief("replies", "sure", False),) * 3))],
    "Knows the limits": [own(1, Conduct((Belief("replies", "sure", True), Belief("replies", "unsure", True)) * 10))],
    "Fair accuser": [own(n, Conduct(suspicions=(Suspicion("vote", "duck", n != 2, 0.2),))) for n in range(5)],
    "Plain dealer": [own(n, Conduct(truths=25, lies=(False,))) for n in range(2)],
    "Held to the end": [own(1, Conduct(lies=(False, True)), is_won=True), own(2, Conduct(lies=(False,)))],
    "Honest in hiding": [
        own(1, Conduct(truths=1, lies=(False,)), is_won=True, is_sought=True),
        own(2, is_won=True, is_sought=True),
    ],
    "Unmoved": [own(1, Conduct(pressed=(True, False, True)))],
}


@pytest.mark.parametrize("badge", BADGES, ids=lambda badge: badge.name)
def test_a_badge_is_earned_by_its_rule_with_the_match_that_fulfils_it_and_by_nothing_less(badge):
    def standing(matches):
        return next(each for each in badge_progress(matches) if each.badge == badge)

    assert standing(EARNED[badge.name]).earned_by == EARNED[badge.name][-1].id
    assert badge in earned_with(EARNED[badge.name], EARNED[badge.name][-1].id)
    assert standing(EARNED[badge.name] + SPOILT[badge.name]).earned_by, "it is kept once it is earned"
    short = standing(SPOILT[badge.name])
    assert not short.earned_by
    assert f"{short.count} of {badge.goal}" in short.progress
    assert not standing([]).earned_by
    assert badge.rule.endswith(".")
