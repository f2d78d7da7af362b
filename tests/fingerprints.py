"""Fingerprints of what is not to change by accident, kept in tests/golden/fingerprints.json.

    python -m tests.fingerprints [PART ...]     # keeps what comes now, where the change is meant; all parts if none is named

They are of matches of bots for a seed, what a model would have read in them, their tables, reports and audits, and of pictures.
A fingerprint says that something changed, not what it should be: other tests say what is right. Each column of a table has its own,
and each figure of a report, so that a new one changes no other.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from itertools import cycle, product
from pathlib import Path
from typing import Any, TypeAlias

import PIL
import pytest
from PIL import Image

from woozle.arena.reports.json_report import match_json, report_json
from woozle.arena.testing import games as testing
from woozle.arena.testing.games import GameCase
from woozle.arena.views.registry import report_view
from woozle.arena.views.rules import of_match
from woozle.core import registry
from woozle.core.chance import Chance, key_from_seed
from woozle.core.game import Event
from woozle.core.measures import Report, groups, report_of
from woozle.core.request import Answer, Picture, Request
from woozle.games.ship import events as ship
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.comparison import Audited
from woozle.games.ship.claims.compatible.reconstruction import Reconstruction
from woozle.games.ship.claims.compatible.verdicts import verdict
from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.claims.timeline import build_timeline
from woozle.games.ship.config import preset
from woozle.games.ship.map import ShipMap
from woozle.games.ship.maps import NAMES, load
from woozle.games.ship.players.pictures import pictures
from woozle.games.ship.tui.audit import audit_json
from woozle.games.ship.words import in_words
from woozle.players.bot import Bot
from woozle.players.models.messages import Wording, messages
from woozle.players.registry import Prompt, bots, prompt
from woozle.saves.line_format import split_line
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.tables.match_tables import match_rows, match_tables
from woozle.saves.transcript import CLOSED, read

from tests.games.parts import parts
from tests.games.ship.claims.any_speech import any_speech
from tests.games.ship.claims.matches import played
from tests.games.ship.players.aboard import CREW, Log
from tests.test_conformance import CASES
from tests.words import read_event

KEPT = Path(__file__).parent / "golden" / "fingerprints.json"
Fingerprints: TypeAlias = dict[str, str | dict[str, str]]
"""What there is, and its fingerprint, or those of its columns or figures."""

_MATCHES = 4  # of each case: the bots of the game take seats in turn, another one first in each; in the last one random bots too
_TABLES, _SPEECHES = 6, 40
_SHOWN = 12  # names of what changed

RENEW = (
    "Is it meant? Then `python -m tests.fingerprints` keeps what comes now (in half a minute), to be committed with the change; "
    "CONTRIBUTING.md says more."
)


class Reader:
    """Seats bots, and notes what a model in their seats would have been sent."""

    def __init__(self, words: Prompt) -> None:
        self.read = sha256()
        self.errors: list[Exception] = []
        self._words = words
        self._wordings: dict[str, Wording] = {}

    def seated(self, kind: type[Bot], seed: str) -> Bot:
        """Return a bot of this kind that is listened to."""
        bot = kind(seed)
        answer = bot.answer

        def listened_to(request: Request, observation: Sequence[Event]) -> Answer:
            try:
                self._read(request, observation)
            except Exception as error:  # which the match would take for a forfeit
                self.errors.append(error)
                raise
            return answer(request, observation)

        bot.answer = listened_to  # type: ignore[method-assign]
        return bot

    def _read(self, request: Request, observation: Sequence[Event]) -> None:
        wording = self._wordings.setdefault(request.to, Wording(self._words, request.to))
        described = self._words.describe_picture(request, observation) if self._words.describe_picture else ""
        for message in messages(request, observation, self._words, wording=wording, described=described):
            self.read.update(f"{message.role}\n{message.parts}\n".encode())


def of_case(case: GameCase) -> Fingerprints:
    """Play matches of a game, and return the fingerprints of all that comes of them."""
    game = type(case.play())
    own = [*bots(game.name).values()]
    reader = Reader(prompt(game.name))
    reader.read.update("\n".join(_rules(case)).encode())
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for seed in range(_MATCHES):
            some = own[:-1] or own if seed < _MATCHES - 1 else own  # the last one is random
            seats = cycle(some[seed % len(some) :] + some[: seed % len(some)])
            path = Path(folder, f"{case.name} {seed}")
            match = testing.record_match(case, seed, path, lambda bot_seed, seats=seats: reader.seated(next(seats), bot_seed))
            asyncio.run(match.play())
            assert not reader.errors, reader.errors[0]
            files.append(path / CLOSED)
        found: Fingerprints = {
            "matches": _digest([[(part.body, part.words) for part in map(split_line, _lines(file)) if part][1:] for file in files]),
            "prompts": reader.read.hexdigest()[:12],
            **dict(_of_tables(files)),
            "reports": _of_reports(files, folder),
        }
        if game.name == "ship":
            found["audits"] = _digest([*_audits(files)])
    return found


def _rules(case: GameCase) -> Iterator[str]:
    """The rules in words, and a match as spectators read it."""
    yield from of_match(case.play())
    for event, _ in testing.play_unrecorded(case, 1, case.bot).record:
        yield from read_event(case.play().name, event)


def _lines(file: Path) -> list[bytes]:
    return file.read_bytes().splitlines()


def _of_tables(files: Sequence[Path]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each table, and the fingerprints of its columns."""
    tables = match_tables(with_text=True)
    found = [match_rows(FinishedMatch(read(file.parent), "one"), tables) for file in files]
    for table in tables:
        columns = zip(*(row for rows in found for row in rows[table.name]), strict=True)
        named = zip(table.all_columns, columns, strict=True)
        yield f"table of {table.name}", {column.name: _digest(values) for column, values in named}


def _of_reports(files: Sequence[Path], folder: str) -> dict[str, str]:
    """Return the fingerprints of the figures of reports, in each match and together, and of all that is beside them."""
    kind, matches = read_match(files[0]).rules, [read_match(file).measured() for file in files]
    game, view = report_of(kind), report_view(kind.name)
    reports = [match_json(game, game.measures, match) for match in matches]
    names = {name for each in reports for part in (each["figures"], *each["seats"].values()) for name in part}
    figures: dict[str, list[object]] = {name: [] for name in sorted(names) if any(map(name.startswith, figures_of(game)))}
    beside = _without(figures, [*reports, report_json(game, view, groups(game, matches))])
    return {
        "all but figures": _digest(json.dumps(beside).replace(folder, "")),
        **{name: _digest(values) for name, values in figures.items()},
    }


def figures_of(game: Report[Any]) -> list[str]:
    """Return the names of a game's figures. Those of rounds and steps have a number behind them."""
    return [measure.name for measure in game.measures]


def _without(figures: Mapping[str, list[object]], value: object) -> object:
    """Return a value without its figures, which are added to `figures` by name."""
    if isinstance(value, dict):
        for name in figures.keys() & value.keys():
            figures[name].append(value[name])
        return {name: _without(figures, part) for name, part in value.items() if name not in figures}
    return [_without(figures, part) for part in value] if isinstance(value, list | tuple) else value


def _audits(files: Sequence[Path]) -> Iterator[object]:
    for mode in ("observed", "compatible"):
        games = []
        for file in files:
            found = read_match(file)
            players = {seat: str(player) for seat, player in found.header.players.items()}
            games.append((Path(file.parent.name), Audited(audit(found.record, mode=mode), players)))
        found = audit_json(games, mode, "grammar")
        for game in found["games"]:
            for claim in game["claims"]:
                del claim["reasons"]  # words for people
        yield found


def _digest(value: object) -> str:
    return sha256(json.dumps(value, default=bytes.decode).encode()).hexdigest()[:12]


def of_claims() -> Iterator[tuple[str, str]]:
    """Yield the claims that the grammar reads in random speeches, and their verdicts in both modes."""
    for seed in range(_TABLES):
        table = played(seed, is_random=seed % 3 == 0)
        line, match, chance = (
            build_timeline(table.record, is_imported=seed % 2 == 1),
            Reconstruction(table.record),
            Chance(key_from_seed(seed, "speeches")),
        )
        read = Extractor(line.seats, line.map)
        rooms = [in_words(room) for room in line.map.rooms]
        found: list[object] = []
        before: list[Statement] = []
        for statement, _ in product(line.statements[:: max(1, len(line.statements) // 6)], range(_SPEECHES)):
            told = replace(statement, text=any_speech(chance, line.seats, rooms))
            claims = read(told, before[-3:])
            before.append(told)
            for claim in claims:
                verdicts = check(line, told, claim), verdict(match, told, claim)
                found.append((astuple(claim), *(astuple(replace(each, reason="")) for each in verdicts)))
        yield f"match {seed}", _digest(found)


def of_ship() -> Iterator[tuple[str, str]]:
    """All rooms of all maps, and what can be seen in them, on the way, in a meeting and by the dead."""
    for name in NAMES:
        plan = load(name)
        for at, room in enumerate(plan.room_names):
            near = [*plan.neighbours[room]]
            moves = [(seat, to) for seat, to in product(CREW[1:], near) if (CREW.index(seat) + len(to)) % 2]
            log = Log(room=room, config=preset("standard", map=plan))
            log[1] = ship.Role("Alice", "goose", (), tuple(plan.tasks))
            log.add(*(ship.Worked("Alice", task, "", 1 + number % 3, 3) for number, task in enumerate([*plan.tasks][:3])))
            log.tick(4, CREW[1 : 1 + at % 5], CREW[1 + at % 5 : 6], moves[: at + 1], moves[at + 1 :: 2])
            yield from _both(f"{name} {room}", log)
    for end, tick in (("storage", 5), ("navigation", 9)):
        way = Log().tick(4).go(end, 3)
        yield from _both(f"to {end}", way.add(ship.Tick(tick)))
        yield from _both(f"to {end}, met", way.add(ship.Passed(("Alice", "Bob", "Eve"), ("medbay", end))))
    yield from _both("in a meeting", Log().tick(4, ("Bob",)).meet("Bob", ("Diana",)))
    yield from _both("dead", Log().tick(4, ("Bob",)).add(ship.Killed("Bob", "Alice", "medbay")))
    yield from _both("not looked round", Log().tick(4).go("storage"))
    rooms = {f"the_long_room_{number}": {"x": number % 5, "y": number // 5, "size": 1 + number % 4} for number in range(15)}
    hub, *others = rooms
    tasks = [{"room": room, "name": "Sweep all of the floor"} for room in rooms]
    plan = {
        "name": "n",
        "rooms": rooms,
        "corridors": [[hub, room, 20] for room in others],
        "task_locations": tasks,
        "emergency_button": hub,
    }
    config = preset("standard", map=ShipMap.model_validate(plan))
    moves = [(seat, room) for room in others for seat in CREW]
    log = Log(room=hub, config=config).tick(4, CREW[1:], (), moves[::2], moves[1::2])
    log[1] = ship.Role("Alice", "goose", (), (hub,))
    yield from _both("many exits", log)


def _both(name: str, observation: list[ship.Event]) -> Iterator[tuple[str, str]]:
    for part, picture in zip(("map", "view"), pictures(None, observation), strict=True):
        yield f"{name}, {part}", _fingerprint(_opened(picture))


def _opened(picture: Picture) -> Image.Image:
    return Image.open(BytesIO(picture.data))


def _fingerprint(*images: Image.Image) -> str:
    return sha256(repr([(image.mode, image.size, sha256(image.tobytes()).digest()) for image in images]).encode()).hexdigest()[:12]


def _of_drawings(drawn: Callable[[], Iterable[tuple[str, Sequence[Image.Image]]]]) -> Fingerprints:
    """Return the fingerprints of what a game draws, by name."""
    return {name: _fingerprint(*images) for name, images in drawn()}


def of_options(game: str) -> Fingerprints:
    """Return the fingerprint of the names, defaults and bounds of all options of a game, without the words that explain them."""
    kind = registry.game(game)
    return {"all": _digest([_without_words(kind.config_type.model_json_schema()), kind.presets])}


def _without_words(schema: object) -> object:
    if isinstance(schema, dict):
        return {name: _without_words(part) for name, part in schema.items() if name not in ("description", "title")}
    return [_without_words(part) for part in schema] if isinstance(schema, list) else schema


PARTS: dict[str, Callable[[], Fingerprints]] = {
    **{case.name: lambda case=case: of_case(case) for case in CASES if case.name != "two truths"},  # type: ignore[misc]
    **{f"options of {game}": partial(of_options, game) for game in parts("cases", "CASES")},
    "claims": lambda: dict(of_claims()),
    "pictures of the ship": lambda: dict(of_ship()),
    **{f"pictures of {game}": partial(_of_drawings, drawn) for game, drawn in parts("drawings", "drawings").items()},
}


def changes(part: str) -> list[str]:
    """Return what of a part is not as it was kept; skip the test if that are pictures that another version of Pillow drew.

    A column or figure that is not kept yet is none of them.
    """
    if part.startswith("pictures") and (drawn_by := kept()["pillow"]) != PIL.__version__:
        pytest.skip(f"the pictures that are kept were drawn by Pillow {drawn_by}")
    before, now = _flat(kept()[part]), _flat(PARTS[part]())
    return [name for name in before | now if before.get(name) != now.get(name) and (name in before or ": " not in name)]


def kept() -> dict[str, Any]:
    """Return all that is kept, by part."""
    return dict(json.loads(KEPT.read_text("utf-8")))


def _flat(found: Fingerprints) -> dict[str, str]:
    return {
        name: value
        for of, each in found.items()
        for name, value in ({of: each} if isinstance(each, str) else {f"{of}: {key}": one for key, one in each.items()}).items()
    }


def say_changed(part: str, names: Sequence[str]) -> str:
    """Return what changed, and what to do about it."""
    shown = ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
    return f"Changed in {part!r}: {shown}. {RENEW}"


def keep(parts: Collection[str]) -> None:
    """Compute some parts again, and write all: a line for each table or picture, so that differences can be read."""
    now = {**(kept() if KEPT.exists() else {}), "pillow": PIL.__version__, **{part: PARTS[part]() for part in parts}}
    lines = (
        f" {json.dumps(part)}: " + (json.dumps(found) if isinstance(found, str) else "{\n" + ",\n".join(_lines_of(found)) + "\n }")
        for part, found in now.items()
    )
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _lines_of(found: Fingerprints) -> Iterator[str]:
    yield from (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in found.items())


if __name__ == "__main__":
    if unknown := set(sys.argv[1:]) - PARTS.keys():
        sys.exit(f"There is no part {min(unknown)!r}; choose from {', '.join(PARTS)}.")
    keep(sys.argv[1:] or [*PARTS])
