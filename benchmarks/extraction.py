"""The agreement of the grammar with a language model: claims that each reads in the speeches of the public games.

    python -m benchmarks.extraction [--logs ../shared/quack_logs] [--json]

The grammar was developed on the games with odd seeds; quote the figures of those with even seeds. Of these, 17 speeches were looked
at for version 3, as part of a set with labels by people. The model has no departures and arrivals; those of the grammar count as
sightings. Claims match by type, subject, target, and room, route or activity, each as often as the speech makes it (claims that the
public pipeline would collapse count once). Not compared: denials, and claims that the model was not asked for (bodies, kills,
counts, reports). A speech is left out if its stored answer is an empty list although it mentions rooms: that is how a failed answer
was stored.

The second table compares content, however it is divided: a route counts as a location in each of its rooms, each once a speech, so
that "a route" and "its rooms one by one" agree. In its last row, a seat that was seen in a room also counts as having been there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.logs import CLAIMS, LOGS
from benchmarks.result import Result
from benchmarks.speed import best
from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.extraction.lexicon import Names
from woozle.games.ship.claims.extraction.tokens import tokens
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.maps import load

READING = Path(__file__).parent / "gold" / "reading"
SHIP = load("ship")
ALIASES = {  # of the public pipeline
    "med_bay": "medbay", "medibay": "medbay", "med": "medbay", "engines": "upper_engine", "nav": "navigation", "navi": "navigation",
    "elec": "electrical", "electric": "electrical", "sec": "security", "cafe": "cafeteria", "caf": "cafeteria", "weap": "weapons",
    "weps": "weapons", "store": "storage", "o2": "oxygen",
}  # fmt: skip
BUCKETS = {  # of time phrases; the public pipeline collapses claims that differ in nothing else
    "entire": ("the whole time", "entire round", "all round", "never left", "stayed in", "the entire time", "whole round"),
    "most": ("mostly", "spent most of", "majority of", "most of"),
    "start": ("at the start", "beginning", "spawn", "respawn"),
    "meeting": ("when i found", "when i saw", "during the meeting"),
}
SEEN = {"departure": "sighting", "arrival": "sighting"}
TYPES = ("location", "sighting", "activity", "accusation", "defense")
ROWS: Mapping[str, Callable[[Signature], bool]] = {
    "location": lambda s: s.type == "location",
    "  room": lambda s: s.type == "location" and not s.route,
    "  route": lambda s: s.type == "location" and s.route != (),
    "sighting": lambda s: s.type == "sighting",
    "activity": lambda s: s.type == "activity",
    "  task": lambda s: s.activity == "task",
    "  traveling": lambda s: s.activity == "traveling",
    "accusation": lambda s: s.type == "accusation",
    "defense": lambda s: s.type == "defense",
    "who was where": lambda s: s.type == "presence",
}


class Signature(NamedTuple):
    """The key that equal claims share."""

    type: str
    subject: str
    target: str = ""
    room: str = ""
    route: tuple[str, ...] = ()
    activity: str = ""


class Speech(NamedTuple):
    """A speech, those before it in the match, and the model's claims in it; None if missing."""

    statement: Statement
    before: Sequence[Statement]
    seats: tuple[str, ...]
    claims: Sequence[Mapping[str, Any]] | None


@dataclass
class Half:
    """The signatures found by both, by the grammar, and by the model; and the same as facts."""

    games: int = 0
    speeches: int = 0
    missing: int = 0
    both: Counter[Signature] = field(default_factory=Counter)
    grammar: Counter[Signature] = field(default_factory=Counter)
    model: Counter[Signature] = field(default_factory=Counter)
    facts: dict[str, Counter[Signature]] = field(default_factory=lambda: {k: Counter() for k in ("both", "grammar", "model")})

    def add(self, ours: Counter[Signature], theirs: Counter[Signature]) -> None:
        self.both += ours & theirs
        self.grammar += ours
        self.model += theirs
        mine, other = facts(ours), facts(theirs)
        for name, found in (("both", mine & other), ("grammar", mine), ("model", other)):
            self.facts[name].update(found)


def facts(claims: Counter[Signature]) -> set[Signature]:
    """Return the content of claims, however it is divided."""
    said = set()
    for claim in claims:
        rooms = claim.route or (claim.room,)
        said |= {claim._replace(room=room, route=()) for room in rooms}
        if claim.type in ("location", "sighting"):
            said |= {Signature("presence", claim.target or claim.subject, room=room) for room in rooms}
    return said


def room(said: object) -> str:
    """Return a room by its name on the map; empty if the map has no such room."""
    name = str(said or "").strip().lower().replace("-", "_").replace(" ", "_")
    name = ALIASES.get(name, name)
    return name if name in SHIP.rooms else ""


def counted(claims: Sequence[tuple[Signature, str]]) -> Counter[Signature]:
    """Count signatures, each as often as it comes with a different kind of time."""
    kept = {
        (claim, next((name for name, cues in BUCKETS.items() if any(cue in when.lower() for cue in cues)), ""))
        for claim, when in claims
    }
    return Counter(claim for claim, _ in kept)


def of_model(claims: Sequence[Mapping[str, Any]]) -> Counter[Signature]:
    found = []
    for said in claims:
        kind = said.get("type", "")
        if kind not in TYPES:
            continue
        route = tuple(filter(None, map(room, said.get("route") or ())))
        place = route[0] if len(route) == 1 else "" if route else room(said.get("room"))
        subject = said.get("subject") or said.get("accuser") or said.get("defender") or ""
        target = said.get("target") or said.get("defended") or ""
        activity = str(said.get("activity") or "").lower()
        found.append(
            (Signature(kind, subject, target, place, route if len(route) > 1 else (), activity), str(said.get("temporal") or ""))
        )
    return counted(found)


def of_grammar(claims: Sequence[Claim]) -> Counter[Signature]:
    return counted(
        [
            (Signature(SEEN.get(c.type, c.type), c.subject, c.target, "" if c.route else c.room, c.route, c.activity), c.when)
            for c in claims
            if (c.type in TYPES or c.type in SEEN)
            and not c.is_negated
            and c.activity not in ("reporting", "calling")
            and c.source != "quoted"
        ]
    )


def speeches(folder: Path) -> Iterator[Speech]:
    """Yield the speeches of a game, with the stored answers."""
    kept: dict[str, Any] = {}
    for line in (folder / CLAIMS).read_text("utf-8").splitlines():
        answer = json.loads(line)
        kept[answer["key"].split("|", 2)[2]] = answer["claims"]
    names: dict[str, str] = {}
    said: list[Statement] = []
    meeting = -1
    for line in (folder / "game.jsonl").read_text("utf-8").splitlines():
        event = json.loads(line)
        data = event["data"]
        if event["event_type"] == "game_started":
            names = {player: dealt["name"] for player, dealt in data["initial_state"].items()}
        elif event["event_type"] in ("body_reported", "meeting_called"):
            meeting += 1
        elif event["event_type"] == "discussion_message":
            text, player = data["message"], data["player_id"]
            statement = Statement(
                meeting=meeting, tick=event["tick"], round=meeting, speaker=names[player], text=text, at=len(said)
            )
            claims = kept.get(f"{player}|{meeting}|{sha256(text.encode()).hexdigest()}")
            yield Speech(statement, tuple(said), tuple(names.values()), claims)
            said.append(statement)


def measure(folders: Sequence[Path]) -> Half:
    half = Half(games=len(folders))
    for folder in folders:
        for speech in speeches(folder):
            names = Names(speech.seats, SHIP)
            failed = speech.claims == [] and any(token.kind == "room" for token in tokens(speech.statement.text, names))
            if speech.claims is None or failed:
                half.missing += 1
                continue
            half.speeches += 1
            half.add(of_grammar(Extractor(speech.seats, SHIP)(speech.statement, speech.before)), of_model(speech.claims))
    return half


def figures(both: Counter[Signature], grammar: Counter[Signature], model: Counter[Signature]) -> dict[str, dict[str, float]]:
    """Return counts, precision, recall and F1, by row."""
    table = {}
    for name, belongs in ROWS.items():
        hits, found, wanted = (sum(n for s, n in counts.items() if belongs(s)) for counts in (both, grammar, model))
        if not found + wanted or (name == "  room" and not any(s.route for s in model)):
            continue  # facts have no routes
        table[name] = {
            "model": wanted,
            "grammar": found,
            "precision": hits / found if found else 0.0,
            "recall": hits / wanted if wanted else 0.0,
            "f1": 2 * hits / (found + wanted),
        }
    return table


def seconds(text: str) -> float:
    """Return the seconds that a speech takes, the best of three."""
    extract, statement = Extractor(("Alice", "Bob"), SHIP), Statement(meeting=0, tick=1, round=0, speaker="Alice", text=text, at=0)
    least = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        extract(statement)
        least = min(least, time.perf_counter() - start)
    return least


def milliseconds_of_reading(speeches_read: int = 48) -> float:
    """Return the processor milliseconds per 1,000 characters of the public games' speeches, each read on its own."""
    meetings = map(json.loads, (READING / "prose.jsonl").read_text("utf-8").splitlines())
    said = [(tuple(meeting["seats"]), each) for meeting in meetings for each in meeting["speeches"]][:speeches_read]
    statements = [(seats, Statement(0, 20, 1, each["speaker"], each["text"], at)) for at, (seats, each) in enumerate(said)]
    extractors = {seats: Extractor(seats, SHIP) for seats, _ in statements}
    start = time.process_time()
    for seats, statement in statements:
        extractors[seats](statement)
    return (time.process_time() - start) * 1e6 / sum(len(statement.text) for _, statement in statements)


def reading() -> list[Result]:
    per_second = best(lambda: 1 / milliseconds_of_reading())
    return [Result("extraction by grammar: 1,000 characters of a speech", 1 / per_second, "ms", "<= 3")]


_WANTED = {"  room": 0.85, "  route": 0.85, "sighting": 0.85, "activity": 0.7, "accusation": 0.7, "defense": 0.7}
"""Targets for F1."""


def held_out() -> list[Result]:
    """Return the time of reading and, if the public games are at hand, F1 in those that the grammar was not developed on."""
    folders = [file.parent for file in LOGS.glob(f"**/{CLAIMS}") if int(file.parent.name[-2:]) % 2 == 0]
    if not folders:
        return reading()
    half = measure(sorted(folders))
    found = figures(half.both, half.grammar, half.model)
    return reading() + [
        Result(f"extraction by grammar, held out: {name.strip()}", found[name]["f1"], "F1", f">= {wanted}")
        for name, wanted in _WANTED.items()
    ]


ALL = {"extraction": held_out}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, default=LOGS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    folders = sorted(path.parent for path in options.logs.glob(f"**/{CLAIMS}"))
    if not folders:
        print(f"Skipped: there are no games with extracted claims in {options.logs}; name the folder with --logs.")
        return
    halves = {
        "even seeds (held out)": measure([folder for folder in folders if int(folder.name[-2:]) % 2 == 0]),
        "odd seeds (developed on)": measure([folder for folder in folders if int(folder.name[-2:]) % 2 == 1]),
    }
    long = "I went from medbay to storage, then saw Bob leave for navigation at tick 4. I think Bob is the duck. "
    speed = {size: seconds((long * (size // len(long) + 1))[:size]) for size in (500, 10_000, 100_000)}
    tables = {
        name: {
            "games": half.games, "speeches": half.speeches, "missing": half.missing,
            "claims": figures(half.both, half.grammar, half.model), "facts": figures(**half.facts),
        }
        for name, half in halves.items()
    }  # fmt: skip
    if options.json:
        print(json.dumps({"halves": tables, "seconds": speed}))
        return
    for name, table in tables.items():
        print(f"{name}: {table['games']} games, {table['speeches']} speeches compared, {table['missing']} without an answer")
        for kind in ("claims", "facts"):
            print(f"  {kind:<14}{'model':>8}{'grammar':>9}{'precision':>11}{'recall':>8}{'F1':>8}")
            for row, f in table[kind].items():
                print(f"  {row:<14}{f['model']:>8}{f['grammar']:>9}{f['precision']:>11.3f}{f['recall']:>8.3f}{f['f1']:>8.3f}")
        print()
    for size, taken in speed.items():
        print(f"{size:>8,} characters: {taken * 1000:8.1f} ms")


if __name__ == "__main__":
    main()
