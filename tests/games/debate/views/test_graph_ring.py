"""The drawing of a graph on a page: boxes in a ring that do not touch, and arrows from box to box."""

from __future__ import annotations

import re
from itertools import combinations, permutations

import pytest

from woozle.games.debate.views.graph_ring import MOST, TALL, WIDE, WIDTH, arrow, corner, height


@pytest.mark.parametrize("seats", range(2, MOST + 1))
def test_boxes_are_within_the_drawing_and_apart(seats):
    corners = [corner(place, seats) for place in range(seats)]
    assert all(0 <= x <= WIDTH - WIDE and 0 <= y <= height(seats) - TALL for x, y in corners)
    assert all(abs(x - left) > WIDE or abs(y - top) > TALL for (x, y), (left, top) in combinations(corners, 2))
    assert corners[0][1] == min(y for _, y in corners) and corners[0][0] == min(x for x, y in corners if y == corners[0][1])


@pytest.mark.parametrize("seats", range(2, MOST + 1))
def test_arrows_begin_and_end_at_the_edge_of_a_box_and_their_signs_are_on_them(seats):
    for one, other in permutations(range(seats), 2):
        drawn = arrow(one, other, seats, is_double=False, has_head=True)
        x1, y1, x2, y2 = map(int, re.match(r"M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)M", drawn.path).groups())
        for (x, y), place in (((x1, y1), one), ((x2, y2), other)):
            left, top = corner(place, seats)
            assert not (left < x < left + WIDE and top < y < top + TALL)
            assert left - 9 <= x <= left + WIDE + 9 and top - 9 <= y <= top + TALL + 9
        assert min(x1, x2) <= drawn.x <= max(x1, x2) and min(y1, y2) <= drawn.y <= max(y1, y2)
        back = arrow(other, one, seats, is_double=True, has_head=True)
        assert back.path != arrow(one, other, seats, is_double=True, has_head=True).path
