"""Labelling of claims: the annotator's views of a match, the claims of a speech, the form for a claim, and progress."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, get_args

from woozle.arena.views.forms import Select
from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.games.ship.claims.labels import UNLABELLED, Heard, Labels, Opinion, Row
from woozle.games.ship.claims.observed.evidence import describe_glimpse
from woozle.games.ship.claims.schema import Claim, ClaimType, Ruling, Statement
from woozle.games.ship.claims.timeline import Glimpse, Timeline, Turn
from woozle.games.ship.map import room_title
from woozle.games.ship.words import in_words

_WORKS, _DEAD, _UNDER_WAY = "*", "†", "→"
LEGEND = f"{_UNDER_WAY} on the way, {_WORKS} did a task, {_DEAD} dead"


@value
class Cell:
    """A seat at the end of a tick. before, after: signs around the room: dead or on its way there; did a task."""

    room: str
    before: str = ""
    after: str = ""


@value
class FactRow:
    """A tick, with words or a cell for each seat; without a tick an incident. is_heading: whether a round begins here."""

    tick: str
    words: str = ""
    cells: tuple[Cell, ...] = ()
    is_heading: bool = False


@value
class Facts:
    """What happened. begin: the row where the round of the speech begins. names, teams: of the seats, if each has a column."""

    rows: tuple[FactRow, ...] = ()
    begin: int = 0
    names: tuple[str, ...] = ()
    teams: tuple[str, ...] = ()


def places(line: Timeline, statement: Statement) -> Facts:
    """Return the places of all seats until the meeting of a speech."""
    found: list[FactRow] = []
    begin = 0
    notes = _notes(line, statement)
    for tick in range(statement.tick + 1):
        if tick in (starts := _starts(line, statement)):
            begin = len(found)
            found.append(FactRow("", f"Round {starts[tick] + 1}", is_heading=True))
        turns = [line.turn(seat, tick) for seat in line.seats]
        found.append(FactRow(str(tick), cells=tuple(_cell(turn) for turn in turns)))
        found += [FactRow("", note) for note in notes.get(tick, ())]
    return Facts(tuple(found), begin, tuple(line.seats), tuple(line.teams.get(seat, "") for seat in line.seats))


def sightings(line: Timeline, statement: Statement) -> Facts:
    """Return what the speaker perceived before a speech, moment by moment."""
    moments: dict[int, list[str]] = defaultdict(list)
    looks = [look for look in line.looks.get(statement.speaker, ()) if look.at < statement.at]
    for look in looks:
        company = f"with {join_names(look.present)}" if look.present else "alone"
        bodies = [f"the body of {body}" for body in look.bodies]
        moments[look.at] += [f"{room_title(look.room)}: {company}", *bodies]
    has_looked = {look.at for look in looks}
    for glimpse in line.glimpses.get(statement.speaker, ()):
        if glimpse.at < statement.at and not (glimpse.kind in ("present", "body") and glimpse.at in has_looked):
            moments[glimpse.at].append(_describe_glimpse(glimpse, statement.speaker))
    found: list[FactRow] = []
    starts, begin = _starts(line, statement), 0
    for at in sorted(at for at, words in moments.items() if words):
        tick = line.tick_at(at)
        for start in [start for start in starts if start <= tick]:
            begin = len(found)
            found.append(FactRow("", f"Round {starts.pop(start) + 1}", is_heading=True))
        found.append(FactRow(str(tick), "; ".join(moments[at])))
    return Facts(tuple(found), begin)


def _starts(line: Timeline, statement: Statement) -> dict[int, int]:
    """Return the rounds until the meeting of a speech, by the tick after the meeting before."""
    return {each.first + bool(each.index): each.index for each in line.rounds if each.index <= statement.meeting}


def _notes(line: Timeline, statement: Statement) -> Mapping[int, list[str]]:
    """Return kills and meetings, by tick."""
    notes: dict[int, list[str]] = defaultdict(list)
    for kill in line.kills:
        if kill.at < statement.at:
            notes[kill.tick].append(f"{_DEAD} {kill.killer} killed {kill.victim} in {room_title(kill.room)}")
    for meeting in line.meetings[: statement.meeting + 1]:
        cause = "reported a body" if meeting.cause == "report" else "pressed the button"
        notes[meeting.tick].append(f"▪ {meeting.caller} {cause} in {room_title(meeting.room)}")
    return notes


def _cell(turn: Turn | None) -> Cell:
    if turn is None:
        return Cell("")
    place = turn.end
    if not place.is_alive:
        return Cell("", _DEAD)
    if place.ticks_left:
        return Cell(room_title(place.bound_for), _UNDER_WAY)
    return Cell(room_title(place.room), "", _WORKS if any(did == "task" for did, _ in turn.did) else "")


def _describe_glimpse(glimpse: Glimpse, me: str) -> str:
    is_own = glimpse.kind == "kill" and glimpse.other == me
    words = f"killed {glimpse.victim} in {in_words(glimpse.room)}" if is_own else describe_glimpse(glimpse)
    return words if glimpse.is_certain else f"perhaps: {words}"


_PLACE = ("room", "when", "is_negated")
STOPS = tuple(f"stop-{number}" for number in range(2, 13))
"""The fields for the rooms of a route after its first, which is `room`. Each is offered once the one before it is filled."""

FIELDS: Mapping[str, tuple[str, ...]] = {
    "location": ("subject", "room", *STOPS, "when", "is_negated"),
    "sighting": ("subject", "target", *_PLACE),
    "activity": ("subject", "activity", *_PLACE),
    "accusation": ("target",),
    "defense": ("target",),
    "body": ("subject", "target", *_PLACE),
    "kill": ("subject", "target", "victim", *_PLACE),
    "alone": ("subject", "target", *_PLACE),
    "departure": ("subject", "target", "way", *_PLACE),
    "arrival": ("subject", "target", "way", *_PLACE),
    "count": ("subject", "number", *_PLACE),
}
"""The fields to fill in for each type of claim."""

_TYPES = {
    "location": "was somewhere",
    "sighting": "saw a player",
    "activity": "did something",
    "accusation": "accuses",
    "defense": "vouches for",
    "body": "found a body",
    "kill": "saw a kill",
    "alone": "was alone",
    "departure": "saw one leave",
    "arrival": "saw one come",
    "count": "saw a number of players",
}
_ACTIVITIES = {"task": "a task", "traveling": "was travelling", "waiting": "waited", "reporting": "reported", "calling": "called"}


def selects(heard: Heard, claim: Claim | None) -> tuple[Select, ...]:
    """Return the form for a claim, or for a new claim of the speaker's."""
    claim = claim or Claim("location", subject=heard.statement.speaker)
    seats = {"": "nobody", **{seat: seat for seat in heard.timeline.seats}}
    rooms = {"": "no room", **{room: room_title(room) for room in heard.timeline.map.rooms}}
    first, *stops = (*(claim.route or (claim.room,)), *[""] * len(STOPS))
    number = "" if claim.number is None else str(claim.number)
    return (
        _select("type", "Claim", {type: _TYPES[type] for type in get_args(ClaimType)}, claim.type),
        _select("subject", "Who", seats, claim.subject),
        _select("target", "Whom", seats, claim.target),
        _select("victim", "Victim", seats, claim.victim),
        _select("activity", "What", {"": "something", **_ACTIVITIES}, claim.activity),
        _select("number", "How many", {"": "some", **{str(n): str(n) for n in range(len(heard.timeline.seats))}}, number),
        _select("room", "Room", rooms, first),
        *(_select(name, "then in", {**rooms, "": "nowhere else"}, room) for name, room in zip(STOPS, stops, strict=False)),
        _select("way", "To or from", {**rooms, "": "not said"}, claim.way),
        _select("when", "When", _times(heard), claim.when),
        _select("is_negated", "Denied", {"": "no", "yes": "yes, denied"}, "yes" if claim.is_negated else ""),
    )


def claim_from_form(values: Mapping[str, str], before: Claim | None, speaker: str) -> Claim:
    """Return the claim in a form. before: the claim that it corrects, which keeps its place in the speech."""
    type: Any = values["type"]
    told = {name: values[name] for name in FIELDS[type] if name not in STOPS}
    fields: dict[str, Any] = {"subject": speaker, **told}
    fields["is_negated"] = bool(told.get("is_negated"))
    if "number" in told:
        fields["number"] = int(told["number"]) if told["number"] else None
    if type == "location" and len(route := _route(values)) > 1:
        fields |= {"room": "", "route": route}
    if before and before.type == type:
        kept = {"subject": before.subject} if "subject" not in told else {}
        return replace(before, **{"route": (), **fields, **kept})
    return Claim(type, span=before.span if before else None, **fields)


def offer_fields(values: Mapping[str, str]) -> list[str]:
    """Return the fields that a form with these values asks for."""
    stops = STOPS[: len(_route(values))] if values["room"] else ()
    return ["type", *(name for name in FIELDS[values["type"]] if name not in STOPS or name in stops)]


def _route(values: Mapping[str, str]) -> tuple[str, ...]:
    """Return the rooms of a route, up to the first gap."""
    return tuple(takewhile(bool, (values["room"], *(values[name] for name in STOPS))))


def _select(id: str, label: str, words: Mapping[str, str], value: str) -> Select:
    words = words if value in words else {**words, value: value}
    return Select(id, label, {each: visible_line(word) for each, word in words.items()}, [*words].index(value))


def _times(heard: Heard) -> Mapping[str, str]:
    """Return the times to choose from: none, those in the speech, and every tick until the meeting."""
    said: Iterable[str] = (claim.when for claim in heard.claims or () if claim.when)
    ticks = (f"tick {tick}" for tick in range(heard.statement.tick, 0, -1))
    return {"": "no time", **{when: when for when in (*said, *ticks)}}


OUTCOMES: tuple[tuple[Ruling, str], ...] = (
    ("true", "True"),
    ("false", "False"),
    ("near_miss", "Near miss"),
    ("unverifiable", "Undecidable"),
    ("wrong_room", "Wrong room"),
    ("wrong_time", "Wrong time"),
    ("wrong_player", "Wrong player"),
)
"""The outcomes of a claim with their labels, in the order of their keys."""

SAID = "Does the speech say this?"
SO = "Is it so?"
REST = "Does it claim anything else? Add it; else that is all."
NOTHING = "No claim was read in this speech. Does it make one? Add it; else that is all."
OVER = "All speeches are labelled. Thank you! Answers can still be changed."

_MARKS = {"yes": "✓", "no": "✗", "corrected": "≈", "added": "+", "": "○"}
_SAID = {"yes": "said", "no": "not said", "corrected": "corrected", "added": "added", "": "not labelled yet"}


def question(rows: Sequence[Row], at: int | None, *, is_over: bool) -> str:
    """Return the question about a claim of a speech, or about the speech. is_over: whether all speeches are finished."""
    left = sum(not row.label.is_whole for row in rows)
    if at is None or not left:
        return OVER if is_over else REST if rows else NOTHING
    if rows[at].label.is_whole:
        return f"Answered; another answer takes its place. {count(left, 'claim')} to go."
    return SO if rows[at].is_said else SAID


def is_done(heard: Heard, labels: Labels) -> bool:
    """Return whether an annotator has finished a speech."""
    return labels.get(heard.item(), UNLABELLED).said == "all"


def label_words(label: Opinion) -> tuple[str, str]:
    """Return a label as a sign, and the answers so far in words."""
    outcome = f", {dict(OUTCOMES)[label.outcome].lower()}" if label.outcome else ""
    return _MARKS.get(label.said, "○"), f"{_SAID[label.said]}{outcome}" if label.said in _SAID else ""
