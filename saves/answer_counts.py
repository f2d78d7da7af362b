"""Counts of the answers and forfeits of a match, from the lines of its transcript."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Literal, TypeAlias

from woozle.core.answer_counts import AnswerCounts
from woozle.core.registry import find_game
from woozle.core.request import Seat, refused_settings
from woozle.core.usage import NOTHING, Usage, read_usage
from woozle.saves.decoder import event_types
from woozle.saves.transcript import Header, Transcript

Ending: TypeAlias = Literal["answer", "repair", "forfeit", "void"]
"""The end of a Response: an answer, one that is asked for again, a forfeit, or none for a technical failure."""


def ending(body: Mapping[str, Any]) -> Ending:
    """Return the outcome of a Response, from the body of its line."""
    if forfeit := forfeit_of(body):
        return "void" if forfeit == "error" else "forfeit"
    return "repair" if _notice(body)[0] == "Refused" else "answer"


def forfeit_of(body: Mapping[str, Any]) -> str | None:
    """Return why a Response ended its question unanswered, the last of too many attempts included; None if it did not."""
    name, data = _notice(body)
    return str(data["kind"]) if name == "Forfeited" and "kind" in data else None


def _notice(body: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """Return the first Event that followed, if private: the referee tells the seat first that its Response was not taken."""
    first = next(iter(body["events"]), None)
    return (first["event"], first["data"]) if first and first["to"] == [body["request"]["to"]] else ("", {})


def _refusals(response: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return the settings of sampling that each reply with a Response was made without, since the server refused them."""
    return [refused_settings(reply.get("notes", ())) for reply in response.get("attempts", ()) if reply.get("reading") != "failed"]


def is_cut_short(response: Mapping[str, Any]) -> bool:
    """Return whether a Response was read from a reply that was cut off at its limit of tokens, as plain text may be."""
    attempts = response.get("attempts")
    last: Mapping[str, Any] = attempts[-1] if attempts else {}
    return last.get("reading") == "answer" and last.get("finish") == "length"


def usage_of(body: Mapping[str, Any], described: Mapping[str, Any]) -> Usage:
    """Return the cost of an answer as a transcript has it; figures that it lacks count nothing.

    Transcripts from before an unknown price was recorded have no dollars for it, as for models in this process, which are free:
    those of `local`, the only backend of this kind then.
    """
    usage = read_usage(body)
    is_unknown = "unpriced" not in body and not usage.dollars and described.get("backend") != "local"
    return replace(usage, unpriced=usage.calls) if is_unknown else usage


def count_answers(bodies: Iterable[Mapping[str, Any]], header: Header) -> dict[Seat, AnswerCounts]:
    """Return the counts of each seat and service that was asked, from the bodies of the lines of a match."""
    players, marks = header.players, _unread_marks(header.game, header.rules)
    ends: dict[Seat, Counter[Ending]] = {}
    replies: Counter[Seat] = Counter()
    refused: dict[Seat, Counter[str]] = {}
    cut_short: Counter[Seat] = Counter()
    unread: Counter[Seat] = Counter()
    used: dict[Seat, Usage] = {}
    stand_ins: dict[Seat, Counter[str]] = {}
    for body in bodies:
        who, response = body["request"]["to"], body["response"]
        end = ending(body)
        ends.setdefault(who, Counter())[end] += 1
        cut_short[who] += end == "answer" and is_cut_short(response)
        if marks:
            unread.update(_unread_seats(body["events"], marks))
        if bot := response.get("stand_in"):
            stand_ins.setdefault(who, Counter())[bot] += 1
        if usage := response.get("usage"):
            used[who] = used.get(who, NOTHING) + usage_of(usage, players.get(who, {}))
        for names in _refusals(response) if "attempts" in response else ():
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
            cut_short[who],
            used.get(who, NOTHING),
            unread[who],
            dict(stand_ins.get(who, ())),
        )
        for who, came in ends.items()
    }


def _unread_seats(events: Iterable[Mapping[str, Any]], marks: Mapping[str, Mapping[str, object]]) -> Iterator[Seat]:
    """Yield the seat of each Event that says that nothing could be read in its answer."""
    for event in events:
        data = event["data"]
        if (when := marks.get(event["event"])) and all(name in data and data[name] == each for name, each in when.items()):
            yield data["seat"]


@cache
def _unread_marks(game: str, rules: int) -> Mapping[str, Mapping[str, object]]:
    """Return `unread_when` of the Events of a game that have it, by their names; nothing where the game is not installed."""
    kind = find_game(game, rules)
    return {name: each.unread_when for name, each in event_types(kind).items() if each.unread_when} if kind else {}


def answers_of(transcript: Transcript) -> dict[Seat, AnswerCounts]:
    """Return the counts of each seat and service of a match."""
    return count_answers((line.body for line in transcript.lines), transcript.header)
