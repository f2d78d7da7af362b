"""Messages to an agent from outside: a turn in words, and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.core.game import Event
from woozle.core.replies import example
from woozle.core.request import Seat
from woozle.players import registry
from woozle.players.registry import Prompt
from woozle.players.seat_protocol import events_message, request_message
from woozle.players.turn_player import Turn


def guide(game: str, seat: Seat, observation: Sequence[Event]) -> str:
    """Return who an agent is, how it wins, and how to answer: the system message of a conversation."""
    return "\n".join([*registry.prompt(game).guide(seat, observation), "", *_HOW_TO_ANSWER])


_HOW_TO_ANSWER = (
    "You are told what you have observed since your last answer, and then asked one question.",
    "Answer with one JSON object in the form that the question gives, unless it asks for plain text.",
)


def turn_text(game: str, turn: Turn, prompt: Prompt | None = None, *, is_shown: bool = False) -> str:
    """Return what a seat has observed since its last turn, and what it is asked: the next message of a conversation.

    prompt: of the game, where it is at hand. is_shown: the pictures of the turn are shown beside it, so that they need no words.
    """
    prompt = prompt or registry.prompt(game)
    request, seat = turn.request, turn.seat
    lines = [line for event in turn.news for line in prompt.lines(event, seat)]
    if lines:
        lines.append("")
    if not is_shown and prompt.describe_picture and (described := prompt.describe_picture(request, turn.observation)):
        lines.append(described)
    lines += prompt.question(request, turn.observation)
    if not request.answer.is_plain_text:
        lines.append(f"Answer in this form: {example(request)}")
    return "\n".join(lines)


def turn_messages(game: str, turn: Turn, *, with_pictures: bool = True) -> dict[str, Any]:
    """Return the same as the seat protocol says it: its messages `events`, of what is new, and `request`."""
    prompt = registry.prompt(game)
    events = events_message(turn.observation[: turn.observed], turn.observed - len(turn.news), prompt, turn.seat)
    request = request_message(turn.number, turn.request, turn.observation, prompt, turn.pictures if with_pictures else ())
    return {"events": events.model_dump(by_alias=True), "request": request.model_dump(by_alias=True)}
