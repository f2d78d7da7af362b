"""The picture shown to a seat of undercover: its own and nothing else."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from woozle.core.request import Picture
from woozle.games.undercover.events import RoundBegan, Sight
from woozle.games.undercover.players.pictures import pictures as shown
from woozle.games.undercover.players.scenes.scene import draw_scene
from woozle.games.undercover.scenes.graph import Scene, Thing
from woozle.players.pictures import album

SCENE = Scene("shelf", (Thing("t", "ball", "red", 1, 3),), 5)
BEGAN = RoundBegan("reasoning", 1, ("Ada", "Ben", "Cleo"))


def test_a_seat_is_shown_the_scene_that_it_was_told_of():
    sight = Sight("Ada", "", 300, SCENE)
    assert shown(None, [BEGAN, sight, BEGAN]) == (draw_scene(SCENE, 300),)


def test_before_it_was_told_of_one_there_is_none():
    assert shown(None, []) == shown(None, [BEGAN]) == ()


def test_a_real_picture_is_found_by_its_digest():
    data = BytesIO()
    Image.new("RGB", (40, 30), "teal").save(data, "PNG")
    picture = Picture.png(data.getvalue())
    assert shown(None, [Sight("Ada", picture.digest, 512, None)]) == ()
    album.add(picture)
    assert shown(None, [Sight("Ada", picture.digest, 512, None)]) == (picture,)


def test_what_cannot_be_drawn_is_not_shown():
    dragon = Scene("shelf", (Thing("t", "dragon", "red", 1),))
    assert shown(None, [Sight("Ada", "", 512, dragon)]) == ()
    assert shown(None, [Sight("Ada", "", 10**9, SCENE)]) == ()
