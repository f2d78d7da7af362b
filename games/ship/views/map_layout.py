"""A ship's map as rows of characters, for any size: rooms as boxes, corridors as lines with their ticks on them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import NamedTuple

from woozle.arena.views.cells import Canvas, one_cell_each
from woozle.arena.views.words import cut
from woozle.core.groups import group_pairs
from woozle.games.ship.views.panels import Map, RoomCard, Way

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
_LINES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_BORDERS = {False: "╭─╮│╰╯┴┬┤├", True: "╔═╗║╚╝╧╤╢╟"}
_WIDEST, _TALLEST = 20, 7
_NARROW = 8  # columns in which no name of a task can be read


@dataclass(frozen=True, slots=True)
class Box:
    """A room's place on the drawing: its first and last column and row."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def middle(self) -> tuple[int, int]:
        """Column and row of the centre."""
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def has(self, x: int, y: int, margin: int = 0) -> bool:
        """Return whether a cell is inside, borders included, or within the margin around it."""
        return self.left - margin <= x <= self.right + margin and self.top - margin <= y <= self.bottom + margin


@dataclass(slots=True)
class Drawing(Canvas):
    """A map that is drawn. boxes: where each room is."""

    boxes: dict[str, Box] = field(default_factory=dict)

    def room_at(self, x: int, y: int) -> str:
        """Return the room drawn at a cell, or an empty string."""
        return next((name for name, box in self.boxes.items() if box.has(x, y)), "")


class _Spot(NamedTuple):
    """A room's position on the map, and its size."""

    name: str
    x: float
    y: float
    size: float


class _Plan(NamedTuple):
    """The part of a map that seats do not change. lines: of corridors, by cell; labels: the cell for that of each corridor."""

    boxes: dict[str, Box]
    lines: dict[tuple[int, int], int]
    labels: dict[tuple[str, str], tuple[int, int]]


def draw(known: Map, width: int, height: int) -> Drawing:
    """Return the map as a drawing of a given size; an empty one as long as no room is known."""
    if not known.rooms:
        return Drawing(width, height)
    spots = tuple(_Spot(room.name, room.x, room.y, room.size) for room in known.rooms)
    plan = _plan_map(spots, tuple(way.ends for way in known.ways), width, height)
    drawing = Drawing(width, height)
    drawing.boxes = plan.boxes
    for (x, y), found in plan.lines.items():
        drawing.put(x, y, _LINES[found], "way")
    ways = {way.ends: way for way in known.ways}
    for ends, (x, y) in plan.labels.items():
        way = ways[ends]
        if way.travellers:
            _put_travellers(drawing, way, known.letters, x, y)
        else:
            drawing.put(x, y, "@" if way.is_mine else str(way.ticks), "you" if way.is_mine else "ticks")
    for room in known.rooms:
        _draw_room(drawing, room, known.letters, plan.lines)
    return drawing


@lru_cache(32)
def _plan_map(spots: tuple[_Spot, ...], ways: tuple[tuple[str, str], ...], width: int, height: int) -> _Plan:
    plan = _Plan(_place_rooms(spots, width, height), {}, {})
    boxes, lines = plan.boxes, plan.lines
    for ends in sorted(ways, key=lambda ends: _straight(*(boxes[end] for end in ends)) is None):
        path = _path(ends, boxes, lines)
        for (x, y), (to_x, to_y) in pairwise(path):
            east, south = to_x > x, to_y > y
            ahead = (EAST if east else WEST) if y == to_y else (SOUTH if south else NORTH)
            lines[x, y] = lines.get((x, y), 0) | ahead
            lines[to_x, to_y] = lines.get((to_x, to_y), 0) | {EAST: WEST, WEST: EAST, NORTH: SOUTH, SOUTH: NORTH}[ahead]
        free = [cell for cell in path if not any(box.has(*cell) for box in boxes.values())]
        if free:
            plan.labels[ends] = free[len(free) // 2]
    return plan


def short(title: str, width: int) -> str:
    """Return a room's title, shortened to fit: `Upper engine` is `U.engine`, `Navigation` is `Navigat…`."""
    first, _, rest = title.partition(" ")
    if len(title) > width and rest:
        title = f"{first[0]}.{rest}"
    return cut(title, max(1, width))


def _place_rooms(rooms: Sequence[_Spot], width: int, height: int) -> dict[str, Box]:
    """Return a box for each room, where the map has it; on a plain grid if the boxes would then overlap."""
    boxes = _boxes([(room, room.x, room.y) for room in rooms], width, height)
    pairs = [(a, b) for a in boxes.values() for b in boxes.values() if a is not b]
    if not any(a.left <= b.right + 1 and b.left <= a.right + 1 and a.top <= b.bottom and b.top <= a.bottom for a, b in pairs):
        return boxes
    columns = max(1, round(len(rooms) ** 0.5))
    ordered = sorted(rooms, key=lambda room: (room.y, room.x))
    return _boxes([(room, i % columns * 4.0, i // columns * 4.0) for i, room in enumerate(ordered)], width, height)


def _boxes(spots: Sequence[tuple[_Spot, float, float]], width: int, height: int) -> dict[str, Box]:
    xs, ys = [x for _, x, _ in spots], [y for _, _, y in spots]
    box_width, across = _fit(xs, ys, width, 3, 7, _WIDEST)
    box_height, down = _fit(ys, xs, height, 1, 3, _TALLEST)
    boxes = {}
    for room, x, y in spots:
        beside = [abs(x - other) * across for near, other, row in spots if row == y and near is not room]
        room_for = min((2 * (gap - box_width / 2 - 3) for gap in beside), default=width)
        wide = int(max(box_width, min(box_width * room.size / 2, room_for)))
        left = min(max(0, round(box_width / 2 + (x - min(xs)) * across - wide / 2)), max(0, width - wide))
        top = round((y - min(ys)) * down)
        boxes[room.name] = Box(left, top, left + wide - 1, top + box_height - 1)
    return boxes


def _fit(along: Sequence[float], across: Sequence[float], room: int, gap: int, least: int, most: int) -> tuple[int, float]:
    """Return the side of a box and cells per unit of the map, such that neighbours in a line keep a gap."""
    span = max(along) - min(along)
    if not span:
        return min(most, room), 0.0
    lines = group_pairs(zip(across, along, strict=True))
    steps = [b - a for line in lines.values() for a, b in pairwise(sorted(line)) if b > a]
    share = min(steps, default=span) / span
    side = max(least, min(most, int((share * room - gap) / (1 + share))))
    side -= most == _TALLEST and side % 2 == 0  # an even height has no middle row
    return side, max(0, room - side) / span


def _path(ends: tuple[str, str], boxes: dict[str, Box], taken: Container[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the cells of a corridor, border to border: straight if the boxes face each other, else around one corner."""
    a, b = (boxes[end] for end in ends)
    if (straight := _straight(a, b)) is not None:
        return straight
    others = [box for name, box in boxes.items() if name not in ends]

    def clashes(cells: list[tuple[int, int]]) -> int:
        return sum(10 * any(box.has(*cell) for box in others) + (cell in taken) for cell in cells)

    return min(_corner(a, b), _corner(b, a)[::-1], key=clashes)


def _straight(a: Box, b: Box) -> list[tuple[int, int]] | None:
    left, right = max(a.left, b.left), min(a.right, b.right)
    if right - left >= 2:
        x = (left + right) // 2
        upper, lower = (a, b) if a.top < b.top else (b, a)
        return [(x, y) for y in range(upper.bottom, lower.top + 1)]
    if min(a.bottom, b.bottom) - max(a.top, b.top) >= 1:
        y = (max(a.top, b.top) + min(a.bottom, b.bottom)) // 2
        first, last = (a, b) if a.left < b.left else (b, a)
        return [(x, y) for x in range(first.right, last.left + 1)]
    return None


def _corner(a: Box, b: Box) -> list[tuple[int, int]]:
    """Return cells from the side of one box, then up or down into the other."""
    x, y = b.middle[0], a.middle[1]
    out, edge = (a.right, 1) if x > a.right else (a.left, -1)
    end, step = (b.top, 1) if b.top > y else (b.bottom, -1)
    return [(col, y) for col in range(out, x + edge, edge)] + [(x, row) for row in range(y + step, end + step, step)]


def _put_travellers(drawing: Drawing, way: Way, letters: str, x: int, y: int) -> None:
    """Draw travellers side by side around the middle of a way; + for those that do not fit between the rooms."""

    def is_free(x: int) -> bool:
        return 0 <= x < drawing.width and not any(box.has(x, y) for box in drawing.boxes.values())

    left = right = x
    for place in range(1, len(way.travellers)):
        if is_free(right + 1) and (place % 2 or not is_free(left - 1)):
            right += 1
        elif is_free(left - 1):
            left -= 1
    tokens = [(letters[number - 1], f"seat-{number}") for number in way.travellers]
    for offset, (text, tone) in enumerate(_fitting(tokens, right - left + 1)):
        drawing.put(left + offset, y, text, tone)


def _draw_room(drawing: Drawing, room: RoomCard, letters: str, lines: dict[tuple[int, int], int]) -> None:
    box = drawing.boxes[room.name]
    tone = "here" if room.is_here else "near" if room.key else "room"
    top_left, flat, top_right, side, low_left, low_right, *tees = tuple(_BORDERS[room.is_here])
    inner = box.right - box.left - 1
    drawing.put(box.left, box.top, top_left + flat * inner + top_right, tone)
    drawing.put(box.left, box.bottom, low_left + flat * inner + low_right, tone)
    for y in range(box.top + 1, box.bottom):
        drawing.put(box.left, y, side + " " * inner + side, tone)
    for x, y in lines:
        if box.left < x < box.right and y in (box.top, box.bottom):
            drawing.put(x, y, tees[0] if y == box.top else tees[1], tone)
        elif x in (box.left, box.right) and box.top < y < box.bottom:
            drawing.put(x, y, tees[2] if x == box.left else tees[3], tone)
    drawing.put(box.left + 1, box.top, short(room.title, inner), "here-name" if room.is_here else "name")
    if room.key:
        drawing.put(box.left + 1, box.bottom, f"[{room.key}]", "key")
    _fill_room(drawing, room, letters, box)


def _fill_room(drawing: Drawing, room: RoomCard, letters: str, box: Box) -> None:
    """Draw seats on the left, task and button on the right, or in their own row if the box is tall."""
    tokens = [("@", "you")] if room.is_here else []
    tokens += [(letters[number - 1], f"seat-{number}") for number in room.people]
    bodies = [(f"†{letters[number - 1]}", "body") for number in room.bodies]
    things = [("◇", "task")] if room.task else []
    things += [("!", "button")] if room.has_button else []
    is_tall = box.bottom - box.top > 3
    x, y = box.left + 1, box.top + 1
    room_for = box.right - box.left - 1 - (0 if is_tall else 2 * len(things))
    shown = tokens if is_tall else tokens + bodies
    dense = sum(len(text) + 1 for text, _ in shown) > room_for
    for text, tone in _fitting(shown, room_for) if dense else shown:
        drawing.put(x + (not dense), y, text, tone)
        x += len(text) + (not dense)
    if not is_tall:
        for offset, (text, tone) in enumerate(reversed(things)):
            drawing.put(box.right - 2 - 2 * offset, y, text, tone)
        return
    x = box.left + 2
    for text, tone in _fitting(bodies, box.right - box.left - 2, gap=1):
        drawing.put(x, y + 1, text, tone)
        x += len(text) + 1
    wide = box.right - box.left - 5
    if room.task:
        rows = _in_rows(one_cell_each(room.task), wide, box.bottom - box.top - 3) if wide > _NARROW else [""]
        for offset, (sign, text) in enumerate(zip("◇ ", rows, strict=False)):
            drawing.put(box.left + 2, box.bottom - len(rows) + offset, f"{sign} {text}", "task")
    if room.has_button:
        drawing.put(box.left + 2, box.bottom - 1, "! button" if wide > _NARROW else "!", "button")


def _fitting(tokens: list[tuple[str, str]], width: int, gap: int = 0) -> list[tuple[str, str]]:
    """Return as many tokens as fit, then a + for the others."""
    if sum(len(text) + gap for text, _ in tokens) <= width:
        return tokens
    ends = accumulate(len(text) + gap for text, _ in tokens)
    return [*(token for token, end in zip(tokens, ends, strict=True) if end < width), ("+", "ticks")]


def _in_rows(text: str, width: int, most: int) -> list[str]:
    """Return a text in one row, or in two if it needs them and they fit."""
    first = text[: width + 1].rpartition(" ")[0]
    if most < 2 or len(text) <= width or not first:
        return [cut(text, width)]
    return [first, cut(text[len(first) + 1 :], width)]
