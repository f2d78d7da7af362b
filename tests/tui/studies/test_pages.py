"""The pages of a study at the screen: nothing is chosen for anybody, or kept before somebody agrees, and one can always stop."""

from __future__ import annotations

from pathlib import Path

from textual.events import Key
from textual.widgets import Button

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.plan import PREFER_NOT_TO_SAY
from woozle.saves import paths
from woozle.tui.screens.help import HelpScreen
from woozle.tui.screens.study import StudyCodeScreen, StudyReadingScreen, StudyStopScreen
from woozle.tui.screens.table import TableScreen
from woozle.tui.widgets.study_answers import Scale
from woozle.tui.widgets.study_parts import StudyText, TickBox
from woozle.tui.widgets.text_boxes import TypedLine

from tests.tui.hosts import settled, until
from tests.tui.studies import plans
from tests.tui.studies.visits import app_of, note_code, opened, press, skip_to, study, words

SMALL = (80, 24)


def everything(folder: Path) -> list[Path]:
    return sorted([*folder.rglob("*"), *paths.data_folder().rglob("*")])


def entries(app) -> list[str]:
    return [entry.what for entry in read_journal(app.pages.visit.study.journal_path(app.pages.visit.who.code))]


async def heap(pilot, key: str, character: str) -> None:
    """A key, four times before the app comes to the first: held down, or over a slow line."""
    for _ in range(4):
        pilot.app.post_message(Key(key, character))
    await settled(pilot)


async def test_the_information_has_to_be_read_to_its_end_and_who_does_not_agree_leaves_nothing_behind(tmp_path):
    folder = study(tmp_path)
    before = everything(folder)
    app = app_of(folder)
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        screen = app.screen
        assert screen.query_one("#does-read", Button).disabled
        assert not screen.query_one(StudyText).is_read
        await press(pilot, "enter")
        assert app.pages.visit.stage == "information"  # enter has only read on
        while not screen.can_go_on:
            await press(pilot, "space")
        assert not screen.query_one("#does-read", Button).disabled
        await press(pilot, "enter")
        assert app.pages.visit.stage == "consent"
        await press(pilot, "1", "2", "ctrl+l", "d")
        assert "nothing is saved" in words(app)
        await pilot.press("enter")
    assert everything(folder) == before
    assert app.last_words == ""


async def test_who_stops_while_they_read_leaves_nothing_either(tmp_path):
    folder = study(tmp_path)
    before = everything(folder)
    app = app_of(folder)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StudyReadingScreen) and app.screen.is_mounted)
        await pilot.press("ctrl+c")
        await until(pilot, lambda: app._exit)
    assert everything(folder) == before


async def test_no_box_is_ticked_and_only_all_of_them_agree(tmp_path):
    app = app_of(study(tmp_path))
    app.pages.visit.has_read()
    async with app.run_test(size=(100, 80)) as pilot:
        await settled(pilot)
        boxes = list(app.screen.query(TickBox))
        assert [box.is_ticked for box in boxes] == [False] * 4
        assert app.screen.query_one("#agree", Button).disabled
        await press(pilot, "a")
        assert app.pages.visit.who is None
        await press(pilot, "1", "2", "4", "a")
        assert app.pages.visit.who is None
        assert "Not yet ticked: 3" in words(app)
        await press(pilot, "3", "3", "a")
        assert app.pages.visit.who is None
        await pilot.click(boxes[2])
        await settled(pilot)
        await pilot.click("#agree")
        await until(pilot, lambda: app.pages.visit.who)
        assert app.pages.visit.who.is_released
        assert not list((app.pages.visit.study.data / "matches").iterdir())


async def test_who_agrees_with_a_heap_of_keys_takes_part_once_and_need_not_agree_to_be_published(tmp_path):
    app = app_of(study(tmp_path))
    app.pages.visit.has_read()
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        await press(pilot, "1", "2", "3")
        await until(pilot, lambda: app.screen.can_agree)
        await heap(pilot, "a", "a")
        await until(pilot, lambda: isinstance(app.screen, StudyCodeScreen))
        await settled(pilot)
        assert not app.pages.visit.who.is_released
    assert len(StudyFolder(tmp_path / "study").participants()) == 1


async def test_the_code_has_to_be_written_down_and_a_heap_of_keys_does_no_step_after_it(tmp_path):
    async with skip_to(app_of(study(tmp_path)), "code").run_test(size=SMALL) as pilot:
        app = pilot.app
        await opened(pilot)
        code = app.pages.visit.code
        assert " ".join(code.replace("-", " - ")) in words(app)
        await press(pilot, "enter", "z", "z", "enter")
        assert app.pages.visit.step.id == "code"
        assert "not its last two characters" in words(app)
        await press(pilot, "backspace", "backspace", *code[-2:].lower())
        await heap(pilot, "enter", "\r")
        await until(pilot, lambda: not isinstance(app.screen, StudyCodeScreen))
        await settled(pilot)
        assert list(app.pages.visit.who.done) == ["code"]
        assert app.pages.visit.who.done["code"]["how"] == "typed"


async def test_a_form_is_answered_by_keys_and_can_be_gone_back_in(tmp_path):
    async with skip_to(app_of(study(tmp_path)), "form").run_test(size=SMALL) as pilot:
        app = pilot.app
        await opened(pilot)
        assert app.screen.query_one("#on", Button).disabled
        await press(pilot, "enter", "enter")  # the cursor stands on the first, and takes it
        assert app.screen.at == 1
        assert app.screen._given == {"age": "18 to 29"}
        await press(pilot, "escape")
        assert app.screen.at == 0
        await press(pilot, "2", "enter")
        scale = app.screen.query_one(Scale)
        assert not scale.has_answer
        await press(pilot, "right")
        assert scale.answer == 50
        await press(pilot, "7", "3", "right", "shift+right", "backspace")
        assert not scale.has_answer
        await press(pilot, "4", "2", "enter")
        await press(pilot, "f2")  # an answer is required here
        assert not app.screen.has_answer
        await press(pilot, "9", "9", "9", "9", "enter")
        assert app.screen.at == 2
        await press(pilot, "backspace", "enter", "a", "b", "f2")
        assert app.screen._given["device"] is None
        app.screen.query_one(TypedLine).focus()
        await press(pilot, "c")  # what is written after all takes the tick away
        assert app.screen._given["device"] is not None
        assert not app.screen.query_one("#unsaid", TickBox).is_ticked
        await press(pilot, "f2", "enter")
        assert app.pages.visit.who.done["form"]["answers"] == {
            "age": "30 to 49",
            "english": 42,
            "played": 999,
            "device": PREFER_NOT_TO_SAY,
        }


async def test_a_wrong_answer_in_the_check_says_why_shows_the_rules_and_asks_again(tmp_path):
    folder = study(tmp_path, form="", head="check_tries = 2", conditions=((plans.ship(17),),))
    async with skip_to(app_of(folder), "check").run_test(size=(100, 50)) as pilot:
        app = pilot.app
        await opened(pilot)
        await press(pilot, "2", "enter", "1", "enter")
        assert "1 answer was wrong" in words(app)
        assert "Geese win when no duck is left" in words(app)
        assert "How this match is played" in words(app)
        assert any("when 17 ticks have passed" in line.text for line in app.screen.shown.lines)
        assert "Watching" not in {line.text for line in app.screen.shown.lines}  # which is further down
        assert "May players lie" not in words(app)
        await press(pilot, "enter", "2", "enter", "2", "enter")
        assert "Right answer: When all ducks are out" in words(app)
        await press(pilot, "enter")
        assert app.pages.visit.step.id == "match-1"
        assert app.pages.visit.who.done["check"]["passed"] is False
        assert app.pages.visit.who.has_passed_check is False


async def test_stopping_is_asked_calmly_and_once_and_the_code_is_said_on_the_way_out(tmp_path):
    app = skip_to(app_of(study(tmp_path)), "code")
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot)
        assert [command.title for command in app.get_system_commands(app.screen)] == ["Theme", "Help"]
        stack = list(app.screen_stack)
        await press(pilot, "ctrl+l", "ctrl+s")
        assert list(app.screen_stack) == stack, "nothing of the rest of the app can be reached"
        await press(pilot, "f1")
        assert isinstance(app.screen, HelpScreen)
        await press(pilot, "escape")
        assert list(app.screen_stack) == stack
        app.preferences.toggle_theme()
        assert app.theme == "woozle-light"
        assert not list(paths.data_folder().rglob("*")), "and another theme is not written down"
        await press(pilot, "ctrl+q", "ctrl+q")
        assert isinstance(app.screen, StudyStopScreen)
        assert app.pages.visit.code in words(app)
        await heap(pilot, "escape", "")
        assert isinstance(app.screen, StudyCodeScreen)
        assert entries(app)[-1] == "arrived"
        await press(pilot, "ctrl+q")
        await pilot.press("y")
        await until(pilot, lambda: app._exit)
    assert entries(app)[-2:] == ["arrived", "left"]
    assert "--code CODE" in app.farewell()
    assert app.pages.visit.code not in app.farewell()


async def test_a_preview_says_so_on_every_page(tmp_path):
    async with app_of(study(tmp_path, form=""), is_preview=True).run_test(size=(100, 60)) as pilot:
        pages = pilot.app.pages
        for go_on in (
            lambda: None,
            lambda: pages.choose("read"),
            lambda: pages.agree(False),
            lambda: pages.keep(pages.visit.complete_step),  # the code
            lambda: pages.keep(pages.visit.complete_step),  # the check
            lambda: pages.choose("play"),
        ):
            if (agreeing := go_on()) is not None:
                await agreeing
            await settled(pilot)
            assert "PREVIEW" in words(pilot.app), pilot.app.screen
        assert isinstance(pilot.app.screen, TableScreen)


async def test_a_full_disk_is_said_and_can_be_tried_again(tmp_path, monkeypatch):
    async with skip_to(app_of(study(tmp_path)), "code").run_test(size=SMALL) as pilot:
        app = pilot.app
        await opened(pilot)
        with monkeypatch.context() as full:
            full.setattr("woozle.saves.disk.write", _full)
            await note_code(pilot)
        assert "Something went wrong" in words(app)
        assert app.pages.visit.step.id == "code"
        await press(pilot, "enter")
        assert app.pages.visit.step.id == "form"


def _full(*args, **options):
    raise OSError(28, "No space left on device")
