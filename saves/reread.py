"""Reading the raw replies of models again: whether the answers that the rules were given are what the models said."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core import replies
from woozle.core.request import Answer, Forfeit, Request, Response, Unread
from woozle.saves.transcript import Header


def why_not(header: Header) -> str:
    """Return why replies cannot be read again as they were, as one sentence; empty if they can, or if there are none."""
    versions = {player["parser"] for player in header.players.values() if "parser" in player}
    if other := versions - {replies.VERSION}:
        return f"Replies were read by version {min(other, key=str)!s} of the reader; this is version {replies.VERSION}."
    return ""


def rereadings(request: Request, response: Response) -> Iterator[str]:
    """How a Response differs from what its last try comes to, read again."""
    given = response.answer
    last = response.attempts[-1] if response.attempts else None
    if last is None or last.reading == "failed":
        if last and not isinstance(given, Forfeit):
            yield "It has an answer, but its last try failed."
        return
    again = replies.read_reply(last.text, request, last.finish, is_refusal=last.finish == "filter")
    if again.reading != last.reading:
        yield f"Its last try was taken as {_words(last.reading)}; read again it is {_words(again.reading)}."
    elif isinstance(given, Answer) and again.answer != given:
        yield "Its answer is not what its last try says."
    elif isinstance(given, Unread) and (again.problem, again.reading) != (given.problem, given.reading):
        yield "It was not taken for another reason than its last try gives."
    elif isinstance(given, Forfeit) and given.kind == "error":
        yield "It was forfeited as a failure of ours, but its last try came to a reply."


def _words(reading: str) -> str:
    return {"answer": "an answer", "cut_off": "cut off"}.get(reading, reading)
