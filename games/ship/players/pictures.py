"""The pictures that a seat on the ship sees beside the words: the map with its own tasks, and the room or corridor where it is.

They are drawn from what the seat has observed, and show nothing that the words have not said. In a meeting they are as at the
last look before it; those of a dead seat are grey.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import atan2, ceil, pi

from woozle.core.event import Event, first
from woozle.core.names import seat_letters
from woozle.core.request import Picture, Request, Seat
from woozle.core.value import value
from woozle.games.ship.config import Config
from woozle.games.ship.events import Role
from woozle.games.ship.map import Room, ShipMap
from woozle.games.ship.state import State
from woozle.games.ship.words import in_words
from woozle.players.pictures.sheet import (
    BAD,
    DARK,
    EDGE,
    GOOD,
    INK,
    OPEN,
    PAPER,
    QUIET,
    ROOM,
    SEATS,
    WALL,
    YOU,
    Point,
    Sheet,
    Tile,
    figure,
    fit_text,
    text_width,
    wrap_text,
)


@value
class Scene:
    """The last that a seat has seen, hashable, so that the same is drawn once.

    ship: the map as JSON. bound_for: where it goes through a corridor, since the tick `set_out`, for `ticks`; empty in a room.
    present, bodies, left, came: as in Sight; seen: the tick of that, 0 if it has not looked round here yet. passed: who was met in
    the corridor. work: turns done by room of a task; needed: turns that a task takes.
    """

    ship: str
    seats: tuple[Seat, ...]
    needed: int
    me: Seat = ""
    is_alive: bool = True
    in_meeting: bool = False
    tick: int = 0
    room: Room = ""
    bound_for: Room = ""
    set_out: int = 0
    ticks: int = 0
    present: tuple[Seat, ...] = ()
    bodies: tuple[Seat, ...] = ()
    left: tuple[tuple[Seat, Room], ...] = ()
    came: tuple[tuple[Seat, Room], ...] = ()
    passed: tuple[Seat, ...] = ()
    seen: int = 0
    work: tuple[tuple[Room, int], ...] = ()


def scene(observation: Iterable[Event]) -> Scene | None:
    """Return the last that a seat has seen; None before it knows where it is, and for a match that does not say."""
    events = [*observation]
    dealt = first(events, Role)
    known = State(dealt.seat if dealt else "")
    for event in events:
        known.see(event)
    return _scene_of(known, known.config) if known.config and _can_be(known, known.config) else None


def _scene_of(known: State, config: Config) -> Scene:
    me, sight = known.mine, known.sight if known.has_looked else None
    return Scene(
        ship=config.map.model_dump_json(),
        seats=known.seats,
        needed=config.ticks_per_task,
        me=known.me or "",
        is_alive=known.is_alive,
        in_meeting=known.is_meeting,
        tick=known.tick,
        room=me.room,
        bound_for=me.bound_for,
        set_out=me.set_out if me.bound_for else 0,
        ticks=me.arrives - me.set_out if me.bound_for else 0,
        present=known.present,
        bodies=known.lying,
        left=sight.left if sight else (),
        came=sight.came if sight else (),
        passed=known.passed,
        seen=sight.tick if sight else 0,
        work=tuple(me.work.items()),
    )


def _can_be(known: State, config: Config) -> bool:
    """Return whether all seats and rooms exist: a transcript from elsewhere may say anything."""
    me, sight = known.mine, known.sight
    moved = (*sight.left, *sight.came) if sight else ()
    places = {me.room, me.bound_for or me.room, *me.work}
    people = {known.me, *known.present, *known.lying, *known.passed, *(seat for seat, _ in moved)}
    return places <= {*config.map.room_names} and people <= {*known.seats}


WIDTH, HEADER, FOOTER = 512, 36, 28
_MARGIN = 12
_LOWEST, _HIGHEST = 250, WIDTH - HEADER - FOOTER
_WIDE, _TALL = 108.0, 66.0
_LEAST_WIDE, _LEAST_TALL = 56.0, 34.0
_BESIDE, _BELOW = 28.0, 24.0


@dataclass(frozen=True, slots=True)
class Spot:
    """The box of a room: its centre and half of its width and height."""

    x: float
    y: float
    across: float
    down: float

    def has(self, x: float, y: float, margin: float = 0) -> bool:
        """Return whether a point is inside, or not further off than the margin."""
        return abs(x - self.x) <= self.across + margin and abs(y - self.y) <= self.down + margin

    def edge(self, x: float, y: float) -> tuple[float, float]:
        """Return where the straight way from the centre to a point outside leaves the box."""
        far_x, far_y = x - self.x, y - self.y
        share = min(self.across / abs(far_x) if far_x else 9e9, self.down / abs(far_y) if far_y else 9e9, 1.0)
        return self.x + far_x * share, self.y + far_y * share


@dataclass(frozen=True, slots=True)
class Layout:
    """A map that is laid out. height: of the whole picture; badges: where the ticks of each corridor stand, by its ends."""

    ship: ShipMap
    height: int
    spots: Mapping[Room, Spot]
    badges: Mapping[tuple[Room, Room], tuple[float, float]]


@lru_cache(maxsize=8)
def layout(written: str) -> Layout:
    """Return the layout of a map that is given as JSON."""
    ship = ShipMap.model_validate_json(written)
    centres = [(place.x, place.y, min(1.3, max(0.8, place.size / 2))) for place in ship.rooms.values()]
    wide, tall = (max(axis) - min(axis) for axis in list(zip(*centres, strict=True))[:2])
    down = min(_HIGHEST, max(_LOWEST, round(tall / (wide or 1.0) * 460)))
    spots = _spread(centres, down) or _in_a_grid(len(centres), down := _HIGHEST)
    placed = dict(zip(ship.rooms, spots, strict=True))
    badges = {way.ends: _badge(placed, *way.ends) for way in ship.corridors}
    return Layout(ship, HEADER + down + FOOTER, placed, badges)


def _spread(centres: Sequence[tuple[float, float, float]], height: float) -> list[Spot] | None:
    """Return boxes where the map has its rooms, made smaller until all are apart; None if they would be too small to read."""
    wide, tall = _WIDE, _TALL
    while wide >= _LEAST_WIDE and tall >= _LEAST_TALL:
        spots = _boxes(centres, height, wide, tall)
        clash = next(filter(None, (_shares(a, b) for a, b in combinations(spots, 2))), None)
        if clash is None:
            return spots
        beside, below = clash
        if beside >= below:
            wide *= max(0.0, beside - 0.01)
        else:
            tall *= max(0.0, below - 0.01)
    return None


def _shares(a: Spot, b: Spot) -> tuple[float, float] | None:
    """Return the factors by which two boxes must shrink to stand apart, beside or below each other; None if they do."""
    beside = (abs(a.x - b.x) - _BESIDE) / (a.across + b.across)
    below = (abs(a.y - b.y) - _BELOW) / (a.down + b.down)
    return None if beside >= 1 or below >= 1 else (beside, below)


def _boxes(centres: Sequence[tuple[float, float, float]], height: float, wide: float, tall: float) -> list[Spot]:
    xs, ys, _ = zip(*centres, strict=True)
    most = max(size for *_, size in centres)
    across = _axis(xs, _MARGIN + wide * most / 2, WIDTH - _MARGIN - wide * most / 2)
    down = _axis(ys, HEADER + _MARGIN + tall * most / 2, HEADER + height - _MARGIN - tall * most / 2)
    return [Spot(x, y, wide * size / 2, tall * size / 2) for x, y, (*_, size) in zip(across, down, centres, strict=True)]


def _axis(values: Sequence[float], first: float, last: float) -> list[float]:
    low, span = min(values), max(values) - min(values)
    return [first + (each - low) / span * (last - first) if span else (first + last) / 2 for each in values]


def _in_a_grid(count: int, height: float) -> list[Spot]:
    """Return boxes in rows and columns, in the order of the map; small ones if there are many."""
    columns = max(2, round(count**0.5))
    rows = -(-count // columns)
    wide, tall = (WIDTH - 2 * _MARGIN) / columns, (height - 2 * _MARGIN) / rows
    return [
        Spot(
            _MARGIN + (at % columns + 0.5) * wide,
            HEADER + _MARGIN + (at // columns + 0.5) * tall,
            min(_WIDE, wide * 0.74) / 2,
            min(_TALL, tall * 0.68) / 2,
        )
        for at in range(count)
    ]


def _badge(spots: Mapping[Room, Spot], one: Room, other: Room) -> tuple[float, float]:
    """Return the middle of the visible part of a corridor; a third of it if a room lies there."""
    a, b = spots[one], spots[other]
    (x, y), (to_x, to_y) = a.edge(b.x, b.y), b.edge(a.x, a.y)
    places = [(x + (to_x - x) * share, y + (to_y - y) * share) for share in (0.5, 0.33, 0.67)]
    return next((place for place in places if not any(spot.has(*place, margin=8) for spot in spots.values())), places[0])


BADGE = 9.0  # the radius of the disc with the ticks of a way
YOU_ACROSS, YOU_DOWN = 16.0, 7.5  # half the size of the plate
_NAME = 13.0


def global_map(scene: Scene) -> Picture:
    """Draw the map as the seat knows it."""
    chart = layout(scene.ship)
    sheet = Sheet(WIDTH, chart.height, _empty_map(scene.ship))
    head(sheet, in_words(chart.ship.name), scene)
    for room, done in scene.work:
        _task(sheet, chart.spots[room], done, scene.needed)
    here = chart.spots[scene.room]
    if scene.bound_for:
        _on_the_way(sheet, scene, here, chart.spots[scene.bound_for])
    else:
        _here(sheet, scene, here, chart)
    return sheet.picture(is_grey=not scene.is_alive)


def _figure(scene: Scene, seat: Seat, height: int, *, is_lying: bool = False) -> Tile:
    """Return the tile of a seat, with its letter as on the map of the app."""
    number = scene.seats.index(seat)
    return figure(number, seat_letters(scene.seats)[number], height, is_lying=is_lying)


def head(sheet: Sheet, title: str, scene: Scene) -> None:
    """Draw the row on top: the title, the seat, and the time."""
    state = "" if scene.is_alive else " (dead)"
    when = f"tick {scene.tick}" if scene.tick else "boarding"
    meeting = ", meeting" if scene.in_meeting else ""
    words = fit_text(f"you are {scene.me}{state} · {when}{meeting}", 13, sheet.width * 0.6)
    sheet.text((sheet.width - 14, HEADER / 2), words, 13, QUIET, "right")
    room_for = sheet.width - 44 - text_width(words, 13)
    sheet.text((14, HEADER / 2), fit_text(title.capitalize(), 19, room_for), 19, INK, "left")


def diamond(sheet: Sheet, at: Point) -> None:
    """Draw the sign of an open task."""
    x, y = at
    sheet.shape([(x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)], OPEN, edge=DARK, width=1)


def tick_off(sheet: Sheet, at: Point) -> None:
    """Draw the sign of a finished task."""
    x, y = at
    sheet.dot(at, 8, GOOD, edge=DARK, width=1)
    for start, end in (((x - 4, y), (x - 1, y + 3.5)), ((x - 1, y + 3.5), (x + 4, y - 3))):
        sheet.line(start, end, DARK, 2)


def button(sheet: Sheet, at: Point) -> None:
    """Draw the sign of the emergency button."""
    sheet.dot(at, 9, BAD, edge=INK, width=1.5)
    sheet.text(at, "!", 13, INK, is_bold=True)


@lru_cache(maxsize=8)
def _empty_map(written: str) -> Sheet:
    """Return the parts of a map that never change."""
    chart = layout(written)
    sheet = Sheet(WIDTH, chart.height)
    for way in chart.ship.corridors:
        a, b = (chart.spots[end] for end in way.ends)
        sheet.line((a.x, a.y), (b.x, b.y), EDGE, 5)
    for way in chart.ship.corridors:
        at = chart.badges[way.ends]
        sheet.dot(at, BADGE, PAPER, edge=EDGE, width=1.5)
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
    lines = wrap_text(name, size, 2 * spot.across - 8)
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
    sheet.dot((x, y), BADGE, PAPER, edge=EDGE, width=1.5)
    sheet.text((x, y), "2", 12)
    sheet.text((x + 13, y), "ticks of a way", 12, QUIET, "left")


def _task(sheet: Sheet, spot: Spot, done: int, needed: int) -> None:
    x, y = spot.x + spot.across - 13, spot.y + spot.down - 12
    if done >= needed:
        tick_off(sheet, (x, y))
    else:
        diamond(sheet, (x, y))
        sheet.text((x - 11, y), f"{done}/{needed}", 12, OPEN, "right")


def _here(sheet: Sheet, scene: Scene, spot: Spot, chart: Layout) -> None:
    left, top, right, bottom = spot.x - spot.across, spot.y - spot.down, spot.x + spot.across, spot.y + spot.down
    sheet.frame(left - 3, top - 3, right + 3, bottom + 3, YOU, 3)
    sheet.paste(_figure(scene, scene.me, 26), (left + (40 if scene.room == chart.ship.button else 18), bottom - 16))
    sheet.plate(you_are_here(chart, scene.room), "YOU", 11, YOU, DARK)


def you_are_here(chart: Layout, room: Room) -> Point:
    """Return where YOU stands at the edge of a room: where it covers the ticks of no way."""
    spot = chart.spots[room]
    left, middle, right = spot.x - spot.across + YOU_ACROSS, spot.x, spot.x + spot.across - YOU_ACROSS
    places = [(x, y) for y in (spot.y - spot.down - 3, spot.y + spot.down + 3) for x in (left, right, middle)]
    places += [(x, spot.y) for x in (spot.x - spot.across, spot.x + spot.across)]
    across, down = YOU_ACROSS + BADGE, YOU_DOWN + BADGE
    covers = (any(abs(x - at[0]) < across and abs(y - at[1]) < down for at in chart.badges.values()) for x, y in places)
    return next((place for place, is_covering in zip(places, covers, strict=True) if not is_covering), places[0])


def _on_the_way(sheet: Sheet, scene: Scene, start: Spot, end: Spot) -> None:
    (x, y), (to_x, to_y) = start.edge(end.x, end.y), end.edge(start.x, start.y)
    sheet.line((x, y), (to_x, to_y), YOU, 3)
    share = way_done(scene)
    at = (x + (to_x - x) * share, y + (to_y - y) * share)
    sheet.arrow(at, (to_x, to_y), YOU, 4)
    sheet.paste(_figure(scene, scene.me, 32), at)
    sheet.plate((at[0], at[1] + 22), "YOU", 11, YOU, DARK)


def way_done(scene: Scene) -> float:
    """Return how much of a corridor lies behind the seat, within limits that keep it out of the rooms."""
    return min(0.75, max(0.25, (scene.tick - scene.set_out) / scene.ticks))


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
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width(self) -> float:
        return self.right - self.left


def local_view(scene: Scene) -> Picture:
    """Draw the room or corridor of the seat, as it has seen it last."""
    sheet = Sheet(_SIDE, _SIDE)
    if scene.bound_for:
        head(sheet, "In a corridor", scene)
        _corridor(sheet, scene)
    else:
        head(sheet, in_words(scene.room), scene)
        _place(sheet, scene, layout(scene.ship).ship)
    return sheet.picture(is_grey=not scene.is_alive)


def _place(sheet: Sheet, scene: Scene, ship: ShipMap) -> None:
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
    _people(sheet, scene, room)
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
    """Return the exits by the side where the map has them, and the number of those for which there is no space."""
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
    """Return the height of the cards above or below a room; 0 if there are none."""
    columns = 1 if len(ways) > 2 else 2
    rows = max((-(-len(way.moves) // columns) for way in ways), default=0)
    return _NAME_ROW + _ROW * min(rows, 4) + (4 if rows else 0) if ways else 0


def _cards(side: str, ways: Sequence[Exit], room: Frame) -> Iterator[Frame]:
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
        sheet.text((card.left + 8, card.top + 12), fit_text(name, 13, card.width - 14), 13, INK, "left")
        sheet.text((card.left + 8, card.top + 27), ticks, 12, QUIET, "left")
    else:
        name = fit_text(name, 13, card.width - text_width(ticks, 12) - 22)
        sheet.text((card.left + 8, card.top + 13), name, 13, INK, "left")
        sheet.text((card.right - 8, card.top + 13), ticks, 12, QUIET, "right")
    body = Frame(card.left, card.top + (_TWO_ROWS if is_beside else _NAME_ROW) - 2, card.right, card.bottom)
    _moves(sheet, seats, way.moves, side, body)


def _moves(sheet: Sheet, seats: Sequence[Seat], moves: Sequence[tuple[Seat, str]], side: str, body: Frame) -> None:
    """Draw a line for each seat that was seen, with an arrow out of the room or into it."""
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
        sheet.text((x + 27, y), fit_text(f"{seat} {how}", 12, wide - 30), 12, colour, "left")
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
    """Draw the own task and the button, along the upper wall."""
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
    task = fit_text(ship.tasks.get(scene.room, ""), 13, room.right - x - 20 - text_width(progress, 13))
    sheet.text((x + 14, y), task + progress, 13, INK if is_done else OPEN, "left")


def _people(sheet: Sheet, scene: Scene, room: Frame) -> None:
    """Draw the living, the viewer first, in rows; below them the dead."""
    standing = [scene.me, *scene.present] if scene.me not in scene.bodies else [*scene.present]
    lying_rows = -(-len(scene.bodies) // max(1, int(room.width // _LYING)))
    middle = room.bottom - 4 - 56 * lying_rows
    _stand(sheet, scene, standing, Frame(room.left, room.top + 30, room.right, middle))
    _lie(sheet, scene, scene.bodies, Frame(room.left, middle, room.right, room.bottom))


def _stand(sheet: Sheet, scene: Scene, people: Sequence[Seat], area: Frame) -> None:
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
        sheet.paste(_figure(scene, seat, height), (x, y))
        name_at = (x, y + height / 2 + 10)
        if seat == scene.me:
            sheet.plate(name_at, "YOU", 12, YOU, DARK)
        else:
            sheet.text(name_at, fit_text(seat, 13, wide - 2), 13)


def _in_row(at: int, columns: int, count: int, area: Frame, most: float) -> Point:
    """Return a place in its row, and its width; a last row that is not full is centred."""
    in_row = min(columns, count - at // columns * columns)
    wide = min(area.width / columns, most)
    return area.middle[0] + (at % columns - (in_row - 1) / 2) * wide, wide


def _lie(sheet: Sheet, scene: Scene, people: Sequence[Seat], area: Frame) -> None:
    columns = max(1, int(area.width // _LYING))
    for at, seat in enumerate(people):
        x, wide = _in_row(at, columns, len(people), area, _LYING)
        y = area.top + 56 * (at // columns) + 18
        sheet.paste(_figure(scene, seat, 50, is_lying=True), (x, y))
        words = "YOUR body" if seat == scene.me else f"body of {seat}"
        sheet.plate((x, y + 27), words, 12, BAD, INK, width=wide)


# On the way


def _corridor(sheet: Sheet, scene: Scene) -> None:
    """Draw the room that was left, the room gone to, and the way between them, with the seats that were met beside it."""
    top, bottom = 210.0, 300.0
    sheet.box(60, top, _SIDE - 60, bottom, fill=WALL, edge=EDGE, width=1.5)
    for left, name, what in ((-20, scene.room, "from"), (_SIDE - 110, scene.bound_for, "to")):
        sheet.box(left, 130, left + 130, 380, fill=ROOM, edge=EDGE, width=1.5)
        sheet.text((max(0, left) + 55, 150), what, 12, QUIET)
        sheet.text((max(0, left) + 55, 168), fit_text(in_words(name), 14, 104), 14)
    sheet.text((_SIDE / 2, 190), f"{scene.ticks} ticks", 13, QUIET)
    x = 130 + (_SIDE - 260) * way_done(scene)
    y = (top + bottom) / 2
    sheet.arrow((x + 30, y), (_SIDE - 118, y), YOU, 4)
    sheet.paste(_figure(scene, scene.me, 54), (x, y - 10))
    sheet.plate((x, y + 28), "YOU", 12, YOU, DARK)
    wide = min(70.0, 360 / max(1, len(scene.passed)))
    for at, seat in enumerate(scene.passed):
        other = _SIDE / 2 + (at - (len(scene.passed) - 1) / 2) * wide
        sheet.paste(_figure(scene, seat, 40), (other, bottom + 50))
        sheet.text((other, bottom + 80), fit_text(seat, 13, wide), 13)
    met = "You met those below in this corridor." if scene.passed else "You have met nobody in this corridor."
    sheet.text((14, _SIDE - FOOTER / 2), met, 12, QUIET, "left")


def pictures(request: Request | None, observation: Sequence[Event]) -> tuple[Picture, ...]:
    """Return the global map and the local view of the seat that observed this; none before it knows where it is.

    request: what it is asked; it makes no difference here.
    """
    seen = scene(observation)
    return _draw(seen) if seen else ()


@lru_cache(maxsize=32)
def _draw(seen: Scene) -> tuple[Picture, ...]:
    return global_map(seen), local_view(seen)
