"""Sections of a report on the quest: its weights, and the items left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from woozle.arena.views.report import ReportView, table_lines
from woozle.core.measures import EVERYBODY, Figure, Group, Match
from woozle.games.quest.events import Briefing
from woozle.games.quest.judgement.scores import WEIGHTS
from woozle.games.quest.measures import QuestFacts, rules_json

_WHY = {"refused": "refused by a seat", "not_scored": "not scored"}


def _match_lines(match: Match[QuestFacts]) -> Iterator[str]:
    told, items = match.facts.briefing.items, match.facts.items
    yield f"{f'{items} of ' if items != told else ''}{told} items; {_weights(match.facts.briefing)}"


_PAPER = {
    "mean_h": ("H", ".4f"),
    "calls": ("calls", ",.0f"),
    "tokens": ("tokens", ",.0f"),
    "reviews": ("reviews", ",.1f"),
    "seconds": ("time", ",.1f"),
    "q": ("Q", ".4f"),
    "won": ("won", ".2f"),
}
"""The columns of the paper's tables, by figure."""


def _lines(group: Group[QuestFacts]) -> Iterator[str]:
    yield f"  {_weights(group.matches[0].facts.briefing)}"
    seats = {name: figures for name, figures in group.seats.items() if name != EVERYBODY}
    rows = [(name, [_mean(figures.get(each), form) for each, (_, form) in _PAPER.items()]) for name, figures in seats.items()]
    yield from table_lines([head for head, _ in _PAPER.values()], rows)
    if reasons := _left_out(group):
        yield "  left out for everybody: " + ", ".join(f"{number} {_WHY[why]}" for why, number in sorted(reasons.items()))


def _mean(figure: Figure | None, form: str) -> str:
    return "-" if figure is None or figure.value is None else format(figure.value, form)


def _weights(told: Briefing) -> str:
    tables = "" if told.preset == "tables" else f", of `tables` {WEIGHTS['tables'].beta:g}"
    return f"weights `{told.preset}`: beta {told.beta:g}{tables}"


def _json(group: Group[QuestFacts]) -> Mapping[str, Any]:
    return {**rules_json(group.matches[0].facts), "left_out": dict(_left_out(group))}


def _left_out(group: Group[QuestFacts]) -> Counter[str]:
    return Counter(why for match in group.matches for why in match.facts.state.left_out.values())


VIEW = ReportView(match_lines=_match_lines, group_lines=_lines, group_json=_json)
