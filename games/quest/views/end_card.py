"""The end of a match of the quest: who won and by what, and what the viewer wrote best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woozle.arena.views.end_card import EndCard, card_of, person
from woozle.arena.views.registry import End
from woozle.arena.views.words import capitalise
from woozle.core.event import first
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.games.quest import events as quest
from woozle.games.quest.judgement.scores import WEIGHTS, q_score
from woozle.games.quest.views.figures import presets
from woozle.games.quest.views.pages import out_of_100

_LEAD = 0.01  # of H; less is no better text
_DIGITS = 2  # of points, at most


def end_card(end: End) -> EndCard:
    """Return the card over the table."""
    briefing = first(end.events, quest.Briefing)
    tallies = [event for event in end.events if isinstance(event, quest.Tally)]
    best = next(_best_moments(end.events, end.me, briefing), "") if end.me and briefing else ""
    return card_of(end, _why(end, tallies, briefing) or end.outcome.reason, best)


def _why(end: End, tallies: Sequence[quest.Tally], briefing: quest.Briefing | None) -> str:
    """Return who won with how many points, ahead of whom, and whether better texts or lower costs did it."""
    best = [seat for seat, result in end.outcome.results.items() if result.kind in ("won", "drawn")]
    if not tallies or not best:
        return ""
    weights = WEIGHTS[presets(briefing)[0]]
    ranked = sorted(tallies, key=lambda each: (each.seat in best, q_score(each.mean_h, each.penalty, weights)), reverse=True)
    points = {each.seat: 100 * q_score(each.mean_h, each.penalty, weights) for each in ranked}
    digits = next((n for n in range(_DIGITS) if len({round(each, n) for each in points.values()}) == len(points)), _DIGITS)
    scores = {seat: f"{each:.{digits}f}" for seat, each in points.items()}
    winner, *others = ranked
    if len(best) > 1:
        return f"{join_names(best)} share the first place, each with {scores[winner.seat]} points."
    who = person(winner.seat, end.me)
    won = f"{capitalise(who)} {'win' if winner.seat == end.me else 'wins'} with {scores[winner.seat]} points"
    if not others:
        return f"{won}."
    second = others[0]
    behind = f", ahead of {person(second.seat, end.me)} with {scores[second.seat]}"
    by_texts, by_costs = winner.mean_h - second.mean_h, weights.beta * (second.penalty - winner.penalty) / weights.alpha
    return f"{won}{behind}: {'better texts' if by_texts > by_costs else 'lower costs'}."


def _best_moments(events: Sequence[object], me: Seat | None, briefing: quest.Briefing) -> Iterator[str]:
    """Yield what the viewer did that counted, the best first: a text better than everybody else's, or a review that paid."""
    kept: dict[str, dict[Seat, float]] = {}
    raised: list[tuple[float, str, float, float]] = []
    for event in events:
        if isinstance(event, quest.Scored) and event.is_kept:
            before = kept.setdefault(event.item, {}).get(event.seat)
            if event.seat == me and before is not None and event.h > before:
                raised.append((event.h - before, event.item, before, event.h))
            kept[event.item][event.seat] = event.h
    if lead := max(_leads(kept, me), default=None):
        by, item, mine, next_best = lead
        if by >= _LEAD:
            yield f"Nobody wrote better on {item}: yours had {out_of_100(mine)}, the next {out_of_100(next_best)}."
    if raised:
        _, item, before, after = max(raised)
        yield f"Revising {item} paid off: from {out_of_100(before)} to {out_of_100(after)}."


def _leads(kept: Mapping[str, Mapping[Seat, float]], me: Seat | None) -> Iterator[tuple[float, str, float, float]]:
    for item, scores in kept.items():
        others = [h for seat, h in scores.items() if seat != me]
        if me and me in scores and others:
            yield scores[me] - max(others), item, scores[me], max(others)
