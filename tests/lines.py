"""Golden files of lines: how each event of a game is worded for each kind of viewer, kept in tests/golden/lines/GAME.txt.

    python -m tests.lines [GAME ...]     # writes what comes now, where the change is meant; all games if none is named

Each event of the golden transcripts is read by every seat that observes it, by the public and by those who see everything, with the
state that the viewer has before it. Each wording is kept once, as it first comes: names, numbers and texts of the event make no
difference. `tests/golden/lines/GAME.json` adds events that no golden transcript holds. Below each event of a file are its lines:

    app  | as the app's log shows them: tone, mark, number of the seat, and label in brackets
    step | as the log shows them before the event: the last of so many steps
    mark | the moment on the app's timeline: glyph and words
    text | as models, `--plain` and programs read them
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from difflib import unified_diff
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, get_args, get_type_hints

from pydantic_core import to_jsonable_python

from woozle.arena.views.match_timeline import Mark
from woozle.arena.views.observer import viewers
from woozle.arena.views.registry import observer
from woozle.core import registry
from woozle.core.game import EVERYONE, PUBLIC, Event, Forfeited, RecordEntry, Refused
from woozle.core.line import Line, shown_lines, texts
from woozle.core.names import NUMBER_WORDS
from woozle.core.request import Forfeit, Seat
from woozle.core.state import EVERYTHING, observes
from woozle.core.value import value
from woozle.core.words import Narrator
from woozle.players.registry import prompt
from woozle.saves.decoder import decode_entry, decode_record, event_types
from woozle.saves.transcript import read

from tests.option_values import own_games

GOLDEN = Path(__file__).parent / "golden"
KEPT = GOLDEN / "lines"
GAMES = own_games()
RENEW = "Is it meant? Then `python -m tests.lines` keeps what comes now (in ten seconds), to be committed with the change."

NOTHING = "(nothing)"

_SHOWN = 80  # rows of a diff
_RUN = 2  # rows without anything new that are shown all the same
_LONG = 100  # characters of a text of which a file has the beginning and the end
_NUMBER = re.compile(rf"\d+(?:[.,]\d+)*|(?i:\b(?:{'|'.join(NUMBER_WORDS[1:])})\b)")
_LIST = re.compile(r"(?:<>|you\b)(?:, (?:<>|you\b))*(?:,? and (?:<>|you\b)|, (?:<>|you\b))", re.IGNORECASE)


@value
class Source:
    """A match or the beginning of one. roles: by seat, of the whole match; new: the position from which its events are read."""

    seats: tuple[Seat, ...]
    roles: Mapping[Seat, str]
    record: Sequence[RecordEntry]
    new: int = 0


@value
class Reading:
    """An event as viewers of some kinds read it. kinds: of a viewer in a word or two, with its name where it is a seat."""

    event: Event
    kinds: tuple[str, ...]
    rows: tuple[str, ...]


# What viewers read


def read_events(game: str, source: Source, viewer: Seat) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the position of each event of a match that a viewer observes, with the rows of a file that show how it reads it."""
    known = observer(game, viewer)
    narrator = Narrator(prompt(game).words, viewer)
    for at, (event, audience) in enumerate(source.record):
        if not observes(viewer, audience):
            continue
        lines = known.narrate(event)
        stages = [(len(line.steps), shown_lines(line.steps[-1])) for line in lines if line.steps]
        steps = [f"step | {number}: {describe(line)}" for number, last in stages for line in last]
        app = [f"app  | {describe(line)}" for line in shown_lines(lines)]
        marks = (Mark(0, line.moment, line.glyph) for line in lines if line.moment)
        moments = [f"mark | {each.glyph} {each.words}{' (bad)' if each.is_bad else ''}" for each in marks]
        yield at, (*steps, *app, *moments, *(f"text | {line}" for line in texts(narrator(event))))


def describe(line: Line) -> str:
    about = [line.tone, line.mark, f"seat {line.who}" if line.who else "", repr(line.label) if line.label else ""]
    tags = "".join(f" [{tag.tone} {tag.mark}: {tag.text}]" for tag in line.tags)
    return f"[{' '.join(filter(None, about))}] {line.text}{tags}"


# Where events come from


@cache
def sources(game: str) -> tuple[Source, ...]:
    """Return the golden transcripts of a game, the latest rules first, then the events made by hand."""
    kind = registry.game(game)
    found: dict[str, Source] = {}
    for version in sorted((kind.version, *kind.earlier_versions), reverse=True):
        for path in sorted(GOLDEN.glob(f"{game}-{version}-*.jsonl")):
            transcript, rules = read(path), registry.game(game, version)
            record = [entry for part in decode_record(rules, transcript) for entry in part]
            found[path.stem] = Source(tuple(place.seat for place in transcript.header.seats), rules.roles(record), record)
    made = json.loads((KEPT / f"{game}.json").read_text("utf-8"))
    return (*found.values(), _troubles(next(iter(found.values()))), *(_made(game, each, found[each["match"]]) for each in made))


def _troubles(match: Source) -> Source:
    """Return the beginning of a match, followed by answers that are not taken and seats that give none, in each way."""
    seat, new = match.seats[0], 1 + next(at for at, (_, audience) in enumerate(match.record) if audience == EVERYONE)
    lapses = [Forfeited(seat, kind, "No answer in 30 s.") for kind in get_args(get_type_hints(Forfeit)["kind"])]
    events = (Refused(seat, "Choose one of the numbers."), *lapses, Forfeited(seat, "gave_up", ""))
    return replace(match, record=[*match.record[:new], *((event, (seat,)) for event in events)], new=new)


def _made(game: str, made: Mapping[str, Any], match: Source) -> Source:
    """Return a match up to the first event of a name, and then other events. One `with` some data is else like the match's own."""
    kinds = [type(event).__name__ for event, _ in match.record]
    record = [*match.record[: kinds.index(made["after"]) + 1 if made["after"] else 0]]
    new = len(record)
    for body in made["events"]:
        data = body.get("data")
        if data is None:
            data = _merge(to_jsonable_python(match.record[kinds.index(body["event"])][0]), body["with"])
        record.append(decode_entry(registry.game(game), {**body, "data": data}))
    return replace(match, record=record, new=new)


def _merge(whole: Any, part: Any) -> Any:
    if not isinstance(whole, dict) or not isinstance(part, dict):
        return part
    return {**whole, **{name: _merge(whole.get(name), each) for name, each in part.items()}}


# Each wording once


@cache
def readings(game: str) -> tuple[Reading, ...]:
    """Return the events that hold a sentence which no viewer of the kind has read before, by event type, with their rows.

    Each kind of viewer who has the hidden role reads each type of event once at least.
    """
    known = set[tuple[type[Event], str, str]]()
    found = [reading for source in sources(game) for reading in _readings_of(game, source, known)]
    return tuple(sorted(found, key=lambda each: _place(type(each.event))))


def _place(kind: type[Event]) -> tuple[bool, int]:
    """Return where a type of event is defined: those of all games first."""
    module = kind.__module__
    return module != Event.__module__, [*vars(sys.modules[module])].index(kind.__name__)


def _readings_of(game: str, source: Source, known: set[tuple[type[Event], str, str]]) -> Iterator[Reading]:
    """Yield the readings of a match that are new. known: sentences by type of event and kind of viewer, which grow."""
    hidden, opening = registry.game(game).hidden_role, [*_texts(source.record[0][0]), *source.seats]
    seen: dict[int, list[tuple[Seat, tuple[str, ...]]]] = defaultdict(list)
    for viewer in viewers(source.seats):
        for at, rows in read_events(game, source, viewer):
            seen[at].append((viewer, rows))
    for at in range(source.new, len(source.record)):
        event, same = source.record[at][0], defaultdict[tuple[str, ...], list[str]](list)
        plain, fresh = Plain(event, opening), defaultdict[tuple[str, ...], set[str]](set)
        for viewer, rows in seen[at]:
            relation, role = _relation(event, viewer), hidden if hidden and source.roles.get(viewer) == hidden else ""
            sentences = {sentence for row in rows or (NOTHING,) for sentence in plain.sentences(row)}
            new = {(type(event), relation, sentence) for sentence in sentences} | {(type(event), relation, f"as {role}")}
            if not new <= known:
                fresh[rows] |= {sentence for _, _, sentence in new - known}
                same[rows].append(f"{relation} ({', '.join(filter(None, (viewer, role)))})" if viewer != relation else relation)
                known |= new
        for rows, kinds in same.items():
            yield Reading(event, tuple(kinds), tuple(_without_known(rows or (NOTHING,), plain, fresh[rows])))


def _without_known(rows: Sequence[str], plain: Plain, fresh: set[str]) -> Iterator[str]:
    """Yield rows, with the number of those in a long run without a new sentence in their place."""
    for is_new, run in groupby(rows, lambda row: not fresh.isdisjoint(plain.sentences(row))):
        some = [*run]
        yield from some if is_new or len(some) <= _RUN else (f"[… {len(some)} rows like those above …]",)


def _relation(event: Event, viewer: Seat) -> str:
    """Return what a viewer is to an event: the fields that name it, or `other`; what it is called if it is no seat."""
    if viewer in (PUBLIC, EVERYTHING):
        return viewer
    return "+".join(each.name for each in fields(event) if getattr(event, each.name) == viewer) or "other"


class Plain:
    """Takes numbers and texts out of rows: those of an event, of the opening, and names."""

    def __init__(self, event: Event, opening: Iterable[str]) -> None:
        texts = {part for text in (*_texts(event), *opening) for part in (text, *re.split(r"\n+|(?<=[.?!]) ", text))}
        some = sorted(texts - _words_of(type(event)) - {""}, key=len, reverse=True)
        self._texts = re.compile(rf"(?<!\w)(?:{'|'.join(map(_pattern, some))})(?!\w)")

    def sentences(self, row: str) -> list[str]:
        """Return the sentences of a row without numbers and texts."""
        plain = _NUMBER.sub("<number>", self._texts.sub("<>", row.replace("\n", " ")))
        return re.split(r"(?<=[.;:]) ", re.sub(r"<>(?: <>)+", "<>", _LIST.sub(_name_list, plain)))


def _pattern(text: str) -> str:
    """Return a pattern for a text as it is, in the plural, and as a name such as `medbay_2` stands in words: `Medbay 2`."""
    words = re.escape(text).replace("_", "[ _]").replace(r"\ ", "[ _]")
    return f"(?i:{words}s?)" if len(text) > 1 else words  # a letter alone is an answer, `a` is not


def _name_list(found: re.Match[str]) -> str:
    return "<several, you>" if "you" in found[0].lower() else "<several>"


def _texts(values: object) -> Iterator[str]:
    """Yield all texts in an event or a part of one."""
    match values:
        case str():
            yield values
        case Mapping():
            yield from _texts((*values.keys(), *values.values()))
        case tuple() | list():
            for each in values:
                yield from _texts(each)
        case _ if is_dataclass(values):
            yield from _texts([getattr(values, each.name) for each in fields(values)])


@cache
def _words_of(kind: type[Event]) -> frozenset[str]:
    """Return the words from which fields of an event are chosen, as a Literal lists them."""
    return frozenset(filter(lambda word: isinstance(word, str), _arguments(tuple(get_type_hints(kind).values()))))


def _arguments(hints: Iterable[Any]) -> Iterator[Any]:
    for hint in hints:
        yield hint
        yield from _arguments(get_args(hint))


# Files


def text_of(game: str) -> str:
    """Return the file of a game as it comes now."""
    return "".join(f"{row}\n" for row in _rows(game))


def _rows(game: str) -> Iterator[str]:
    yield f"Lines of {game}. Written by `python -m tests.lines`; how to read it is said there."
    last: type[Event] | None = None
    for each in readings(game):
        if type(each.event) is not last:
            last = type(each.event)
            yield from ("", f"== {last.__name__}")
        yield f"{', '.join(each.kinds)}: {cut(_data(each.event), 90, 30)}"
        texts = sorted((text for text in _texts(each.event) if len(text) > _LONG), key=len, reverse=True)
        yield from (f"  {_shorten(row, texts)}" for row in each.rows)


def _shorten(row: str, texts: Iterable[str]) -> str:
    """Return a row with the middle of long texts left out, and a blank at its end, where one sees none, as `·`."""
    for text in texts:
        row = row.replace(text, cut(text, 50, 30))
    row = cut(row.replace("\n", " / "), *((150, 60) if row.startswith("app  | [speech") else (500, 100)))
    return f"{row[:-1]}·" if row.endswith(" ") else row


def _data(event: Event) -> str:
    return ", ".join(f"{each.name}={getattr(event, each.name)!r}" for each in fields(event))


def cut(text: str, start: int, end: int) -> str:
    """Return a text without its middle, if it is long, but with the number of characters that are left out."""
    left = len(text) - start - end
    return f"{text[:start]}[…{left}…]{text[-end:]}" if left > 0 else text


def difference(path: Path, now: str, renew: str) -> str:
    """Return how a text differs from the one that a file keeps, as a diff and how to renew it; empty if it does not."""
    kept = path.read_text("utf-8") if path.exists() else ""
    diff = [*unified_diff(kept.splitlines(), now.splitlines(), "kept", "now", lineterm="")]
    more = [f"... and {len(diff) - _SHOWN} rows more"] if len(diff) > _SHOWN else []
    return "\n".join((f"{path.parent.name}/{path.name} changed.", *diff[:_SHOWN], *more, renew)) if diff else ""


def missing(game: str) -> list[str]:
    """Return the types of event that a file lacks for some kind of viewer, as sentences.

    Those who see everything read each of them; a seat reads what is told to one; and what is told to everyone is read by the
    public, by each seat that the event names, and by another one.
    """
    found = defaultdict[type[Event], set[str]](set)
    for each in readings(game):
        found[type(each.event)] |= {kind.split(" (")[0] for kind in each.kinds}
    audiences = defaultdict[type[Event], set[Seat]](set)
    for source in sources(game):
        for event, audience in source.record:
            audiences[type(event)] |= {*audience} & {*source.seats, *EVERYONE}
    problems = []
    for kind in event_types(registry.game(game)).values():
        if kind is Event:
            continue
        needed = {EVERYTHING}
        if {*EVERYONE} <= audiences[kind]:
            named = (field.name for field in fields(kind) if field.type in ("Seat", "Seat | None"))  # type: ignore[arg-type]
            needed |= {PUBLIC, "other", *named}
        if lacks := needed - found[kind]:
            problems.append(f"No line of {kind.__name__} is read by {', '.join(sorted(lacks))}.")
        elif audiences[kind] and not found[kind] - {EVERYTHING, PUBLIC}:
            problems.append(f"No line of {kind.__name__} is read by a seat.")
    return problems


if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - {*GAMES}:
        sys.exit(f"There is no game {min(unknown)!r}; choose from {', '.join(GAMES)}.")
    for name in sys.argv[1:] or GAMES:
        (KEPT / f"{name}.txt").write_text(text_of(name), "utf-8")
