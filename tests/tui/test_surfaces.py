"""What pictures are drawn on: chosen from the settings, the environment, and what the terminal says if it may be asked."""

from __future__ import annotations

import subprocess
import sys

import pytest

from woozle.tui import surfaces
from woozle.tui.app import WoozleApp
from woozle.tui.settings import config
from woozle.tui.settings.schema import ABOUT
from woozle.tui.surfaces import HALF_BLOCKS, NO_COLOURS, OFF, Surface

KITTY = Surface("kitty", object, (9, 18))


def asked(wanted: str) -> Surface:
    return Surface("kitty" if wanted == "auto" else wanted, object, (9, 18))  # type: ignore[arg-type]


@pytest.mark.parametrize("setting", ["auto", "kitty", "sixel"])
def test_a_terminal_is_asked_for_what_is_wanted(setting):
    assert surfaces.detect(setting, {}, is_terminal=True, ask=asked) == asked(setting)


@pytest.mark.parametrize(("setting", "surface"), [("halfblock", HALF_BLOCKS), ("off", OFF)])
def test_whoever_wants_no_pixels_has_their_terminal_left_alone(setting, surface):
    assert surfaces.detect(setting, {}, is_terminal=True, ask=_never) == surface


def _never(wanted: str) -> Surface:
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


def test_the_settings_offer_what_there_is_and_nothing_else():
    assert ABOUT["images"].choices == ("auto", "kitty", "sixel", "halfblock", "off")


def test_without_the_extra_there_are_half_blocks_and_not_a_word():
    code = (
        "import sys; sys.modules['textual_image'] = None\n"
        "from woozle.tui import surfaces\n"
        "assert surfaces.detect('auto', {}, is_terminal=True) is surfaces.HALF_BLOCKS\n"
        "assert surfaces.detect('sixel', {}, is_terminal=True) is surfaces.HALF_BLOCKS\n"
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


def _set(images: str):
    config.write("images", images)
    return config.read().settings


def test_without_colours_there_are_words(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = WoozleApp()
    app.terminal = KITTY
    assert app.surface == NO_COLOURS
