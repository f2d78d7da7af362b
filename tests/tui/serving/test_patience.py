"""How often somebody may be wrong."""

from __future__ import annotations

from woozle.tui.serving.patience import _ADDRESSES, AT_ONCE, SECONDS, Patience


def test_an_address_has_so_many_guesses_and_gets_them_back_one_by_one():
    now = 100.0
    patience = Patience(lambda: now)
    for _ in range(AT_ONCE):
        assert patience.has_left("here")
        patience.was_wrong("here")
    assert not patience.has_left("here")
    assert patience.has_left("there")
    now += SECONDS
    assert patience.has_left("here")
    patience.was_wrong("here")
    assert not patience.has_left("here")
    now += SECONDS * AT_ONCE
    for _ in range(AT_ONCE):
        assert patience.has_left("here")
        patience.was_wrong("here")
    assert not patience.has_left("here")


def test_addresses_without_end_take_no_memory_without_end():
    now = 0.0
    patience = Patience(lambda: now)
    for number in range(_ADDRESSES + 500):
        patience.was_wrong(str(number))
    assert len(patience._full_at) <= _ADDRESSES + 1
    assert not patience.has_left("one more")  # those who are one too many share their guesses
    assert patience.has_left("5")
    now += SECONDS * 2000
    patience.was_wrong("one more")
    assert patience.has_left("one more") and len(patience._full_at) == 1


def test_no_address_is_kept_as_it_is():
    patience = Patience()
    patience.was_wrong("198.51.100.7")
    assert "198.51" not in repr(vars(patience))
