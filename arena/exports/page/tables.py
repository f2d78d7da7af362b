"""A table taken apart into what a page shows of it: parts that change each at their own pace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from woozle.arena.views.panels import Pictures, SeatCard, TableView
from woozle.core.event import Event

Draw: TypeAlias = Callable[[Sequence[Event]], Sequence[str]]
"""Draws what some Events tell of, as addresses that hold the whole picture; none where it cannot be drawn any more."""


def nothing(sights: Sequence[Event]) -> Sequence[str]:
    """No picture."""
    return ()


def parts_of(table: TableView, draw: Draw = nothing) -> Mapping[str, Any]:
    """Return what stands on a table, by the part of the page; what it does not show is left out."""
    parts: dict[str, Any] = {
        "title": table.title,
        "role": [table.role, table.goal] if table.role or table.goal else None,
        "status": [],
        "seats": [_seat(card, table.gone) for card in table.seats],
    }
    for panel in table.panels:
        parts |= {"picture": _pictures(panel, draw)} if isinstance(panel, Pictures) else panel.page_parts()
    if table.prompt and not table.is_over:
        parts["status"] = [*parts["status"], table.prompt]
    return parts


def _pictures(shown: Pictures, draw: Draw) -> list[list[str]]:
    """The captions, each with its picture; empty where there is none."""
    pictures = draw(shown.sights)
    whole = pictures if len(pictures) == len(shown.captions) else [""] * len(shown.captions)
    return [[caption, picture] for caption, picture in zip(shown.captions, whole, strict=True)]


def _seat(card: SeatCard, gone: str) -> list[Any]:
    status = card.status or ("" if card.is_alive else gone.lower())
    return [card.number, card.letter, card.name, status, card.note, card.is_alive, card.is_speaking, card.is_you]
