"""How a match of the quest ended, as the paper's tables have it, by both weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.company import official, sitter
from woozle.arena.views.failures import failures
from woozle.arena.views.quest.figures import presets, quality
from woozle.arena.views.quest.pages import noun
from woozle.arena.views.views import Column, Results, Sheet, SheetRow
from woozle.arena.views.words import clock, count
from woozle.core.event import first
from woozle.core.game import Told
from woozle.core.games.quest import events as quest
from woozle.core.games.quest.scoring import WEIGHTS, q_score, winners
from woozle.core.naming import letters, listed
from woozle.core.outcome import Outcome
from woozle.core.request import Seat

_NUMBERS = ("first", "H", "calls", "in", "out", "rev", "time")
_BEHIND = {"faith": 4, "facts": 3}  # what H is made of, and which leaves first for want of room
_NOTE = "first: before reviews; in, out: tokens; Q: H less % of cost; * wins."
_NOTE_OF_BEHIND = " H: faith x facts."


def results(record: Iterable[Told], outcome: Outcome, players: Mapping[Seat, Mapping[str, Any]], me: Seat | None) -> Results:
    """The end, as `me` sees it. players: how each describes itself, judges too; several people have a nickname each."""
    events = [event for event, _ in record]
    briefing = first(events, quest.Briefing)
    tallies = [event for event in events if isinstance(event, quest.Tally)]
    left_out = [event for event in events if isinstance(event, quest.LeftOut)]
    behind = {event.seat: event for event in events if isinstance(event, quest.Breakdown)}
    mine = outcome.results[me].kind if me and me in outcome.results else ""
    winner = listed(seat for seat, result in outcome.results.items() if result.kind == "won")
    is_drawn = any(result.kind == "drawn" for result in outcome.results.values())
    ended = f"{winner} wins." if winner else "It is a draw." if is_drawn else "Nobody wins."
    words = {"won": "You win.", "lost": f"You lose. {ended}"}
    return Results(
        words.get(mine, ended),
        outcome.reason,
        {"won": True, "lost": False}.get(mine),
        _ranks(tallies, behind, briefing, players, me, is_void=any(result.kind == "void" for result in outcome.results.values())),
        tuple(_facts(briefing, left_out, players, behind.values())),
        tuple(failures(events)),
    )


def _ranks(
    tallies: Sequence[quest.Tally],
    behind: Mapping[Seat, quest.Breakdown],
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
    is_made = any(each.covered is not None for each in behind.values())
    columns = (
        Column("seat", is_cut=True),
        *(Column(title, is_number=True) for title in _NUMBERS[:2]),
        *(Column(title, is_number=True, leaves=leaves) for title, leaves in _BEHIND.items() if is_made),
        *(Column(title, is_number=True) for title in _NUMBERS[2:]),
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
            *(_made(behind.get(tally.seat)) if is_made else ()),
            *(f"{number:,}" for number in (tally.calls, tally.tokens_in, tally.tokens_out, tally.reviews)),
            clock(tally.seconds),
            f"{tally.penalty:.3f}",
            *(f"{by[name][at]:.4f}{'*' if at in best[name] else ' '}" for name in names),
            "you" if tally.seat == me else sitter(players.get(tally.seat, {}), "quest"),
        )
        won = {len(columns) - 1 - len(names) + place: "good" for place, name in enumerate(names) if at in best[name]}
        rows.append(SheetRow(cells, at + 1, initials[at], won))  # type: ignore[arg-type]
    return Sheet(columns, tuple(rows), f"{_NOTE}{_NOTE_OF_BEHIND if is_made else ''}")


def _facts(
    briefing: quest.Briefing | None,
    left_out: Sequence[quest.LeftOut],
    players: Mapping[Seat, Mapping[str, Any]],
    behind: Iterable[quest.Breakdown],
) -> Iterator[str]:
    if briefing:
        yield count(briefing.items, noun(briefing))
    if left_out:
        yield f"{len(left_out)} left out"
    yield from (f"{each.seat} {made}" for each in behind if (made := _refusals(each)))
    if briefing and briefing.clock == "recorded" and any(who.get("kind") == "bot" for who in players.values()):
        yield "bots' time is reckoned"
    yield from (f"judged by {judge(who)}" for who in players.values() if who.get("kind") == "judge")


def _made(event: quest.Breakdown | None) -> tuple[str, str]:
    shares = (event.faithful, event.covered) if event else (None, None)
    return tuple("–" if share is None else f"{share:.3f}" for share in shares)  # type: ignore[return-value]


def _refusals(event: quest.Breakdown) -> str:
    return f"answered {event.answered} of {event.given}" if event.answered < event.given else ""


def judge(described: Mapping[str, Any]) -> str:
    """Who judged, in a few words; a model by its name. The built-in one is not to be taken for the judge of the paper, a model."""
    name = official(described)
    return f"shared words ({name})" if name == "lexical" else name
