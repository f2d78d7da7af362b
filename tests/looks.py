"""Golden files of tables: what each kind of viewer is shown beside the log, kept in tests/golden/looks/GAME.txt.

    python -m tests.looks [GAME ...]     # writes what comes now, where the change is meant; all games if none is named

The golden transcripts of a game's present rules, and the events of tests/golden/lines/GAME.json, are seen by every seat, by the
public and by those who see everything. Before each answer of a transcript, the seat that is asked sees its table with the question,
the others theirs without. After the last event come the results and the end card. Each row is kept once for each kind of viewer, as
it first comes. Fields with their defaults and the numbers of questions are left out.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass

from pydantic import BaseModel

from woozle.arena.views.end import End
from woozle.arena.views.end_card import end_card
from woozle.arena.views.observer import Observer, viewers
from woozle.arena.views.registry import observer, results
from woozle.core import registry
from woozle.core.event import PUBLIC, Event, RecordEntry
from woozle.core.line import Line
from woozle.core.request import Request, Seat
from woozle.core.state import EVERYTHING, observes
from woozle.saves.decoder import decode_record, decode_request
from woozle.saves.transcript import read

from tests.lines import GAMES, GOLDEN, cut, describe, sources

KEPT = GOLDEN / "looks"
RENEW = "Is it meant? Then `python -m tests.looks` keeps what comes now, to be committed with the change."


def rows_of(shown: object, name: str = "") -> Iterator[str]:
    """Yield rows that say what a value of the views holds: one for each part that is a value itself."""
    match shown:
        case Line():
            yield f"{name}: {describe(shown)}"
        case Event():
            yield f"{name}: {type(shown).__name__}"
        case tuple() if any(is_dataclass(each) for each in shown):
            for each in shown:
                yield from rows_of(each, name)
        case _ if is_dataclass(shown):
            held = ((each, getattr(shown, each.name)) for each in fields(shown) if each.repr)
            told = {each.name: part for each, part in held if each.name != "id" and part != _default(each)}
            deep = {key: part for key, part in told.items() if any(map(is_dataclass, part if isinstance(part, tuple) else (part,)))}
            yield f"{name}: {type(shown).__name__}({', '.join(f'{key}={_plain(told[key])}' for key in told if key not in deep)})"
            for key, part in deep.items():
                yield from rows_of(part, f"{name}.{key}")
        case _:
            yield f"{name}: {_plain(shown)}"


def _default(field: Field[object]) -> object:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _plain(part: object) -> str:
    match part:
        case Mapping():
            return f"{{{', '.join(f'{_plain(key)}: {_plain(value)}' for key, value in part.items())}}}"
        case tuple() | list():
            return f"({', '.join(map(_plain, part))})"
        case BaseModel():
            return type(part).__name__
        case _:
            return cut(repr(part), 90, 40)


def looks(game: str) -> Iterator[tuple[str, list[str]]]:
    """Yield moments of a game's matches, in words, with the rows that are shown then: of one viewer, or of the end."""
    rules = registry.game(game)
    for path in sorted(GOLDEN.glob(f"{game}-{rules.version}-*.jsonl")):
        transcript = read(path)
        seats = tuple(place.seat for place in transcript.header.seats)
        opening, *parts = decode_record(rules, transcript)
        known, record = {viewer: observer(game, viewer) for viewer in viewers(seats)}, [*opening]
        _tell(known, opening)
        for line, entries in zip(transcript.lines, parts, strict=True):
            request = decode_request(rules, line)
            for viewer, eyes in known.items():
                own = request if viewer == request.to else None
                yield _kind(viewer, own), [*rows_of(eyes.look(own), "table")]
            _tell(known, entries)
            record += entries
        for viewer, eyes in known.items():
            yield _kind(viewer, None), [*rows_of(eyes.look(), "table")]
        assert transcript.end and transcript.end.outcome, "golden matches are finished"
        config = rules.config_type.model_validate(transcript.header.config)
        for me in (None, *seats):
            end = End(record, transcript.end.outcome, transcript.header.players, me, config)
            yield "end", [*rows_of(results(game, end), "results"), *rows_of(end_card(game, end), "card")]
    for source in sources(game):
        if source.new:
            known = {viewer: observer(game, viewer) for viewer in viewers(source.seats)}
            _tell(known, source.record[: source.new])
            for entry in source.record[source.new :]:
                _tell(known, [entry])
                for viewer, eyes in known.items():
                    yield _kind(viewer, None), [*rows_of(eyes.look(), "table")]


def _tell(known: Mapping[Seat, Observer], entries: Sequence[RecordEntry]) -> None:
    for event, audience in entries:
        for viewer, eyes in known.items():
            if observes(viewer, audience):
                eyes.see(event)


def _kind(viewer: Seat, request: Request | None) -> str:
    if request:
        return f"asked for {request.answer.__name__}"
    return viewer if viewer in (PUBLIC, EVERYTHING) else "seat"


def text_of(game: str) -> str:
    """Return the file of a game as it comes now."""
    found = defaultdict[str, dict[str, None]](dict)
    for kind, rows in looks(game):
        found[kind].update(dict.fromkeys(row.replace("\n", " / ") for row in rows))
    shown = (f"\n== {kind}\n" + "".join(f"{row}\n" for row in rows) for kind, rows in sorted(found.items()))
    return f"Looks of {game}. Written by `python -m tests.looks`; how to read it is said there.\n{''.join(shown)}"


if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - {*GAMES}:
        sys.exit(f"There is no game {min(unknown)!r}; choose from {', '.join(GAMES)}.")
    KEPT.mkdir(exist_ok=True)
    for name in sys.argv[1:] or GAMES:
        (KEPT / f"{name}.txt").write_text(text_of(name), "utf-8")
