"""How a match of any game ended: every number of the results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.views.any_game.figures import UNKNOWN, figure
from woozle.arena.views.company import sitter
from woozle.arena.views.failures import failures
from woozle.arena.views.line import Tone
from woozle.arena.views.views import Column, Results, Sheet, SheetRow
from woozle.core.game import Game, Told
from woozle.core.naming import letters, listed
from woozle.core.outcome import Outcome
from woozle.core.request import Seat

_TONES: Mapping[str, Tone] = {"won": "good", "void": "quiet", "forfeited": "bad"}


def results(
    kind: type[Game[Any]],
    record: Sequence[Told],
    outcome: Outcome,
    players: Mapping[Seat, Mapping[str, Any]],
    me: Seat | None,
) -> Results:
    """The end, as `me` sees it. players: how each describes itself; several people have a nickname each."""
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    winners = [seat for seat, result in outcome.results.items() if result.kind == "won"]
    is_drawn = mine != "lost" and any(result.kind == "drawn" for result in outcome.results.values())
    won = f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}." if winners else ""
    ended = won or ("It is a draw." if is_drawn else "Nobody wins.")
    words = {"won": "You win.", "lost": f"You lose. {ended}", "forfeited": f"You gave up. {ended}"}
    return Results(
        words.get(mine, ended),
        outcome.reason,
        {"won": True, "lost": False, "forfeited": False}.get(mine),
        _ranks(kind, kind.roles(record), outcome, players, me),
        (),
        tuple(failures(event for event, _ in record)),
    )


def _ranks(
    kind: type[Game[Any]],
    roles: Mapping[Seat, str],
    outcome: Outcome,
    players: Mapping[Seat, Mapping[str, Any]],
    me: Seat | None,
) -> Sheet:
    told = dict.fromkeys(name for result in outcome.results.values() for name in result.numbers)
    numbers = [name for name in told if name not in kind.role_names]
    was = [Column("was")] if roles else []
    columns = (
        Column("seat", is_cut=True),
        *was,
        Column("result"),
        *(Column(name.replace("_", " "), is_number=True, leaves=at) for at, name in enumerate(numbers)),
        Column("player", is_cut=True),
    )
    rows = []
    for number, (letter, (seat, result)) in enumerate(zip(letters(outcome.results), outcome.results.items(), strict=True), 1):
        shown = [figure(result.numbers[name], ()) if name in result.numbers else UNKNOWN for name in numbers]
        role = [roles.get(seat, UNKNOWN).replace("_", " ")] if roles else []
        who = "you" if seat == me else sitter(players.get(seat, {}), kind.name)
        tones = {len(role) + 1: _TONES[result.kind]} if result.kind in _TONES else {}
        rows.append(SheetRow((seat, *role, result.kind, *shown, who), number, letter, tones))
    return Sheet(columns, tuple(rows))
