"""Results of a match of the quest, in points; the figures of the paper's tables are in the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.end import End
from woozle.arena.views.outcomes import outcome_sentence, points_of
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, results_of
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events
from woozle.core.words import quantity
from woozle.games.quest.state import State
from woozle.games.quest.words import noun

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


def judge(described: Mapping[str, Any]) -> str:
    """Return the judge in a few words; a model by its name. The built-in one must not pass for the judge of the paper, a model."""
    name = service_name(described)
    return f"shared words ({name})" if name == "lexical" else name
