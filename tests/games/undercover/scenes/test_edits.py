"""Scenes and their copies: valid, repeatable, and apart by one change that can be seen."""

from __future__ import annotations

from dataclasses import fields
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from woozle.games.undercover.scenes.edits import FAR, FIELDS, edit_scene, possible
from woozle.games.undercover.scenes.facts import similarity
from woozle.games.undercover.scenes.generator import MOST_THINGS, generate_scene
from woozle.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS, Scene, Thing
from woozle.games.undercover.scenes.validity import find_fault
from woozle.games.undercover.scenes.vocabulary import vocabulary

from tests.games.undercover.scenes.drawn import SEEDS, chance, scenes

TYPES = st.sampled_from(EDIT_TYPES)
CLOCK = Thing("t1", "clock", "red", 0)


@given(scenes())
def test_a_scene_is_valid_and_can_be_changed_in_every_way(scene):
    assert find_fault(scene) == ""
    assert possible(scene) == EDIT_TYPES


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("things", range(4, MOST_THINGS + 1))
def test_a_scene_has_as_many_things_as_were_asked_for(setting, things):
    scene = generate_scene(chance(things), setting, things)
    assert scene.setting == setting
    assert len(scene.things) == things


@pytest.mark.parametrize("things", [3, MOST_THINGS + 1])
def test_no_scene_has_fewer_or_more_things_than_there_is_room_for(things):
    with pytest.raises(ValueError, match="4 to 10 things"):
        generate_scene(chance(1), "room", things)


@given(SEEDS, st.sampled_from(SETTINGS), st.sampled_from([*EDIT_TYPES, "any"]))
def test_the_same_chance_draws_the_same_scene_and_copy(seed, setting, wanted):
    def draw():
        luck = chance(seed)
        scene = generate_scene(luck, setting, 7)
        return scene, edit_scene(luck, scene, wanted)

    assert draw() == draw()


@given(scenes(), SEEDS, TYPES)
def test_a_copy_is_valid_and_differs_in_one_field_of_one_thing_as_the_edit_says(scene, seed, wanted):
    other, edit = edit_scene(chance(seed), scene, wanted)
    assert find_fault(other) == ""
    assert (edit.type, other.setting, other.look) == (wanted, scene.setting, scene.look)
    one, two = by_id(scene), by_id(other)
    if wanted == "object_add":
        assert two.keys() - one.keys() == {edit.target}
    elif wanted == "object_remove":
        assert one.keys() - two.keys() == {edit.target}
    else:
        assert one.keys() == two.keys()
    changed = {id_: differing(one[id_], two[id_]) for id_ in one.keys() & two.keys() if one[id_] != two[id_]}
    assert changed == ({edit.target: [FIELDS[wanted]]} if wanted in FIELDS else {})
    assert (bool(edit.before), bool(edit.after)) == (wanted != "object_add", wanted != "object_remove")
    assert edit.before != edit.after
    assert edit.instruction.count(".") == 1 and edit.instruction.endswith("change nothing else.")
    assert similarity(scene, scene) == 1
    assert 0.6 < similarity(scene, other) == similarity(other, scene) < 1
    assert all(thing.count <= 3 for each in (scene, other) for thing in each.things if thing.size == "small")


@given(scenes(), SEEDS)
def test_what_moves_goes_far_enough_to_be_seen(scene, seed):
    other, edit = edit_scene(chance(seed), scene, "position")
    places = vocabulary(scene.setting).places
    before, after = places[by_id(scene)[edit.target].place], places[by_id(other)[edit.target].place]
    assert dist((before.x, before.y), (after.x, after.y)) >= FAR
    assert (before.name, after.name) == (edit.before, edit.after)
    assert (before.row, before.column) != (after.row, after.column)


@given(scenes(), SEEDS)
def test_numbers_change_by_one_of_few_and_by_two_of_many(scene, seed):
    other, edit = edit_scene(chance(seed), scene, "quantity")
    before, after = by_id(scene)[edit.target].count, by_id(other)[edit.target].count
    assert abs(before - after) >= (1 if min(before, after) <= 3 else 2)


@given(scenes(), SEEDS)
def test_sizes_change_from_small_to_large_or_back(scene, seed):
    _, edit = edit_scene(chance(seed), scene, "size")
    assert {edit.before, edit.after} == {"small", "large"}


@given(SEEDS)
def test_what_is_added_is_not_known_by_its_id(seed):
    luck = chance(seed)
    scene = generate_scene(luck, "park", 9)
    other, edit = edit_scene(luck, scene, "object_add")
    assert all(len(thing.id) == len(edit.target) for thing in other.things)


def test_any_edit_can_be_each_of_the_ten():
    luck = chance(1)
    scene = generate_scene(luck, "table", 7)
    assert {edit_scene(luck, scene, "any")[1].type for _ in range(200)} == set(EDIT_TYPES)


def test_a_scene_that_allows_no_such_edit_says_so():
    with pytest.raises(ValueError, match="allows no edit of the type 'text'"):
        edit_scene(chance(1), Scene("room", (CLOCK,)), "text")


def test_things_are_taken_away_only_while_enough_are_left():
    assert "object_remove" not in possible(Scene("room", (CLOCK,)))


@pytest.mark.parametrize(
    ("things", "wrong"),
    [
        ((CLOCK, Thing("t2", "clock", "blue", 1)), "Two things in the room have the same kind, 'clock'."),
        ((CLOCK, Thing("t2", "window", "blue", 0, state="open")), "Two things in the room have the same place, '0'."),
        ((CLOCK, Thing("t1", "window", "blue", 1, state="open")), "Two things in the room have the same id, 't1'."),
        ((Thing("t1", "clock", "red", 5),), "'t1' in the room is at place 5, where there can be no clock."),
        ((Thing("t1", "clock", "red", 0, count=9),), "'t1' in the room stands for 9 clocks, not 1 to 3."),
        ((Thing("t1", "clock", "red", 0, text="NOON"),), "'t1' in the room cannot have the text 'NOON'."),
        ((Thing("t1", "poster", "red", 0),), "'t1' in the room has no text."),
        ((Thing("t1", "poster", "red", 0, text="so\x1b[1m"),), r"'t1' in the room cannot have the text 'so\x1b[1m'."),
        ((Thing("t1", "window", "red", 0, state="lit"),), "'t1' in the room has the state 'lit', which is none of open, closed."),
        ((Thing("t2", "window", "red", 1, state="open"), CLOCK), "The things in the room are not in the order of their places."),
    ],
)
def test_a_scene_that_cannot_be_is_told_what_is_wrong_with_it(things, wrong):
    assert find_fault(Scene("room", things)) == wrong


def by_id(scene: Scene) -> dict[str, Thing]:
    return {thing.id: thing for thing in scene.things}


def differing(one: Thing, other: Thing) -> list[str]:
    return [field.name for field in fields(Thing) if getattr(one, field.name) != getattr(other, field.name)]
