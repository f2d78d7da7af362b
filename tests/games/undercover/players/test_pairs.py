"""Folders of pictures with questions: read, and checked."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from woozle.core.chance import Chance
from woozle.games.undercover.config import Config
from woozle.games.undercover.players.pair_checks import LikenessCheck, find_problems
from woozle.games.undercover.players.pool_files import PairsError, read_pool
from woozle.games.undercover.players.services import LIKENESS_ROLE
from woozle.games.undercover.scenes.edits import edit_scene
from woozle.games.undercover.scenes.generator import generate_scene
from woozle.players.pictures import album
from woozle.players.pictures.image_files import PictureError, open_picture, plain_png

from tests.players.backends.editing import spotted
from tests.players.services.eyes import tiny_clip

ROW = {
    "id": "spot",
    "image": "one.png",
    "counterfactual": "two.png",
    "question": "Is there a spot?",
    "answer": "no",
    "other_answer": "yes",
}
ONE = Image.effect_noise((80, 60), 40).convert("RGB")
TWO = spotted(ONE)


def read_cases(path, keep=None, **how):
    return read_pool(path, keep or Path(tempfile.mkdtemp()), **how).cases


def folder(path, *rows, one=ONE, two=TWO):
    path.mkdir(exist_ok=True)
    for name, image in (("one.png", one), ("two.png", two)):
        (path / name).write_bytes(plain_png(image).data)
    (path / "pairs.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows or (ROW,)), "utf-8")
    return path


def checked(path, **more):
    return list(find_problems(folder(path, {**ROW, **more}), LikenessCheck()))


def test_a_folder_of_pairs_is_what_a_match_can_be_about(tmp_path):
    (case,) = read_cases(folder(tmp_path / "pairs"))
    assert (case.id, case.question.kind, case.question.other) == ("spot", "yes_no", "yes")
    assert album.find(case.picture) == open_picture(tmp_path / "pairs" / "one.png")
    assert album.find(case.counterfactual) == open_picture(tmp_path / "pairs" / "two.png")
    assert Config(pool=(case,)).pool == (case,)
    assert read_cases(tmp_path / "pairs" / "pairs.jsonl") == (case,)


def test_a_pair_of_scenes_is_drawn_again_so_that_bots_can_play(tmp_path):
    chance = Chance(b"x")
    scene = generate_scene(chance, "room", 6)
    other, edit = edit_scene(chance, scene, "any")
    row = {**ROW, "scene": asdict(scene), "other": asdict(other), "edit": asdict(edit)}
    (case,) = read_cases(folder(tmp_path / "pairs", row))
    assert (case.scene, case.other, case.edit, case.picture) == (scene, other, edit, "")


@pytest.mark.parametrize(
    ("row", "error", "why"),
    [
        ({**ROW, "image": "gone.png"}, PictureError, "gone.png is not there"),
        ({**ROW, "image": "../outside.png"}, PictureError, "is not in the folder"),
        ({**ROW, "image": "/etc/passwd"}, PictureError, "is not in the folder"),
        ({**ROW, "image": "pairs.jsonl"}, PictureError, "is no picture that can be read"),
        ({"image": "one.png"}, PairsError, "pairs.jsonl cannot be used: line 1: `question` is missing"),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused_in_a_sentence(tmp_path, row, error, why):
    (tmp_path / "outside.png").write_bytes(plain_png(ONE).data)
    with pytest.raises(error, match=why) as raised:
        read_cases(folder(tmp_path / "pairs", row))
    assert "\n" not in str(raised.value) and str(raised.value).endswith(".")


def test_a_folder_without_a_list_says_how_to_make_one(tmp_path):
    with pytest.raises(PairsError, match="`woozle pictures make` makes such a folder"):
        read_cases(tmp_path)
    (tmp_path / "pairs.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(PairsError, match="is not in UTF-8"):
        read_cases(tmp_path)


def test_a_sound_folder_has_no_problems(tmp_path):
    digests = {"sha256": plain_png(ONE).digest, "counterfactual_sha256": plain_png(TWO).digest}
    assert checked(tmp_path / "pairs", **digests) == []


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"counterfactual": ""}, "spot: There is no counterfactual; `woozle pictures make` makes one."),
        ({"counterfactual": "gone.png"}, "gone.png is not there; look for its right name."),
        ({"counterfactual": "one.png"}, "spot: The counterfactual shows nothing else than the picture."),
        ({"sha256": "0" * 64}, "spot: The picture one.png was changed since its list was written."),
        ({"other_answer": "No"}, "spot: The right answer is the same for both pictures."),
        ({"accepted": False}, "spot: It was kept as the best of its tries, but it was not accepted."),
        ({"likeness": [0.1, 0.2, 1.0], "compared_by": "pixels"}, "spot: The two are alike by "),
    ],
)
def test_each_problem_is_one_line(tmp_path, more, why):
    (found,) = checked(tmp_path / "pairs", **more)
    assert why in found and "\n" not in found


def test_pictures_that_could_be_told_apart_by_their_files_are_a_problem(tmp_path):
    path = folder(tmp_path / "pairs")
    texts = PngImagePlugin.PngInfo()
    texts.add_text("prompt", "with a spot")
    TWO.save(path / "two.png", pnginfo=texts)
    ONE.resize((40, 30)).save(path / "one.png")
    found = list(find_problems(path, LikenessCheck()))
    assert [each for each in found if "two.png is no plain PNG" in each]
    assert [each for each in found if "is 80 by 60 pixels, the picture 40 by 30; make them alike" in each]


def test_what_a_model_compared_is_compared_again_only_if_it_is_named(tmp_path):
    clip = tiny_clip(tmp_path / "clip")
    path = folder(tmp_path / "pairs", {**ROW, "likeness": [0.5, 0.5, 0.5], "compared_by": "clip:~/clip"})
    again = LikenessCheck()
    assert list(find_problems(path, again)) == []
    assert (again.by, again.passed_over) == ("clip:~/clip", 1)
    (found,) = find_problems(path, LikenessCheck(str(LIKENESS_ROLE.parse(f"clip:{clip}"))))
    assert found.startswith("spot: The two are alike by 0.9") and "and not by 0.500, 0.500, 0.500 as the list says" in found
