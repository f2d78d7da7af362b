"""How a match of the quest ended, as the paper's tables have it, by both weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from woozle.core.event import first
from woozle.core.game import Told
from woozle.core.games.quest import events as quest
from woozle.core.games.quest.scoring import WEIGHTS, q_score, winners
from woozle.core.naming import letters, listed
from woozle.core.outcome import Outcome
from woozle.core.request import Seat
from woozle.tui.present.company import official, sitter
from woozle.tui.present.failures import failures
from woozle.tui.present.quest.figures import presets, quality
from woozle.tui.present.quest.pages import noun
from woozle.tui.present.views import Column, Results, Sheet, SheetRow
from woozle.tui.present.words import clock, count

_NUMBERS = ("first", "H", "calls", "in", "out", "rev", "time")
_NOTE = "first: before reviews; in, out: tokens; Q: H less % of cost; * wins."


def results(record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """The end, as `me` sees it. players: how each describes itself, judges too; several people have a nickname each."""
    events = [event for event, _ in record]
    briefing = first(events, quest.Briefing)
    tallies = [event for event in events if isinstance(event, quest.Tally)]
    left_out = [event for event in events if isinstance(event, quest.LeftOut)]
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    winner = listed(seat for seat, result in outcome.results.items() if result.kind == "won")
    is_drawn = any(result.kind == "drawn" for result in outcome.results.values())
    ended = f"{winner} wins." if winner else "It is a draw." if is_drawn else "Nobody wins."
    words = {"won": "You win.", "lost": f"You lose. {ended}"}
    return Results(
        words.get(mine, ended),
        outcome.reason,
        {"won": True, "lost": False}.get(mine),
        _ranks(tallies, briefing, players, me, is_void=any(result.kind == "void" for result in outcome.results.values())),
        tuple(_facts(briefing, left_out, players)),
        tuple(failures(events)),
    )


def _ranks(
    tallies: Sequence[quest.Tally],
    briefing: quest.Briefing | None,
    players: Mapping[Seat, Mapping[str, Any]],
    me: Seat | None,
    *,
    is_void: bool,
) -> Sheet:
    names = presets(briefing)
    faith = [tally.mean_h for tally in tallies]
    tokens = [tally.tokens_in + tally.tokens_out for tally in tallies]
    by = {name: [q_score(tally.mean_h, tally.penalty, WEIGHTS[name]) for tally in tallies] for name in names}
    best = {name: winners(by[name], faith, tokens) if tallies and not is_void else [] for name in names}
    columns = (
        Column("seat", is_cut=True),
        *(Column(title, is_number=True) for title in _NUMBERS),
        Column("P", is_number=True, leaves=2),
        *(Column(f"{quality(name)} ", is_number=True) for name in names),
        Column("player", is_cut=True, leaves=1),
    )
    rows = []
    initials = letters(tally.seat for tally in tallies)
    for at, tally in enumerate(tallies):
        cells = (
            tally.seat,
            f"{tally.first_h:.3f}",
            f"{tally.mean_h:.3f}",
            *(f"{number:,}" for number in (tally.calls, tally.tokens_in, tally.tokens_out, tally.reviews)),
            clock(tally.seconds),
            f"{tally.penalty:.3f}",
            *(f"{by[name][at]:.4f}{'*' if at in best[name] else ' '}" for name in names),
            "you" if tally.seat == me else sitter(players.get(tally.seat, {}), "quest"),
        )
        won = {len(columns) - 1 - len(names) + place: "good" for place, name in enumerate(names) if at in best[name]}
        rows.append(SheetRow(cells, at + 1, initials[at], won))  # type: ignore[arg-type]
    return Sheet(columns, tuple(rows), _NOTE)


def _facts(
    briefing: quest.Briefing | None, left_out: Sequence[quest.LeftOut], players: Mapping[Seat, Mapping[str, Any]]
) -> Iterator[str]:
    if briefing:
        yield count(briefing.items, noun(briefing))
    if left_out:
        yield f"{len(left_out)} left out"
    if briefing and briefing.clock == "recorded" and any(who.get("kind") == "bot" for who in players.values()):
        yield "bots' time is reckoned"
    yield from (f"judged by {judge(who)}" for who in players.values() if who.get("kind") == "judge")


def judge(described: Mapping[str, Any]) -> str:
    """Who judged, in a few words; a model by its name. The built-in one is not to be taken for the judge of the paper, a model."""
    name = official(described)
    return f"shared words ({name})" if name == "lexical" else name
