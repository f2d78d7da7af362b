"""The local view: the room or corridor where a seat is, its exits, and whom and what it has seen there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import atan2, ceil, pi

from woozle.core.attempt import Picture
from woozle.core.games.ship.map import Room, ShipMap
from woozle.core.request import Seat
from woozle.players.games.ship.picture_layout import FOOTER, HEADER, layout
from woozle.players.games.ship.picture_map import button, diamond, head, tick_off, way_done
from woozle.players.games.ship.picture_scene import Scene
from woozle.players.games.ship.prompt import in_words
from woozle.players.pictures.drawing import (
    BAD,
    DARK,
    EDGE,
    INK,
    OPEN,
    QUIET,
    ROOM,
    SEATS,
    WALL,
    YOU,
    Point,
    Sheet,
    figure,
    fitting,
    text_width,
)

_SIDE = 512
_ASIDE = 124  # how far exits at the sides reach into the picture
_ROW, _NAME_ROW, _TWO_ROWS = 15.0, 26.0, 38.0  # of who left or came; a name with its ticks beside it, or below it
_LYING = 116.0  # the width of a body with its words
_SIDES = {"east": 0.0, "south": 0.5, "west": 1.0, "north": -0.5}  # directions in half turns
_MOST = {"east": 6, "west": 6, "north": 3, "south": 3}


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """Its centre."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left


def local_view(scene: Scene, letters: str) -> Picture:
    """Where the seat is, as it has seen it last."""
    sheet = Sheet(_SIDE, _SIDE)
    if scene.bound_for:
        head(sheet, "In a corridor", scene)
        _corridor(sheet, scene, letters)
    else:
        head(sheet, in_words(scene.room), scene)
        _place(sheet, scene, layout(scene.ship).ship, letters)
    return sheet.picture(is_grey=not scene.is_alive)


def _place(sheet: Sheet, scene: Scene, ship: ShipMap, letters: str) -> None:
    exits, hidden = _exits(ship, scene)
    above, below = _height(exits["north"]), _height(exits["south"])
    room = Frame(
        _ASIDE + 10 if exits["west"] else 14,
        HEADER + (above + 12 if above else 6),
        _SIDE - (_ASIDE + 10 if exits["east"] else 14),
        _SIDE - FOOTER - (below + 12 if below else 6),
    )
    for side, ways in exits.items():
        for way, card in zip(ways, _cards(side, ways, room), strict=True):
            _exit(sheet, scene.seats, way, side, card, room)
    sheet.box(room.left, room.top, room.right, room.bottom, fill=ROOM, edge=YOU, width=2.5)
    _things(sheet, scene, ship, room)
    _people(sheet, scene, room, letters)
    seen = f"What you saw here in tick {scene.seen}." if scene.seen else "You have not looked round here yet."
    more = f" And {hidden} more exits." if hidden else ""
    sheet.text((14, _SIDE - FOOTER / 2), seen + more, 12, QUIET, "left")


# Exits


@dataclass(frozen=True, slots=True)
class Exit:
    """A way out: the room it leads to, its ticks, and who was seen to leave or come there."""

    to: Room
    ticks: int
    moves: tuple[tuple[Seat, str], ...]


def _exits(ship: ShipMap, scene: Scene) -> tuple[dict[str, list[Exit]], int]:
    """The exits by the side where the map has them, and how many there is no place for."""
    here = ship.rooms[scene.room]
    sides: dict[str, list[Room]] = {side: [] for side in _SIDES}
    hidden = 0
    for near in ship.neighbours[scene.room]:
        there = ship.rooms[near]
        angle = atan2(there.y - here.y, there.x - here.x) / pi
        by_turn = sorted(_SIDES, key=lambda side: abs((angle - _SIDES[side] + 1) % 2 - 1))
        free = next((side for side in by_turn if len(sides[side]) < _MOST[side]), None)
        if free is None:
            hidden += 1
        else:
            sides[free].append(near)
    for side, rooms in sides.items():
        rooms.sort(key=lambda near: (ship.rooms[near].y, near) if side in ("east", "west") else (ship.rooms[near].x, near))
    return {side: [_way(ship, scene, near) for near in rooms] for side, rooms in sides.items()}, hidden


def _way(ship: ShipMap, scene: Scene, near: Room) -> Exit:
    left = [(seat, "left") for seat, to in scene.left if to == near]
    came = [(seat, "came") for seat, start in scene.came if start == near]
    return Exit(near, ship.neighbours[scene.room][near], (*left, *came))


def _height(ways: Sequence[Exit]) -> float:
    """How high the cards above or below a room must be; 0 if there are none."""
    columns = 1 if len(ways) > 2 else 2
    rows = max((-(-len(way.moves) // columns) for way in ways), default=0)
    return _NAME_ROW + _ROW * min(rows, 4) + (4 if rows else 0) if ways else 0


def _cards(side: str, ways: Sequence[Exit], room: Frame) -> Iterator[Frame]:
    """Where the exits of one side are drawn."""
    count, height = len(ways), _height(ways)
    for at, way in enumerate(ways):
        if side in ("east", "west"):
            left = 6 if side == "west" else _SIDE - 6 - _ASIDE + 8
            step = (room.bottom - room.top) / count
            tall = min(step - 6, _TWO_ROWS + _ROW * len(way.moves) + (4 if way.moves else 0))
            middle = room.top + step * (at + 0.5)
            yield Frame(left, middle - tall / 2, left + _ASIDE - 8, middle + tall / 2)
        else:
            top = HEADER if side == "north" else _SIDE - FOOTER - height
            step = (_SIDE - 8) / count if count > 1 else min(240, room.width)
            start = 4 if count > 1 else room.middle[0] - step / 2
            yield Frame(start + step * at + 4, top, start + step * (at + 1) - 4, top + height)


def _exit(sheet: Sheet, seats: Sequence[Seat], way: Exit, side: str, card: Frame, room: Frame) -> None:
    x, y = card.middle
    is_beside = side in ("east", "west")
    at = (room.middle[0], y) if is_beside else (min(max(x, room.left + 16), room.right - 16), room.middle[1])
    sheet.line((x, y), at if is_beside else (at[0], room.top + 8 if side == "north" else room.bottom - 8), EDGE, 12)
    sheet.box(card.left, card.top, card.right, card.bottom, fill=WALL, edge=EDGE, width=1.5)
    name, ticks = in_words(way.to), f"{way.ticks} tick{'' if way.ticks == 1 else 's'}"
    if is_beside:
        sheet.text((card.left + 8, card.top + 12), fitting(name, 13, card.width - 14), 13, INK, "left")
        sheet.text((card.left + 8, card.top + 27), ticks, 12, QUIET, "left")
    else:
        name = fitting(name, 13, card.width - text_width(ticks, 12) - 22)
        sheet.text((card.left + 8, card.top + 13), name, 13, INK, "left")
        sheet.text((card.right - 8, card.top + 13), ticks, 12, QUIET, "right")
    body = Frame(card.left, card.top + (_TWO_ROWS if is_beside else _NAME_ROW) - 2, card.right, card.bottom)
    _moves(sheet, seats, way.moves, side, body)


def _moves(sheet: Sheet, seats: Sequence[Seat], moves: Sequence[tuple[Seat, str]], side: str, body: Frame) -> None:
    """A line for each who was seen, with an arrow that points out of the room or into it."""
    columns = 2 if body.width > 200 else 1
    room_for = columns * int((body.bottom - body.top) // _ROW)
    shown = moves if len(moves) <= room_for else moves[: max(0, room_for - 1)]
    wide = body.width / columns

    def place(at: int) -> Point:
        return body.left + wide * (at % columns), body.top + _ROW * (at // columns + 0.5)

    for at, (seat, how) in enumerate(shown):
        x, y = place(at)
        colour = SEATS[seats.index(seat) % len(SEATS)]
        sheet.arrow(*_pointing(side, how, x + 15, y), colour)
        sheet.text((x + 27, y), fitting(f"{seat} {how}", 12, wide - 30), 12, colour, "left")
    if len(shown) < min(len(moves), room_for):
        x, y = place(len(shown))
        sheet.text((x + 27, y), f"and {len(moves) - len(shown)} more", 12, QUIET, "left")


def _pointing(side: str, how: str, x: float, y: float) -> tuple[Point, Point]:
    far = 6.5
    along = {"east": (far, 0.0), "west": (-far, 0.0), "north": (0.0, -far), "south": (0.0, far)}[side]
    back, ahead = (x - along[0], y - along[1]), (x + along[0], y + along[1])
    return (back, ahead) if how == "left" else (ahead, back)


# What is in a room


def _things(sheet: Sheet, scene: Scene, ship: ShipMap, room: Frame) -> None:
    """The own task and the button, along the upper wall."""
    x, y = room.left + 18, room.top + 18
    if scene.room == ship.button:
        button(sheet, (x, y))
        sheet.text((x + 14, y), "button", 13, INK, "left")
        x += 74
    done = dict(scene.work).get(scene.room)
    if done is None:
        return
    is_done = done >= scene.needed
    (tick_off if is_done else diamond)(sheet, (x, y))
    progress = f" {done}/{scene.needed}"
    task = fitting(ship.tasks.get(scene.room, ""), 13, room.right - x - 20 - text_width(progress, 13))
    sheet.text((x + 14, y), task + progress, 13, INK if is_done else OPEN, "left")


def _people(sheet: Sheet, scene: Scene, room: Frame, letters: str) -> None:
    """Who is there, the viewer first, standing in rows; below them those who lie there."""
    standing = [scene.me, *scene.present] if scene.me not in scene.bodies else [*scene.present]
    lying_rows = -(-len(scene.bodies) // max(1, int(room.width // _LYING)))
    middle = room.bottom - 4 - 56 * lying_rows
    _stand(sheet, scene, standing, letters, Frame(room.left, room.top + 30, room.right, middle))
    _lie(sheet, scene, scene.bodies, letters, Frame(room.left, middle, room.right, room.bottom))


def _stand(sheet: Sheet, scene: Scene, people: Sequence[Seat], letters: str, area: Frame) -> None:
    if not people:
        return
    columns = len(people) if len(people) <= 3 else ceil(len(people) ** 0.5)
    rows = -(-len(people) // columns)
    tall = min(100, (area.bottom - area.top) / rows)
    height = max(8, int(tall - 26))
    start = (area.top + area.bottom - tall * rows) / 2
    for at, seat in enumerate(people):
        x, wide = _in_row(at, columns, len(people), area, 96)
        y = start + tall * (at // columns) + height / 2
        number = scene.seats.index(seat)
        sheet.paste(figure(number, letters[number], height), (x, y))
        name_at = (x, y + height / 2 + 10)
        if seat == scene.me:
            sheet.plate(name_at, "YOU", 12, YOU, DARK)
        else:
            sheet.text(name_at, fitting(seat, 13, wide - 2), 13)


def _in_row(at: int, columns: int, count: int, area: Frame, most: float) -> Point:
    """Where in its row one of so many stands, and how wide its place is; a last row that is not full stands in the middle."""
    in_row = min(columns, count - at // columns * columns)
    wide = min(area.width / columns, most)
    return area.middle[0] + (at % columns - (in_row - 1) / 2) * wide, wide


def _lie(sheet: Sheet, scene: Scene, people: Sequence[Seat], letters: str, area: Frame) -> None:
    columns = max(1, int(area.width // _LYING))
    for at, seat in enumerate(people):
        x, wide = _in_row(at, columns, len(people), area, _LYING)
        y = area.top + 56 * (at // columns) + 18
        number = scene.seats.index(seat)
        sheet.paste(figure(number, letters[number], 50, is_lying=True), (x, y))
        words = "YOUR body" if seat == scene.me else f"body of {seat}"
        sheet.plate((x, y + 27), words, 12, BAD, INK, width=wide)


# On the way


def _corridor(sheet: Sheet, scene: Scene, letters: str) -> None:
    """The room that was left, the room gone to, and the way between them; those who were met on it stand beside it."""
    top, bottom = 210.0, 300.0
    sheet.box(60, top, _SIDE - 60, bottom, fill=WALL, edge=EDGE, width=1.5)
    for left, name, what in ((-20, scene.room, "from"), (_SIDE - 110, scene.bound_for, "to")):
        sheet.box(left, 130, left + 130, 380, fill=ROOM, edge=EDGE, width=1.5)
        sheet.text((max(0, left) + 55, 150), what, 12, QUIET)
        sheet.text((max(0, left) + 55, 168), fitting(in_words(name), 14, 104), 14)
    sheet.text((_SIDE / 2, 190), f"{scene.ticks} ticks", 13, QUIET)
    x = 130 + (_SIDE - 260) * way_done(scene)
    y = (top + bottom) / 2
    sheet.arrow((x + 30, y), (_SIDE - 118, y), YOU, 4)
    number = scene.seats.index(scene.me)
    sheet.paste(figure(number, letters[number], 54), (x, y - 10))
    sheet.plate((x, y + 28), "YOU", 12, YOU, DARK)
    wide = min(70.0, 360 / max(1, len(scene.passed)))
    for at, seat in enumerate(scene.passed):
        other, number = _SIDE / 2 + (at - (len(scene.passed) - 1) / 2) * wide, scene.seats.index(seat)
        sheet.paste(figure(number, letters[number], 40), (other, bottom + 50))
        sheet.text((other, bottom + 80), fitting(seat, 13, wide), 13)
    met = "You met those below in this corridor." if scene.passed else "You have met nobody in this corridor."
    sheet.text((14, _SIDE - FOOTER / 2), met, 12, QUIET, "left")
