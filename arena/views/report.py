"""What a game adds to its reports beside its measures: sections with a form of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from woozle.arena.views.plots import Plot
from woozle.core.measures import Group, Match

Groups: TypeAlias = Sequence[Group[Any]]


def _no_lines(_: object) -> Iterable[str]:
    return ()


def _no_plots(_: object) -> Iterable[Plot]:
    return ()


def _no_json(_: object) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class ReportView:
    """The sections of one game.

    Args:
        match_lines: of a match, above its figures.
        group_lines: above the figures of matches put together. more_lines: below them.
        group_json: beside the figures of matches put together.
        lines, json: of all groups.
        plots: what can be drawn of all matches.
        faults: sentences about matches that are not what their options say; after them the exit status is 1.
    """

    match_lines: Callable[[Match[Any]], Iterable[str]] = _no_lines
    group_lines: Callable[[Group[Any]], Iterable[str]] = _no_lines
    more_lines: Callable[[Group[Any]], Iterable[str]] = _no_lines
    group_json: Callable[[Group[Any]], Mapping[str, Any]] = _no_json
    lines: Callable[[Groups], Iterable[str]] = _no_lines
    json: Callable[[Groups], Mapping[str, Any]] = _no_json
    plots: Callable[[Groups], Iterable[Plot]] = _no_plots
    faults: Callable[[Groups], Iterable[str]] = _no_lines
