"""Results of a match of the ship, from its full record: nothing is secret any more."""

from __future__ import annotations

from woozle.arena.views.company import roles_of
from woozle.arena.views.end import End
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, headed_measures, results_of
from woozle.arena.views.words import count
from woozle.core.state import EVERYTHING
from woozle.games.ship.measures import REPORT
from woozle.games.ship.state import State
from woozle.games.ship.views.table import fate_words


def results(end: End) -> Results:
    """Return the results: what each seat was, and how it ended."""
    known = State(EVERYTHING)
    for event in end.events:
        known.see(event)
    fates = {seat: fate_words(fate) for seat, fate in known.fates.items()}
    winner = known.ended.winner if known.ended else ""
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
    team = {"goose": "The geese win.", "duck": "The ducks win."}.get(winner, "The match is over.")
    return results_of(
        end,
        "ship",
        {"won": f"You win. {team}", "lost": f"You lose. {team}", "": team},
        [was, Label("fate", fate)],
        (count(known.tick, "tick"), count(len(known.meetings), "meeting"), count(len(known.kills), "kill")),
        headed_measures(REPORT, end),
        player_leaves=1,
    )
