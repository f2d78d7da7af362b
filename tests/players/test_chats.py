"""Lines of chat data sets."""

from __future__ import annotations

import json

from woozle.core.request import Picture
from woozle.players.backends.model_client import Message
from woozle.players.chats import chat_line, turn, turns_of


def test_a_chat_is_one_line_whatever_is_said_in_it():
    line = chat_line([turn("user", "Where?\n\u2028Ä"), turn("assistant", "Here.", "Hm.")], learned="all")
    assert "\n" not in line and "Ä" in line
    assert json.loads(line) == {
        "messages": [
            {"role": "user", "content": "Where?\n\u2028Ä"},
            {"role": "assistant", "content": "Here.", "reasoning_content": "Hm."},
        ],
        "learned": "all",
    }


def test_text_alone_is_a_string_and_pictures_are_parts():
    sent = (Message("system", ("You are a goose.",)), Message("user", ("Seen:", Picture("d1", b"png"), "Now?")))
    system, user = turns_of(sent)
    assert system == {"role": "system", "content": "You are a goose."}
    assert user["content"] == [
        {"type": "text", "text": "Seen:"},
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,cG5n"}},
        {"type": "text", "text": "Now?"},
    ]
    assert turns_of([Message("user", ("Seen:", "Now?"))]) == [{"role": "user", "content": "Seen:\n\nNow?"}]
