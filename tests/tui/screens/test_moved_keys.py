"""Sentences and buttons name the keys that a person has, also when those were moved."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from textual.widgets import Button, Input, Static

import woozle.tui
from woozle.arena.play import news
from woozle.arena.play.people import Lock
from woozle.arena.views.panels import Curtain, Results
from woozle.games.ship import events as ship
from woozle.games.ship.tui.map import ShipMap
from woozle.tui import messages, routes
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.settings import config, keymap
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.panels import Prompt
from woozle.tui.widgets.title_bar import TitleBar
from woozle.tui.widgets.transcript import Transcript
from woozle.tui.widgets.watch_bars import PlayBar, ViewerBar

from tests.tui import scenes
from tests.tui.hosts import settled
from tests.tui.scenes import Stage

TUI = Path(woozle.tui.__file__ or "").parent if woozle.tui.__file__ else Path(next(iter(woozle.tui.__path__)))
_NAMES_A_KEY = re.compile(
    r"\besc\b|ctrl\+\w|\^[a-z]\b|[Pp]ress [a-z0-9]\b|"
    r"(?:^|[ ;:])[b-zB-Z/] (?:again|goes|shows|sets|starts|checks|continues|runs|pauses|stops|follows|copies|searches)\b"
)
ROW = scenes.rank(1, "Alice")
_OWN_BUSINESS = {"esc keeps the one it has."}  # where a new key is asked for, esc is no binding


def moved(**keys: str) -> None:
    config.write("keys", {id.replace("__", "."): key for id, key in keys.items()})


def prompt(app) -> str:
    return app.screen.query_one(Prompt).render().plain


def said(app, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


def sentences(tree: ast.Module) -> set[str]:
    """The texts of a module, but for what documents it."""
    docs = {
        ast.get_docstring(node, clean=False)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    }
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)} - docs


def test_no_sentence_has_a_key_written_into_it_and_every_binding_that_one_names_is_there():
    known, root = keymap.bindings(), TUI.parent
    shown = [root / each for each in ("tui/screens", "tui/widgets", "tui/controllers", "arena/views", "arena/play")]
    shown += [*root.glob("games/*/tui"), *root.glob("games/*/views")]
    assert all(folder.is_dir() for folder in shown)
    for path in [*TUI.rglob("*.py"), *root.joinpath("arena").rglob("*.py"), *root.joinpath("games").rglob("*.py")]:
        texts = sentences(ast.parse(path.read_text("utf-8"))) - _OWN_BUSINESS
        if any(folder in path.parents for folder in shown):
            assert not {text for text in texts if _NAMES_A_KEY.search(text)}, path.name
        named = {id for text in texts for id in re.findall(r"\{([a-z]+\.[a-z0-9_]+)\}", text)}
        assert named <= known.keys(), path.name


async def test_a_sentence_is_filled_with_keys_and_nothing_else():
    moved(table__results="f6")
    async with Stage().run_test() as pilot:
        assert name_keys(pilot.app.screen, "{table.results} shows it, {table.back} does not.") == "f6 shows it, esc does not."
        assert name_keys(pilot.app.screen, "{you} and {0} stay") == "{you} and {0} stay"


async def test_the_table_says_how_to_leave_how_to_wait_and_how_to_go_on():
    at_the_table = {"table__leave": "f6", "table__back": "f7", "table__pause": "f8", "table__skip": "f9", "table__results": "f10"}
    moved(**at_the_table, app__quit="ctrl+g")
    async with Stage(scenes.ROAM, scenes.ACT).run_test() as pilot:
        await settled(pilot)
        table = pilot.app.screen
        await pilot.press("f6")
        assert "Leave? f6 again leaves, f7 stays." in prompt(pilot.app)
        await pilot.press("f7")
        assert "Leave?" not in prompt(pilot.app)
        for binding, key in (("app.quit", "ctrl+g"), ("app.quit_or_copy", "ctrl+c")):
            table.ask_to_leave(quit=True, key=binding)
            assert f"Leave? {key} again leaves" in prompt(pilot.app)
            await pilot.press("f7")
        for state, words in (("paused", "paused: f8 goes on"), ("reading", "time to read: f9 goes on")):
            table.post_message(messages.MatchNews(news.Withdrawn(scenes.ACT.id)))
            table.post_message(messages.MatchNews(news.Paced(state)))
            await pilot.pause()
            assert words in prompt(pilot.app)
        table.post_message(messages.MatchNews(news.Finished()))
        await pilot.pause()
        assert "f10 shows how it ended" in prompt(pilot.app)


async def test_choices_show_the_keys_of_their_numbers_on_the_list_and_on_the_map():
    moved(table__choose_1="f5", table__choose_5="f6", choices__take="f7", table__back="f8", table__say="f9")
    async with Stage(scenes.ROAM, scenes.ACT).run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        choices = pilot.app.screen.query_one(Choices)
        rows = "\n".join(choices.render_line(y).text for y in range(choices.size.height))
        assert "f6 Report the body of Diana" in rows
        assert "2 Go to Electrical" in rows
        await pilot.press("f6")
        assert "Press f6 or f7 again; f8 cancels." in prompt(pilot.app)
        await pilot.press("f8")
        assert said(pilot.app, "#say-label").startswith("f9  Say to")
        ship = pilot.app.screen.query_one(ShipMap)
        assert "[f5]" in "\n".join(ship.render_line(y).text for y in range(ship.size.height))


async def test_a_dead_seat_is_told_how_to_run_to_the_end_only_where_it_can_in_a_meeting_too():
    moved(table__fast="f6")
    async with Stage(scenes.DEAD).run_test() as pilot:
        await settled(pilot)
        assert "You are dead and watch on. Press f6 to run to the end." in prompt(pilot.app)
        meeting = ship.MeetingCalled(5, "Bob", "button", ("Alice", "Diana"))
        pilot.app.screen.post_message(messages.MatchNews(news.EventsArrived((meeting,))))
        await pilot.pause()
        assert "Everyone comes together. Press f6 to run to the end." in prompt(pilot.app)
        pilot.app.screen.post_message(messages.MatchNews(news.Paced("reading")))
        await pilot.pause()
        assert "time to read" in prompt(pilot.app) and "…" not in prompt(pilot.app)
        pilot.app.screen.post_message(messages.MatchNews(news.Paced("going", hurry="end")))
        await pilot.pause()
        assert "Press" not in prompt(pilot.app)
        assert "running to the end" in prompt(pilot.app)


async def test_the_curtain_names_its_keys():
    moved(curtain__ready="f6", curtain__reveal="f7", curtain__pin="f8", curtain__pause="f9", curtain__leave="f10")
    async with Stage().run_test() as pilot:
        app = pilot.app
        app.push_screen(CurtainScreen(Curtain("Mia", is_first=True), Lock(), scenes.ID, app.clock))
        await settled(pilot)
        assert "press f6 and then f7 to see your table" in said(app, "#what")
        assert "f8 sets a PIN" in said(app, "#notes")
        assert [str(app.screen.query_one(f"#{id}", Button).label) for id in ("ready", "reveal")] == [
            "I am here (f6)",
            "Show my table (f7)",
        ]
        await pilot.press("f6")
        assert "now press f7" in said(app, "#what")
        await pilot.press("f10")
        assert "f10 again leaves, f9 stays" in said(app, "#what")
        await pilot.press("f9")
        app.screen.post_message(messages.MatchNews(news.Paced("paused")))
        await pilot.pause()
        assert "paused: f9 goes on" in said(app, "#what")


async def test_the_lobby_the_browser_the_seat_picker_the_results_and_help_name_their_keys():
    moved(seats__start="f6", results__verify="f7", help__back="f8", lobby__play="f9", browser__filter="f10")
    async with Stage().run_test() as pilot:
        await settled(pilot)
        assert "f9 starts a match" in str(pilot.app.screen.query_one("#matches").get_option_at_index(0).prompt)
        await pilot.press("b")
        await settled(pilot)
        assert pilot.app.screen.query_one(Input).placeholder.startswith("f10 filters")
        await pilot.press("escape", "f9")
        await settled(pilot)
        assert str(pilot.app.screen.query_one("#start", Button).label) == "Start (f6)"
        pilot.app.push_screen(routes.results(Results("You win.", "", True, scenes.ranks(ROW)), "/matches/m"))
        await settled(pilot)
        assert "f7 verifies the file" in said(pilot.app, "#checks")
        await pilot.press("f1")
        await settled(pilot)
        assert "f8 goes back" in pilot.app.screen.query_one(TitleBar).render().plain


async def test_the_bars_of_a_spectator_show_the_keys_that_their_buttons_have():
    moved(watch__play="f6", watch__back="shift+f7", watch__faster="f8", watch__seat_2="f9")
    async with Stage().run_test(size=(140, 45)) as pilot:
        bar, eyes = PlayBar(), ViewerBar()
        await pilot.app.screen.mount(bar, eyes)
        bar.styles.width = eyes.styles.width = 100
        bar.show("", 1.0, is_playing=True, is_warning=False)
        eyes.show((("*", "everything"), ("1", "Alice"), ("2", "Bob")), "everything", ())
        await settled(pilot)
        assert bar.render().plain.startswith("◂◂ ⇧←  ◂ ⇧f7  ‖ f6  → ▸  ⇧→ ▸▸  [− 1x +f8")
        assert eyes.render().plain.split() == ["[*", "everything]", "1", "Alice", "f9", "Bob"]


async def test_help_names_the_keys_as_they_are():
    moved(choices__take="f6", table__back="f7", table__next="f8", table__find="f9", table__choose_3="f10")
    async with Stage(scenes.ROAM, scenes.ACT).run_test() as pilot:
        await settled(pilot)
        await pilot.press("f1")
        await settled(pilot)
        page = "\n".join(line.text for line in pilot.app.screen.query_one(Transcript).lines)
        assert "and press f6." in page
        assert "f9 searches the words: enter goes to the first hit, f8 to the next" in page
        numbers = next(row for row in page.split("\n") if row.endswith("Choose by number"))
        assert "f10" in numbers and "3" not in numbers
        assert "press the same number again, or f7." in page
        assert not re.search(r"\{[a-z]+\.", page)


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
