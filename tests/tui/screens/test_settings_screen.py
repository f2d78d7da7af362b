"""The screen of settings: by keys alone, by mouse alone, and what becomes of the file."""

from __future__ import annotations

import pytest
from textual.theme import BUILTIN_THEMES
from textual.widgets import Button, ContentSwitcher, Input, Static

from woozle.arena.views.saved_matches import MatchRow
from woozle.saves import paths
from woozle.tui.app import WoozleApp
from woozle.tui.screens.settings import SettingsScreen
from woozle.tui.settings import config
from woozle.tui.settings.schema import Settings
from woozle.tui.styles.themes import DARK, LIGHT
from woozle.tui.widgets.settings_parts import Facts, KeyList, TextField, ThemeList

from tests.tui import scenes
from tests.tui.hosts import LARGE, SMALL, settled, until
from tests.tui.scenes import Stage


@pytest.fixture(autouse=True)
def _no_wish_of_the_environment(monkeypatch):
    monkeypatch.delenv("TEXTUAL_ANIMATIONS", raising=False)


def saved() -> Settings:
    return config.read().settings


def written(text: str) -> None:
    config.file().parent.mkdir(parents=True, exist_ok=True)
    config.file().write_text(text, "utf-8")


def said(app) -> list[str]:
    return [notice.message for notice in app._notifications]


def word(app) -> str:
    return str(app.screen.query_one("#word", Static).render())


async def opened(pilot, section: int = 0):
    """Open a section; 0 is that of looks, after the one about the person."""
    await pilot.press("comma")
    await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
    await pilot.press(*["down"] * (section + 1), "enter")
    await pilot.pause()
    return pilot.app.screen


async def move_to(pilot, id: str) -> None:
    keys = pilot.app.screen.query_one(KeyList)
    keys.highlighted = keys._ids.index(id)
    await pilot.pause()


# Themes


async def test_a_theme_is_tried_and_saved_when_it_is_chosen_and_motion_and_pace_hold_at_once():
    async with Stage().run_test() as pilot:
        await opened(pilot)
        await pilot.press("down")
        assert pilot.app.theme == "woozle-light"
        await pilot.press("end")
        assert pilot.app.theme == pilot.app.screen.query_one(ThemeList).names[-1]
        assert pilot.app.theme in BUILTIN_THEMES
        await pilot.press("escape")
        await pilot.pause()
        assert pilot.app.theme == "woozle-dark"
        assert not config.file().exists()
        await pilot.press("enter", "home", "down", "down", "enter")
        await until(pilot, lambda: "saved" in word(pilot.app))
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 1
        assert pilot.app.theme == "woozle-cb"
        await opened(pilot, 1)
        await pilot.press("right")
        await until(pilot, lambda: saved().motion == "reduced")
        assert pilot.app.animation_level == "none"
        await pilot.press("down", "right", "right")
        await until(pilot, lambda: saved().speed == "4x")
        assert pilot.app.speed == 4.0
    assert saved().theme == "woozle-cb"
    assert WoozleApp().theme == "woozle-cb"


def test_the_environment_comes_first(monkeypatch):
    config.write("theme", "woozle-light")
    config.write("motion", "reduced")
    assert (WoozleApp().theme, WoozleApp().animation_level) == ("woozle-light", "none")
    monkeypatch.setenv("TEXTUAL_THEME", "nord")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "full")
    app = WoozleApp()
    assert (app.theme, app.animation_level) == ("nord", "full")


# Motion, pace, folders


async def test_a_name_and_a_colour_hold_at_once_are_offered_after_the_first_match_and_can_be_deleted():
    row = MatchRow("20260101-120000-urn-0a01", "/matches/x", "urn", "finished", "1 Jan 12:00", "over", True)
    async with Stage(matches=(row,)).run_test(size=SMALL) as pilot:
        await settled(pilot)
        assert "your name? ," in str(pilot.app.screen.query_one("#title").render())
        screen = await opened(pilot, -1)
        await pilot.press(*"Zelda", "enter")
        await until(pilot, lambda: saved().name == "Zelda")
        await pilot.press("tab", "right", "right", "right")
        await until(pilot, lambda: saved().colour == "amber")
        field = screen.query_one("#field-name", TextField)
        field.query_one(Input).value = "far too long a name"
        await pilot.pause()
        assert "more than 12 characters" in field.reason
        field.query_one(Input).value = "Zelda"
        await pilot.press("escape", "escape")
        await settled(pilot)
        assert "◆ Zelda" in str(pilot.app.screen.query_one("#title").render())
        await opened(pilot, -1)
        await pilot.press(*["backspace"] * 5, "enter")
        await until(pilot, lambda: saved().name == "")
        assert pilot.app.persona.text("You") == "◆ You"


async def test_a_folder_is_checked_as_it_is_typed_and_saved_when_it_is_left(tmp_path):
    (tmp_path / "file").write_text("")
    async with Stage().run_test(size=(140, 45)) as pilot:
        screen = await opened(pilot, 2)
        field = screen.query_one("#field-matches", TextField)
        await pilot.press(*"here")
        await pilot.pause()
        assert "begin at the root" in field.reason
        field.query_one(Input).value = str(tmp_path / "file" / "x")
        await pilot.pause()
        assert "is a file" in field.reason
        await pilot.press("tab")
        await pilot.pause()
        assert saved().matches == ""
        field.query_one(Input).value = str(tmp_path / "new")
        field.query_one(Input).focus()
        await pilot.pause()
        await pilot.press("tab")
        await until(pilot, lambda: saved().matches == str(tmp_path / "new"))
        assert paths.matches_folder() == tmp_path / "new"
        assert not (tmp_path / "new").exists()
        assert screen.query_one(Facts).facts[0] == ("Matches", str(tmp_path / "new"))

        field = screen.query_one("#field-pictures", TextField)
        field.query_one(Input).value = "[@click=app.quit]x[/] [/nope]/\x1b[2J"
        await pilot.pause()
        shown = str(field.query_one(".state", Static).render())
        assert "[@click=app.quit]x[/] [/nope]" in shown
        assert "\x1b" not in shown + field.query_one(Input).value


async def test_a_picture_is_saved_where_the_settings_say_or_that_is_said_and_its_path_is_not_read(tmp_path):
    folder = tmp_path / "[@click=app.quit]x[" / "nope]"
    config.write("pictures", str(folder))
    async with Stage().run_test() as pilot:
        pilot.app.action_picture()
        await until(pilot, lambda: any("Saved as" in sentence for sentence in said(pilot.app)))
        assert pilot.app.is_running
        (picture,) = folder.iterdir()
        assert picture.suffix == ".svg"
        (tmp_path / "file").write_text("")
        pilot.app.preferences.change("pictures", str(tmp_path / "file" / "x"))
        pilot.app.action_picture()
        await until(pilot, lambda: any("No picture was saved" in sentence for sentence in said(pilot.app)))


# Keys


async def test_a_key_is_moved_and_works_at_once():
    async with Stage().run_test(size=(140, 45)) as pilot:
        await opened(pilot, 3)
        await move_to(pilot, "lobby.play")
        await pilot.press("enter")
        await pilot.pause()
        for key, why in (("c", "'Continue' already"), ("ctrl+c", "already"), ("ctrl+b", "tmux"), ("enter", "lists need it")):
            await pilot.press(key)
            await pilot.pause()
            assert why in str(pilot.app.screen.query_one("#why", Static).render()), key
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(pilot.app.screen, SettingsScreen)
        assert not config.file().exists(), "a key that is refused does nothing else"
        await pilot.press("enter", "x")
        await until(pilot, lambda: saved().keys == {"lobby.play": "x"})
        await pilot.press("escape", "escape")
        await pilot.pause()
        assert "x" in str(pilot.app.screen.query_one("#go", Static).render())
        assert pilot.app.screen.active_bindings["x"].binding.id == "lobby.play"
        await pilot.press("p")
        assert len(pilot.app.screen_stack) == 1
        await pilot.press("x")
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 2


async def test_a_speech_is_sent_with_another_key_and_enter_makes_a_line():
    config.write("keys", {"compose.send": "f5"})
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test() as pilot:
        await pilot.pause()
        await pilot.press("N", "enter", "o")
        await pilot.pause()
        assert pilot.app.sent == []
        await pilot.press("f5")
        await pilot.pause()
        assert [answer.text for answer in pilot.app.sent] == ["N\no"]


async def test_keys_are_reset_one_by_one_and_all_when_asked_twice():
    config.write("keys", {"lobby.play": "x", "lobby.resume": "p", "table.say": "z"})
    async with Stage().run_test(size=(140, 45)) as pilot:
        await opened(pilot, 3)
        await move_to(pilot, "lobby.play")
        await pilot.press("r")
        await until(pilot, lambda: "already" in word(pilot.app))
        await move_to(pilot, "table.say")
        await pilot.press("r")
        await until(pilot, lambda: "table.say" not in saved().keys)
        await pilot.press("R")
        await pilot.pause()
        assert "Press R again" in word(pilot.app)
        await pilot.press("escape", "R", "R")
        await until(pilot, lambda: saved().keys == {})


async def test_what_clashes_in_the_file_is_said_once_and_keeps_its_usual_key():
    written('[keys]\n"lobby.play" = "c"\n"lobby.theme" = "x"\n"no.such" = "[/nope]"\n')
    async with Stage().run_test(size=(140, 45)) as pilot:
        await pilot.pause()
        (sentence,) = said(pilot.app)
        assert "keeps its usual key" in sentence
        assert pilot.app.screen.active_bindings["p"].binding.id == "lobby.play"
        assert pilot.app.screen.active_bindings["x"].binding.id == "lobby.theme"
        await opened(pilot, 3)
        await move_to(pilot, "table.say")
        await pilot.press("enter", "i")
        await until(pilot, lambda: saved().keys.get("table.say") == "i")
        assert saved().keys["no.such"] == "[/nope]"


@pytest.mark.parametrize("text", ["theme = ", "motion = '[/nope]\\u001b'"])
async def test_a_broken_file_is_said_once_and_stops_nobody(text):
    written(text)
    async with Stage().run_test() as pilot:
        await pilot.pause()
        assert pilot.app.theme == "woozle-dark"
        assert len(said(pilot.app)) == 1
    assert config.file().read_text("utf-8") == text


async def test_what_cannot_be_saved_is_said_and_holds_for_now():
    config.file().parent.mkdir(parents=True, exist_ok=True)
    (config.file().parent / "config.toml.new").mkdir()
    async with Stage().run_test() as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert pilot.app.theme == "woozle-light"
        assert "could not be written" in said(pilot.app)[0]


# By mouse


async def test_settings_are_changed_by_mouse_alone():
    async with Stage().run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        go = pilot.app.screen.query_one("#go", Static)
        row = next(y for y, line in enumerate(str(go.render()).split("\n")) if "Settings" in line)
        await pilot.click("#go", offset=(5, row + go.gutter.top))
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))
        await pilot.click("#sections", offset=(4, 2))
        await pilot.pause()
        await pilot.click("#theme", offset=(5, 3))
        await until(pilot, lambda: saved().theme == "woozle-mono")
        await pilot.click("#sections", offset=(4, 3))
        await pilot.pause()
        assert pilot.app.screen.query_one(ContentSwitcher).current == "page-Pace"
        await pilot.click("#select-motion", offset=(55, 0))
        await until(pilot, lambda: saved().motion == "reduced")
        await pilot.click("#sections", offset=(4, 5))
        await pilot.pause()
        await pilot.click("#keys", offset=(5, 1))
        await until(pilot, lambda: bool(pilot.app.screen.query("#catcher")))
        await pilot.click(Button)
        await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen))


# What is unfinished


# Pictures

FACTS = (
    ("Matches", "/home/ada/.local/share/woozle/matches"),
    ("Settings", "/home/ada/.config/woozle/config.toml"),
    ("Log", "/home/ada/.local/share/woozle/woozle.log"),
)


def shows(section: int, settings: Settings | None = None, press=()):
    async def show(pilot):
        await settled(pilot)
        preferences = pilot.app.preferences
        preferences.settings = settings or Settings(theme=pilot.app.theme)
        preferences.trouble_with = lambda folder: "/etc is not yours to write" * ("etc" in folder)
        preferences.kept_files = lambda: FACTS
        preferences.show()
        await settled(pilot)
        await pilot.press(*["down"] * section, *press)
        await settled(pilot)

    return show


@pytest.mark.parametrize(
    ("section", "size", "theme"),
    [(0, SMALL, DARK.name), (3, LARGE, LIGHT.name)],
    ids=["look", "keys"],
)
def test_the_settings(snap_compare, section, size, theme):
    assert snap_compare(Stage(theme=theme), terminal_size=size, run_before=shows(section))


def test_the_table_without_colours(snap_compare):
    assert snap_compare(Stage(scenes.DEAD, theme="woozle-mono"), terminal_size=SMALL, run_before=settled)


def test_folders_that_cannot_be_and_long_ones(snap_compare):
    settings = Settings(matches="/etc/matches", pictures="/home/ada/" + "字[/nope]" * 12)
    assert snap_compare(Stage(), terminal_size=SMALL, run_before=shows(2, settings))


def test_moved_keys_and_the_question_for_a_new_one(snap_compare):
    settings = Settings(keys={"lobby.play": "x", "app.quit": "f10"})

    async def ask(pilot):
        await shows(3, settings, ["enter"])(pilot)
        pilot.app.preferences.move_key("lobby.play")
        await settled(pilot)
        await pilot.press("c")
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=SMALL, run_before=ask)
