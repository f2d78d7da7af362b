"""Pictures of the ship: the same for the same observation, of nothing but that, and whatever the map.

What is drawn of each room, its button, arrows and seats is in tests/golden/fingerprints.json.
"""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.games.ship.map import ShipMap
from woozle.games.ship.maps import NAMES, load
from woozle.games.ship.players import pictures as ship_pictures
from woozle.games.ship.players.pictures import _draw
from woozle.games.ship.players.pictures import pictures as drawn_for
from woozle.players.pictures import sheet
from woozle.players.pictures.image_files import is_bare
from woozle.players.pictures.sheet import text_width

from tests.games.ship.board import Board
from tests.games.ship.players.aboard import CREW, Log

LONG = "the_room_at_the_end_of_the_longest_corridor_of_all"


def digests(observation):
    return [picture.digest for picture in drawn_for(None, observation)]


def opened(picture) -> Image.Image:
    image = Image.open(BytesIO(picture.data))
    image.load()
    return image


def crowd(room="medbay", config=None):
    """Everybody in one room, some of them dead, after much coming and going."""
    plan = (config or preset("standard")).map
    moves = [(seat, to) for seat in CREW[1:] for to in plan.neighbours[room]]
    log = Log(room=room, config=config)
    log[1] = ship.Role("Alice", "goose", (), tuple(plan.tasks))
    return log.tick(4, CREW[1:4], CREW[4:], moves, moves)


@pytest.mark.parametrize("name", NAMES)
def test_a_map_is_drawn_in_two_pictures_that_fit_one_tile_of_a_vision_model_and_its_rooms_lie_apart(name):
    plan = load(name)
    whole, local = map(opened, drawn_for(None, crowd(plan.room_names[-1], preset("standard", map=plan))))
    assert local.size == (512, 512)
    assert whole.width == 512
    assert 200 < whole.height <= 512
    for a, b in combinations(ship_pictures.layout(plan.model_dump_json()).spots.values(), 2):
        assert abs(a.x - b.x) > a.across + b.across or abs(a.y - b.y) > a.down + b.down


@pytest.mark.parametrize("name", NAMES)
def test_you_covers_the_ticks_of_no_way(name):
    chart = ship_pictures.layout(load(name).model_dump_json())
    half = ship_pictures.BADGE + text_width("YOU", 11) / 2 + 4, ship_pictures.BADGE + 11 * 0.66
    for room in chart.spots:
        at = ship_pictures.you_are_here(chart, room)
        assert not any(abs(at[0] - x) < half[0] and abs(at[1] - y) < half[1] for x, y in chart.badges.values()), room


@pytest.mark.e2e
def test_the_same_observation_gives_the_same_bytes_and_in_another_process_too():
    first = digests(crowd())
    for cache in (_draw, ship_pictures._empty_map, ship_pictures.layout, sheet.figure, sheet._font):
        cache.cache_clear()
    assert digests(crowd()) == first
    program = "from tests.games.ship.players.test_pictures import crowd, digests; print(*digests(crowd()))"
    elsewhere = {**os.environ, "PYTHONHASHSEED": "7"}
    told = subprocess.run([sys.executable, "-c", program], env=elsewhere, capture_output=True, check=True)
    assert told.stdout.decode().split() == first


def test_a_picture_is_cached_by_all_that_it_shows():
    seen = {tuple(digests(Log().tick(4, present, bodies))) for present in ((), ("Bob",), ("Eve",)) for bodies in ((), ("Frank",))}
    assert len(seen) == 6


def test_nothing_but_the_picture_is_in_the_file():
    for picture in drawn_for(None, crowd()):
        assert is_bare(picture.data)
        assert picture.media_type == "image/png"


def test_who_is_a_duck_and_what_others_have_to_do_makes_no_difference():
    def seen(ducks, tasks):
        board = Board(ducks=ducks, tasks=tasks, rooms=dict.fromkeys(CREW[1:], "storage") | {"Alice": "medbay"})
        return board.act("Alice", "wait").tick().until("Alice")

    frank, eve = seen(["Frank"], ["medbay", "weapons"]), seen(["Eve"], ["medbay", "weapons"])
    assert frank.view("Alice") == eve.view("Alice")
    assert digests(frank.view("Alice")) == digests(eve.view("Alice"))


def test_a_kill_elsewhere_changes_nobody_elses_pictures():
    def seen(last):
        board = Board(rooms=dict.fromkeys(CREW, "storage") | {"Alice": "medbay", "Bob": "medbay"}, kills_seen=False)
        board.act("Alice", "wait").act("Frank", last)
        return board.tick()

    quiet, deadly = seen("wait"), seen("kill Eve")
    for seat in ("Alice", "Bob"):
        assert digests(quiet.view(seat)) == digests(deadly.view(seat))


def test_totals_speeches_and_votes_are_not_drawn():
    log = Log().tick(4, ("Bob",))
    before = digests(log)
    log.add(
        ship.Totals(3, 7, 9), ship.Said("Bob", "medbay", "Hello"), ship.Voted("Alice", "Bob"), ship.Overheard("Eve", "medbay", "x")
    )
    assert digests(log) == before


def test_in_a_meeting_the_pictures_are_as_at_the_last_look():
    log = Log().tick(4, ("Bob",)).meet("Bob", ("Diana",))
    first = digests(log)
    log.say("Bob", "It was Eve, in storage.").say("Alice", "No.")
    assert digests(log) == first


def test_on_the_way_the_corridor_is_shown_with_those_who_were_met_there():
    log = Log(room="storage").tick(4, ()).go("navigation", 3)
    alone = digests(log)
    log.add(ship.Passed(("Alice", "Bob"), ("storage", "navigation")))
    met = digests(log)
    assert (met[0], met[1] != alone[1]) == (alone[0], True)
    log.add(ship.Tick(6), ship.Arrived("Alice", "navigation"))
    assert digests(log)[1] not in (alone[1], met[1])


@pytest.mark.parametrize("count", [2, 30])
def test_long_names_many_rooms_and_rooms_in_one_place_can_be_drawn(count):
    rooms = {f"{LONG}_{number}": {"x": 3, "y": 3, "size": 900} for number in range(count)}
    hub, *others = rooms
    data = {
        "name": "n" * 400,
        "rooms": rooms,
        "corridors": [[hub, other, 20] for other in others],
        "task_locations": [{"room": room, "name": "Sweep\n\x1b[2J 字 " * 30} for room in rooms],
        "emergency_button": hub,
    }
    config = preset("standard", map=ShipMap.model_validate(data))
    for room in (hub, others[0]):
        assert len(drawn_for(None, crowd(room, config))) == 2


def test_what_no_match_tells_is_not_drawn():
    assert drawn_for(None, []) == ()
    assert drawn_for(None, [ship.Briefing(CREW, preset("standard"))]) == ()
    assert drawn_for(None, Log(room="nowhere").tick(1)) == ()
    assert drawn_for(None, Log().tick(1, ("Nobody",))) == ()
    assert drawn_for(None, Log().tick(1).add(ship.Moved("Alice", "medbay", "nowhere", 3))) == ()


def test_each_seat_has_the_colour_that_it_has_in_the_app_for_all_eyes():
    from woozle.tui.styles.themes import COLOUR_BLIND

    assert tuple(COLOUR_BLIND.variables[f"seat-{number}"] for number in range(1, 11)) == sheet.SEATS


def test_a_point_beside_a_room_is_within_its_margin():
    spot = ship_pictures.Spot(100, 100, 20, 10)
    assert [spot.has(x, y, margin=8) for x, y in ((128, 100), (129, 100), (100, 118), (100, 119))] == [True, False, True, False]
