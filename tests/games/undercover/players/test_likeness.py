"""The likeness of two pictures, by pixels and by scenes."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest
from PIL import Image, ImageDraw, ImageFilter

from woozle.core.request import Request
from woozle.games.undercover.claims.formulas import accepts
from woozle.games.undercover.events import LIKENESS, Commission, Compare
from woozle.games.undercover.players.likeness import compare_commissioned, compare_scenes, is_changed, structural, visual
from woozle.games.undercover.players.scenes import scene
from woozle.games.undercover.scenes.facts import similarity
from woozle.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS, Scene, Thing

from tests.games.undercover.players.drawings import of_files, of_scene, unedited

ASKED = Request(1, LIKENESS, Compare, {})


async def compared(wanted):
    return compare_commissioned(ASKED, [wanted])


def noise(sigma, size=(128, 128)):
    return Image.effect_noise(size, sigma).convert("RGB")


def test_the_difference_of_colours_is_a_share_of_the_largest():
    black, white, red = (Image.new("RGB", (80, 60), each) for each in ("black", "white", "red"))
    assert (visual(black, black), visual(black, white)) == (1.0, 0.0)
    assert visual(black, red) == pytest.approx(2 / 3)
    half = black.copy()
    half.paste("white", (0, 0, 40, 60))
    assert visual(black, half) == pytest.approx(0.5, abs=0.01)


def test_structure_that_is_gone_counts_and_light_that_changed_counts_less():
    one = noise(60)
    assert structural(one, one) == pytest.approx(1.0)
    brighter = one.point(lambda value: min(255, value + 10))
    blurred = one.filter(ImageFilter.GaussianBlur(6))
    assert structural(one, brighter) > 0.9 > structural(one, blurred) >= 0
    assert structural(one, one.transpose(Image.Transpose.ROTATE_180)) < 0.3
    black, white = (Image.new("RGB", (64, 64), each) for each in ("black", "white"))
    assert structural(black, white) == pytest.approx(0.0001, abs=0.0001)


def test_a_change_is_more_than_the_noise_of_an_encoder():
    one = Image.new("RGB", (512, 512), (100, 100, 100))
    assert not is_changed(one, one)
    assert not is_changed(one, one.point(lambda value: value + 20))
    spot = one.copy()
    ImageDraw.Draw(spot).rectangle((100, 100, 107, 107), (100, 100, 130))
    assert is_changed(one, spot)
    dust = one.copy()
    ImageDraw.Draw(dust).rectangle((100, 100, 103, 103), "white")
    assert not is_changed(one, dust)


async def test_a_picture_that_was_saved_as_jpeg_again_is_not_changed(tmp_path):
    one = noise(25, (512, 512)).filter(ImageFilter.GaussianBlur(3))
    one.save(tmp_path / "again.jpg", quality=80)
    answer = await compared(of_files(one, Image.open(tmp_path / "again.jpg").convert("RGB")))
    assert not answer.is_changed and answer.visual > 0.98


async def test_a_scene_is_compared_by_its_facts():
    wanted = of_scene()
    answer = await compared(wanted)
    assert answer.semantic == similarity(wanted.scene, wanted.other) < 1
    assert 0.9 < answer.visual < 1 and answer.natural == 1.0 and answer.is_changed
    same = await compared(unedited(wanted))
    assert same == Compare(visual=1.0, semantic=1.0, natural=1.0, is_changed=False)


def test_scenes_are_compared_without_a_drawing(monkeypatch):
    monkeypatch.setattr(scene, "draw_scene", None)  # calling it would fail
    wanted = of_scene()
    answer = compare_scenes(ASKED, [wanted])
    assert answer.semantic == similarity(wanted.scene, wanted.other) < 1
    assert answer.natural == 1.0
    assert answer.is_changed
    assert compare_scenes(ASKED, [unedited(wanted)]) == Compare(visual=1.0, semantic=1.0, natural=1.0, is_changed=False)


async def test_by_scenes_the_same_pairs_are_changed_and_accepted_as_by_pixels():
    for edit, setting in zip(EDIT_TYPES, cycle(SETTINGS), strict=False):
        wanted = of_scene(f"{edit} {setting}", setting, edit)
        by_scenes, by_pixels = compare_scenes(ASKED, [wanted]), await compared(wanted)
        assert by_scenes.is_changed and by_pixels.is_changed
        assert by_scenes.visual < by_pixels.visual  # more of the picture lies in the places than changes
        for answer in (by_scenes, by_pixels):
            assert accepts((answer.visual, answer.semantic, answer.natural), (0.4, 0.4, 0.2), 0.85)[1]


def test_a_pattern_that_can_hardly_be_seen_is_no_change():
    umbrellas = Thing("t", "umbrella", "black", 2, 4, "small", "plain", "", "closed")
    for state, is_seen in (("closed", False), ("open", True)):
        plain, dotted = (Scene("street", (replace(umbrellas, state=state, pattern=each),)) for each in ("plain", "dotted"))
        assert compare_scenes(ASKED, [Commission(1, 256, plain, dotted, "", "", None)]).is_changed == is_seen


async def test_files_are_compared_by_pixels_where_scenes_are_compared_otherwise():
    wanted = of_files(Image.new("RGB", (64, 64), "red"), Image.new("RGB", (64, 64), "blue"))
    assert compare_scenes(ASKED, [wanted]) == await compared(wanted)


async def test_files_are_compared_at_the_size_of_the_first():
    answer = await compared(of_files(Image.new("RGB", (64, 64), "red"), Image.new("RGB", (90, 90), "red")))
    assert (answer.visual, answer.is_changed) == (1.0, False)
    assert answer.semantic == pytest.approx(1.0)
