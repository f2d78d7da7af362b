"""Surfaces for pictures: chosen from the settings, the environment, and the terminal's replies if it may be asked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from woozle.tui import surfaces
from woozle.tui.app import WoozleApp
from woozle.tui.settings import config
from woozle.tui.surfaces import HALF_BLOCKS, NO_COLOURS, OFF, Surface

KITTY = Surface("kitty", object, (9, 18))


XTERM = {"TERM": "xterm-256color"}
SIXEL, NO_SIXEL = "\x1b[6;18;9t\x1b[?62;4;22c", "\x1b[?64;1;22c"  # what terminals answer


@pytest.fixture(autouse=True)
def _installed(monkeypatch):
    monkeypatch.setattr(surfaces, "find_spec", lambda name: name)


@pytest.mark.parametrize(
    ("environ", "answer", "setting", "mode"),
    [
        (XTERM, SIXEL, "auto", "sixel"),
        (XTERM, NO_SIXEL, "auto", "halfblock"),
        (XTERM, "", "auto", "halfblock"),
        (XTERM, "", "sixel", "sixel"),
        (XTERM, "", "kitty", "kitty"),
        ({"TERM": "xterm-kitty"}, "", "auto", "kitty"),
        ({"TERM": "foot"}, NO_SIXEL, "auto", "sextant"),
    ],
)
def test_a_terminal_draws_as_well_as_it_says_it_can(environ, answer, setting, mode):
    found = surfaces.detect(setting, environ, is_terminal=True, ask=lambda: answer)
    assert (found.mode, bool(found.widget)) == (mode, mode in ("sixel", "kitty"))
    if answer == SIXEL:
        assert found.cell == (9, 18)


@pytest.mark.parametrize("term", ["", "dumb", "linux", "xterm-kitty"])
def test_a_terminal_that_is_known_is_not_asked(term):
    asked = []
    surfaces.detect("auto", {"TERM": term}, is_terminal=True, ask=lambda: asked.append(True) or "")
    assert not asked


@pytest.mark.parametrize(
    ("environ", "mode"),
    [
        (XTERM, "halfblock"),
        ({"TERM": "alacritty"}, "sextant"),
        ({**XTERM, "TERM_PROGRAM": "WezTerm"}, "sextant"),
        ({**XTERM, "VTE_VERSION": "7600"}, "sextant"),
        ({**XTERM, "VTE_VERSION": "5202"}, "halfblock"),
        ({**XTERM, "VTE_VERSION": "7600", "XTERM_VERSION": "XTerm(390)"}, "halfblock"),
        ({"TERM": "foot", "TMUX": "/tmp/tmux-0/default,1,0"}, "halfblock"),
    ],
)
def test_sextants_are_drawn_where_the_terminal_draws_them_itself(environ, mode):
    assert surfaces.known_blocks(environ).mode == mode


@pytest.mark.parametrize(("setting", "surface"), [("halfblock", HALF_BLOCKS), ("off", OFF)])
def test_whoever_wants_no_pixels_has_their_terminal_left_alone(setting, surface):
    assert surfaces.detect(setting, {}, is_terminal=True, ask=_never) == surface


def _never() -> str:
    raise AssertionError("The terminal was asked.")


@pytest.mark.parametrize(
    "environ",
    [
        {"TMUX": "/tmp/tmux-0/default,1,0"},
        {"STY": "1.pts-0"},
        {"TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver"},
        {"NO_COLOR": ""},
    ],
    ids=["tmux", "screen", "served", "no colours"],
)
@pytest.mark.parametrize("setting", ["auto", "kitty", "sixel"])
def test_where_pixels_do_not_arrive_nothing_is_asked(setting, environ):
    assert surfaces.detect(setting, environ, is_terminal=True, ask=_never) == HALF_BLOCKS
    assert surfaces.detect(setting, {}, is_terminal=False, ask=_never) == HALF_BLOCKS


@pytest.mark.e2e
def test_nothing_that_draws_pixels_is_loaded_before_a_picture():
    code = (
        "import sys, woozle, woozle.tui.cli.main, woozle.tui.app\n"
        "from woozle.tui import surfaces\n"
        "surfaces.detect('auto', {'TERM': 'xterm-kitty'}, is_terminal=True)\n"
        "assert not {'textual_image', 'PIL', 'numpy'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout + done.stderr == ""


def test_an_app_draws_on_what_was_found_unless_the_settings_or_the_company_say_otherwise(monkeypatch):
    app = WoozleApp()
    assert app.surface == HALF_BLOCKS
    app.terminal = KITTY
    assert app.surface == KITTY
    app.preferences.settings = _set("halfblock")
    assert app.surface == HALF_BLOCKS
    app.preferences.settings = _set("off")
    assert app.surface == OFF
    app.preferences.settings = _set("auto")
    monkeypatch.setattr(WoozleApp, "is_shared", property(lambda app: True))
    assert app.surface == HALF_BLOCKS


@pytest.mark.parametrize("blocks", ["octant", "sextant", "halfblock"])
def test_characters_are_those_of_the_settings_unless_there_are_pixels(blocks):
    app = WoozleApp()
    config.write("blocks", blocks)
    app.preferences.settings = _set("auto")
    app.terminal = surfaces.SEXTANTS
    assert app.surface == surfaces.BLOCKS[blocks]
    app.terminal = KITTY
    assert app.surface == KITTY


def _set(images: str):
    config.write("images", images)
    return config.read().settings


def test_without_colours_there_are_words(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = WoozleApp()
    app.terminal = KITTY
    assert app.surface == NO_COLOURS
