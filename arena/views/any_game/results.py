"""Results of a match of any game: its measures, or else every number of the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.views.failures import failures
from woozle.arena.views.line import Tone
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, headed_measures, ranks
from woozle.core.game import Game, RecordEntry
from woozle.core.measures import report_of
from woozle.core.names import join_names
from woozle.core.outcome import Outcome
from woozle.core.request import Seat

_TONES: Mapping[str, Tone] = {"won": "good", "void": "quiet", "forfeited": "bad"}


def results(
    kind: type[Game[Any]],
    record: Sequence[RecordEntry],
    outcome: Outcome,
    players: Mapping[Seat, Mapping[str, Any]],
    me: Seat | None,
) -> Results:
    """Return the end, as `me` sees it. players: how each describes itself; several humans have a nickname each."""
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    winners = [seat for seat, result in outcome.results.items() if result.kind == "won"]
    is_drawn = mine != "lost" and any(result.kind == "drawn" for result in outcome.results.values())
    won = f"{join_names(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else ""
    ended = won or ("It is a draw." if is_drawn else "Nobody wins.")
    words = {"won": "You win.", "lost": f"You lose. {ended}", "forfeited": f"You gave up. {ended}"}
    roles = kind.roles(record)
    kinds = {seat: result.kind for seat, result in outcome.results.items()}
    labels = [
        *([Label("was", {seat: role.replace("_", " ") for seat, role in roles.items()})] if roles else []),
        Label("result", kinds, {seat: _TONES[result] for seat, result in kinds.items() if result in _TONES}),
    ]
    return Results(
        words.get(mine, ended),
        outcome.reason,
        {"won": True, "lost": False, "forfeited": False}.get(mine),
        ranks(kind.name, outcome, players, me, labels, headed_measures(report_of(kind), record, outcome, roles)),
        (),
        tuple(failures(event for event, _ in record)),
    )
