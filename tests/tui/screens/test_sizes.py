"""Another size of the terminal: every screen follows it, also those that lie below the one that is seen."""

from __future__ import annotations

from woozle.tui.app import WoozleApp

from tests.tui.hosts import until

CLASSES = {"-tiny", "-slim", "-narrow", "-wide", "-wider", "-flat", "-short", "-tall"}


async def test_a_screen_that_was_covered_during_a_change_of_size_looks_as_one_that_was_not():
    app, size = WoozleApp(), (50, 15)
    async with app.run_test(size=(120, 40)) as pilot:
        for key in ("b", "f1"):
            await pilot.press(key)
            await pilot.pause()
        await pilot.resize_terminal(*size)
        await pilot.pause()
        seen = CLASSES & app.screen.classes
        assert len(seen) == 2
        while len(app.screen_stack) > 1:
            app.pop_screen()
            await until(pilot, lambda: CLASSES & app.screen.classes == seen)
            assert app.screen.size == size


async def test_a_screen_that_nobody_sees_is_not_laid_out_while_the_size_changes(monkeypatch):
    app = WoozleApp()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("b")
        await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.size == (80, 24)
        assert app.screen_stack[0]._size == (120, 40)
