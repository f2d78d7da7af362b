"""Marks in models' replies: whatever a family of models writes around its thoughts and turns, nobody at the table reads it."""

from __future__ import annotations

import json

import pytest

from woozle.arena.views.model_words import in_words
from woozle.core.replies import read_reply
from woozle.core.request import Request
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.events import Answered, Solve
from woozle.saves.verify import verify
from woozle.testing import find_events

from tests.arena.exports.exported import chats
from tests.core.marks import CUT_OFF, MARKED, SAID, SECRET, UNMARKED
from tests.games.debate.players.test_conversation import match_of
from tests.players.models.scripted import Scripted

SOLVE = Request(7, "Ada", Solve, {"answer": ("A", "B", "C", "D", "")})


def plain(text):
    return " ".join(text.removeprefix("```").split())


@pytest.mark.parametrize("reply", MARKED.values(), ids=MARKED)
def test_what_is_told_in_a_debate_is_what_was_said(reply):
    read = read_reply(reply, SOLVE)
    assert plain(read.answer.text) == SAID and ("SECRET" in read.thoughts) == (SECRET in reply)
    assert extract_answer(read.answer.text, "choice") == "A"
    assert extract_answer(read.answer.text, "text") == "A"


@pytest.mark.parametrize("reply", MARKED.values(), ids=MARKED)
def test_what_is_shown_of_a_reply_is_what_was_said(reply):
    thoughts, answer = in_words(reply)
    assert plain(answer) == SAID and ("SECRET" in thoughts) == (SECRET in reply)


@pytest.mark.parametrize("reply", UNMARKED.values(), ids=UNMARKED)
def test_text_about_marks_is_told_as_it_is(reply):
    assert getattr(read_reply(reply, SOLVE).answer, "text", "") == reply.strip()


async def test_no_thought_and_no_token_reaches_another_seat_or_an_export(tmp_path):
    forms = [*MARKED.values(), *CUT_OFF.values()]
    for number, at in enumerate(range(0, len(forms), 3)):
        own = [*forms[at : at + 3], SAID, SAID][:3]
        models = [Scripted(say=lambda chat, said=said: said) for said in own]
        match = match_of(models, folder := tmp_path / str(number), rounds=2, names=False)
        await match.play()
        assert verify(folder, 3).is_verified
        heard = [event for seat in match.referee.game.seats for event in match.referee.view(seat)]
        sent = [part for model in models for chat in model.chats for message in chat.messages for part in message.parts]
        assert "SECRET" not in repr(heard) + repr(sent) and "<|" not in repr(heard) + repr(sent)
        assert {plain(event.text) for event in find_events(match.referee, Answered)} <= {SAID, ""}
        for chat in chats(folder, tmp_path / "out"):
            assert "SECRET" not in json.dumps([turn["content"] for turn in chat["messages"]])
            assert "<|" not in chat["messages"][-1]["content"]
