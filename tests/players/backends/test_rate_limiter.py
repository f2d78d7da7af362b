"""The gate: places, minutes, pauses, fairness; and that nothing leaks, whatever happens in whatever order."""

from __future__ import annotations

import asyncio
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from woozle.players.backends.model_client import PASSING, BackendError, Failure, Heard, Queued, Sampling, Sent, Waiting, deaf
from woozle.players.backends.rate_limiter import RateLimiter

from tests.players.backends.standing import Door, Scripted, Time, chat, reply, settled, trouble


def future():
    return asyncio.get_running_loop().create_future()


async def test_who_has_to_wait_is_told_so():
    door, heard = Door(first := future(), concurrency=1), []
    tasks = [door.ask(hear=lambda signal, who=who: heard.append((who, signal))) for who in ("first", "then")]
    await settled()
    first.set_result(reply())
    await door.said(*tasks)
    assert heard == [
        ("first", Sent()),
        ("then", Queued()),
        ("first", Heard("yes")),
        ("then", Sent()),
        ("then", Heard("yes")),
    ]


async def test_no_more_are_sent_in_any_minute_than_may_be():
    door = Door(concurrency=3, requests_per_minute=4)
    await door.said(*(door.ask() for _ in range(10)))
    assert door.moments == [0, 0, 0, 0, 60, 60, 60, 60, 120, 120]


async def test_tokens_are_estimated_before_and_corrected_after():
    late = future()
    door = Door(late, concurrency=3, tokens_per_minute=1000)
    tasks = [door.ask("x" * 1600, sampling=Sampling(max_tokens=100)) for _ in range(3)]  # 504 tokens each, so far as one can tell
    await settled()
    assert len(door.backend.asked) == 1
    late.set_result(reply(tokens_in=10, tokens_out=5))
    await door.said(*tasks)
    assert door.moments == [0, 1, 1]  # a look at the minute each second


async def test_tokens_that_prove_more_than_estimated_count_too():
    door = Door(reply(tokens_in=900, tokens_out=90), concurrency=1, tokens_per_minute=1000)
    await door.said(*(door.ask(sampling=Sampling(max_tokens=50)) for _ in range(2)))
    assert door.moments == [0, 60]


async def test_a_request_larger_than_the_whole_limit_is_sent_alone():
    door = Door(concurrency=2, tokens_per_minute=1000)
    await door.said(door.ask(sampling=Sampling(max_tokens=5000)), door.ask(sampling=Sampling(max_tokens=5000)))
    assert door.moments == [0, 60]


async def test_what_may_pass_is_tried_again_after_pauses_that_double():
    door, heard = Door(*(trouble() for _ in range(3))), []
    [said] = await door.said(door.ask(hear=heard.append))
    assert said.failures == (Failure("overloaded", "It is overloaded."),) * 3
    assert door.moments == [0, 1, 3, 7]
    assert [each for each in heard if isinstance(each, Waiting)] == [
        Waiting(number, pause, said.failures[0]) for number, pause in ((2, 1.0), (3, 2.0), (4, 4.0))
    ]


async def test_the_pauses_are_drawn_from_the_whole_range_and_from_nobody_elses_chance():
    pauses = []
    state = random.getstate()
    for seed in range(200):
        time = Time()
        gate = RateLimiter(Scripted(*(trouble() for _ in range(7))), clock=time.clock, sleep=time.sleep, chance=random.Random(seed))
        task = asyncio.ensure_future(gate.chat(chat(), pauses.append))
        await time.until(task)
    drawn = [each.seconds for each in pauses if isinstance(each, Waiting) and each.again == 4]
    assert min(drawn) < 0.2 and max(drawn) > 3.8 and 1.7 < sum(drawn) / len(drawn) < 2.3
    assert max(each.seconds for each in pauses if isinstance(each, Waiting)) <= 60
    assert random.getstate() == state


@pytest.mark.parametrize("name", ["unauthorized", "no_model", "too_long", "rejected"])
async def test_what_will_not_pass_is_not_tried_again(name):
    door = Door(trouble(name))
    error = await door.refused(door.ask())
    assert (error.trouble, str(error), len(error.failures), len(door.backend.asked)) == (name, f"It is {name}.", 1, 1)


@pytest.mark.parametrize("name", sorted(PASSING))
async def test_after_so_many_tries_it_is_enough(name):
    door = Door(*(trouble(name) for _ in range(20)), tries=5)
    error = await door.refused(door.ask())
    assert (error.trouble, len(error.failures), len(door.backend.asked)) == (name, 5, 5)
    assert str(error) == f"After 5 tries: It is {name}."
    assert door.moments == [0, 1, 3, 7, 15]


async def test_nobody_is_waited_for_longer_than_patience():
    door = Door(*(trouble() for _ in range(20)), tries=20, patience=10.0)
    error = await door.refused(door.ask())
    assert door.moments == [0, 1, 3, 7]
    assert len(error.failures) == 4


async def test_the_time_that_failed_tries_took_counts_as_patience():
    hung = [future() for _ in range(5)]
    door = Door(*hung, patience=300.0)
    task = door.ask()
    for each in hung:
        await settled()
        door.time.now += 120.0
        if not task.done():
            each.set_result(trouble("timeout"))
            await settled()
            door.time.go_on()
    error = await door.refused(task)
    assert [each.seconds for each in error.failures] == [120.0, 120.0, 120.0]


@pytest.mark.parametrize(
    ("deadline", "timeout", "one_try", "tries"), [(30, 300, 30, 1), (30, None, 30, 1), (300, 30, 30, 2), (None, 30, 30, 2)]
)
async def test_who_used_up_its_own_time_is_not_given_it_again_but_a_server_that_hangs_is(deadline, timeout, one_try, tries):
    door = Door(slow := future(), timeout=timeout)
    task = door.ask(seconds=deadline)
    await settled()
    assert door.backend.asked[0].seconds == one_try
    door.time.now += one_try
    slow.set_result(trouble("timeout"))
    await door.time.until(task)
    assert len(door.backend.asked) == tries
    assert isinstance(task.exception(), BackendError) == (tries == 1)


async def test_all_wait_as_long_as_the_server_says():
    door = Door(trouble("rate_limited", 20.0), concurrency=1)
    await door.said(*(door.ask(str(number)) for number in range(3)))
    assert door.texts[0] == "0" and sorted(door.texts[1:]) == ["0", "1", "2"]
    assert door.moments == [0, 20, 20, 20]


async def test_a_server_that_says_to_wait_for_too_long_stops_nobody_else():
    door = Door(trouble("rate_limited", 3600.0), concurrency=1)
    first, second = door.ask(), door.ask()
    error = await door.refused(first)
    assert (error.retry_after, door.time.now) == (3600.0, 1000.0)
    await door.said(second)


async def test_who_has_to_come_again_is_not_overtaken_by_who_came_later():
    door = Door(trouble(), *(held := [future() for _ in range(3)]), concurrency=1)
    first = door.ask("first")
    others = [door.ask(str(number)) for number in range(3)]
    await settled()
    door.time.go_on()  # the first is back in line, while another is under way
    await settled()
    for each in held:
        each.set_result(reply())
    await door.said(first, *others)
    assert door.texts == ["first", "0", "first", "1", "2"]


async def test_what_fails_otherwise_is_let_through_and_leaves_its_place():
    door = Door(ValueError("a bug"), concurrency=1)
    with pytest.raises(ValueError, match="a bug"):
        await door.ask()
    await door.said(door.ask())


@pytest.mark.parametrize("waiting_for", ["a place", "the reply", "the pause", "the minute", "the turn"])
async def test_who_is_cancelled_leaves_its_place_to_the_next(waiting_for):
    match waiting_for:
        case "the pause":
            door = Door(trouble(), concurrency=1)
        case "the minute":
            door = Door(concurrency=1, requests_per_minute=1)
            await door.said(door.ask())
        case "the reply":
            door = Door(future(), concurrency=1)
        case _:
            door = Door(held := future(), concurrency=1)
            ahead = [door.ask() for _ in range(1 if waiting_for == "a place" else 2)]
    task = door.ask()
    await settled()
    assert not task.done()
    task.cancel()
    await settled()
    assert task.cancelled()
    if waiting_for in {"a place", "the turn"}:
        held.set_result(reply())
        await door.said(*ahead)
    await door.said(door.ask(), door.ask())


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.integers(0, 3)),
        st.tuples(st.sampled_from(["cancel", "answer", "fail", "limit", "break", "refuse"]), st.integers(0, 30)),
        st.tuples(st.sampled_from(["settle", "turn", "time"]), st.just(0)),
    ),
    max_size=60,
)


class Chaos(Door):
    """A gate whose backend holds everybody until told what becomes of them."""

    def __init__(self, **pace):
        super().__init__(**pace)
        self.tasks = []
        self.held = []
        self.backend.chat = self._held

    async def _held(self, asked, hear=deaf):
        self.backend.inside += 1
        self.backend.most = max(self.backend.most, self.backend.inside)
        self.backend.at.append(self.time.now)
        self.held.append(end := future())
        try:
            if isinstance(what := await end, Exception):
                raise what
            return what
        finally:
            self.backend.inside -= 1

    async def step(self, what, number):
        match what:
            case "ask":
                self.tasks += [self.ask(sampling=Sampling(max_tokens=100)) for _ in range(number)]
            case "cancel" if self.tasks:
                self.tasks[number % len(self.tasks)].cancel()
            case "settle":
                await settled()
            case "turn":
                await asyncio.sleep(0)
            case "time":
                self.time.go_on()
            case _:
                if waiting := [each for each in self.held if not each.done()]:
                    waiting[number % len(waiting)].set_result(_ENDS[what]())


_ENDS = {
    "answer": reply,
    "fail": trouble,
    "limit": lambda: trouble("rate_limited", 5.0),
    "break": lambda: ValueError("a bug"),
    "refuse": lambda: trouble("rejected"),
}


@settings(max_examples=25)
@given(STEPS, st.integers(1, 3), st.sampled_from([None, 5]), st.sampled_from([None, 300]))
def test_whatever_happens_in_whatever_order_the_gate_is_free_again(steps, places, requests, tokens):
    async def lived_through():
        door = Chaos(concurrency=places, requests_per_minute=requests, tokens_per_minute=tokens)
        for step in steps:
            await door.step(*step)
        for task in door.tasks:
            task.cancel()
        await settled()
        assert all(task.done() for task in door.tasks) and door.backend.inside == 0
        assert door.backend.most <= places
        sent = sorted(door.backend.at)
        assert requests is None or all(later - first >= 60 for first, later in zip(sent, sent[requests:], strict=False))
        for task in door.tasks:
            task.cancelled() or task.exception()

        door.time.now += 120.0
        door.tasks = [door.ask(sampling=Sampling(max_tokens=50)) for _ in range(places)]
        await settled()
        assert door.backend.inside == places  # every place is free, and nobody stands before them
        for end in door.held:
            end.done() or end.set_result(reply())
        await door.said(*door.tasks)

    asyncio.run(lived_through())
