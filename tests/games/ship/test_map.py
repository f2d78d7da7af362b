"""Maps of one's own: what cannot be played is said in a sentence."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from woozle.core import registry
from woozle.games.ship.map import Corridor
from woozle.games.ship.maps import parse
from woozle.games.ship.rules import Ship

ROOMS = "name: mine\nrooms: {a: {x: 0, y: 0}, b: {x: 3, y: 0}}\nemergency_button: a\n"
CORRIDOR, TASK = "corridors: [[a, b]]\n", "task_locations: [{room: a, name: Sweep}]\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{ROOMS}corridors: 5\n{TASK}", "corridors must be a list."),
        (f"{ROOMS}corridors: [[a, b], [b, a, 2]]\n{TASK}", "two corridors lead from 'b' to 'a'; leave one of them out."),
        (f"{ROOMS}corridors: [[[a], b]]\n{TASK}", r"corridor \[\['a'\], 'b'\] must be"),
        (f"{ROOMS}{CORRIDOR}task_locations: 5\n", "task_locations must be a list"),
        (f"{ROOMS}{CORRIDOR}task_locations: [{{room: [a], name: Sweep}}]\n", "task_locations must be a list of {room, name}."),
        (
            f"{ROOMS}{CORRIDOR}task_locations: [{{room: a, name: Sweep}}, {{room: a, name: Mop}}]\n",
            "there are two tasks in 'a'; a room has one at most.",
        ),
        (f"{ROOMS.replace(', b: {x: 3, y: 0}', '')}{CORRIDOR}{TASK}", "rooms must have 2 or more items"),
        (f"{ROOMS}corridors: []\n{TASK}", "no corridor leads from 'a' to 'b'; every room must be reachable."),
        (f"{ROOMS}corridors: [[a, b, 0]]\n{TASK}", "must be 1 or more"),
        (f"{ROOMS}corridors: [[a, c]]\n{TASK}", "a corridor leads to 'c', which is not a room of the map."),
        (
            f"{ROOMS}{CORRIDOR}task_locations: [{{room: c, name: Sweep}}]\n",
            "the task 'Sweep' is in 'c', which is not a room of the map.",
        ),
    ],
)
def test_a_map_that_cannot_be_played_says_why(text, why):
    with pytest.raises(registry.ConfigError, match=why):
        registry.configure(Ship, "standard", {"map": parse(text)})


def test_a_map_of_ones_own_is_played_as_it_is_written():
    map_ = registry.configure(Ship, "standard", {"map": parse(ROOMS + CORRIDOR + TASK)}).map
    assert (map_.room_names, map_.neighbours["a"], dict(map_.tasks), map_.button) == (("a", "b"), {"b": 1}, {"a": "Sweep"}, "a")


def test_a_way_takes_a_tick_if_nothing_else_is_said_and_cannot_be_changed():
    way = Corridor(ends=("storage", "medbay"))
    assert way.ticks == 1
    with pytest.raises(ValidationError):
        way.ticks = 2
