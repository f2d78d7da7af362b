"""Results of a match of the quest, as in the paper's tables, by both weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.company import service_name
from woozle.arena.views.panels import Results
from woozle.arena.views.quest.figures import presets, quality
from woozle.arena.views.quest.pages import noun
from woozle.arena.views.registry import End
from woozle.arena.views.results import Label, headed_measures, results_of
from woozle.arena.views.words import count
from woozle.core.event import first
from woozle.core.games.quest import events as quest
from woozle.core.games.quest.measures import REPORT
from woozle.core.games.quest.scores import WEIGHTS, q_score, winners
from woozle.core.names import join_names
from woozle.core.request import Seat

_NOTE = "first: before reviews; in, out: tokens; Q: H less % of cost; * wins."
_NOTE_OF_BEHIND = " H: faith x facts."


def results(end: End) -> Results:
    """Return the results, by both weights."""
    outcome, events = end.outcome, end.events
    briefing = first(events, quest.Briefing)
    tallies = [event for event in events if isinstance(event, quest.Tally)]
    left_out = [event for event in events if isinstance(event, quest.LeftOut)]
    behind = {event.seat: event for event in events if isinstance(event, quest.Breakdown)}
    winner = join_names(seat for seat, result in outcome.results.items() if result.kind == "won")
    is_drawn = any(result.kind == "drawn" for result in outcome.results.values())
    ended = f"{winner} wins." if winner else "It is a draw." if is_drawn else "Nobody wins."
    is_made = any(each.covered is not None for each in behind.values())
    is_void = any(result.kind == "void" for result in outcome.results.values())
    return results_of(
        end,
        "quest",
        {"won": "You win.", "lost": f"You lose. {ended}", "": ended},
        list(_scores(tallies, briefing, is_void=is_void)),
        _facts(briefing, left_out, end.players, behind.values()),
        headed_measures(REPORT, end, {}) if tallies else {},
        f"{_NOTE}{_NOTE_OF_BEHIND if is_made else ''}",
        player_leaves=1,
    )


def _scores(tallies: Sequence[quest.Tally], briefing: quest.Briefing | None, *, is_void: bool) -> Iterator[Label]:
    """Return Q by each preset of weights that matters, with a star for the best."""
    faith = [tally.mean_h for tally in tallies]
    tokens = [tally.tokens_in + tally.tokens_out for tally in tallies]
    for name in presets(briefing):
        scores = [q_score(tally.mean_h, tally.penalty, WEIGHTS[name]) for tally in tallies]
        best = winners(scores, faith, tokens) if tallies and not is_void else []
        won = {tallies[at].seat for at in best}
        cells = {
            tally.seat: f"{score:.4f}{'*' if tally.seat in won else ' '}" for tally, score in zip(tallies, scores, strict=True)
        }
        yield Label(f"{quality(name)} ", cells, dict.fromkeys(won, "good"), is_number=True)


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


def _refusals(event: quest.Breakdown) -> str:
    return f"answered {event.answered} of {event.given}" if event.answered < event.given else ""


def judge(described: Mapping[str, Any]) -> str:
    """Return the judge in a few words; a model by its name. The built-in one must not pass for the judge of the paper, a model."""
    name = service_name(described)
    return f"shared words ({name})" if name == "lexical" else name
