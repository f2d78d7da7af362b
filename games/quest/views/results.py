"""Results of a match of the quest, in points; the figures of the paper's tables are in the report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.outcomes import outcome_sentence, points_of
from woozle.arena.views.panels import Results
from woozle.arena.views.registry import End
from woozle.arena.views.results import Label, headed_measures, results_of
from woozle.arena.views.words import count
from woozle.core.event import first
from woozle.core.outcome import Result
from woozle.core.request import Seat
from woozle.games.quest import events as quest
from woozle.games.quest.measures import REPORT
from woozle.games.quest.views.pages import noun

_NOTE = "source: share from the passages; facts: share of their main facts told."
_SHOWN = ("faithful", "covered", "reviews")
"""Measures that somebody reads who has just played; the report has all."""


def results(end: End) -> Results:
    """Return the results."""
    outcome, events = end.outcome, end.events
    briefing = first(events, quest.Briefing)
    tallies = [event for event in events if isinstance(event, quest.Tally)]
    left_out = [event for event in events if isinstance(event, quest.LeftOut)]
    behind = {event.seat: event for event in events if isinstance(event, quest.Breakdown)}
    ended = outcome_sentence("quest", "Nobody wins.", outcome.results)
    is_made = any(each.covered is not None for each in behind.values())
    is_void = any(result.kind == "void" for result in outcome.results.values())
    measures = headed_measures(REPORT, end) if tallies else {}
    shown = results_of(
        end,
        "quest",
        {"won": f"You win{ended.removeprefix(f'{end.me} wins')}", "lost": f"You lose. {ended}", "": ended},
        [] if is_void else list(_points(outcome.results)),
        _facts(briefing, left_out, end.players, behind.values()),
        {measure: values for measure, values in measures.items() if measure.name in _SHOWN},
        _NOTE if is_made else "",
        player_leaves=1,
    )
    return replace(shown, reason="") if tallies and not is_void else shown


def _points(results: Mapping[Seat, Result]) -> Iterator[Label]:
    points = points_of("quest", results)
    best = [seat for seat, result in results.items() if result.kind in ("won", "drawn")]
    yield Label("points", points, dict.fromkeys(best, "good"), is_number=True)


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
        yield "bots' time is virtual"
    yield from (f"judged by {judge(who)}" for who in players.values() if who.get("kind") == "judge")


def _refusals(event: quest.Breakdown) -> str:
    return f"answered {event.answered} of {event.given}" if event.answered < event.given else ""


def judge(described: Mapping[str, Any]) -> str:
    """Return the judge in a few words; a model by its name. The built-in one must not pass for the judge of the paper, a model."""
    name = service_name(described)
    return f"shared words ({name})" if name == "lexical" else name
