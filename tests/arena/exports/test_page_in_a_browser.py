"""A page in a real browser, from its file, with nothing else there."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from tests.arena.exports.exported import data, page, read_lines
from tests.arena.exports.tabs import opened
from tests.tui import hostile
from tests.web.chromium import found

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(not found(), reason="no Chromium on this machine; name one in $CHROMIUM")]

SHIP = Path(__file__).parents[2] / "golden" / "ship-1-standard.jsonl"
HTML = (
    "</script><script>document.title='PWNED'</script><img src=x onerror=\"document.title='PWNED'\">"
    "<svg onload=\"document.title='PWNED'\"><a href=\"javascript:document.title='PWNED'\">x</a><base href=//x><!-- "
    "<style>*{display:none}</style> ]]> &lt;b&gt; ${1} {{replay}} \\u003c "
    "<iframe srcdoc='<script>parent.document.title=1</script>'> "
)


async def _place(tab):
    return await tab.value("document.getElementById('place').textContent")


async def _read(tab):
    """The lines that are seen."""
    return await tab.value("[...document.querySelectorAll('#lines li:not([hidden]) .text')].map(each => each.textContent)")


async def test_a_match_is_stepped_through_played_and_seen_through_others_eyes_with_keys_alone(tmp_path):
    file = page(SHIP, tmp_path)
    shown = data(file)
    length, everything, alice = shown["length"], shown["viewers"][0], shown["viewers"][2]
    async with opened(file, tmp_path / "profile") as tab:
        assert await _place(tab) == f"0 / {length}" and await _read(tab) == []
        await tab.key("ArrowRight", 39)
        assert await _place(tab) == f"1 / {length}"
        await tab.key("End", 35)
        assert await _read(tab) == [text for _, text in read_lines(shown, everything)]
        assert await tab.value("document.getElementById('result').open")
        assert await tab.value("document.querySelector('#ending .headline').textContent") in unescape(shown["result"])
        await tab.key("1")
        assert await _read(tab) == [text for _, text in read_lines(shown, alice)]
        assert await tab.value("document.getElementById('viewer').value") == "Alice"
        await tab.key("Home", 36)
        for moment in alice["moments"][:12]:
            await tab.key("ArrowRight", 39)
            assert await _place(tab) == f"{moment} / {length}"
            assert await _read(tab) == [text for at, text in read_lines(shown, alice) if at <= moment]
        said = " ".join(text for at, text in read_lines(shown, alice) if at == alice["moments"][11])
        assert said in await tab.value("document.getElementById('now').textContent")
        assert await tab.value("document.querySelector('#panel-map svg').getAttribute('aria-labelledby')") == "panel-map-title"
        await tab.key("]")
        start = next(at for at, _, is_part in alice["marks"] if is_part and at > alice["moments"][11])
        assert await _place(tab) == f"{start} / {length}"
        await tab.value("document.getElementById('speed').value = '16'")
        await tab.key(" ")
        assert await tab.value("document.getElementById('play').textContent") == "Pause"
        await tab.until(f"document.getElementById('place').textContent.split(' ')[0] > {start}")
        await tab.key(" ")
        assert tab.complaints == [] and tab.asked == [file.as_uri()]


@pytest.fixture
def hostile_page(tmp_path, monkeypatch):
    """The page of a match in which everything that can be named or said is hostile."""
    monkeypatch.setattr(hostile, "HOSTILE", HTML + hostile.HOSTILE)
    return page(hostile.played(tmp_path / "match"), tmp_path / "out", with_text=True)


async def test_hostile_words_do_nothing_wherever_they_stand(hostile_page, tmp_path):
    file, shown = hostile_page, data(hostile_page)
    async with opened(file, tmp_path / "profile") as tab:
        before = await tab.value("document.querySelectorAll('script, style, img, iframe, base, a').length")
        for viewer in range(len(shown["viewers"])):
            await tab.value(f"change(replay.viewers[{viewer}].name)")
            for at in range(0, shown["length"] + 1, 7):
                await tab.value(f"go({at})")
            await tab.value(f"go({shown['length']})")
            seen = await _read(tab)
            assert seen == [text for _, text in read_lines(shown, shown["viewers"][viewer])] and any(
                "PWNED" in line for line in seen
            )
        assert before == await tab.value("document.querySelectorAll('script, style, img, iframe, base, a').length") == 3
        assert "PWNED" not in await tab.value("document.title")
        assert tab.complaints == [] and tab.asked == [file.as_uri()]


async def test_it_fits_a_phone_and_prints_all_that_happened(tmp_path):
    file = page(SHIP, tmp_path)
    async with opened(file, tmp_path / "profile", 360) as tab:
        for at in (0, 60, 181):
            await tab.value(f"go({at})")
            assert await tab.value("document.documentElement.scrollWidth") == 360
        await tab.value("go(3)")
        await tab.do("Emulation.setEmulatedMedia", media="print")
        last = "getComputedStyle(document.querySelector('#lines li:last-child')).display"
        assert await tab.value(last) == "list-item"
        assert await tab.value("getComputedStyle(document.getElementById('controls')).display") == "none"
        await tab.do("Emulation.setEmulatedMedia", media="screen")
        assert await tab.value(last) == "none"


async def test_it_is_light_or_dark_as_the_system_is_or_as_one_likes(tmp_path):
    async with opened(page(SHIP, tmp_path), tmp_path / "profile") as tab:
        colour = "getComputedStyle(document.body).backgroundColor"
        for scheme, shade, other in (
            ("light", "rgb(251, 250, 247)", "rgb(18, 22, 29)"),
            ("dark", "rgb(18, 22, 29)", "rgb(251, 250, 247)"),
        ):
            await tab.do("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            assert await tab.value(colour) == shade
            await tab.value("document.getElementById('theme').click()")
            assert await tab.value(colour) == other
            await tab.value("document.documentElement.removeAttribute('data-theme')")
