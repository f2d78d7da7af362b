"""Forged transcripts of all games: something is changed or added, and every hash is computed again, with and without a disguise.

Every value of header, body, words and outcome is changed, one at a time, and put in other types. Members are added to every object:
names that no line has, and names that other lines have. Lines are left out, repeated, swapped, cut off at the end, and those of
other kinds and formats added. Each forgery is tried as it is, and with possible excuses: all words withdrawn, a digest where
nothing was typed, and a header that names a foreign game, other rules or a log as its source.

None may be verified, unless folding its Responses again gives exactly its content, which is checked here without verify. Members
and other types may only stand in a player's description of itself. One seat of each match is a person's, whose words are stored
separately.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from benchmarks.siege.flips import played_match
from benchmarks.siege.part import Part, Piece, Tally
from woozle.core import registry
from woozle.core.referee import Referee
from woozle.players.random_bot import RandomBot
from woozle.saves.blobs import BLOBS
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
_EVENT = {"event": "Fake", "to": ["*"], "data": {"text": "Alice confessed"}}
ADDED: tuple[tuple[str, Any], ...] = (
    ("speech", "Alice confessed"),
    ("score", 9999),
    ("events", [_EVENT]),
    ("outcome", {"reason": "Alice confessed", "results": {}}),
    ("answer", {"text": "Alice confessed"}),
    ("n", 1),
)
"""Members that are added: those that no line has, then those of other objects."""
_DIGEST = b'"' + b"0" * 64 + b'"'
_BODY, _WORDS = "body", "words"
_LINK_BEFORE = "the link before"
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
    """A transcript, its match key, and the place of each value: the line (from 0), body or words, then names and indices."""

    game: str
    rows: tuple[Row, ...]
    key: bytes
    places: tuple[Place, ...]

    @property
    def objects(self) -> list[Place]:
        """The places of all objects in bodies, the bodies themselves included."""
        bodies = [(at, _BODY) for at in range(len(self.rows))]
        return [*bodies, *(place for place in self.places if place[1] == _BODY and isinstance(self.value(place), dict))]

    @property
    def singles(self) -> list[Place]:
        """The places of all values in bodies that are neither objects nor lists."""
        return [place for place in self.places if place[1] == _BODY and not isinstance(self.value(place), dict | list)]

    def value(self, place: Place) -> Any:
        number, part, *way = place
        row = self.rows[number]
        value = row.body if part == _BODY else orjson.loads(row.words)
        for step in way:
            value = value[step]
        return value


class Forgery(NamedTuple):
    """One change. way: what was done; is_own: whether it was done in a player's description of itself, which can hold anything."""

    way: str
    where: str
    rows: list[Row] | None
    is_own: bool = False


_OWN = "verified, in a player's description of itself"
WAYS = ("value changed", "member added", "type changed", "line changed", "line added")


def begin(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    targets = [_target(game, seed, folder / game) for game in registry.names()]
    for each in targets:
        tally.figures[f"values in {each.game}"] = len(each.places)
    makers = [make for each in targets for make in _makers(each)]
    file = folder / "forged" / CLOSED
    pictures = list(folder.glob(f"**/{BLOBS}"))
    file.parent.mkdir()
    for blobs in pictures:
        shutil.copytree(blobs, file.parent / BLOBS, dirs_exist_ok=True)

    def piece(number: int) -> None:
        (target, make), disguise = makers[number // len(DISGUISES)], DISGUISES[number % len(DISGUISES)]
        forgery = make()
        if forgery.rows is None:
            return tally.count("nothing to change")
        where = f"{target.game}, {forgery.way}, {forgery.where}, disguise {disguise}"
        file.write_bytes(_written(_disguised(forgery.rows, disguise), target.key))
        try:
            report = verify(file)
            tally.count(report.verdict)
            tally.count(f"{forgery.way}: {report.verdict}")
            if report.is_verified:
                _judge(forgery, file, where, tally)
        except Exception as error:
            tally.fault(f"{type(error).__name__} was raised: {error}: {where}.")
        return None

    return len(makers) * len(DISGUISES), piece


def _judge(forgery: Forgery, file: Path, where: str, tally: Tally) -> None:
    """Count a forgery that is verified, and find fault with it unless its fold is equal."""
    if forgery.is_own and forgery.way != WAYS[0]:
        return tally.count(_OWN)
    if forgery.way in ("member added", "type changed") or not _is_fold(read(file)):
        tally.count("verified, and the fold is another")
        return tally.fault(f"Verified, though the fold is another: {where}.")
    return tally.count("verified, and the fold is truly equal")


def _makers(target: Target) -> Iterator[tuple[Target, Callable[[], Forgery]]]:
    """Yield what makes each forgery of a target."""
    for place in target.places:
        yield target, partial(_change_value, target, place)
    for place in target.objects:
        for name, value in ADDED:
            yield target, partial(_add_member, target, place, name, value)
    for place in target.singles:
        for other in _other_types(target.value(place)):
            yield target, partial(_change_type, target, place, other)
    for number in range(len(target.rows)):
        for how in ("left out", "twice", "swapped", "last"):
            yield target, partial(_change_line, target, number, how)
        for kind in ("resume", "header", "end", "older header", "empty", "list"):
            yield target, partial(_add_line, target, number, kind)


def _is_own(place: Place) -> bool:
    return place[0] == 0 and place[2:3] in (("seats",), ("officials",)) and "player" in place[3:]


def _change_value(target: Target, place: Place) -> Forgery:
    return Forgery(WAYS[0], _name(place), _with(target, place, _other(target.value(place))))


def _add_member(target: Target, place: Place, name: str, value: Any) -> Forgery:
    there = target.value(place)
    rows = None if name in there else _with(target, place, {**there, name: value})
    return Forgery(WAYS[1], f"{_name(place)}.{name}", rows, is_own=_is_own(place))


def _change_type(target: Target, place: Place, other: Any) -> Forgery:
    is_number = type(other) is int and isinstance(target.value(place), float)  # JSON knows one kind of number
    return Forgery(WAYS[0 if is_number else 2], f"{_name(place)} as {other!r}", _with(target, place, other), is_own=_is_own(place))


def _with(target: Target, place: Place, value: Any) -> list[Row]:
    """Return the rows with another value at a place."""
    rows = list(target.rows)
    number, part, *way = place
    row = rows[number]
    whole = {0: deepcopy(row.body) if part == _BODY else orjson.loads(row.words)}
    inside: Any = whole
    for step in (0, *way)[:-1]:
        inside = inside[step]
    inside[(0, *way)[-1]] = value
    rows[number] = row._replace(body=whole[0]) if part == _BODY else row._replace(words=orjson.dumps(whole[0]))
    return rows


def _other_types(value: Any) -> list[Any]:
    """Return a value in other types, as a careless reader would take for the same."""
    match value:
        case bool():
            return [int(value), str(value).lower()]
        case int():
            return [float(value), str(value), *([bool(value)] if value in (0, 1) else [])]
        case float():
            return [str(value), *([int(value)] if value.is_integer() else [])]
        case str():
            return [[value], {"text": value}]
    return ["null", False]


def _change_line(target: Target, number: int, how: str) -> Forgery:
    rows: list[Row] | None = list(target.rows)
    assert rows is not None
    is_last = number + 1 == len(rows)
    match how:
        case "left out":
            del rows[number]
        case "twice":
            rows.insert(number, rows[number])
        case "swapped" if not is_last:
            rows[number], rows[number + 1] = rows[number + 1], rows[number]
        case "last" if not is_last:
            del rows[number + 1 :]
        case _:
            rows = None
    return Forgery(WAYS[3], f"line {number + 1} {how}", rows and _numbered(rows))


def _add_line(target: Target, number: int, kind: str) -> Forgery:
    """Add a line of another kind or format after a line."""
    rows = list(target.rows)
    at = sum("n" in row.body for row in rows[: number + 1])
    body: Any = {
        "resume": {"resumed": {"at": at, "from": _LINK_BEFORE, "when": None, "woozle": "0.1.0"}},
        "header": rows[0].body,
        "end": rows[-1].body,
        "older header": {**rows[0].body, "woozle": 1},
        "empty": {},
        "list": [_EVENT],
    }[kind]
    rows.insert(number + 1, Row(body, b"null"))
    return Forgery(WAYS[4], f"{kind} after line {number + 1}", rows)


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
        body = orjson.dumps(row.body).replace(_LINK_BEFORE.encode(), before.hex().encode())
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


def _name(place: Place) -> str:
    line, *way = place
    return f"line {line + 1}, {'.'.join(map(str, way))}"


def row(tally: Tally) -> list[tuple[str, str]]:
    values = {name: size for name, size in tally.figures.items() if name.startswith("values in ")}
    return [
        (f"values in {len(values)} transcripts, of all games", f"{sum(values.values()):,}"),
        (f"forgeries, with {len(DISGUISES)} disguises each, hashes computed again", f"{tally.done:,}"),
        *((f"of them: {way}", f"{_count(tally, way):,}") for way in WAYS),
        ("altered", f"{tally.figures['altered']:,}"),
        ("consistent only, with the reason", f"{tally.figures['consistent']:,}"),
        ("verified, and the fold is truly equal", f"{tally.figures['verified, and the fold is truly equal']:,}"),
        (
            "verified, a member or another type in a player's description of itself",
            f"{tally.figures[_OWN]:,}",
        ),
        ("verified, though the fold is another; or an error raised", f"{tally.failed:,}"),
    ]


def _count(tally: Tally, way: str) -> int:
    return sum(tally.figures[f"{way}: {verdict}"] for verdict in ("altered", "consistent", "verified"))


PART_OF_SIEGE = Part("forgeries", "Forged transcripts", begin, row)
