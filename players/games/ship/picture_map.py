"""The global map: all rooms and corridors, the tasks of the seat that looks, and where it is itself. Nobody else is on it."""

from __future__ import annotations

from functools import lru_cache

from woozle.core.attempt import Picture
from woozle.players.games.ship.picture_layout import FOOTER, HEADER, WIDTH, Spot, layout
from woozle.players.games.ship.picture_scene import Scene
from woozle.players.games.ship.prompt import in_words
from woozle.players.pictures.drawing import (
    BAD,
    DARK,
    EDGE,
    GOOD,
    INK,
    OPEN,
    PAPER,
    QUIET,
    ROOM,
    WALL,
    YOU,
    Point,
    Sheet,
    Tile,
    figure,
    fitting,
    text_width,
    wrapped,
)

_NAME = 13.0


def global_map(scene: Scene, letters: str) -> Picture:
    """The map as the seat knows it."""
    chart = layout(scene.ship)
    sheet = Sheet(WIDTH, chart.height, _empty_map(scene.ship))
    head(sheet, in_words(chart.ship.name), scene)
    for room, done in scene.work:
        _task(sheet, chart.spots[room], done, scene.needed)
    here = chart.spots[scene.room]
    number = scene.seats.index(scene.me)
    if scene.bound_for:
        _on_the_way(sheet, scene, here, chart.spots[scene.bound_for], figure(number, letters[number], 32))
    else:
        _here(sheet, here, number, letters[number], has_button=scene.room == chart.ship.button)
    return sheet.picture(is_grey=not scene.is_alive)


def head(sheet: Sheet, title: str, scene: Scene) -> None:
    """The row on top: what this is, whose eyes it is seen with, and when."""
    state = "" if scene.is_alive else " (dead)"
    when = f"tick {scene.tick}" if scene.tick else "boarding"
    meeting = ", meeting" if scene.in_meeting else ""
    words = fitting(f"you are {scene.me}{state} · {when}{meeting}", 13, sheet.width * 0.6)
    sheet.text((sheet.width - 14, HEADER / 2), words, 13, QUIET, "right")
    room_for = sheet.width - 44 - text_width(words, 13)
    sheet.text((14, HEADER / 2), fitting(title.capitalize(), 19, room_for), 19, INK, "left")


def diamond(sheet: Sheet, at: Point, reach: float = 8) -> None:
    """The sign of a task that is to be done."""
    x, y = at
    sheet.shape([(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)], OPEN, edge=DARK, width=1)


def tick_off(sheet: Sheet, at: Point) -> None:
    """The sign of a task that is done."""
    x, y = at
    sheet.dot(at, 8, GOOD, edge=DARK, width=1)
    for start, end in (((x - 4, y), (x - 1, y + 3.5)), ((x - 1, y + 3.5), (x + 4, y - 3))):
        sheet.line(start, end, DARK, 2)


def button(sheet: Sheet, at: Point) -> None:
    """The sign of the emergency button."""
    sheet.dot(at, 9, BAD, edge=INK, width=1.5)
    sheet.text(at, "!", 13, INK, is_bold=True)


@lru_cache(maxsize=8)
def _empty_map(written: str) -> Sheet:
    """What everybody sees of a map, all the time."""
    chart = layout(written)
    sheet = Sheet(WIDTH, chart.height)
    for way in chart.ship.corridors:
        a, b = (chart.spots[end] for end in way.ends)
        sheet.line((a.x, a.y), (b.x, b.y), EDGE, 5)
    for way in chart.ship.corridors:
        at = chart.badges[way.ends]
        sheet.dot(at, 9, PAPER, edge=EDGE, width=1.5)
        sheet.text(at, str(way.ticks), 12)
    for room, spot in chart.spots.items():
        _room(sheet, spot, in_words(room))
        if room == chart.ship.button:
            button(sheet, (spot.x - spot.across + 14, spot.y + spot.down - 13))
    _legend(sheet)
    return sheet


def _room(sheet: Sheet, spot: Spot, name: str) -> None:
    sheet.box(spot.x - spot.across, spot.y - spot.down, spot.x + spot.across, spot.y + spot.down, fill=ROOM, edge=EDGE, width=1.5)
    size = min(_NAME, spot.down * 0.6)
    lines = wrapped(name, size, 2 * spot.across - 8)
    for row, line in enumerate(lines):
        sheet.text((spot.x, spot.y - spot.down + size * (0.85 + 1.05 * row)), line, size)


def _legend(sheet: Sheet) -> None:
    y = sheet.height - FOOTER / 2
    sheet.box(0, sheet.height - FOOTER, sheet.width, sheet.height + 12, fill=WALL)
    x = 20.0
    for draw, words in ((diamond, "your task"), (tick_off, "your task, done"), (button, "emergency button")):
        draw(sheet, (x, y))
        sheet.text((x + 13, y), words, 12, QUIET, "left")
        x += 13 + text_width(words, 12) + 22
    sheet.dot((x, y), 9, PAPER, edge=EDGE, width=1.5)
    sheet.text((x, y), "2", 12)
    sheet.text((x + 13, y), "ticks of a way", 12, QUIET, "left")


def _task(sheet: Sheet, spot: Spot, done: int, needed: int) -> None:
    x, y = spot.x + spot.across - 13, spot.y + spot.down - 12
    if done >= needed:
        tick_off(sheet, (x, y))
    else:
        diamond(sheet, (x, y))
        sheet.text((x - 11, y), f"{done}/{needed}", 12, OPEN, "right")


def _here(sheet: Sheet, spot: Spot, number: int, letter: str, *, has_button: bool) -> None:
    left, top, right, bottom = spot.x - spot.across, spot.y - spot.down, spot.x + spot.across, spot.y + spot.down
    sheet.frame(left - 3, top - 3, right + 3, bottom + 3, YOU, 3)
    sheet.paste(figure(number, letter, 26), (left + (40 if has_button else 18), bottom - 16))
    sheet.plate((left + 16, top - 3), "YOU", 11, YOU, DARK)


def _on_the_way(sheet: Sheet, scene: Scene, start: Spot, end: Spot, tile: Tile) -> None:
    (x, y), (to_x, to_y) = start.edge(end.x, end.y), end.edge(start.x, start.y)
    sheet.line((x, y), (to_x, to_y), YOU, 3)
    share = way_done(scene)
    at = (x + (to_x - x) * share, y + (to_y - y) * share)
    sheet.arrow(at, (to_x, to_y), YOU, 4)
    sheet.paste(tile, at)
    sheet.plate((at[0], at[1] + 22), "YOU", 11, YOU, DARK)


def way_done(scene: Scene) -> float:
    """How much of a corridor lies behind the seat, never so little or so much that it would be drawn in a room."""
    return min(0.75, max(0.25, (scene.tick - scene.set_out) / scene.ticks))
