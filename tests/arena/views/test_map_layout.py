"""The map fits whatever room it is given, and shows every room and corridor."""

from __future__ import annotations

import pytest

from woozle.games.ship.map import room_title
from woozle.games.ship.maps import NAMES, load
from woozle.games.ship.views.map_layout import draw, short
from woozle.games.ship.views.panels import Map, RoomCard, Way


def chart(name, **here):
    ship_map = load(name)
    rooms = tuple(
        RoomCard(room, room_title(room), place.x, place.y, place.size, **here.get(room, {}))
        for room, place in ship_map.rooms.items()
    )
    return Map(rooms, tuple(Way(corridor.ends, corridor.ticks) for corridor in ship_map.corridors), "ABCDEFGHIJ")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [(46, 15), (49, 15), (60, 20), (76, 31), (120, 40)])
def test_every_room_has_a_place_of_its_own_inside_the_drawing(name, size):
    drawing = draw(chart(name), *size)
    taken = set()
    for box in drawing.boxes.values():
        cells = {(x, y) for x in range(box.left, box.right + 1) for y in range(box.top, box.bottom + 1)}
        assert not cells & taken
        assert all(0 <= x < size[0] and 0 <= y < size[1] for x, y in cells)
        taken |= cells


@pytest.mark.parametrize("name", NAMES)
def test_every_corridor_carries_its_ticks(name):
    drawing = draw(chart(name), 49, 15)
    digits = sorted(
        char
        for row, tones in zip(drawing.chars, drawing.tones, strict=True)
        for char, tone in zip(row, tones, strict=True)
        if tone == "ticks"
    )
    assert digits == sorted(str(corridor.ticks) for corridor in load(name).corridors)


def test_a_room_shows_who_and_what_is_in_it():
    drawing = draw(
        chart("ship", medbay={"is_here": True, "people": (2, 5), "bodies": (4,), "task": "Submit Scan", "key": "3"}), 49, 15
    )
    text = "\n".join("".join(row) for row in drawing.chars)
    assert "╔Medbay" in text
    assert "@BE†D" in text
    assert "◇" in text
    assert "[3]" in text
    box = drawing.boxes["medbay"]
    assert drawing.room_at(*box.middle) == "medbay"
    assert drawing.room_at(box.left - 1, box.top) == ""


def test_rooms_that_would_overlap_are_put_on_a_grid():
    rooms = tuple(
        RoomCard(name, name.capitalize(), 1.0 + i / 10, 1.0 + i / 7, 2.0)
        for i, name in enumerate(("attic", "bath", "cellar", "den"))
    )
    drawing = draw(Map(rooms, (Way(("attic", "den"), 2),), "AB"), 46, 15)
    corners = {(box.left, box.top) for box in drawing.boxes.values()}
    assert len(corners) == 4
    assert len({top for _, top in corners}) == 2


def test_names_are_shortened_so_that_they_can_still_be_told_apart():
    assert short("Upper engine", 12) == "Upper engine"
    assert short("Upper engine", 8) == "U.engine"
    assert short("Navigation", 8) == "Navigat…"


def test_what_a_map_file_calls_a_task_cannot_break_the_drawing():
    drawing = draw(chart("ship", medbay={"task": "字\x1b]0;x\x07 \u202ee\u0301 scan"}), 120, 40)
    row = next("".join(row) for row in drawing.chars if "◇" in "".join(row))
    assert "◇ ▯␛]0;x␇" in row
    assert len(row) == 120
