"""The tables of matches, of their seats, and of the numbers of their results."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import orjson

from woozle.saves.summary import config_of
from woozle.saves.tables.columns import json_text, of_match, of_seat
from woozle.saves.tables.played import Occupant, Played, forfeits, thinking
from woozle.saves.tables.table import Column, Table
from woozle.saves.transcript import Header

_LONG = 1000  # bytes of an option that stands in `config` as it is

_ENDED = {
    "won": "by one seat at least",
    "drawn": "by those who did best",
    "lost": "by all seats",
    "void": "for all seats, so that nothing of it counts",
    "unfinished": "",
}
RESULTS = {
    "won": "",
    "lost": "",
    "drawn": "",
    "forfeited": "",
    "void": "spoilt by a fault that is not the player's: its numbers must not be counted",
}


class Seated(NamedTuple):
    """A seat, or an official, in a match."""

    match: Played
    who: Occupant


class Score(NamedTuple):
    """A number of the result of a seat."""

    match: Played
    who: Occupant
    measure: str
    value: float


def _config(header: Header) -> str:
    """The options, the long ones (pools of questions, maps) by their digest."""
    return json_text({name: _shortened(value) for name, value in header.config.items()})


def _shortened(value: Any) -> Any:
    text = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if len(text) <= _LONG:
        return value
    name = {"name": value["name"]} if isinstance(value, dict) and isinstance(value.get("name"), str) else {}
    return {**name, "sha256": sha256(text).hexdigest(), "bytes": len(text)}


def _ended(match: Played) -> str | None:
    if not match.transcript.is_finished:
        return "unfinished"
    kinds = {result.kind for result in match.results.values()}
    if not kinds:
        return None
    return "void" if kinds == {"void"} else next((kind for kind in ("won", "drawn") if kind in kinds), "lost")


def _counted(player: Any, name: str) -> Column:
    return Column(name, "whole number", f"how many {name} took part", lambda row: row.count(player), unit=name)


def _seconds(player: Any, name: str) -> Column:
    return Column(f"seconds_{name}", "number", f"thinking time of all {name}", lambda row: thinking(row.by(player)), unit="seconds")


MATCHES = Table(
    "matches",
    "matches",
    (
        *of_match(lambda row: row),
        Column("setting", "text", "options in words: the nearest preset, and what differs from it",
               lambda row: config_of(row.header)[0] or None, missing="where the game is not installed"),
        Column("config_id", "text", "the same for matches with the same options", lambda row: f"config-{config_of(row.header)[1]}"),
        Column("config", "text", f"all options, as JSON; those of more than {_LONG:,} bytes by the SHA-256 of it, keys sorted",
               lambda row: _config(row.header)),
        Column("deal", "text", "the same for matches with the same luck: the beginning of what the match key is committed to",
               lambda row: None if row.header.source else f"deal-{row.header.commitment[:16]}", missing="of imported matches"),
        Column("started", "text", "when it began, ISO 8601, UTC", lambda row: row.header.started,
               missing="where nobody had to be waited for, so that a seed gives the same bytes"),
        Column("woozle", "text", "version of Woozle that wrote the transcript", lambda row: row.header.software.get("woozle")),
        Column("source", "text", "whose log it was imported from", lambda row: getattr(row.header.source, "format", None),
               is_listed=True, missing="of matches that were played here"),
        Column("verified", "yes or no", "whether verify passed levels 0 to 2; no altered match is here",
               lambda row: not row.unchecked),
        Column("unchecked", "text", "why a level could not be checked", lambda row: ", ".join(row.unchecked) or None,
               is_listed=True, missing="of verified matches"),
        Column("is_fork", "yes or no", "whether it begins as another match did, and is no independent observation",
               lambda row: row.header.fork is not None),
        Column("ended", "text", "what it came to", _ended, levels=_ENDED, missing="in games without seats"),
        Column("reason", "text", "how it ended, in a sentence, which may quote what was said",
               lambda row: None if row.transcript.redacted or not row.transcript.end else row.transcript.end.outcome.reason,
               missing="while it is unfinished, and where words were withdrawn", is_text=True),
        Column("is_complete", "yes or no", "whether it was played to its end", lambda row: row.transcript.is_finished),
        Column("is_redacted", "yes or no", "whether words were withdrawn from it", lambda row: row.transcript.redacted > 0),
        Column("seats", "whole number", "seats at the table", lambda row: len(row.seats), unit="seats"),
        _counted("person", "persons"),
        _counted("model", "models"),
        _counted("bot", "bots"),
        _counted("official", "officials"),
        Column("lines", "whole number", "decisions", lambda row: len(row.decisions), unit="decisions"),
        _seconds("person", "persons"),
        _seconds("model", "models"),
        _seconds("bot", "bots"),
        _seconds("official", "officials"),
    ),
)  # fmt: skip


# Seats, and the numbers of their results


def _result(row: Seated | Score) -> str | None:
    result = row.match.results.get(row.who.seat)
    return result.kind if result else None


def _score(row: Seated) -> float | None:
    result = row.match.results.get(row.who.seat)
    return result.numbers.get("score") if result else None


_RESULT = Column(
    "result", "text", "what became of the seat", _result, levels=RESULTS, missing="of officials, and in unfinished matches"
)

SEATS = Table(
    "seats",
    "seats of matches; officials have rows too, with `player` official",
    (
        *of_match(lambda row: row.match),
        Column("number", "whole number", "which seat at the table, from 1", lambda row: row.who.number, missing="of officials"),
        *of_seat(lambda row: row.who),
        _RESULT,
        Column("score", "number", "score, on the scale of the game; the other numbers are in `scores`", _score,
               missing="as of `result`, and where the game gives none"),
        Column("decisions", "whole number", "its Responses", lambda row: len(row.match.of(row.who)), unit="decisions"),
        Column("forfeits", "whole number", "those that were forfeited", lambda row: forfeits(row.match.of(row.who)),
               unit="decisions"),
        Column("seconds", "number", "its thinking time", lambda row: thinking(row.match.of(row.who)), unit="seconds"),
    ),
)  # fmt: skip

SCORES = Table(
    "scores",
    "numbers of the results of seats, one a row",
    (
        *of_match(lambda row: row.match),
        *of_seat(lambda row: row.who),
        _RESULT,
        Column("measure", "text", "what is measured, as the game calls it", lambda row: row.measure, is_listed=True),
        Column("value", "number", "its value, on the scale of the game", lambda row: row.value,
               missing="where there was nothing to count"),
    ),
)  # fmt: skip


def scores(match: Played) -> Iterator[Score]:
    """What the rows of the last table are about."""
    for who in match.seats:
        result = match.results.get(who.seat)
        for measure, value in result.numbers.items() if result else ():
            yield Score(match, who, measure, value)
