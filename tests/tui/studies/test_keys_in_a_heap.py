"""Keys that are held down, or come all at once over a slow line: each page is left once, and none is passed over."""

from __future__ import annotations

from textual.events import Key

from woozle.arena.studies.folder import StudyFolder
from woozle.tui.screens.study import StudyCodeScreen, StudyConsentScreen, StudyReadingScreen, StudyStopScreen

from tests.tui.hosts import settled
from tests.tui.studies.visits import agree, app_of, press, study, until

SMALL = (80, 24)


async def heap(pilot, key: str, character: str) -> None:
    """A key, four times before the app comes to the first."""
    for _ in range(4):
        pilot.app.post_message(Key(key, character))
    await settled(pilot)


async def test_who_agrees_with_a_heap_of_keys_takes_part_once(tmp_path):
    app = app_of(study(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, StudyReadingScreen) and app.screen.is_mounted)
        while not app.screen.can_go_on:
            await press(pilot, "space")
        await press(pilot, "enter", "1", "2", "3")
        await until(pilot, lambda: isinstance(app.screen, StudyConsentScreen) and app.screen.can_agree)
        await heap(pilot, "a", "a")
        await until(pilot, lambda: isinstance(app.screen, StudyCodeScreen))
        await settled(pilot)
    assert len(StudyFolder(tmp_path / "study").participants()) == 1


async def test_a_heap_of_keys_leaves_the_code_and_does_no_step_after_it(tmp_path):
    app = app_of(study(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await agree(pilot)
        await press(pilot, *app.pages.visit.code[-2:].lower())
        await heap(pilot, "enter", "\r")
        await until(pilot, lambda: not isinstance(app.screen, StudyCodeScreen))
        await settled(pilot)
        assert list(app.pages.visit.who.done) == ["code"]


async def test_a_heap_of_keys_stays_once(tmp_path):
    app = app_of(study(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await agree(pilot)
        await press(pilot, "ctrl+q")
        assert isinstance(app.screen, StudyStopScreen)
        await heap(pilot, "escape", "")
        assert isinstance(app.screen, StudyCodeScreen)
