"""How a match of the ship ended, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from woozle.arena.views.company import sitter
from woozle.arena.views.failures import failures
from woozle.arena.views.views import Column, Results, Sheet, SheetRow
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.ship import events as ship
from woozle.core.naming import letters
from woozle.core.outcome import Outcome
from woozle.core.request import Seat

COLUMNS = (
    Column("seat", is_cut=True),
    *map(Column, ("was", "fate", "tasks", "kills", "votes hit")),
    Column("player", is_cut=True),
)


def results(record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """The end, as `me` sees it. players: how each describes itself; several people have a nickname each."""
    tick, meetings = 0, 0
    fates: dict[Seat, str] = {}
    ended: ship.Ended | None = None
    config = None
    for event, _ in record:
        match event:
            case ship.Briefing(config=told):
                config = told
            case ship.Tick(number):
                tick = number
            case ship.Killed(_, victim, _):
                fates[victim] = f"killed, tick {tick}"
            case ship.MeetingCalled():
                meetings += 1
            case ship.Ballot(ejected=str(seat)):
                fates[seat] = f"ejected, tick {tick}"
            case ship.Ended():
                ended = event
    winner = ended.winner if ended else None
    seats = tuple(outcome.results)
    rows = []
    for number, (seat, letter) in enumerate(zip(seats, letters(seats), strict=True), 1):
        result = outcome.results[seat]
        numbers = {name: int(value) for name, value in result.numbers.items()}
        is_duck = role(numbers) == "duck"
        tasks = numbers.get("tasks", 0)
        rows.append(
            SheetRow(
                (
                    seat,
                    "DUCK" if is_duck else "goose",
                    fates.get(seat, "survived") if result.kind in ("won", "lost") else result.kind,
                    f"{tasks} fake" if is_duck else f"{tasks} of {config.tasks_each if config else '?'}",
                    str(numbers.get("kills", 0)) if is_duck else "–",
                    _votes(numbers),
                    "you" if seat == me else sitter(players.get(seat, {}), "ship"),
                ),
                who=number,
                letter=letter,
                tones={1: "bad"} if is_duck else {},
            )
        )
    mine = outcome.results[me].kind if me and me in outcome.results else None
    won = {"won": True, "lost": False}.get(mine or "")
    team = {"goose": "The geese win.", "duck": "The ducks win."}.get(winner or "", "The match is over.")
    headline = {True: f"You win. {team}", False: f"You lose. {team}", None: team}[won]
    facts = (
        count(tick, "tick"),
        count(meetings, "meeting"),
        count(sum(fate.startswith("killed") for fate in fates.values()), "kill"),
    )
    failed = tuple(failures(event for event, _ in record))
    return Results(headline, outcome.reason, won, Sheet(COLUMNS, tuple(rows)), facts, failed)


def role(numbers: Mapping[str, float]) -> str:
    """What a seat was, in a word, from the numbers of its Result."""
    return "duck" if numbers.get("duck") else "goose"


def _votes(numbers: Mapping[str, int]) -> str:
    votes, hits = numbers.get("votes", 0), numbers.get("votes_on_ducks", 0)
    return f"{hits} of {votes}" if votes else "–"
