"""Results of a match of the ship, from its full record: nothing is secret any more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from woozle.arena.views.failures import failures
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, headed_measures, ranks
from woozle.arena.views.words import count
from woozle.core.game import RecordEntry
from woozle.core.games.ship import events as ship
from woozle.core.games.ship.measures import REPORT
from woozle.core.outcome import Outcome
from woozle.core.request import Seat


def results(record: Iterable[RecordEntry], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """Return the end, as `me` sees it. players: how each describes itself; several humans have a nickname each."""
    entries = list(record)
    tick, meetings = 0, 0
    fates: dict[Seat, str] = {}
    winner: str | None = None
    for event, _ in entries:
        match event:
            case ship.Tick(number):
                tick = number
            case ship.Killed(_, victim, _):
                fates[victim] = f"killed, tick {tick}"
            case ship.MeetingCalled():
                meetings += 1
            case ship.Ballot(ejected=str(seat)):
                fates[seat] = f"ejected, tick {tick}"
            case ship.Ended():
                winner = event.winner
    roles = {seat: role(result.numbers) for seat, result in outcome.results.items()}
    was = Label(
        "was",
        {seat: "DUCK" if was == "duck" else was for seat, was in roles.items()},
        {seat: "bad" for seat, was in roles.items() if was == "duck"},
    )
    fate = {
        seat: fates.get(seat, "survived") if result.kind in ("won", "lost") else result.kind
        for seat, result in outcome.results.items()
    }
    mine = outcome.results[me].kind if me and me in outcome.results else None
    won = {"won": True, "lost": False}.get(mine or "")
    team = {"goose": "The geese win.", "duck": "The ducks win."}.get(winner or "", "The match is over.")
    return Results(
        {True: f"You win. {team}", False: f"You lose. {team}", None: team}[won],
        outcome.reason,
        won,
        ranks("ship", outcome, players, me, [was, Label("fate", fate)], headed_measures(REPORT, entries, outcome, roles)),
        (
            count(tick, "tick"),
            count(meetings, "meeting"),
            count(sum(fate.startswith("killed") for fate in fates.values()), "kill"),
        ),
        tuple(failures(event for event, _ in entries)),
    )


def role(numbers: Mapping[str, float]) -> str:
    """Return what a seat was, in a word, from the numbers of its Result."""
    return "duck" if numbers.get("duck") else "goose"
