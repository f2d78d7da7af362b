"""Rate limits."""

from __future__ import annotations

import pytest

from woozle.arena.rate_limiter import _NAMES, AT_ONCE, SECONDS, RateLimiter, TokenBucket


def test_a_name_has_so_many_times_and_gets_them_back_one_by_one():
    now = 100.0
    limiter = RateLimiter(lambda: now)
    assert all(limiter.take("here") for _ in range(AT_ONCE))
    assert not limiter.take("here")
    assert limiter.take("there")
    now += SECONDS - 0.01
    assert not limiter.take("here")
    now += 0.01
    assert limiter.take("here")
    assert not limiter.take("here")
    now += SECONDS * AT_ONCE * 2
    assert [limiter.take("here") for _ in range(AT_ONCE + 1)] == [True] * AT_ONCE + [False]


def test_who_is_refused_has_not_to_wait_longer_for_it():
    now = 100.0
    limiter = RateLimiter(lambda: now)
    for _ in range(AT_ONCE * 10):
        limiter.take("here")
    now += SECONDS
    assert limiter.take("here")


def test_names_without_end_take_no_memory_without_end():
    now = 0.0
    limiter = RateLimiter(lambda: now)
    for number in range(_NAMES + 500):
        limiter.take(str(number))
    assert len(limiter._full_at) <= _NAMES + 1
    assert not limiter.take("one more")  # those who are one too many share their times
    assert limiter.take("5")
    now += SECONDS * 2000
    assert limiter.take("one more") and len(limiter._full_at) == 1


def test_no_name_is_kept_as_it_is():
    limiter = RateLimiter()
    limiter.take("198.51.100.7")
    assert "198.51" not in repr(vars(limiter))


def test_looking_whether_a_use_is_left_takes_none():
    limiter = RateLimiter(lambda: 100.0, at_once=2, seconds=60.0)
    assert [limiter.is_left("here") for _ in range(9)] == [True] * 9
    assert [limiter.take("here") for _ in range(3)] == [True, True, False] and not limiter.is_left("here")


def test_a_bucket_gives_so_many_at_once_and_one_more_at_a_time():
    bucket = TokenBucket(30, 0.1)
    waits = [bucket.charge(5.0) for _ in range(32)]
    assert waits[:30] == [0.0] * 30 and waits[30:] == pytest.approx([0.1, 0.2])
    assert bucket.charge(5.3) == pytest.approx(0.0)
