"""Drawn scenes: everything is drawn, every change is seen, and the two copies differ in nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, cycle
from math import ceil

import pytest
from PIL import Image, ImageChops

from woozle.core.chance import Chance
from woozle.core.text import visible_line
from woozle.games.undercover.players.scenes import backgrounds, canvas, scene, shapes
from woozle.games.undercover.players.scenes.canvas import Canvas
from woozle.games.undercover.players.scenes.scene import SKETCHES, UndrawableError, draw_scene
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS, Scene, Thing
from woozle.games.undercover.scenes.validity import find_fault
from woozle.games.undercover.scenes.vocabulary import kinds, vocabulary
from woozle.players.pictures.image_files import is_bare

from tests.games.undercover.players.scenes.drawings import alone, boxed, changed, empty, in_cells, one, opened, variants

KINDS = sorted(kinds())


def pair(type_, setting) -> tuple[Scene, Scene, str]:
    """A scene, its copy with an edit of that type, and the id of what was edited."""
    for seed in range(100):
        chance = Chance(bytes([seed]) * 32)
        whole = generate_scene(chance, setting, 8)
        try:
            other, edit = edit_scene(chance, whole, type_)
        except ValueError:
            continue
        return whole, other, edit.target
    raise AssertionError(f"no scene in the {setting} allows {type_}")


def digests() -> list[str]:
    return [draw_scene(each, 256).digest for setting in SETTINGS for each in pair("any", setting)[:2]]


# Everything is drawn


def test_every_kind_of_the_vocabulary_has_a_drawing_and_nothing_else_has():
    assert {*SKETCHES} == {*kinds()}


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_can_stand_at_each_of_its_places_in_every_number_and_is_drawn_at_the_first_and_the_last(name):
    kind = kinds()[name]
    for setting in SETTINGS:
        words = vocabulary(setting)
        places = [place for place in words.places if name in words.kinds and place.on in kind.on]
        things = [one(kind, place=place.index, size=kind.sizes[-1], count=count) for place in places for count in (1, kind.most)]
        assert not any(find_fault(Scene(setting, (thing,))) for thing in things)
        for place in (*places[:1], *places[1:][-1:]):
            drawn = alone(one(kind, place=place.index, size=kind.sizes[-1]), 256, setting)
            assert changed(drawn, empty(place, setting, 256)) > 150


@pytest.mark.parametrize("name", KINDS)
def test_no_drawing_is_larger_than_the_room_it_asks_for(name):
    kind = kinds()[name]
    for state in kind.states or ("",):
        sheet = Canvas(256)
        pen = sheet.pen(0.5, 0.75, 0.5, "#c01020")
        pen.hangs = True  # without its shadow
        SKETCHES[name](pen, one(kind, state=state, text=max(kind.texts, key=len, default="")))
        left, top, right, bottom = (
            ImageChops.difference(sheet.image, Image.new("RGB", sheet.image.size, "white"))
            .point(lambda value: 255 * (value > 96))
            .getbbox()
        )
        unit = sheet.side / 200
        middle, foot = sheet.side / 2, sheet.side * 0.75
        assert max(middle - left, right - middle) / unit <= kind.wide / 2 + 2
        assert (foot - top) / unit <= kind.tall + 2
        if not kind.is_uneven:  # what is compared with others is as tall as the vocabulary says
            assert (foot - top) / unit >= 0.93 * kind.tall
        assert (bottom - foot) / unit <= 5


@pytest.mark.parametrize("size", [256, 300, 1024])
def test_a_picture_is_as_large_as_it_was_asked_for(size):
    image = opened(draw_scene(pair("any", "park")[0], size))
    assert (image.size, image.mode, image.format) == ((size, size), "RGB", "PNG")


@pytest.mark.parametrize("size", [0, 255, 1025, 10**9])
def test_other_sizes_are_refused_in_a_sentence(size):
    with pytest.raises(UndrawableError, match="256 to 1024 pixels"):
        draw_scene(pair("any", "park")[0], size)


@pytest.mark.parametrize("fields", [{"kind": "dragon"}, {"colour": "mauve"}, {"place": 99}, {"count": 10**9}, {"text": "x\x1b[2J"}])
def test_what_is_in_no_vocabulary_is_refused_in_a_sentence(fields):
    thing = replace(Thing("t", "sign", "red", 3, text="HALT"), **fields)
    with pytest.raises(UndrawableError, match=r"^'t' in the street .*\.$"):
        draw_scene(Scene("street", (thing,)), 256)


# It is seen


@pytest.mark.parametrize("name", KINDS)
def test_every_value_of_every_field_of_a_kind_looks_different_even_in_a_terminal(name):
    """At the farthest place, in the middle size, at 512 pixels; the fewest that change are the letters of a text."""
    kind = kinds()[name]
    for field, values in variants(kind):
        images = {value: alone(one(kind, **{field: value})) for value in values}
        cells = {value: in_cells(image) for value, image in images.items()}
        for a, b in combinations(values, 2):
            assert changed(images[a], images[b]) >= 150, (field, a, b)
            assert changed(cells[a], cells[b]) >= 20, (field, a, b)


@pytest.mark.parametrize("setting", SETTINGS)
def test_two_kinds_at_one_place_look_different(setting):
    words = vocabulary(setting)
    for place in words.places[::3]:
        images = [
            in_cells(alone(one(kind, place=place.index), 256, setting)) for kind in words.kinds.values() if place.on in kind.on
        ]
        assert all(changed(a, b) > 150 for a, b in combinations(images, 2))


# The two copies


@pytest.mark.parametrize(("type_", "setting"), zip(EDIT_TYPES, cycle(SETTINGS), strict=False))
def test_every_edit_is_seen_and_nothing_but_it(type_, setting):
    whole, other, target = pair(type_, setting)
    image, counterfactual = opened(draw_scene(whole, 512)), opened(draw_scene(other, 512))
    places = {thing.place for thing in (*whole.things, *other.things) if thing.id == target}
    words = vocabulary(setting).places
    for index in places:
        assert changed(in_cells(boxed(image, words[index])), in_cells(boxed(counterfactual, words[index]))) >= 20
        left, top, right, bottom = (edge * 512 for edge in words[index].box)
        for each in (image, counterfactual):
            each.paste("white", (int(left), int(top), ceil(right), ceil(bottom)))
    assert ImageChops.difference(image, counterfactual).getbbox() is None


def test_the_background_follows_the_look_alone():
    for setting in SETTINGS:
        first, again, other = (draw_scene(Scene(setting, (), look), 256).digest for look in (1, 1, 2))
        assert first == again != other


@pytest.mark.e2e
def test_the_same_scene_gives_the_same_bytes_and_in_another_process_too():
    first = digests()
    for cache in (draw_scene, scene._patch, backgrounds.background, canvas.glow_mask, shapes.arc, shapes.bend, shapes.smooth):
        cache.cache_clear()
    assert digests() == first
    program = "from tests.games.undercover.players.scenes.test_scene import digests; print(*digests())"
    elsewhere = {**os.environ, "PYTHONHASHSEED": "7"}
    told = subprocess.run([sys.executable, "-c", program], env=elsewhere, capture_output=True, check=True)
    assert told.stdout.decode().split() == first


def test_what_was_drawn_before_makes_no_difference():
    whole, other, _ = pair("colour", "room")
    first = draw_scene(other, 256).digest
    draw_scene.cache_clear()
    draw_scene(whole, 256)
    assert draw_scene(other, 256).digest == first


def test_nothing_but_the_picture_is_in_the_files_of_both_copies():
    for each in pair("any", "street")[:2]:
        assert is_bare(draw_scene(each, 512).data)
        assert draw_scene(each, 512).media_type == "image/png"


def test_long_texts_are_made_to_fit():
    kind = kinds()["sign"]
    short, long = (alone(one(kind, text=text)) for text in ("ZOO", "WWWWWW"))
    box = ImageChops.difference(short, long).getbbox()
    assert box
    assert box[0] > 0
    assert box[2] < short.width


def test_a_pen_writes_no_control_characters():
    sheets = [Canvas(256), Canvas(256)]
    for sheet, text in zip(sheets, ("A\x1bB\n", visible_line("A\x1bB\n")), strict=True):
        sheet.pen(0.5, 0.5, 1).words(0, 0, text, 20, 80)
    assert sheets[0].image.tobytes() == sheets[1].image.tobytes()
