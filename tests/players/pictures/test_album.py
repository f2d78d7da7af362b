"""The album: pictures by what they hold."""

from __future__ import annotations

import os
from hashlib import sha256

import pytest

from woozle.core.request import Picture
from woozle.players.pictures.album import Album


def picture(number: int, size: int = 100) -> Picture:
    return Picture.png(bytes([number]) * size)


def test_a_picture_is_found_by_what_it_holds():
    album = Album()
    assert album.add(picture(1)) == picture(1).digest
    assert album.find(picture(1).digest) == picture(1)
    assert album.find(picture(2).digest) is None


def test_what_was_not_looked_at_for_longest_makes_room():
    album = Album(room=250)
    for number in (1, 2):
        album.add(picture(number))
    assert album.find(picture(1).digest)
    album.add(picture(3))
    assert [bool(album.find(picture(number).digest)) for number in (1, 2, 3)] == [True, False, True]


def test_a_picture_larger_than_the_room_is_held_alone():
    album = Album(room=10)
    album.add(picture(1))
    assert album.find(picture(1).digest)
    album.add(picture(2))
    assert album.find(picture(1).digest) is None and album.find(picture(2).digest)


def test_what_made_room_is_made_again_if_it_is_still_the_same():
    album, now = Album(room=100), [picture(1)]
    album.add(picture(1), again=lambda: now[0])
    album.add(picture(2))
    assert album.find(picture(1).digest) == picture(1)
    album.add(picture(2))
    now[0] = picture(9)
    assert album.find(picture(1).digest) is None
    now.clear()
    assert album.find(picture(1).digest) is None


def test_pictures_are_found_in_the_folder_of_a_transcript(tmp_path):
    album = Album()
    album.look_in(tmp_path / "blobs")
    assert album.find(picture(1).digest) is None
    (tmp_path / "blobs").mkdir()
    (tmp_path / "blobs" / f"{picture(1).digest}.png").write_bytes(picture(1).data)
    (tmp_path / "blobs" / f"{picture(2).digest}.jpg").write_bytes(picture(2).data)
    assert album.find(picture(1).digest) == picture(1)
    assert album.find(picture(2).digest).media_type == "image/jpeg"


def test_a_file_that_is_not_what_its_name_says_is_not_found(tmp_path):
    (tmp_path / f"{picture(1).digest}.png").write_bytes(b"something else")
    (tmp_path / f"{picture(2).digest}.png").mkdir()
    os.mkfifo(tmp_path / f"{picture(3).digest}.png")
    (tmp_path / f"{picture(4).digest}.png").symlink_to(tmp_path / "nothing")
    album = Album()
    album.look_in(tmp_path)
    assert not any(album.find(picture(number).digest) for number in (1, 2, 3, 4))


@pytest.mark.parametrize("digest", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n", "\0" * 64])
def test_nothing_but_a_digest_is_looked_for(tmp_path, digest):
    album = Album()
    album.look_in(tmp_path)
    assert album.find(digest) is None


def test_a_large_file_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.players.pictures.album.LARGEST", 50)
    data = picture(1).data
    (tmp_path / f"{sha256(data).hexdigest()}.png").write_bytes(data)
    album = Album()
    album.look_in(tmp_path)
    assert album.find(picture(1).digest) is None
