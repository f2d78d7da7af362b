"""What reports of all games have in common."""

from __future__ import annotations

from woozle.core.reports import Terms, put_together


def terms(**changes):
    players = {"Ada": "bot:fair", "Ben": "person"}
    usual = {"name": "one", "rules": "", "officials": "", "players": players, "config": {"rounds": 3}, "version": 1}
    return Terms(**usual | changes)


def test_matches_played_alike_have_the_same_digest_whatever_they_are_called():
    assert terms().digest() == terms(name="two", rules="in other words").digest()
    swapped = {"players": {"Ada": "person", "Ben": "bot:fair"}}
    others = {"officials": "judge:match"}, {"config": {"rounds": 2}}, {"version": 2}, swapped
    assert len({terms(**each).digest() for each in ({}, *others)}) == 5


def test_what_a_match_is_about_and_who_sat_where_can_be_left_out():
    other = terms(config={"rounds": 3, "case": "a"}, players={"Ada": "person", "Ben": "bot:fair"})
    assert other.digest(without=("case",), in_any_seat=True) == terms().digest(in_any_seat=True)
    assert other.digest(in_any_seat=True) != terms().digest(in_any_seat=True)
    assert terms(players={"Ada": "person"}).digest(by_anybody=True) == terms().digest(by_anybody=True)


def test_reports_are_put_together_in_the_order_in_which_they_come():
    assert put_together(["bear", "hat", "hare", "bee", "cap"], lambda word: word[0]) == [["bear", "bee"], ["hat", "hare"], ["cap"]]
