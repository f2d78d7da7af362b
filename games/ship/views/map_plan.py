"""Where the rooms of a map stand on a page: boxes of one size, in pixels of the drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from woozle.core.value import value

WIDTH, HEIGHT = 136, 80
_ACROSS, _DOWN, _MARGIN = 30, 26, 6


@value
class MapPlan:
    """The size of a drawing, and the upper left corner of each room in it, by its place in the list."""

    width: int
    height: int
    corners: tuple[tuple[int, int], ...]

    def middle(self, room: int) -> tuple[int, int]:
        """Return the middle of a room."""
        x, y = self.corners[room]
        return x + WIDTH // 2, y + HEIGHT // 2


@lru_cache(64)
def plan_map(spots: Sequence[tuple[float, float]]) -> MapPlan:
    """Return the smallest plan in which no two rooms touch. spots: of the rooms, by the map's own measure."""
    across, down = (max(found, default=1.0) for found in (list(_scales(spots, 0)), list(_scales(spots, 1))))
    left, top = (min((spot[axis] for spot in spots), default=0.0) for axis in (0, 1))
    corners = tuple((round((x - left) * across) + _MARGIN, round((y - top) * down) + _MARGIN) for x, y in spots)
    right, low = (max((corner[axis] for corner in corners), default=0) for axis in (0, 1))
    return MapPlan(right + WIDTH + _MARGIN, low + HEIGHT + _MARGIN, corners)


def _scales(spots: Sequence[tuple[float, float]], axis: int) -> Iterator[float]:
    """Yield the scale that each two rooms need that are farther apart along this axis than along the other."""
    for one, other in combinations(spots, 2):
        apart = abs(one[axis] - other[axis])
        if apart > abs(one[1 - axis] - other[1 - axis]) or (apart and not axis and apart == abs(one[1] - other[1])):
            yield ((WIDTH + _ACROSS) if axis == 0 else (HEIGHT + _DOWN)) / apart
