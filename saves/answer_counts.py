"""What became of the questions of a match, counted from the lines of its transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from woozle.core.answer_counts import AnswerCounts
from woozle.core.request import NOT_TAKEN, Seat
from woozle.saves.transcript import Transcript

Ending: TypeAlias = Literal["answer", "repair", "forfeit", "void"]
"""What a Response came to: an answer, one that is asked for again, none by the player's own fault, none by no fault of its own."""

_SETTINGS = {note: name for name, note in NOT_TAKEN.items()}


def ending(body: Mapping[str, Any]) -> Ending:
    """Return what a Response came to, from the body of its line: the referee tells the seat first if it was not taken."""
    first = next(iter(body["events"]), None)
    if first and first["to"] == [body["request"]["to"]]:
        if first["event"] == "Refused":
            return "repair"
        if first["event"] == "Forfeited" and "kind" in first["data"]:
            return "void" if first["data"]["kind"] == "error" else "forfeit"
    return "answer"


def refused_settings(response: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the settings of sampling that each reply with a Response was made without, since the server refused them."""
    return [
        tuple(_SETTINGS[note] for note in reply.get("notes", ()) if note in _SETTINGS)
        for reply in response.get("attempts", ())
        if reply.get("reading") != "failed"
    ]


def count_answers(bodies: Iterable[Mapping[str, Any]]) -> dict[Seat, AnswerCounts]:
    """Return the counts of each seat and service that was asked, from the bodies of the lines of a match."""
    ends: dict[Seat, Counter[Ending]] = {}
    replies: Counter[Seat] = Counter()
    refused: dict[Seat, Counter[str]] = {}
    for body in bodies:
        who, response = body["request"]["to"], body["response"]
        ends.setdefault(who, Counter())[ending(body)] += 1
        for names in refused_settings(response) if "attempts" in response else ():
            replies[who] += 1
            refused.setdefault(who, Counter()).update(names)
    return {
        who: AnswerCounts(
            came.total() - came["repair"],
            came["forfeit"],
            came["void"],
            came["repair"],
            replies[who],
            dict(refused.get(who, ())),
        )
        for who, came in ends.items()
    }


def answers_of(transcript: Transcript) -> dict[Seat, AnswerCounts]:
    """Return the counts of each seat and service of a match."""
    return count_answers(line.body for line in transcript.lines)
