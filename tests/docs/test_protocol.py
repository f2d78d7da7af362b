"""The messages in docs/protocol.md are messages, in the order in which a match has them."""

import json
import re
from pathlib import Path

from pydantic import TypeAdapter

from woozle.players.seat_protocol import FromHost, parse_message

PAGE = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"
MESSAGE = re.compile(r"^    ([<>]) (\{.*\})$", re.MULTILINE)


def test_each_message_of_the_page_is_one_and_the_match_is_whole():
    told = MESSAGE.findall(PAGE.read_text("utf-8"))
    host = TypeAdapter(FromHost)
    kinds = [host.validate_json(text).type if sign == "<" else parse_message(text.encode()).type for sign, text in told]
    asked = ["request", "answer", "closed"]
    assert kinds == ["hello", "welcome", "events", *asked, "events", *asked, *asked, "over"]
    assert [json.loads(text)["id"] for sign, text in told if sign == ">"] == [1, 2, 3]
