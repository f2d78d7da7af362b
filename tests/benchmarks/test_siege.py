"""The siege: what was done is kept, and what is left is done later."""

from __future__ import annotations

import pytest

from benchmarks.siege import flips, malformed, server_words
from benchmarks.siege.part import Part, State, Tally, dice, work
from woozle.core.replies import ReadReply
from woozle.core.request import Response
from woozle.core.usage import Usage
from woozle.players.backends.model_client import Reply, TokenChance
from woozle.players.random_bot import RandomBot

from tests.core.test_replies import ACT, VOTE
from tests.two_truths import Tell


def part(done, breaks_at=None):
    def begin(seed, tally, folder):
        def piece(number):
            if number == breaks_at:
                raise KeyboardInterrupt
            done.append(number)
            tally.count("pieces")

        return 10, piece

    return Part("small", "Small", begin, lambda tally: [("pieces", str(tally.figures["pieces"]))])


def state_of(tmp_path):
    return State(tmp_path / "siege.json")


def test_a_part_that_was_stopped_goes_on_where_it_was(tmp_path):
    done, state = [], state_of(tmp_path)
    tally = state.parts["small"] = Tally()
    with pytest.raises(KeyboardInterrupt):
        work(part(done, breaks_at=4), state, tally, tmp_path, print)
    state.save()
    again = state_of(tmp_path)
    work(part(done), again, again.parts["small"], tmp_path, print)
    assert done == list(range(10))
    assert state_of(tmp_path).parts["small"].is_over
    assert state_of(tmp_path).parts["small"].figures["pieces"] == 10


def test_a_small_siege_is_spread_evenly(tmp_path):
    done, state = [], state_of(tmp_path)
    work(part(done), state, Tally(scale=0.3), tmp_path, print)
    assert done == [0, 3, 6]


def test_malformed_replies_are_the_same_each_time_and_mostly_broken():
    replies = [malformed.reply(dice(1, "replies", number), ACT, number) for number in range(50)]
    assert replies == [malformed.reply(dice(1, "replies", number), ACT, number) for number in range(50)]
    assert len(set(replies)) > 45


@pytest.mark.parametrize(
    ("read", "problem"),
    [
        (ReadReply("answer", VOTE.answer(target="Bob")), ""),
        (ReadReply("unparsable", problem="No."), ""),
        (ReadReply("unparsable"), "has a problem or none"),
        (ReadReply("answer"), "has an answer or none"),
        (ReadReply("answer", VOTE.answer(target="Zoe")), "none of the choices"),
        (ReadReply("answer", Tell(texts=("a", "b", "c"), lie=1)), "read as a Tell"),
    ],
)
def test_a_reading_that_leaves_the_schema_is_found(read, problem):
    assert problem in malformed._problem(read, VOTE)
    assert bool(problem) == bool(malformed._problem(read, VOTE))


def test_each_flip_is_a_byte_of_one_transcript(tmp_path):
    targets = [flips.Target("a", tmp_path, b"xy", 8), flips.Target("b", tmp_path, b"xyz", 1)]
    assert [flips._found(targets, number)[1] for number in (0, 15, 16, 18)] == [0, 15, 0, 2]
    assert flips._found(targets, 16)[0].game == "b"


def test_nothing_that_a_hostile_server_says_is_believed():
    assert not [
        found for number in range(300) if (found := server_words.problem(dice(1, "servers", number), VOTE, '{"target": "Bob"}'))
    ]


def test_what_no_reply_may_be_is_found():
    def wrong(**more):
        reply = Reply('{"target": "Bob"}', **more)
        return server_words._wrong(reply, VOTE)

    assert not wrong(usage=Usage(1, 5, 2))
    assert "chance" in wrong(logprobs=(TokenChance("b", float("nan")),))
    assert "chance" in wrong(logprobs=(TokenChance("b", 0.5),))
    assert "texts" in server_words._wrong(Reply("x" * 200_001), VOTE)
    unbounded = Reply("b", usage=Usage(1, 5, 2))
    object.__setattr__(unbounded, "usage", Usage(1, -5, 2))
    assert "usage" in server_words._wrong(unbounded, VOTE)


def test_what_no_transcript_can_hold_is_found():
    answer = RandomBot("1").answer(VOTE, ())
    assert not server_words.unwritable(VOTE, Response(1, answer, 1.0, Usage(1, 5, 2)))
    assert "can hold" in server_words.unwritable(VOTE, Response(1, answer, 1.0, Usage(1, 10**30, 2)))
    assert "in place of a number" in server_words.unwritable(VOTE, Response(1, answer, 1.0, Usage(1, dollars=float("nan"))))
