"""Messages to an agent from outside: those that a model in its seat is sent, and those of the seat protocol."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.players import registry
from woozle.players.backends.model_client import Message
from woozle.players.seat_protocol import events_message, request_message
from woozle.players.turn_player import Turn


def plain_text(messages: Sequence[Message]) -> str:
    """Return messages as one text, without pictures, for policies that read no roles; what the seat said itself is marked."""
    texts = ((message.role, "\n\n".join(part for part in message.parts if isinstance(part, str))) for message in messages)
    return "\n\n".join(f"You said: {text}" if role == "assistant" else text for role, text in texts)


def protocol_messages(game: str, turn: Turn, *, with_pictures: bool = True) -> dict[str, Any]:
    """Return the messages of the seat protocol for a turn: `events`, of what is new, and `request`."""
    prompt = registry.prompt(game)
    events = events_message(turn.observation[: turn.observed], turn.observed - len(turn.news), prompt, turn.seat)
    request = request_message(turn.number, turn.request, turn.observation, prompt, turn.pictures if with_pictures else ())
    return {"events": events.model_dump(by_alias=True), "request": request.model_dump(by_alias=True)}
