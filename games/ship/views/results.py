"""Results of a match of the ship, from its full record: nothing is secret any more."""

from __future__ import annotations

from woozle.arena.views.company import roles_of
from woozle.arena.views.panels import Results
from woozle.arena.views.registry import End
from woozle.arena.views.results import Label, headed_measures, results_of
from woozle.arena.views.words import count
from woozle.core.request import Seat
from woozle.games.ship import events as ship
from woozle.games.ship.measures import REPORT


def results(end: End) -> Results:
    """Return the results: what each seat was, and how it ended."""
    tick, meetings = 0, 0
    fates: dict[Seat, str] = {}
    winner: str | None = None
    for event in end.events:
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
    roles = roles_of("ship", end.outcome.results)
    was = Label(
        "was",
        {seat: "DUCK" if was == "duck" else was for seat, was in roles.items()},
        {seat: "bad" for seat, was in roles.items() if was == "duck"},
    )
    fate = {
        seat: fates.get(seat, "survived") if result.kind in ("won", "lost") else result.kind
        for seat, result in end.outcome.results.items()
    }
    team = {"goose": "The geese win.", "duck": "The ducks win."}.get(winner or "", "The match is over.")
    kills = sum(fate.startswith("killed") for fate in fates.values())
    return results_of(
        end,
        "ship",
        {"won": f"You win. {team}", "lost": f"You lose. {team}", "": team},
        [was, Label("fate", fate)],
        (count(tick, "tick"), count(meetings, "meeting"), count(kills, "kill")),
        headed_measures(REPORT, end),
        player_leaves=1,
    )
