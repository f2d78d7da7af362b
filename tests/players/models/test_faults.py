"""Whatever a server does, a match comes to an end that can be verified: at once, or after it was mended and the match resumed.

What the endpoint fails at halts the match. What fails for this one request is void. What the model itself does is asked again, and
forfeited in the end. Several faults come in one match, each before another reply.
"""

from __future__ import annotations

import asyncio
import socket

import pytest

from woozle.core.usage import NOTHING, Budget, Limits

from tests.players.backends.scripts import Cut, Hang, Late, Raw, Say, Status
from tests.players.backends.servers import OpenAIServer
from tests.players.models.faulty import CONFIG, KEY, TIMEOUT, TRIES, Room, Script, Time, gate

PASSES = {
    "429 with Retry-After": Status(429, "Slow down.", {"retry-after": "7"}),
    "503": Status(503, "Try again later."),
    "hang": Hang(),
    "hang in the middle": Hang("half an "),
    "error in the stream": Late("it was "),
}
BREAKS = {
    "cut in mid-token": Cut("it was "),
    "empty body": Raw(b""),
}
STAYS = {
    "401": Status(401, f"Incorrect API key provided: {KEY}.", kind="invalid_api_key"),
    "a page to log in at": Raw(b"<html><title>Sign in to the hotel's network</title></html>", "text/html"),
    "404 model": Status(404, "The model `tiny` does not exist.", param="model", kind="model_not_found"),
}
REFUSES = {
    "too long": Status(400, "This model's maximum context length is 8192 tokens.", kind="context_length_exceeded"),
    "rejected": Status(400, "This cannot be asked here."),
    "too large": Status(
        429, "Request too large for tiny on tokens per min (TPM): Limit 1000, Requested 5000.", {"retry-after": "60"}
    ),
}
ITS_OWN = {
    "empty": (Say(""), {"empty"}),
    "all of it in its reasoning": (Say("", reasoning='{"action": "wait"}'), {"empty"}),
    "unreadable": (Say("Let me think about it."), {"unparsable"}),
    "illegal": (Say('{"action": "fly to the moon", "target": "the moon"}'), {"illegal", "unparsable"}),
    "out of tokens": (Say('{"text": "half', finish="length"), {"cut_off"}),
}
ENDLESS = Say("x" * 10_000_000)
REPLIES = 12  # of a match in which nothing goes wrong
EACH_KIND = (0, 4, 11)  # the first of them, the speech and the last one


def one_by_one(faults):
    """Return the fault before each reply: all of them in turn."""
    return lambda number: faults[number % len(faults)]


def at(reply, fault):
    """Return the fault before one reply, and none before the others."""
    return lambda number: fault if number == reply else None


def tries(fault):
    """Return how often a fault must come before the player gives up."""
    return 1 if fault in [*STAYS.values(), *REFUSES.values()] else TRIES


class Scene:
    """A server, a gate before it, and matches that are played there one after another, each with its own script."""

    def __init__(self, folder):
        self.time = Time()
        self.script = Script(self.time)
        self._folder = folder

    def answer(self, request):
        return self.script(request)

    def match(self, name="match", *, config=CONFIG, failures="pause", **script):
        """The room of a match."""
        self.script = Script(self.time, **script)
        return Room(self._folder / name, self.script, config=config, failures=failures)


@pytest.fixture
async def scene(tmp_path):
    scene = Scene(tmp_path)
    async with OpenAIServer(scene.answer) as scene.server:
        scene.gate = gate(scene.server.url, scene.time)
        yield scene
        await scene.gate.close()


def check(room):
    """That nothing is missing in what is on disk, and nothing is there that does not belong."""
    room.check()
    assert room.usage == room.script.counted


async def usual(scene):
    """Return the replies of the model and the outcome if nothing goes wrong."""
    room = scene.match("usual")
    outcome = await room.play(scene.gate)
    check(room)
    assert room.readings == [["answer"]] * REPLIES
    return room.answers, outcome


async def test_what_passes_before_a_reply_changes_nothing_and_is_on_record(scene):
    as_usual = await usual(scene)
    room = scene.match(fault=one_by_one([*PASSES.values(), *BREAKS.values()]))
    outcome = await room.play(scene.gate)
    assert (room.answers, outcome) == as_usual
    assert room.readings == [["failed", "answer"]] * REPLIES
    check(room)


async def test_an_endpoint_that_fails_before_every_reply_halts_the_match_each_time_and_it_ends_the_same(scene):
    as_usual = await usual(scene)
    room, outcome = scene.match(fault=one_by_one([*PASSES.values(), *STAYS.values()]), times=tries), None
    for _ in range(REPLIES + 1):
        assert outcome is None
        outcome = await room.play(scene.gate)
        check(room)
    assert (room.answers, outcome) == as_usual
    assert len(room.halts) == REPLIES
    assert all(sentence.isprintable() and "secret" not in sentence for sentence in room.halts)


async def test_a_server_that_cannot_be_reached_before_any_reply_halts_the_match_each_time(scene):
    async def no_tls(reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    as_usual = await usual(scene)
    room = scene.match()
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        async with await asyncio.start_server(no_tls, "127.0.0.1", 0) as plain:
            port, other = (each.getsockname()[1] for each in (silent, plain.sockets[0]))
            bad = [gate(url, scene.time) for url in (f"http://127.0.0.1:{port}/v1", f"https://127.0.0.1:{other}/v1")]
            for number in range(REPLIES):
                assert await room.play(bad[number % 2]) is None
                assert await room.play(scene.gate, replies=1) is None
            for each in bad:
                await each.close()
    outcome = await room.play(scene.gate)
    assert (room.answers, outcome) == as_usual
    assert all("No server answers" in sentence for sentence in room.halts[::4])
    assert all("cannot prove who it is" in sentence for sentence in room.halts[2::4])
    check(room)


@pytest.mark.parametrize("number", range(len(REFUSES | BREAKS)), ids=REFUSES | BREAKS)
async def test_what_fails_for_one_request_is_void_and_the_match_goes_on(scene, number):
    fault, reply = [*REFUSES.values(), *BREAKS.values()][number], EACH_KIND[number % 3]
    room = scene.match(fault=at(reply, fault), times=tries)
    outcome = await room.play(scene.gate)
    assert outcome.results["Alice"].kind == "void"
    assert room.answers[reply]["kind"] == "error"
    assert room.readings[reply] == ["failed"] * tries(fault)
    assert sum(len(readings) for readings in room.readings) == room.script.replies + tries(fault)
    check(room)


async def test_what_the_model_says_wrong_before_every_answer_is_asked_again(scene):
    said, readings = zip(*ITS_OWN.values(), strict=True)
    room = scene.match(fault=one_by_one(said))
    outcome = await room.play(scene.gate)
    assert outcome.results["Alice"].kind in {"won", "lost"}
    assert room.readings[1::2] == [["answer"]] * room.script.replies
    assert all(found[0] in readings[at % len(readings)] for at, found in enumerate(room.readings[::2]))
    assert room.usage.calls == 2 * room.script.replies
    check(room)


async def test_what_nobody_hears_out_is_asked_again_too(scene):
    room = scene.match(fault=at(0, ENDLESS))
    await room.play(scene.gate)
    assert room.readings == [["cut_off"], *[["answer"]] * room.script.replies]
    room.check()


async def test_a_model_that_declines_forfeits_at_once_and_is_not_pressed(scene):
    room = scene.match(fault=at(4, Say("", finish="content_filter")))
    outcome = await room.play(scene.gate)
    assert outcome.results["Alice"].kind in {"won", "lost"}
    assert room.readings[4] == ["refused"]
    assert room.forfeits == ["refused"]
    check(room)


def drip(script, seconds):
    async def a_while():
        script.time.skip(seconds)

    return a_while


async def test_a_slow_reply_is_waited_for_and_its_time_is_on_record(scene):
    as_usual = await usual(scene)
    room = scene.match()
    room.script.between = drip(room.script, 2.0)
    outcome = await room.play(scene.gate)
    assert (room.answers, outcome) == as_usual
    assert all(10.0 <= said["seconds"] < TIMEOUT for said in room.said)
    check(room)


async def test_a_reply_that_drips_for_longer_than_an_endpoint_is_given_is_asked_for_again(scene):
    room = scene.match(fault=lambda number: Say("and so on " * 30, between=drip(room.script, 10.0)))
    await room.play(scene.gate)
    assert room.readings == [["failed", "answer"]] * room.script.replies
    room.check()


LIMITED = CONFIG.model_copy(update={"seconds_to_act": 60.0, "seconds_to_speak": 60.0, "seconds_to_vote": 60.0})


async def test_who_is_too_slow_for_the_rules_forfeits_and_is_not_asked_again(scene):
    room = scene.match(fault=at(4, Hang()), config=LIMITED)
    outcome = await room.play(scene.gate)
    assert outcome.results["Alice"].kind in {"won", "lost"}
    assert room.forfeits == ["timeout"]
    assert room.readings[4] == ["failed"]
    check(room)


@pytest.mark.parametrize("fault", [PASSES["503"], STAYS["401"]], ids=["503", "401"])
async def test_where_failures_are_void_the_match_goes_on_without_the_endpoint(scene, fault):
    room = scene.match(fault=lambda number: fault, times=lambda fault: 1000, failures="void")
    outcome = await room.play(scene.gate)
    assert outcome.results["Alice"].kind == "void"
    assert set(room.forfeits) == {"error"}
    assert {tuple(readings) for readings in room.readings} == {("failed",) * tries(fault)}
    check(room)


async def test_a_budget_halts_the_match_and_what_was_spent_counts_when_it_is_resumed(scene):
    as_usual = await usual(scene)
    room = scene.match()
    for calls in (5, 5, 8):
        budget = Budget(Limits(calls=calls))
        budget.spend(room.usage if room.halts else NOTHING, 0.0)
        assert await room.play(scene.gate, budget=budget) is None
        check(room)
        assert len(room.said) == calls
    assert set(room.halts) == {
        f"The budget of {calls} calls is used up ({calls} spent); give more with --budget and go on with `woozle resume`."
        for calls in (5, 8)
    }
    outcome = await room.play(scene.gate)
    assert (room.answers, outcome) == as_usual
    check(room)
