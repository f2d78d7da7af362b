"""A transcript that comes with its pictures, as an archive."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from woozle.arena.join import ending
from woozle.core.errors import InputError

from tests.join.players import person
from tests.join.test_joining import signing
from tests.web.open_table import plan, serving


async def test_a_match_of_pictures_is_verified_with_its_pictures(tmp_path: Path):
    async with serving(tmp_path, **signing(tmp_path)) as (tables, base), asyncio.timeout(30):
        table = tables.open(plan("undercover", "remote,bot*4"))
        guest = person(base, table.id, table.room.invitations[1], tmp_path / "joined")
        await guest.play()
        assert guest.session.end.verdict.startswith("verified here: rules, deal and ")


def archive(**files: bytes) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as made:
        for name, data in files.items():
            made.writestr(name, data)
    return written.getvalue()


def test_an_archive_gives_no_files_but_those_of_a_match(monkeypatch: pytest.MonkeyPatch):
    picture = f"blobs/{'a' * 64}.png"
    files = {f"m/{ending.CLOSED}": b"{}", f"m/{picture}": b"png", "../../evil": b"", "m/blobs/../../x.png": b"", "/etc/passwd": b""}
    assert ending._unpacked(archive(**files)) == {ending.CLOSED: b"{}", picture: b"png"}
    assert ending._unpacked(b"{}") == {ending.CLOSED: b"{}"}
    monkeypatch.setattr(ending, "MOST_TRANSCRIPT", 1000)
    with pytest.raises(InputError):
        ending._unpacked(archive(**{f"m/{ending.CLOSED}": bytes(10_000)}))
