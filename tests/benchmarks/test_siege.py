"""The siege: what was done is kept, and what is left is done later."""

from __future__ import annotations

import pytest

from benchmarks.siege import malformed, server_words
from benchmarks.siege.part import Part, State, Tally, work
from woozle.core.replies import ReadReply
from woozle.core.usage import Usage
from woozle.players.backends.model_client import Reply, TokenChance

from tests.core.test_replies import VOTE
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
