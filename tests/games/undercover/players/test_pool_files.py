"""Files of benchmarks opened: the pictures come into the album, and matches can be about them."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from base64 import b64encode
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from woozle.games.undercover.config import Config
from woozle.games.undercover.players import pool_files
from woozle.games.undercover.players.pool_files import PairsError, read_pool
from woozle.players.pictures import album
from woozle.players.pictures.image_files import PictureError


def read_cases(path, keep=None, **how):
    return read_pool(path, keep or Path(tempfile.mkdtemp()), **how).cases


def photo(tint: int) -> bytes:
    """A picture of its own, in a format of photographs."""
    file = BytesIO()
    Image.effect_noise((60, 40), tint).convert("RGB").save(file, "JPEG")
    return file.getvalue()


ONE, TWO = photo(20), photo(60)
POPE = {"question_id": 1, "image": "one.jpg", "text": "Is there a dog?", "label": "yes"}


def pope(folder, split="random", *rows, images="val2014"):
    (folder / images).mkdir(parents=True, exist_ok=True)
    (folder / images / "one.jpg").write_bytes(ONE)
    (folder / images / "two.jpg").write_bytes(TWO)
    file = folder / f"coco_pope_{split}.json"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows or (POPE,)), "utf-8")
    return file


def table(file, *rows):
    names = ("index", "image", "question", "answer")
    file.write_text("".join("\t".join(map(str, each)) + "\n" for each in (names, *rows)), "utf-8")
    return file


def test_pictures_of_pope_lie_beside_the_file_or_in_a_folder_there(tmp_path):
    for images in (".", "val2014"):
        (case,) = read_cases(pope(tmp_path / images.strip(".") / "x", images=images))
        assert case.picture == sha256(ONE).hexdigest() and album.find(case.picture)
        assert (case.is_pair, case.data["split"]) == (False, "random")
        assert Config(mode="single", pool=(case,)).pool == (case,)


def test_a_picture_that_many_questions_are_about_is_opened_once(tmp_path):
    file = pope(tmp_path, "random", *({**POPE, "question_id": number} for number in range(6)))
    found = read_cases(file, tmp_path / "kept")
    assert len({case.id for case in found}) == 6 and len({case.picture for case in found}) == 1
    assert [each.name for each in (tmp_path / "kept").glob("*.*g")] == [f"{found[0].picture}.jpg"]


def test_pictures_are_kept_as_they_came_once_and_those_of_a_pair_as_plain_pngs_alike(tmp_path):
    file = pope(tmp_path)
    (case,) = read_cases(file, tmp_path / "kept")
    assert (tmp_path / "kept" / f"{case.picture}.jpg").read_bytes() == ONE
    assert album.find(case.picture).media_type == "image/jpeg"
    pair = {"image": "val2014/one.jpg", "counterfactual": "val2014/two.jpg", "question": "Dog?", "answer": "yes"}
    (tmp_path / "pairs.jsonl").write_text(json.dumps(pair), "utf-8")
    (ours,) = read_cases(tmp_path / "pairs.jsonl", tmp_path / "kept")
    assert [album.find(each).media_type for each in (ours.picture, ours.counterfactual)] == ["image/png"] * 2
    assert read_cases(file, tmp_path / "kept") == (case,)


def test_a_picture_that_is_kept_is_not_opened_again(tmp_path, monkeypatch):
    (case,) = read_cases(pope(tmp_path), tmp_path / "kept")
    monkeypatch.setattr(pool_files, "take_picture", None)
    assert read_cases(tmp_path / "coco_pope_random.json", tmp_path / "kept") == (case,)


def test_a_picture_that_another_process_is_keeping_just_now_is_left_to_it(tmp_path):
    (case,) = read_cases(pope(tmp_path), tmp_path / "kept")
    begun = tmp_path / "also kept" / f"{case.picture}.new"
    begun.parent.mkdir()
    begun.write_bytes(b"half of it")
    assert read_cases(tmp_path / "coco_pope_random.json", begun.parent) == (case,)
    assert begun.read_bytes() == b"half of it" and begun.with_suffix(".jpg").is_file()


def test_a_folder_that_keeps_nothing_is_named(tmp_path):
    (tmp_path / "kept").write_bytes(b"a file")
    with pytest.raises(PairsError, match=r"kept cannot be written: "):
        read_cases(pope(tmp_path), tmp_path / "kept")


def test_a_name_that_no_file_can_have_is_a_picture_that_is_not_there(tmp_path):
    for name in ("x" * 900, "a\0b", "a/" * 400):
        with pytest.raises(PictureError):
            read_cases(pope(tmp_path, "random", {**POPE, "image": name}))


def test_a_folder_stands_for_all_lists_in_it(tmp_path):
    for split in ("random", "popular", "adversarial"):
        pope(tmp_path, split)
    assert [case.id for case in read_cases(tmp_path)] == ["adversarial-1", "popular-1", "random-1"]
    pope(tmp_path, "again-random")
    with pytest.raises(PairsError, match=r"Two lists in .* have the id 'random-1'; name one of the lists."):
        read_cases(tmp_path)


def test_pictures_in_a_table_are_opened_and_shared_with_rows_before_and_after(tmp_path):
    one, two = (b64encode(each).decode() for each in (ONE, TWO))
    rows = ((1, 3, "Dog?", "Yes"), (2, two, "Cat?", "No"), (3, one, "Hat?", "No"), (4, 2, "Cup?", "Yes"))
    found = read_cases(table(tmp_path / "POPE.tsv", *rows))
    assert [case.id for case in found] == ["1", "2", "3", "4"]
    assert found[0].picture == found[2].picture == sha256(ONE).hexdigest()
    assert found[1].picture == found[3].picture == sha256(TWO).hexdigest()
    assert all(album.find(case.picture) for case in found)


def test_what_is_left_out_is_told_with_a_count(tmp_path):
    told = []
    held = b64encode(ONE).decode()
    file = table(tmp_path / "HallusionBench.tsv", (1, held, "Is it?", "Yes"), (2, "", "Is it?", "Yes"), (3, "", "Is it?", "No"))
    assert len(read_cases(file, tell=told.append)) == 1
    assert told == [f"Of {file} 2 of 3 questions are left out: 2 with no picture."]
    with pytest.raises(PairsError, match="cannot be used: all its questions are left out: 1 with no picture"):
        read_cases(table(tmp_path / "x.tsv", (1, "", "Is it?", "Yes")))


@pytest.mark.parametrize(
    ("rows", "error", "why"),
    [
        ([(1, 7, "Is it?", "Yes")], PairsError, "line 2: its picture is to be that of '7', which has none"),
        ([(1, "A" * 101, "Is it?", "Yes")], PairsError, "line 2: its picture is not in base64"),
        ([(1, b64encode(b"x" * 100).decode(), "Is it?", "Yes")], PictureError, "The picture of line 2 of .*x.tsv is no picture"),
        ([(1, b64encode(ONE[:400]).decode(), "Is it?", "Yes")], PictureError, "The picture of line 2 of .*x.tsv is damaged"),
    ],
)
def test_a_table_whose_pictures_cannot_be_used_is_refused_in_a_sentence(tmp_path, rows, error, why):
    with pytest.raises(error, match=why) as raised:
        read_cases(table(tmp_path / "x.tsv", *rows))
    assert "\n" not in str(raised.value) and str(raised.value).endswith(".")


def test_pictures_that_are_missing_or_elsewhere_are_named(tmp_path):
    with pytest.raises(PictureError, match=r"gone.jpg is not there; look for its right name"):
        read_cases(pope(tmp_path / "a", "random", {**POPE, "image": "gone.jpg"}))
    (tmp_path / "secret.jpg").write_bytes(ONE)
    with pytest.raises(PictureError, match="is not in the folder"):
        read_cases(pope(tmp_path / "b", "random", {**POPE, "image": "../secret.jpg"}))


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is unreadable there")
def test_a_file_that_cannot_be_read_is_named(tmp_path):
    file = pope(tmp_path)
    file.chmod(0)
    with pytest.raises(PairsError, match="cannot be read: Permission denied"):
        read_cases(file)


def test_a_file_that_is_not_text_is_named(tmp_path):
    (tmp_path / "x.tsv").write_bytes(b"index\timage\n\xff\xfe")
    with pytest.raises(PairsError, match=r"x.tsv is not in UTF-8; save it as UTF-8 text\.$"):
        read_cases(tmp_path / "x.tsv")


def mmmu(folder):
    from pyarrow import Table, parquet

    folder.mkdir(parents=True)
    rows = [
        {"id": f"validation_Art_{at}", "question": "Which?", "options": "['a cat', 'a dog']", "answer": "A", "subfield": "x",
         "question_type": "multiple-choice", "image_1": {"bytes": data, "path": "1.jpg"}, "image_2": {"bytes": None, "path": None}}
        for at, data in enumerate((ONE, TWO))
    ]  # fmt: skip
    parquet.write_table(Table.from_pylist(rows), folder / "validation-00000-of-00001.parquet")
    return folder


def test_tables_in_parquet_are_read_with_the_extra(tmp_path):
    one, two = read_cases(mmmu(tmp_path / "Art"))
    assert (one.question.options, one.question.answer, one.data["category"]) == (("a cat", "a dog"), "a cat", "Art")
    assert (one.picture, two.picture) == tuple(sha256(each).hexdigest() for each in (ONE, TWO))


def test_without_the_extra_it_is_named(tmp_path, monkeypatch):
    folder = mmmu(tmp_path / "Art")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(PairsError, match=r"is in Parquet, which needs `pip install woozle\[parquet\]`; or use"):
        read_cases(folder)


def test_a_table_in_parquet_that_is_none_is_named(tmp_path):
    (tmp_path / "x.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(PairsError, match=r"x.parquet cannot be read as Parquet: ") as raised:
        read_cases(tmp_path / "x.parquet")
    assert "\n" not in str(raised.value)
    with pytest.raises(PairsError, match=r"There is no .*gone.parquet; name a list of pictures"):
        read_cases(tmp_path / "gone.parquet")
