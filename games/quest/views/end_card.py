"""The end of a match of the quest: who won and by what, and what the viewer wrote best; and the results, in points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, card_of
from woozle.arena.views.outcomes import outcome_sentence, points_of
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, results_of
from woozle.arena.views.words import capitalise
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.words import name_seats, quantity, whom
from woozle.games.quest.judgement.scores import WEIGHTS
from woozle.games.quest.state import State
from woozle.games.quest.views.figures import presets
from woozle.games.quest.views.own_part import describe_lead, describe_viewer, ideas
from woozle.games.quest.words import noun, out_of_100

_LEAD = 0.01  # of H; less is no better text


def end_card(end: End) -> EndCard:
    """Return the card over the table."""
    known = fold_events(State(EVERYTHING), end.events)
    return card_of(
        end,
        _why(end, known),
        _best_moments(known, end.me or ""),
        you=describe_viewer(known, end.me, points_of("quest", end.outcome.results)),
        turned=describe_lead(known, end.events, end.me),
        ideas=ideas(known, end.me or ""),
    )


def _why(end: End, known: State) -> str:
    """Return who won with how many points, ahead of whom, and whether better texts or lower costs did it."""
    best = [seat for seat, result in end.outcome.results.items() if result.kind in ("won", "drawn")]
    if not known.tallies or not best:
        return ""
    points = points_of("quest", end.outcome.results)
    ranked = sorted(known.tallies.values(), key=lambda each: (each.seat in best, each.q), reverse=True)
    winner, *others = ranked
    if len(best) > 1:
        who = capitalise(name_seats(best, end.me))
        return f"{who} share the first place, each with {points[best[0]]} points."
    who, whose = whom(winner.seat, end.me), "your" if winner.seat == end.me else f"{winner.seat}'s"
    won = f"{capitalise(who)} {'win' if winner.seat == end.me else 'wins'} with {points[winner.seat]} points"
    if not others:
        return f"{won}."
    second = others[0]
    weights = WEIGHTS[presets(known.briefing)[0]]
    by_texts, by_costs = winner.mean_h - second.mean_h, weights.beta * (second.penalty - winner.penalty) / weights.alpha
    why = "texts were better" if by_texts > by_costs else "costs were lower"
    return f"{won}, {points[second.seat]} for {whom(second.seat, end.me)}: {whose} {why}."


def _best_moments(known: State, me: Seat) -> Iterator[str]:
    """Yield what the viewer did that counted, the best first: a text better than everybody else's, or a review that paid."""
    mine = {item: each.h for item, each in known.of(me).scored.items()}
    others = [each.scored for seat, each in known.progress.items() if seat != me]
    rivals = {item: max(scored[item].h for scored in others if item in scored) for item in set().union(*others) & mine.keys()}
    if rivals:
        by, item = max((mine[item] - h, item) for item, h in rivals.items())
        if by >= _LEAD:
            yield f"No one wrote better on {item}: yours had {out_of_100(mine[item])}, the next {out_of_100(rivals[item])}."
    if raised := [each for each in known.of(me).scorings if each.gain > 0]:
        best = max(raised, key=lambda each: (each.gain, each.item))
        yield f"Revising {best.item} paid off: from {out_of_100(best.before or 0.0)} to {out_of_100(best.after)}."


_NOTE = "source: share from the passages; facts: share of their main facts told."


def results(end: End) -> Results:
    """Return the results."""
    results, known = end.outcome.results, fold_events(State(EVERYTHING), end.events)
    is_made = any(each.covered is not None for each in known.breakdowns.values())
    is_void = any(result.kind == "void" for result in results.values())
    best = [seat for seat, result in results.items() if result.kind in ("won", "drawn")]
    return results_of(
        end,
        "quest",
        outcome_sentence("quest", "Nobody wins.", results),
        [] if is_void else [Label("points", points_of("quest", results), dict.fromkeys(best, "good"), is_number=True)],
        _facts(known, end.players),
        _NOTE if is_made else "",
        reason="" if known.tallies and not is_void else None,
        player_leaves=1,
    )


def _facts(known: State, players: Mapping[Seat, Mapping[str, Any]]) -> Iterator[str]:
    briefing, described = known.briefing, players.values()
    if briefing:
        yield quantity(briefing.items, noun(briefing))
    if known.left_out:
        yield f"{len(known.left_out)} left out"
    unanswered = (each for each in known.breakdowns.values() if each.answered < each.given)
    yield from (f"{each.seat} answered {each.answered} of {each.given}" for each in unanswered)
    if briefing and briefing.clock == "recorded" and any(who.get("kind") == "bot" for who in described):
        yield "bots' time is virtual"
    yield from (f"judged by {judge(who)}" for who in described if who.get("kind") == "judge")


_RULES = {"claims": "shared claims", "lexical": "shared words"}


def judge(described: Mapping[str, Any]) -> str:
    """Return the judge in a few words; a model by its name. Built-in rules must not pass for the judge of the paper, a model."""
    name = service_name(described)
    return f"{_RULES[name]} ({name})" if name in _RULES else name
