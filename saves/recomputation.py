"""Recomputing a transcript: the rules get the same Responses again, and every difference is reported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import isclose, isnan, nan
from typing import Any

import orjson

from woozle.core.chance import commitment
from woozle.core.errors import InputError
from woozle.core.game import Forfeited, Game, RecordEntry
from woozle.core.outcome import Result
from woozle.core.referee import Referee
from woozle.core.registry import ConfigError, find_game, validate_config
from woozle.core.request import Request, Response, Seat
from woozle.core.text import visible_line
from woozle.saves.decoder import DecodeError, decode_record, decode_response
from woozle.saves.line_format import encode, end_body, events_body, response_body
from woozle.saves.transcript import Header, Json, ResponseLine, Transcript
from woozle.saves.verdicts import Cause

NESTED = "It is nested too deeply to be compared."

_SHOWN = 60  # characters of a value in a sentence
_ROUNDING = 1e-12  # by how much numbers differ that were added otherwise


class CannotFoldError(InputError):
    """Rules that cannot be asked: not installed, or without the match key. `cause` is for programs."""

    def __init__(self, why: str, cause: Cause) -> None:
        super().__init__(why)
        self.cause: Cause = cause


class FoldError(InputError):
    """A transcript that the rules reject."""


class NestedError(FoldError):
    """A line whose JSON is nested too deeply to be compared."""

    def __init__(self) -> None:
        super().__init__(NESTED)


def create_referee(header: Header, key: bytes | None) -> Referee:
    """Return a Referee as it was before the first Response. Raises CannotFoldError or FoldError."""
    if header.source:
        log = visible_line(header.source.format)
        raise CannotFoldError(
            f"It was imported from a log of {log}; its chance comes from there, and no key reproduces it.", "imported"
        )
    if key is None:
        raise CannotFoldError("The match is unfinished, and its key is missing.", "key")
    rules = find_game(header.game, header.rules)
    if rules is None:
        raise CannotFoldError(f"The game {visible_line(header.game)!r} is not installed.", "game")
    if rules.version != header.rules:
        by = visible_line(str(header.software.get("woozle", "")))[:_SHOWN]
        played_with = f"; it was played with Woozle {by}" if by else ""
        raise CannotFoldError(f"Version {header.rules} of the rules of {rules.name} is not installed{played_with}.", "rules")
    if commitment(key) != header.commitment:
        raise FoldError("The key does not match the commitment in the first line.")
    try:
        return Referee(rules(len(header.seats), validate_config(rules.config_type, header.config)), key)
    except ConfigError as error:
        raise FoldError(f"The configuration does not fit the rules: {visible_line(str(error))}") from error
    except InputError as error:
        raise FoldError(f"The match cannot be started: {visible_line(str(error))}") from error
    except Exception as error:  # rules may raise anything on forged input
        raise FoldError(f"The match cannot be started: {_describe_error(error)}") from error


def opening_differences(header: Header, referee: Referee) -> Iterator[str]:
    """Yield the differences between the first line and the rules."""
    seats = [place.seat for place in header.seats]
    if seats != list(referee.game.seats):
        yield f"The seats are {_short(seats)}; the rules name them {_short(referee.game.seats)}."
    services = [place.seat for place in header.officials]
    if len({*services}) < len(services) or not {*services} <= {*referee.game.services}:
        yield f"The services are {_short(services)}; the rules ask {_short(list(referee.game.services))}."
    if difference := _config_difference(header.config, referee.game):
        yield difference
    yield from _event_differences(header, header.opening, orjson.loads(_encode(events_body(referee.opening))))


def _config_difference(there: Json, game: Game[Any]) -> str:
    """Return the first difference between a recorded configuration and the same one as it is written now.

    Matches by earlier rules may lack options that were added later.
    """
    again = orjson.loads(_encode(game.config.model_dump(mode="json")))
    expected = {name: value for name, value in again.items() if name in there or name not in game.added_options}
    return _difference(None, there, expected, "the configuration")


def fold_line(referee: Referee, line: ResponseLine) -> tuple[Request, Response, list[RecordEntry]]:
    """Fold the Response of a line. Raises FoldError."""
    request = referee.open.get(line.body["request"]["id"])
    if request is None:
        raise FoldError(f"Request {line.body['request']['id']} is answered, but the rules do not ask it at this point.")
    try:
        response = decode_response(type(referee.game), request, line)
    except DecodeError as error:
        raise FoldError(str(error)) from error
    try:
        return request, response, referee.fold(response)
    except Exception as error:
        raise FoldError(f"The rules reject the answer: {_describe_error(error)}") from error


def line_differences(
    header: Header, line: ResponseLine, number: int, request: Request, response: Response, told: Sequence[RecordEntry]
) -> Iterator[str]:
    """Yield the differences between a line and the rules. Raises NestedError."""
    body = _encode(response_body(number, request, response, told))
    if body == line.parts.body:
        return
    # Older formats lack some members, and a newer one may have more, so those that the rules determine are compared one by one.
    again = orjson.loads(body)
    if difference := _difference(header, line.body["request"], again["request"], "its request"):
        yield difference
    for kind in ("forfeit", "unread", "answer", "as"):
        if difference := _difference(header, line.body["response"].get(kind), again["response"].get(kind), f"its {kind}"):
            yield difference
    yield from _event_differences(header, line.body["events"], again["events"])


def may_need_withdrawn_words(transcript: Transcript, line: int) -> bool:
    """Return whether a difference at a line may come from withdrawn text that the rules read."""
    rules = find_game(transcript.header.game, transcript.header.rules)
    reads_text = rules is not None and rules.reads_text
    return reads_text and any(each.is_redacted and each.number <= line for each in transcript.lines)


def recorded_end_differences(transcript: Transcript) -> list[str]:
    """Return the differences between the last line and what follows of it from the recorded Events alone.

    Empty if the match has no end, or its rules are not installed.
    """
    header, end = transcript.header, transcript.end
    rules = find_game(header.game, header.rules)
    if end is None or rules is None or rules.version != header.rules:
        return []
    try:
        config = validate_config(rules.config_type, header.config)
        record = list(chain.from_iterable(decode_record(rules, transcript)))
        results, reason = rules.results(config, record), rules.reason(config, record)
    except (ConfigError, DecodeError) as error:
        return [f"Its results do not follow from its Events: {visible_line(str(error))}"]
    except Exception as error:  # rules may raise anything on forged Events
        return [f"Its results do not follow from its Events: {_describe_error(error)}"]
    there = end.outcome
    problems = []
    seats = {place.seat for place in header.seats}
    if other := (results.keys() - there.results.keys()) | (there.results.keys() - seats):
        problems.append(f"The seats with a result are not those that follow from the Events: {visible_line(min(other))}.")
    failed = {event.seat for event, _ in record if isinstance(event, Forfeited) and event.kind == "error"}
    for seat, result in there.results.items() if results or rules.number_limits else ():
        expected = results.get(seat)
        if expected and seat in failed:
            expected = replace(expected, kind="void")
        problems += _result_differences(seat, result, expected, rules.number_limits)
    if reason is not None and there.reason != reason:
        problems.append(_difference(None, there.reason, reason, "the reason"))
    return problems


def _result_differences(
    seat: Seat, there: Result, expected: Result | None, limits: Mapping[str, tuple[float, float]]
) -> Iterator[str]:
    """Yield the differences between a seat's result and what follows from the Events; expected: None if that is only the limits."""
    if expected and there.kind != expected.kind:
        yield f"The result of {visible_line(seat)} is not what follows from the Events, {expected.kind}."
    known = expected.numbers if expected else {}
    for name in {**known, **there.numbers}:
        number = there.numbers.get(name, nan)
        if name in known:
            if number != known[name] and not (isnan(number) and isnan(known[name])):
                wanted = f"{known[name]:g}"
                yield f"The {visible_line(name)} of {visible_line(seat)} is not what follows from the Events, {wanted}."
        elif name not in limits:
            yield f"The {visible_line(name)} of {visible_line(seat)} does not follow from the Events."
        elif not limits[name][0] <= number <= limits[name][1]:
            yield f"The {visible_line(name)} of {visible_line(seat)} is not between {limits[name][0]:g} and {limits[name][1]:g}."


def end_differences(transcript: Transcript, referee: Referee) -> tuple[list[str], list[str]]:
    """Return the differences between the last line and the rules: those of the ending, and those of the scores."""
    end = transcript.end
    if end is None:
        return [], []
    if referee.outcome is None:
        return ["The match has an outcome, but by the rules it is not over."], []
    body = _encode(end_body(referee.outcome, referee.key, end.secret))
    if body == end.parts.body:
        return [], []
    there, again = end.body["outcome"], orjson.loads(body)["outcome"]
    header = transcript.header
    ends = [
        _difference(header, there["reason"], again["reason"], "the reason"),
        _difference(header, _each(there, "kind"), _each(again, "kind"), "the result"),
    ]
    score = _difference(header, _each(there, "numbers"), _each(again, "numbers"), "the score")
    return [each for each in ends if each], [score] if score else []


def _each(outcome: Json, part: str) -> Json:
    return {seat: result[part] for seat, result in outcome["results"].items()}


def _event_differences(header: Header, there: list[Json], again: list[Json]) -> Iterator[str]:
    if len(there) != len(again):
        yield f"It has {len(there)} Events; recomputing gives {len(again)}."
    for number, (one, other) in enumerate(zip(there, again, strict=False), 1):
        if difference := _difference(header, one, other, f"Event {number} ({visible_line(str(one.get('event')))[:_SHOWN]})"):
            yield difference


def _difference(header: Header | None, there: Any, again: Any, name: str) -> str:
    """Return the first difference between two JSON values as a sentence; empty if they are equal.

    Args:
        header: Of the transcript, which says how numbers were rounded; None to compare exactly.
    """
    if isinstance(there, dict) and isinstance(again, dict) and there.keys() == again.keys():
        parts = (_difference(header, there[each], again[each], f"{name}, {visible_line(each)}") for each in again)
        return next(filter(None, parts), "")
    # Not `==`, which takes 1 for 1.0 and True.
    if _dump(there) == _dump(again) or (header and _is_added_otherwise(header) and _is_close(there, again)):
        return ""
    return f"{name[0].upper()}{name[1:]}: here it is {_short(there)}, recomputing gives {_short(again)}."


def _is_added_otherwise(header: Header) -> bool:
    """Return whether the rules added floats with the `sum` of Python 3.12 or later, whose last digit is another than `plain_sum`'s.

    Only transcripts of that time name the version of Python; since then it makes no difference.
    """
    return bool(header.software.get("python", "3.11") != "3.11")


def _is_close(there: Any, again: Any) -> bool:
    """Return whether two JSON values are equal but for the rounding of floats."""
    match there, again:
        case float(), float():
            return isclose(there, again, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
        case list(), list():
            return len(there) == len(again) and all(map(_is_close, there, again))
        case dict(), dict():
            return there.keys() == again.keys() and all(_is_close(there[each], again[each]) for each in again)
        case _:
            return _dump(there) == _dump(again)


def _dump(value: Any) -> bytes:
    try:
        return orjson.dumps(value)
    except orjson.JSONEncodeError as error:  # which JSON can only raise for its depth
        raise NestedError from error


def _encode(body: object) -> bytes:
    try:
        return encode(body)
    except RecursionError as error:
        raise NestedError from error
    except orjson.JSONEncodeError as error:
        raise (NestedError() if "recursion" in str(error).lower() else FoldError(_describe_error(error))) from error


def _short(value: Any) -> str:
    text = visible_line(_dump(value).decode())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _describe_error(error: Exception) -> str:
    return visible_line(f"{type(error).__name__}: {error}")[: 3 * _SHOWN].rstrip(".") + "."
