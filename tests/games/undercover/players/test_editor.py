"""The usual editor: scenes drawn, ready pairs found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from woozle.core.match import Halt
from woozle.core.request import Request
from woozle.games.undercover.events import EDITOR, Draw
from woozle.games.undercover.players.editor import SceneEditor
from woozle.players.pictures import album
from woozle.players.pictures.image_files import is_bare

from tests.games.undercover.players.drawings import of_files, of_scene, unedited

ASKED = Request(1, EDITOR, Draw, {})


async def drawn(wanted):
    return await SceneEditor().respond(ASKED, [of_scene("before"), wanted])


async def test_both_scenes_are_drawn_and_travel_with_the_answer():
    response = await drawn(of_scene())
    one, other = response.pictures
    assert (response.answer.picture, response.answer.counterfactual) == (one.digest, other.digest)
    assert one != other and is_bare(one.data) and is_bare(other.data)
    assert response.seconds == 0.0 and ASKED.refusal(response.answer) == ""
    assert album.find(one.digest) == one


async def test_the_same_scene_is_drawn_in_the_same_bytes():
    assert (await drawn(of_scene())) == (await drawn(of_scene()))


async def test_where_nobody_is_to_see_another_there_is_one_picture():
    response = await drawn(unedited(of_scene()))
    assert response.answer.picture == response.answer.counterfactual
    assert len(response.pictures) == 1


async def test_the_files_of_a_ready_pair_are_found():
    wanted = of_files(Image.new("RGB", (50, 50), "red"), Image.new("RGB", (50, 50), "blue"))
    response = await drawn(wanted)
    assert [each.digest for each in response.pictures] == [wanted.picture, wanted.counterfactual]


async def test_a_match_waits_for_a_picture_that_nobody_has():
    wanted = replace(of_scene(), scene=None, picture="0" * 64)
    with pytest.raises(Halt, match=r"The picture 000000000000 is not on this machine; name its folder once more"):
        await drawn(wanted)


async def test_a_scene_of_what_is_not_known_here_halts_with_a_sentence():
    wanted = of_scene()
    strange = replace(wanted, scene=replace(wanted.scene, things=(replace(wanted.scene.things[0], kind="dragon"),)))
    with pytest.raises(Halt, match=r"The scene cannot be drawn here: .* is a 'dragon'"):
        await drawn(strange)
