"""Sentences and buttons name the keys that a person has, also when those were moved."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from textual.widgets import Button, Static

import woozle.tui
from woozle.tui.settings import config, keymap
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.watch_bars import PlayBar, ViewerBar

from tests.tui import scenes
from tests.tui.hosts import settled
from tests.tui.scenes import Stage

TUI = Path(woozle.tui.__file__ or "").parent if woozle.tui.__file__ else Path(next(iter(woozle.tui.__path__)))
_NAMES_A_KEY = re.compile(
    r"\besc\b|ctrl\+\w|\^[a-z]\b|[Pp]ress [a-z0-9]\b|"
    r"(?:^|[ ;:])[b-zB-Z/] (?:again|goes|shows|sets|starts|checks|continues|runs|pauses|stops|follows|copies|searches)\b"
)
_NAMES_A_BINDING = re.compile(r"\{([a-z]+\.[a-z0-9_]+)\}")
_OWN_BUSINESS = {"esc keeps the one it has."}  # where a new key is asked for, esc is no binding


def moved(**keys: str) -> None:
    config.write("keys", {id.replace("__", "."): key for id, key in keys.items()})


def prompt(app) -> str:
    return app.screen.query_one(Prompt).render().plain


def said(app, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


def sentences(tree: ast.Module) -> set[str]:
    """The texts of a module, but for what documents it and for the keys that it declares."""
    texts: set[str] = set()
    others: set[object] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)):
                texts.add(text)
            case ast.Call(func=ast.Name(id="key")):
                others |= {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                others.add(ast.get_docstring(node, clean=False))
    return texts - others


def test_no_sentence_has_a_key_written_into_it_and_every_binding_that_one_names_is_there():
    known = {binding.id for section in keymap.sections() for binding in section.bindings}
    root = TUI.parent
    shown = [root / each for each in ("tui/screens", "tui/widgets", "tui/controllers", "arena/views", "arena/play")]
    shown += [*root.glob("games/*/tui"), *root.glob("games/*/views")]
    assert all(folder.is_dir() for folder in shown)
    for path in [*TUI.rglob("*.py"), *root.joinpath("arena").rglob("*.py"), *root.joinpath("games").rglob("*.py")]:
        source, is_shown = path.read_text("utf-8"), any(folder in path.parents for folder in shown)
        if not is_shown and not _NAMES_A_BINDING.search(source):
            continue
        texts = sentences(ast.parse(source)) - _OWN_BUSINESS
        if is_shown:
            assert not {text for text in texts if _NAMES_A_KEY.search(text)}, path.name
        named = {id for text in texts for id in _NAMES_A_BINDING.findall(text)}
        assert named <= known, path.name


async def test_a_sentence_is_filled_with_keys_and_nothing_else():
    moved(table__results="f6")
    async with Stage().run_test() as pilot:
        assert name_keys(pilot.app.screen, "{table.results} shows it, {table.back} does not.") == "f6 shows it, esc does not."
        assert name_keys(pilot.app.screen, "{you} and {0} stay") == "{you} and {0} stay"


async def test_the_bars_of_a_spectator_show_the_keys_that_their_buttons_have():
    moved(watch__play="f6", watch__back="shift+f7", watch__faster="f8", watch__seat_2="f9")
    async with Stage().run_test(size=(140, 45)) as pilot:
        bar, eyes = PlayBar(), ViewerBar()
        await pilot.app.screen.mount(bar, eyes)
        bar.styles.width = eyes.styles.width = 100
        bar.show("", "", 1.0, is_playing=True, is_warning=False)
        eyes.show((("*", "everything"), ("1", "Alice"), ("2", "Bob")), "everything", ())
        await settled(pilot)
        assert bar.render().plain.startswith("◂◂ ⇧←  ◂ ⇧f7  ‖ f6  → ▸  ⇧→ ▸▸  [− 1x +f8")
        assert eyes.render().plain.split() == ["[*", "everything]", "1", "Alice", "f9", "Bob"]


async def test_the_box_for_a_speech_names_its_keys_also_those_that_are_moved_while_it_is_covered():
    moved(compose__send="f6", compose__line="f7", table__back="f8")
    async with Stage(scenes.MEETING, scenes.SPEAK).run_test() as pilot:
        await settled(pilot)
        box = pilot.app.screen.query_one(ComposeBox)
        assert str(box.query_one("#send", Button).label) == "Send (f6)"
        assert "f8 leaves" in said(pilot.app, "#count")
        pilot.app.screen.ask_to_leave(quit=False)
        pilot.app.preferences.show()
        await settled(pilot)
        pilot.app.preferences.change("keys", {"table.leave": "f9", "compose.send": "f10"})
        await pilot.press("escape")
        await settled(pilot)
        assert "again leaves" not in prompt(pilot.app), "another key took it back"
        pilot.app.screen.ask_to_leave(quit=False)
        await settled(pilot)
        assert "f9 again leaves" in prompt(pilot.app)
        assert str(pilot.app.screen.query_one("#send", Button).label) == "Send (f10)"
