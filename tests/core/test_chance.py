"""Chance by name."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from woozle.core.chance import Chance, commitment, key_from_seed

KEY = key_from_seed(1)
PINNED_DIE = [5, 1, 5, 2, 5, 0, 1, 0]
PINNED_CARDS = list("gbadf")


def test_one_more_draw_never_shifts_another():
    alone = Chance(KEY)
    among_others = Chance(KEY)
    among_others.below("weather", 100)
    assert alone.shuffle("cards", range(52)) == among_others.shuffle("cards", range(52))


def test_draws_of_one_label_differ_and_can_be_repeated():
    def draws() -> list[int]:
        chance = Chance(KEY)
        return [chance.below("die", 1000) for _ in range(20)]

    assert draws() == draws()
    assert len(set(draws())) > 15


def test_seeds_and_numbers_give_different_keys():
    keys = {key_from_seed(seed, number) for seed in range(10) for number in range(10)}
    assert len(keys) == 100
    assert len({commitment(key) for key in keys}) == 100


def test_draws_are_pinned_on_every_machine():
    chance = Chance(KEY)
    assert [chance.below("die", 6) for _ in range(8)] == PINNED_DIE
    assert chance.sample("cards", "abcdefgh", 5) == PINNED_CARDS


def test_a_die_is_fair():
    chance = Chance(KEY)
    counts = Counter(chance.below("die", 6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(900 < count < 1100 for count in counts.values())


def test_every_order_is_as_likely():
    chance = Chance(KEY)
    counts = Counter(tuple(chance.shuffle("order", "abc")) for _ in range(6000))
    assert len(counts) == 6
    assert all(880 < count < 1120 for count in counts.values())


@given(st.binary(max_size=40), st.text(max_size=20), st.lists(st.integers(), max_size=80, unique=True), st.data())
def test_a_sample_has_different_items_of_the_list(key, label, items, data):
    k = data.draw(st.integers(0, len(items)))
    drawn = Chance(key).sample(label, items, k)
    assert len(drawn) == k == len(set(drawn))
    assert set(drawn) <= set(items)
