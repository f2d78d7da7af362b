"""Results of a match of the ship, from its full record: nothing is secret any more."""

from __future__ import annotations

from woozle.arena.views.company import roles_of
from woozle.arena.views.end import End
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, fates, results_of
from woozle.arena.views.words import count
from woozle.core.state import EVERYTHING, fold_events
from woozle.games.ship.state import State
from woozle.games.ship.views.table import fate_words


def results(end: End) -> Results:
    """Return the results: what each seat was, and how it ended."""
    known = fold_events(State(EVERYTHING), end.events)
    roles = roles_of("ship", end.outcome.results)
    was = Label(
        "was",
        {seat: "DUCK" if was == "duck" else was for seat, was in roles.items()},
        {seat: "bad" for seat, was in roles.items() if was == "duck"},
    )
    winner = known.ended.winner if known.ended else ""
    team = {"goose": "The geese win.", "duck": "The ducks win."}.get(winner, "The match is over.")
    fate = fates(end, lambda seat: fate_words(known.fates[seat]) if seat in known.fates else "survived")
    return results_of(
        end,
        "ship",
        team,
        [was, Label("fate", fate)],
        (count(known.tick, "tick"), count(len(known.meetings), "meeting"), count(len(known.kills), "kill")),
        player_leaves=1,
    )
