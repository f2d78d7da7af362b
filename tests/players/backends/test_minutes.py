"""A minute that processes share: no more in it than may be, whoever asks, and whoever is killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.players.backends import slate
from woozle.players.backends.gate import Gate, Pace
from woozle.players.backends.minutes import OwnMinute, SharedMinute
from woozle.players.backends.slate import Slate

from tests.players.backends.standing import Scripted, Time, chat, reply, trouble

pytestmark = pytest.mark.skipif(not slate.IS_HERE, reason="locks of POSIX")


def shared(folder, time, *limits, processes=2):
    """The same minute as several processes see it."""
    path = Path(folder) / "slate"
    Slate.lay(path, SharedMinute.SIZE)
    return [SharedMinute(Slate(path), 0, *limits, time.clock) for _ in range(processes)]


STEPS = st.lists(st.tuples(st.floats(0, 40), st.integers(0, 1), st.integers(1, 400), st.none() | st.integers(0, 600)), max_size=60)


@given(STEPS, st.none() | st.integers(1, 6), st.none() | st.integers(1, 900))
def test_in_no_minute_more_is_taken_than_may_be(steps, requests, tokens):
    time, taken = Time(), []
    with tempfile.TemporaryDirectory() as folder:
        minutes = shared(folder, time, requests, tokens)
        for seconds, who, amount, used in steps:
            time.now += seconds
            until = minutes[who].seconds_until_open(amount)
            share = minutes[1 - who].taken(amount)
            assert (share is None) == (until > 0)  # both know the same
            if share is None:
                continue
            taken.append([time.now, amount])
            if used is not None:
                minutes[who].correct(share, used)
                taken[-1][1] = used
            within = [each for at, each in taken if at > time.now - 60]
            assert requests is None or len(within) <= requests
            assert tokens is None or sum(within) <= max(tokens, amount, used or 0) or len(within) == 1 or used


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(1, 50)), max_size=40))
def test_who_waits_waits_no_longer_than_a_tenth_of_a_second_more_than_in_one_process(steps):
    time = Time()
    own = OwnMinute(4, 120, time.clock)
    with tempfile.TemporaryDirectory() as folder:
        one, other = shared(folder, time, 4, 120)
        for number, (seconds, amount) in enumerate(steps):
            time.now += seconds
            minute = (one, other)[number % 2]
            early, late = own.seconds_until_open(amount), minute.seconds_until_open(amount)
            assert early <= late + 1e-6 <= early + 0.1 + 2e-6
            time.now += late + 1e-6
            assert minute.taken(amount) and own.taken(amount)


async def test_gates_of_two_processes_send_no_more_than_may_be_sent(tmp_path):
    time = Time()
    backend = Scripted(time=time)
    gates = [Gate(backend, Pace(3), minute, clock=time.clock, sleep=time.sleep) for minute in shared(tmp_path, time, 4, None)]
    import asyncio

    await time.until(*(asyncio.ensure_future(gate.chat(chat())) for gate in gates for _ in range(5)))
    moments = [at - 1000.0 for at in backend.at]
    assert all(later - first >= 60 for first, later in zip(moments, moments[4:], strict=False))
    assert moments[-1] < 123


async def test_what_a_server_tells_one_process_to_wait_all_wait(tmp_path):
    import asyncio

    time = Time()
    minutes = shared(tmp_path, time, None, None)
    backends = [Scripted(trouble("rate_limited", 20.0), time=time), Scripted(time=time)]
    gates = [Gate(each, Pace(), minute, clock=time.clock, sleep=time.sleep) for each, minute in zip(backends, minutes, strict=True)]
    first = asyncio.ensure_future(gates[0].chat(chat()))
    await asyncio.sleep(0)
    then = asyncio.ensure_future(gates[1].chat(chat()))
    await time.until(first, then)
    assert backends[1].at == [1020.0]


async def test_tokens_are_corrected_for_all(tmp_path):
    import asyncio

    time = Time()
    backends = [Scripted(reply(tokens_in=900, tokens_out=90), time=time), Scripted(time=time)]
    gates = [
        Gate(each, Pace(), minute, clock=time.clock, sleep=time.sleep)
        for each, minute in zip(backends, shared(tmp_path, time, None, 1000), strict=True)
    ]
    for gate in gates:
        await time.until(asyncio.ensure_future(gate.chat(chat("x" * 400))))
    assert backends[1].at[0] - backends[0].at[0] >= 60


def _killed_inside(path):
    with Slate(path).alone():
        os.kill(os.getpid(), signal.SIGKILL)


def test_who_is_killed_inside_holds_up_nobody(tmp_path):
    path = tmp_path / "slate"
    Slate.lay(path, 3)
    killed = multiprocessing.Process(target=_killed_inside, args=(path,))
    killed.start()
    killed.join()
    assert killed.exitcode == -signal.SIGKILL
    with Slate(path).alone():
        assert list(Slate(path).numbers) == [0.0, 0.0, 0.0]
