"""Where the rooms of a ship's map are drawn: no two on top of each other, whatever map it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from woozle.core.games.ship.map import Room, ShipMap

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
        """Whether a point is inside, or not further off than the margin."""
        return abs(x - self.x) <= self.across + margin and abs(y - self.y) <= self.down + margin

    def edge(self, x: float, y: float) -> tuple[float, float]:
        """Where the straight way from the centre to a point outside leaves the box."""
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
    """The layout of a map that is given as JSON."""
    ship = ShipMap.model_validate_json(written)
    centres = [(place.x, place.y, min(1.3, max(0.8, place.size / 2))) for place in ship.rooms.values()]
    wide, tall = (max(axis) - min(axis) for axis in list(zip(*centres, strict=True))[:2])
    down = min(_HIGHEST, max(_LOWEST, round(tall / (wide or 1.0) * 460)))
    spots = _spread(centres, down) or _in_a_grid(len(centres), down := _HIGHEST)
    placed = dict(zip(ship.rooms, spots, strict=True))
    badges = {way.ends: _badge(placed, *way.ends) for way in ship.corridors}
    return Layout(ship, HEADER + down + FOOTER, placed, badges)


def _spread(centres: Sequence[tuple[float, float, float]], height: float) -> list[Spot] | None:
    """Boxes where the map has its rooms, made smaller until all are apart; None if they would be too small to read."""
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
    """By what two boxes must shrink to stand apart, side by side or one below the other; None if they do."""
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
    """Rows and columns, in the order of the map; small ones if there are many."""
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
    """The middle of what can be seen of a corridor; a third of it if a room lies there."""
    a, b = spots[one], spots[other]
    (x, y), (to_x, to_y) = a.edge(b.x, b.y), b.edge(a.x, a.y)
    places = [(x + (to_x - x) * share, y + (to_y - y) * share) for share in (0.5, 0.33, 0.67)]
    return next((place for place in places if not any(spot.has(*place, margin=8) for spot in spots.values())), places[0])
