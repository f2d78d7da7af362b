"""Sections of a report on Undercover: its questions, and the figures of their benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.report import ReportView
from woozle.arena.views.undercover.benchmark_scores import score_lines, scores_json
from woozle.arena.views.words import count
from woozle.core.games.undercover.benchmarks import scores
from woozle.core.games.undercover.measures import UndercoverFacts
from woozle.core.games.undercover.verdict import sentences
from woozle.core.measures import Group, Match
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.text import visible_line


def _match_lines(match: Match[UndercoverFacts]) -> Iterator[str]:
    check, pair = match.facts.check, match.facts.pair
    yield pair.question.text if pair else "The pictures could not be made, so there is nothing to report."
    yield from sentences(check) if check else ()
    if match.facts.undercover is not None:
        yield from _detection_lines(match.facts, match.facts.undercover)


def _detection_lines(facts: UndercoverFacts, undercover: Seat) -> Iterator[str]:
    """Return whether the undercover was found, and how each vote went."""
    found = f"found in vote {facts.found_at}" if facts.found_at else "not found"
    others = [f"{seat} in vote {at}" for at, seat in facts.outs.items() if seat != undercover]
    yield f"undercover: {undercover}, {found}{f'; voted out before: {join_names(others)}' if others else ''}"
    for voting in facts.votings:
        yield f"vote {voting.round}: {voting.right} of {count(voting.cast, 'vote')} right, {voting.ballots} could vote"


def _lines(group: Group[UndercoverFacts]) -> Iterator[str]:
    """Return what the matches are about, and what of it is left out."""
    if benchmark := group.matches[0].facts.benchmark:
        yield f"  questions of {visible_line(benchmark)}"
    for why in _left_out(group):
        yield f"  left out of its lists: {'; '.join(f'{number} with {visible_line(what)}' for what, number in why.items())}"
    if identical := _identical(group):
        yield f"  {count(identical, 'match', 'matches')} with identical pictures, left out of what is said of the undercover"


def _json(group: Group[UndercoverFacts]) -> Mapping[str, Any]:
    first = group.matches[0].facts
    return {
        "mode": first.mode,
        "benchmark": first.benchmark,
        "left_out": [dict(each) for each in _left_out(group)],
        "identical": _identical(group),
        "benchmarks": scores_json(scores([match.facts for match in group.valid])),
    }


def _identical(group: Group[UndercoverFacts]) -> int:
    return sum(match.facts.is_identical for match in group.valid)


def _left_out(group: Group[UndercoverFacts]) -> Sequence[Mapping[str, int]]:
    """Return how many questions of the benchmark's lists were not in the pools, by reason: once for each different count."""
    found: list[Mapping[str, int]] = []
    for match in group.matches:
        if match.facts.left_out and match.facts.left_out not in found:
            found.append(match.facts.left_out)
    return found


VIEW = ReportView(
    match_lines=_match_lines,
    group_lines=_lines,
    more_lines=lambda group: score_lines(scores([match.facts for match in group.valid])),
    group_json=_json,
)
