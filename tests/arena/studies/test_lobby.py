"""The rule of the lobby: who is asked, who begins together, and who has waited long enough."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.arena.studies.grouping import Grouping
from woozle.arena.studies.groups import AWAY, Moves, Waiter, next_moves

READY = Grouping().ready_seconds


def waiting(*codes: str, **told) -> list[Waiter]:
    return [Waiter(code, 100.0, **told) for code in codes]


def moves(waiters, size=3, **grouping) -> Moves:
    return next_moves(waiters, size, Grouping(**grouping))


def test_nobody_is_asked_before_there_are_enough():
    assert moves(waiting("a", "b")) == Moves()
    assert moves([*waiting("a", "b"), *waiting("c", away=1.0)]) == Moves(), "a closed page is nobody"


def test_all_of_a_group_are_asked_once_and_begin_when_all_have_said_so():
    assert moves(waiting("a", "b", "c")).ask == ("a", "b", "c")
    assert moves(waiting("a", "b", "c", asked=1.0)) == Moves()
    assert moves([*waiting("a", "b", ready=3.0), *waiting("x", "y", "c", asked=5.0)[2:]]) == Moves()
    assert moves(waiting("a", "b", "c", ready=3.0)).groups == (("a", "b", "c"),)


def test_people_are_grouped_in_the_order_in_which_they_came():
    people = waiting("a", "b", "c", "d", "e", "f", "g", ready=0.0)
    assert moves(people).groups == (("a", "b", "c"), ("d", "e", "f"))


def test_who_does_not_answer_misses_the_group_and_the_next_takes_the_place():
    silent, *others = waiting("a", "b", "c", "d", asked=READY)
    told = moves([silent, *(replace(each, asked=None, ready=READY) for each in others)])
    assert told == Moves(missed=("a",), groups=(("b", "c", "d"),))
    told = moves([silent, *(replace(each, asked=None, ready=READY) for each in others[:2])])
    assert told == Moves(missed=("a",)), "the others wait on"


def test_who_was_ready_long_ago_is_asked_again():
    assert moves(waiting("a", "b", "c", ready=2 * READY + 1)).ask == ("a", "b", "c")


def test_who_closes_the_page_does_not_wait_for_ever():
    assert moves(waiting("a", away=AWAY)) == Moves()
    assert moves(waiting("a", away=AWAY + 1)).missed == ("a",)


@pytest.mark.parametrize(
    ("then", "told"),
    [("leave", Moves(alone=("a",))), ("solo", Moves(alone=("a",))), ("bots", Moves(ask=("a", "b")))],
)
def test_when_the_wait_runs_out(then, told):
    first, second = waiting("a", "b")
    assert moves([replace(first, left=0.0), second], then=then) == told
    assert moves([replace(first, left=0.0, away=5.0), second], then=then) == Moves(), "it runs out for who is there"


def test_bots_get_the_places_of_those_who_did_not_come():
    first, second = waiting("a", "b", ready=1.0)
    assert moves([replace(first, left=-1.0), second], then="bots").groups == (("a", "b"),)


@pytest.mark.parametrize("then", ["leave", "bots"])
def test_a_group_that_is_about_to_begin_holds_nobody_longer_than_it_says(then):
    first, second, third = waiting("a", "b", "c", ready=1.0)
    asked = replace(third, ready=None, asked=1.0)
    assert moves([replace(first, left=-1.0), second, asked], then=then) == Moves()
    over = moves([replace(first, left=-READY), second, asked], then=then)
    assert over == (Moves(alone=("a",)) if then == "leave" else Moves(groups=(("a", "b"),)))


@given(
    st.lists(
        st.builds(
            Waiter,
            code=st.uuids().map(str),
            left=st.floats(-100, 300),
            away=st.sampled_from([0.0, 0.0, 5.0, 90.0]),
            ready=st.none() | st.floats(0, 100),
            asked=st.none() | st.floats(0, 100),
        ),
        max_size=12,
    ),
    st.integers(2, 4),
    st.sampled_from(["leave", "bots", "solo"]),
)
def test_whatever_happens_nobody_is_in_two_places_and_nobody_waits_for_ever(people, size, then):
    told = moves(people, size, then=then)
    named = [*told.ask, *told.missed, *told.alone, *(code for group in told.groups for code in group)]
    assert len(named) == len(set(named))
    assert all(len(group) <= size for group in told.groups)
    over = {each.code for each in people if each.left < -READY and not each.away and (each.ready or 0) <= 2 * READY}
    for each in people:
        if each.code in over and each.ready is not None:
            assert each.code in {*told.alone, *told.missed, *(code for group in told.groups for code in group)}
