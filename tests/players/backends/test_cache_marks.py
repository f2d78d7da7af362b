"""Marks for a provider's prompt cache: blocks that stay the same throughout a match."""

from __future__ import annotations

from woozle.players.backends.cache_marks import BLOCK, mark

LINE = "Tick 1: Alice stands in the cafeteria, and nobody else is there to be seen.\n"


def prompt(lines):
    user = [{"type": "text", "text": LINE * lines}, {"type": "text", "text": "What do you do?"}]
    return [{"role": "system", "content": "You play a game."}, {"role": "user", "content": user}]


def blocks(messages):
    return [part for message in messages for part in message["content"]]


def kept(messages):
    """Return what may be cached: all blocks up to each marked one."""
    told = blocks(messages)
    return [[part["text"] for part in told[: place + 1]] for place, part in enumerate(told) if "cache_control" in part]


def test_the_words_are_the_same():
    for lines in (1, 60, 400):
        marked = mark(prompt(lines))
        assert "".join(part["text"] for part in blocks(marked)) == "You play a game." + LINE * lines + "What do you do?"
        assert all(part["text"] for part in blocks(marked))


def test_what_was_kept_is_found_again_when_more_was_observed():
    before = kept(mark(prompt(1)))
    for lines in range(2, 400):
        now = mark(prompt(lines))
        told = [part["text"] for part in blocks(now)]
        assert len(kept(now)) <= 3, "four marks are taken"
        assert before[-1] == told[: len(before[-1])]
        before = kept(now)
        left = sum(map(len, told)) - sum(map(len, before[-1])) - len("What do you do?")
        assert left <= BLOCK + 2 * len(LINE), "no more than a block is read anew"


def test_a_conversation_is_marked_before_what_is_asked():
    turns = [{"role": role, "content": role} for role in ("system", "user", "assistant", "user")]
    marked = mark(turns)
    assert [isinstance(each["content"], list) for each in marked] == [True, False, True, False]
    assert all(isinstance(each["content"], str) for each in turns), "what was given stays as it was"


def test_a_single_question_is_left_alone():
    assert mark([{"role": "user", "content": "Who?"}]) == [{"role": "user", "content": "Who?"}]
