"""Orders of conditions, in which none is favoured."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from woozle.arena.studies.balance import next_row, orders, rows

CONDITIONS = st.integers(1, 12)
SEEDS = st.integers(0, 2**32)


@given(CONDITIONS, SEEDS)
def test_every_row_has_each_condition_once(count, seed):
    assert all(sorted(row) == list(range(count)) for row in orders(count, seed))


@given(CONDITIONS, SEEDS)
def test_each_condition_stands_equally_often_in_each_place(count, seed):
    square = orders(count, seed)
    for place in range(count):
        found = Counter(row[place] for row in square)
        assert set(found.values()) == {len(square) // count}
        assert len(found) == count


@given(st.integers(2, 12), SEEDS)
def test_each_condition_follows_each_other_one_equally_often(count, seed):
    """Williams 1949; with an odd number over the rows and their mirror images."""
    square = orders(count, seed)
    after = Counter(pair for row in square for pair in pairwise(row))
    assert len(after) == count * (count - 1)
    assert set(after.values()) == {1 if count % 2 == 0 else 2}


@given(CONDITIONS, SEEDS)
def test_there_are_as_many_rows_as_conditions_or_twice_as_many_if_they_are_odd(count, seed):
    assert len(orders(count, seed)) == (count if count % 2 == 0 or count == 1 else 2 * count)
    assert len({tuple(row) for row in orders(count, seed)}) == len(orders(count, seed))


def test_seeds_differ_in_which_condition_is_which():
    assert len({tuple(orders(4, seed)) for seed in range(40)}) > 10


@given(CONDITIONS, SEEDS)
def test_between_participants_each_plays_one_condition(count, seed):
    assert rows("between", count, seed) == [(each,) for each in range(count)]


@given(st.integers(1, 12), SEEDS, st.integers(0, 60))
def test_rows_are_held_as_evenly_as_can_be_whoever_comes(count, seed, people):
    held: list[int] = []
    for _ in range(people):
        held.append(next_row(held, seed, [None] * count))
        holds = [held.count(row) for row in range(count)]
        assert max(holds) - min(holds) <= 1


@given(st.integers(2, 8), SEEDS, st.data())
def test_who_drops_out_is_replaced_in_their_row(count, seed, data):
    held = [next_row([], seed, [None] * count)]
    while len(held) < 3 * count:
        held.append(next_row(held, seed, [None] * count))
    gone = data.draw(st.integers(0, len(held) - 1))
    row = held.pop(gone)
    assert next_row(held, seed, [None] * count) == row
