"""Results of a match of any game: its measures, or else every number of the results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.arena.views.end import End
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, results_of
from woozle.core.game import Game
from woozle.core.line import Tone
from woozle.core.names import join_names

_TONES: Mapping[str, Tone] = {"won": "good", "void": "quiet", "forfeited": "bad"}


def results(kind: type[Game[Any]], end: End) -> Results:
    """Return the results: what each seat was, and whether it won."""
    kinds = {seat: result.kind for seat, result in end.outcome.results.items()}
    winners = [seat for seat, result in kinds.items() if result == "won"]
    is_drawn = end.kind != "lost" and "drawn" in kinds.values()
    won = f"{join_names(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else ""
    ended = won or ("It is a draw." if is_drawn else "Nobody wins.")
    roles = kind.roles(end.record)
    labels = [
        *([Label("was", {seat: role.replace("_", " ") for seat, role in roles.items()})] if roles else []),
        Label("result", kinds, {seat: _TONES[result] for seat, result in kinds.items() if result in _TONES}),
    ]
    return results_of(
        end,
        kind.name,
        "" if end.kind == "won" else ended,
        labels,
    )
