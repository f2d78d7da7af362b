"""A table taken apart into what a page shows of it: parts that change each at their own pace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from woozle.arena.views.graph import Graph
from woozle.arena.views.views import Chart, Page, PictureShown, SeatCard, Sheet, Table
from woozle.core.event import Event

Draw: TypeAlias = Callable[[Sequence[Event]], Sequence[str]]
"""Draws what some Events tell of, as addresses that hold the whole picture; none where it cannot be drawn any more."""

_NOTHING: Any = None


def nothing(sights: Sequence[Event]) -> Sequence[str]:
    """No picture."""
    return ()


def parts_of(table: Table, draw: Draw = nothing) -> Mapping[str, Any]:
    """What stands on a table, by the part of the page."""
    chart = table.chart
    return {
        "title": table.title,
        "role": [table.role, table.goal] if table.role or table.goal else _NOTHING,
        "status": [*table.status, *_prompt(table)],
        "map": _map(chart) if chart else _NOTHING,
        "chart": _chart(chart) if chart else _NOTHING,
        "seats": [_seat(card, table.gone) for card in table.seats],
        "tasks": [[task.title, task.room, task.done, task.needed] for task in table.tasks],
        "sheet": sheet_of(table.sheet) if table.sheet else _NOTHING,
        "page": _page(table.page) if table.page else _NOTHING,
        "graph": _graph(table.graph) if table.graph else _NOTHING,
        "picture": _picture(table.picture, draw) if table.picture else _NOTHING,
    }


def sheet_of(sheet: Sheet) -> dict[str, Any]:
    """Figures in columns."""
    return {
        "columns": [column.title for column in sheet.columns],
        "rows": [list(row.cells) for row in sheet.rows],
        "note": sheet.note,
    }


def _picture(shown: PictureShown, draw: Draw) -> list[list[str]]:
    """The captions, each with its picture; empty where there is none."""
    pictures = draw(shown.sights)
    whole = pictures if len(pictures) == len(shown.captions) else [""] * len(shown.captions)
    return [[caption, picture] for caption, picture in zip(shown.captions, whole, strict=True)]


def _prompt(table: Table) -> list[str]:
    return [table.prompt] if table.prompt and table.phase != "over" else []


def _map(chart: Chart) -> dict[str, Any]:
    """What never changes on it."""
    return {
        "rooms": [[room.title, room.x, room.y, room.has_button] for room in chart.rooms],
        "ways": [[*_ends(chart, way.ends), way.ticks] for way in chart.ways],
        "legend": [each[0] for each in chart.legend],
    }


def _chart(chart: Chart) -> dict[str, Any]:
    """Who and what is where: what differs from an empty room or corridor, by its place in the list."""
    rooms = [
        [at, room.is_here, list(room.people), list(room.bodies), room.task]
        for at, room in enumerate(chart.rooms)
        if room.is_here or room.people or room.bodies or room.task
    ]
    ways = [[at, way.is_mine, list(way.travellers)] for at, way in enumerate(chart.ways) if way.is_mine or way.travellers]
    return {"letters": chart.letters, "rooms": rooms, "ways": ways}


def _ends(chart: Chart, ends: tuple[str, str]) -> list[int]:
    names = [room.name for room in chart.rooms]
    return [names.index(end) if end in names else -1 for end in ends]


def _seat(card: SeatCard, gone: str) -> list[Any]:
    status = card.status or ("" if card.is_alive else gone.lower())
    return [card.number, card.letter, card.name, status, card.note, card.is_alive, card.is_speaking, card.is_you]


def _page(page: Page) -> dict[str, Any]:
    return {"title": page.title, "lines": [[line.text, line.tone, line.label] for line in page.lines], "note": page.note}


def _graph(graph: Graph) -> dict[str, Any]:
    """A debate as a table: who answered what in which round, right or wrong where that is known, and whom each listens to."""
    names = {node.number: node.name for node in graph.nodes}
    return {
        "title": graph.title,
        "rounds": graph.rounds,
        "nodes": [
            {
                "name": node.name,
                "said": [[said.text, said.is_right, said.turned] if said else None for said in node.said],
                "hears": [names.get(edge.speaker, "?") for edge in graph.heard(node)],
                "note": node.note,
            }
            for node in graph.nodes
        ],
    }
