"""Forged transcripts of all games: values or lines are changed, and every hash is computed again, with and without a disguise.

Every value of header, body, words and outcome is changed, one at a time; lines are left out, repeated, swapped, and cut off at the
end. Each forgery is tried as it is, and with possible excuses: all words withdrawn, a digest where nothing was typed, and a header
that names a foreign game, other rules or a log as its source. None may be verified, unless folding its Responses again gives
exactly its content, which is checked here without verify. One seat of each match is a person's, whose words are stored separately.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from benchmarks.siege.flips import played_match
from benchmarks.siege.part import Part, Piece, Tally
from woozle.core import registry
from woozle.core.referee import Referee
from woozle.players.random_bot import RandomBot
from woozle.saves.decoder import decode_response
from woozle.saves.line_format import (
    FIRST,
    chain_link,
    encode,
    end_body,
    events_body,
    join_line,
    join_words,
    link_salt,
    redact_part,
    response_body,
    split_line,
    split_words,
)
from woozle.saves.transcript import CLOSED, Transcript, read
from woozle.saves.verify import verify

DISGUISES = ("none", "withdrawn", "digest", "game", "rules", "source")
_DIGEST = b'"' + b"0" * 64 + b'"'
_BODY, _WORDS = "body", "words"
_SOURCE = {"format": "logs", "digest": "0" * 64, "name": "log"}

Place = tuple[Any, ...]


class Typist(RandomBot):
    """A random player that types like a person: its texts are stored separately."""

    name = "typist"
    is_human = True


class Row(NamedTuple):
    """A line as JSON, with its words as in the file."""

    body: Any
    words: bytes


class Target(NamedTuple):
    """A transcript, its match key, and the places of all values: the line from 0, body or words, then names and indices."""

    game: str
    rows: tuple[Row, ...]
    key: bytes
    places: tuple[Place, ...]

    @property
    def forgeries(self) -> int:
        """The number of forgeries: each value changed; each line left out, repeated, swapped with the next, or last in the file."""
        return (len(self.places) + 4 * len(self.rows)) * len(DISGUISES)


def begin(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    targets = [_target(game, seed, folder / game) for game in registry.names()]
    for each in targets:
        tally.figures[f"values in {each.game}"] = len(each.places)
    file = folder / "forged" / CLOSED
    file.parent.mkdir()

    def piece(number: int) -> None:
        target, at = _found(targets, number)
        what, disguise = divmod(at, len(DISGUISES))
        rows = _changed(target, what)
        where = f"{target.game}, {_name(target, what)}, disguise {DISGUISES[disguise]}"
        if rows is None:
            return tally.count("nothing to change")
        file.write_bytes(_written(_disguised(rows, DISGUISES[disguise]), target.key))
        try:
            report = verify(file)
            tally.count(report.verdict)
            if report.is_verified:
                is_fold = _is_fold(read(file))
                tally.count("verified, and the fold is truly equal" if is_fold else "verified, and the fold is another")
                if not is_fold:
                    tally.fault(f"Verified, though the fold is another: {where}.")
        except Exception as error:
            tally.fault(f"{type(error).__name__} was raised: {error}: {where}.")
        return None

    return sum(each.forgeries for each in targets), piece


def _target(game: str, seed: int, folder: Path) -> Target:
    file = played_match(game, seed, folder, Typist(str(seed)))
    rows = tuple(
        Row(orjson.loads(parts.body), parts.words)
        for row in file.read_bytes().splitlines()
        if (parts := split_line(row)) is not None
    )
    key = read(file).key
    assert key is not None
    places = tuple((at, _BODY, *place) for at, row in enumerate(rows) for place in _places(row.body))
    places += tuple((at, _WORDS, *place) for at, row in enumerate(rows) for place in _places(orjson.loads(row.words)))
    return Target(game, rows, key, places)


def _places(value: Any) -> Iterator[Place]:
    """Yield the places of values in JSON, containers included."""
    inside: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inside:
        yield (name,)
        yield from ((name, *rest) for rest in _places(each))


def _changed(target: Target, what: int) -> list[Row] | None:
    """Return the rows with one change; None if there is nothing to change, such as a line after the last."""
    rows = list(target.rows)
    if what < len(target.places):
        number, part, *way, last = target.places[what]
        row = rows[number]
        value = deepcopy(row.body) if part == _BODY else orjson.loads(row.words)
        inside = value
        for step in way:
            inside = inside[step]
        inside[last] = _other(inside[last])
        rows[number] = row._replace(body=value) if part == _BODY else row._replace(words=orjson.dumps(value))
        return rows
    how, number = divmod(what - len(target.places), len(rows))
    match how:
        case 0:
            del rows[number]
        case 1:
            rows.insert(number, rows[number])
        case 2 if number + 1 < len(rows):
            rows[number], rows[number + 1] = rows[number + 1], rows[number]
        case 3 if number + 1 < len(rows):
            del rows[number + 1 :]
        case _:
            return None
    return _numbered(rows)


def _numbered(rows: list[Row]) -> list[Row]:
    """Return the same rows with the numbers of Responses in order, as a forger would write them."""
    count = 0
    numbered = []
    for row in rows:
        if isinstance(row.body, dict) and "n" in row.body:
            count += 1
            numbered.append(row._replace(body={**row.body, "n": count}))
        else:
            numbered.append(row)
    return numbered


def _other(value: Any) -> Any:
    """Return another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x" if not value.isdecimal() else str(int(value) + 1)
        case None:
            return 1
        case list():
            return value[1:] if value else [1]
        case dict():
            return dict(list(value.items())[1:]) if value else {"x": 1}
    raise TypeError(value)


def _disguised(rows: list[Row], disguise: str) -> list[Row]:
    rows = list(rows)
    header = rows[0].body if rows and isinstance(rows[0].body, dict) else {}
    match disguise:
        case "withdrawn":
            rows = [row._replace(words=join_words([redact_part(part) for part in split_words(row.words)])) for row in rows]
        case "digest" if len(rows) > 2:
            rows[1] = rows[1]._replace(words=_DIGEST)
        case "game":
            rows[:1] = [rows[0]._replace(body={**header, "game": "another"})] if rows else []
        case "rules":
            rows[:1] = [rows[0]._replace(body={**header, "rules": 99})] if rows else []
        case "source":
            rows[:1] = [rows[0]._replace(body={**header, "source": _SOURCE})] if rows else []
    return rows


def _written(rows: list[Row], key: bytes) -> bytes:
    before, data = FIRST, []
    for number, row in enumerate(rows, 1):
        body = orjson.dumps(row.body)
        before = chain_link(before, body, row.words, link_salt(key, number))
        data.append(join_line(body, row.words, before))
    return b"".join(data)


def _is_fold(transcript: Transcript) -> bool:
    """Return whether folding the Responses of a transcript again gives its content: requests, answers, Events and outcome."""
    header, key = transcript.header, transcript.key
    rules = registry.find_game(header.game, header.rules)
    if header.source or rules is None or rules.version != header.rules or key is None or transcript.end is None:
        return False
    config = registry.validate_config(rules.config_type, header.config)
    referee = Referee(rules(len(header.seats), config), key)
    if [place.seat for place in header.seats] != list(referee.game.seats) or _json(events_body(referee.opening)) != header.opening:
        return False
    for number, line in enumerate(transcript.lines, 1):
        request = referee.open.get(line.body["request"]["id"])
        if request is None:
            return False
        response = decode_response(type(referee.game), request, line)
        again = _json(response_body(number, request, response, referee.fold(response)))
        there = line.body
        if again["events"] != there["events"] or again["request"] != {
            name: there["request"].get(name) for name in again["request"]
        }:
            return False
        given = next(name for name in ("forfeit", "unread", "answer") if name in again["response"])
        if again["response"][given] != there["response"].get(given):
            return False
    if referee.outcome is None:
        return False
    return bool(_json(end_body(referee.outcome, key))["outcome"] == transcript.end.body["outcome"])


def _json(value: Any) -> Any:
    return orjson.loads(encode(value))


def _name(target: Target, what: int) -> str:
    if what < len(target.places):
        line, *place = target.places[what]
        return f"line {line + 1}, {'.'.join(map(str, place))}"
    how, number = divmod(what - len(target.places), len(target.rows))
    return f"line {number + 1} {('left out', 'twice', 'swapped', 'last')[how]}"


def _found(targets: list[Target], number: int) -> tuple[Target, int]:
    for target in targets:
        if number < target.forgeries:
            return target, number
        number -= target.forgeries
    raise IndexError(number)


def row(tally: Tally) -> list[tuple[str, str]]:
    values = {name: size for name, size in tally.figures.items() if name.startswith("values in ")}
    return [
        (f"values in {len(values)} transcripts, of all games", f"{sum(values.values()):,}"),
        (f"forgeries: each value, and lines, with {len(DISGUISES)} disguises, hashes computed again", f"{tally.done:,}"),
        ("altered", f"{tally.figures['altered']:,}"),
        ("consistent only, with the reason", f"{tally.figures['consistent']:,}"),
        ("verified, and the fold is truly equal", f"{tally.figures['verified, and the fold is truly equal']:,}"),
        ("verified, though the fold is another; or an error raised", f"{tally.failed:,}"),
    ]


PART_OF_SIEGE = Part("forgeries", "Forged transcripts", begin, row)
