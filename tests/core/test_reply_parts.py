"""Replies in parts: what was thought is told apart from what was said, however it is marked and in whatever pieces it comes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.core.reply_parts import ReplyParts, ReplySplitter, split_reply, unwrap

from tests.core.marks import CUT_OFF, MARKED, SAID, SECRET, UNMARKED

ALL = {**MARKED, **{f"cut off: {name}": text for name, text in CUT_OFF.items()}, **UNMARKED}


def grown(pieces: list[str]) -> ReplyParts:
    """The parts of a reply that comes in pieces."""
    splitter = ReplySplitter()
    text, thoughts = "", [""]
    news = [piece for part in pieces for piece in splitter.feed(part)] + list(splitter.end())
    for kind, piece in news:
        match kind:
            case "text":
                text += piece
                thoughts.append("")
            case "thoughts":
                thoughts[-1] += piece
            case "retraction":
                thoughts += [text, ""]
                text = ""
    thought = "\n".join(filter(None, map(str.strip, thoughts)))
    return ReplyParts(unwrap(text) if splitter.has_reasoned else text, thought, "".join(splitter.rest))


@pytest.mark.parametrize("reply", MARKED.values(), ids=MARKED)
def test_what_was_thought_and_what_ends_a_turn_is_taken_out(reply):
    text, thoughts, _ = split_reply(reply)
    assert " ".join(text.removeprefix("```").split()) == SAID
    assert ("SECRET" in thoughts) == (SECRET in reply)


@pytest.mark.parametrize("reply", CUT_OFF.values(), ids=CUT_OFF)
def test_thoughts_that_were_cut_off_say_nothing(reply):
    text, thoughts, _ = split_reply(reply)
    assert not text.strip() and "SECRET" in thoughts


@pytest.mark.parametrize("reply", UNMARKED.values(), ids=UNMARKED)
def test_text_about_marks_stays_as_it_is(reply):
    assert split_reply(reply) == (reply, "", "")


@pytest.mark.parametrize("reply", ALL.values(), ids=ALL)
def test_in_whatever_pieces_a_reply_comes_its_parts_are_the_same(reply):
    whole = split_reply(reply)
    assert grown(list(reply)) == whole
    for at in range(len(reply)):
        assert grown([reply[:at], reply[at:]]) == whole, reply[:at]


PIECES = (
    "<think>", "</think>", "<", ">", "|", "<|im_end|>", "<|channel|>", "analysis", "final", "<|message|>", "assistant", "[THINK]",
    "[/THINK]", '"', "`", "```", "\n", " ", "a", "A", "{", ":", "\\", "</s>", "◁", "<|start|>", "user", "Here is my ", "response:",
    "thought process:", "<Thought>", "tags", ".", "&lt;think&gt;", "[", "<response>",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=14), st.data())
def test_where_hostile_text_is_cut_makes_no_difference(parts, data):
    reply = "".join(parts)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(reply)), max_size=4)))
    assert grown([reply[start:end] for start, end in zip([0, *cuts], [*cuts, len(reply)], strict=True)]) == split_reply(reply)
