"""A page of a match of undercover in a real browser."""

from __future__ import annotations

import re

import pytest

from tests.arena.exports.exported import page
from tests.arena.exports.tabs import opened
from tests.docs.pages import ROOT
from tests.web.chromium import found

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not found(), reason="no Chromium on this machine; name one in $CHROMIUM")]


async def test_pictures_are_in_the_page_and_a_seat_has_its_own_alone(tmp_path):
    path = ROOT / "tests/golden/undercover-1-paper.jsonl"
    everybody, ada = page(path, tmp_path / "all"), page(path, tmp_path / "own", "Ada")
    pictures = "[...document.querySelectorAll('#panels img')]"
    async with opened(everybody, tmp_path / "profile") as tab:
        await tab.value("go(replay.length)")
        await tab.until(f"{pictures}.length == 2 && {pictures}.every(each => each.complete && each.naturalWidth > 100)")
        both = await tab.value(f"{pictures}.map(each => each.src)")
        assert tab.complaints == [] and {url.split(":")[0] for url in tab.asked} == {"file", "data"}
    async with opened(ada, tmp_path / "other-profile") as tab:
        await tab.value("go(Math.floor(replay.length / 2))")
        await tab.until(f"{pictures}.length > 0")
        assert len(set(await tab.value(f"{pictures}.map(each => each.src)"))) == 1
    held = set(re.findall(r"data:image/png;base64,[A-Za-z0-9+/=]+", ada.read_text("utf-8")))
    assert held and held <= set(both)
