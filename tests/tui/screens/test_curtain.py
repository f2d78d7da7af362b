"""The curtain: what opens it, what does not, and how it looks."""

from __future__ import annotations

import re

import pytest

from woozle.arena.play import news
from woozle.arena.play.people import FIRST_WAIT, Lock, Person
from woozle.arena.play.start import Resume
from woozle.arena.views.panels import Curtain
from woozle.tui import messages
from woozle.tui.screens.curtain import CurtainScreen
from woozle.tui.screens.table import TableScreen

from tests.tui.hosts import SMALL, settled, until
from tests.tui.scenes import ID, Stage
from tests.tui.sessions.test_hot_seat import app_of, everything_in, match, reveal, something, words
from tests.tui.sessions.test_playing import the_match


async def test_only_y_and_then_enter_open_the_curtain_and_not_while_the_match_is_paused():
    app = app_of(match(11))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        for pressed in (("enter",), ("y", "x", "enter"), ("y", "tab", "enter"), ("enter", "y")):
            await pilot.press(*pressed)
            for _ in range(5):
                await pilot.pause()
            assert isinstance(app.screen, CurtainScreen), pressed
        await pilot.press("escape")
        await until(pilot, lambda: "paused: esc goes on" in words(app))
        await pilot.press("y", "enter")
        assert isinstance(app.screen, CurtainScreen)
        await pilot.press("escape")
        await until(pilot, lambda: "press y and then enter" in words(app))
        await reveal(pilot)


async def test_leaving_at_the_curtain_is_asked_once_and_the_match_can_be_resumed():
    app = app_of(match(11, pins=("1234", "5678")))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        await pilot.press("q")
        assert f"woozle resume {app.session.id[:15]}" in words(app)
        await pilot.press("escape", "q", "q")
        await until(pilot, lambda: app.session is None)
    app = app_of(Resume(the_match()))
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        assert "person 1  (Alice)" in words(app) or "person 2  (Bob)" in words(app)
        assert "This match was resumed: the PINs are gone" in words(app)


async def test_a_transcript_that_cannot_be_written_is_said_on_the_curtain_too():
    async with Stage().run_test() as pilot:
        pilot.app.push_screen(CurtainScreen(Curtain("Mia"), Lock(), ID, pilot.app.clock))
        await pilot.pause()
        assert not pilot.app.screen.check_action("pin", ())
        pilot.app.screen.post_message(messages.MatchNews(news.Failed("The disk is full.")))
        await pilot.pause()
        assert "The disk is full." in words(pilot.app)
        await pilot.press("y", "enter", "q")
        await pilot.pause()
        assert pilot.app.sent == ["left"]


# PIN


def test_a_lock_opens_with_its_digits_alone_and_makes_people_wait_longer_each_time():
    lock = Lock("1234")
    assert "1234" not in repr(Person(1, "Mia", lock)) + repr(lock)
    for wait in (FIRST_WAIT, 2 * FIRST_WAIT):
        assert not any(lock.opens(wrong, 0.0) for wrong in ("0000", "123", "12345"))
        assert lock.wait(0.0) == wait
        assert not lock.opens("1234", wait - 1)
        lock._shut_until = 0.0
    assert lock.opens("1234", 0.0)
    with pytest.raises(ValueError, match="4 digits"):
        Lock("12a4")
    with pytest.raises(ValueError, match="4 digits"):
        lock.set("5678")


async def test_a_pin_opens_the_curtain_by_mouse_and_keys_and_three_wrong_ones_shut_it_for_a_while():
    now = [0.0]
    app = app_of(match(11, pins=("1234", "1234")), clock=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await something(pilot)
        await pilot.click("#ready")
        await pilot.click("#reveal")
        await pilot.pause()
        await pilot.press(*"1111")
        await until(pilot, lambda: "That is not the PIN. Tries left: 2." in words(app))
        await pilot.press(*"2222", *"3333")
        await until(pilot, lambda: "wait 30 seconds" in words(app))
        await pilot.press(*"1234")
        assert isinstance(app.screen, CurtainScreen)
        now[0] += 31
        await until(pilot, lambda: "type your PIN" in words(app))
        assert not re.search(r"(?<![\w.])1234(?![\w.])", everything_in(app)), (
            "the digits stand there, not merely in a longer number"
        )
        await pilot.press(*"129", "backspace")
        buttons = {str(button.name): button for button in app.screen.query("#pad Button")}
        for digit in "34":
            await pilot.click(buttons[digit])
        await until(pilot, lambda: isinstance(app.screen, TableScreen))


async def test_at_their_first_curtain_people_can_set_a_pin_typed_twice():
    async with Stage().run_test() as pilot:
        app, lock = pilot.app, Lock()
        app.push_screen(CurtainScreen(Curtain("Mia", is_first=True), lock, ID, app.clock))
        await pilot.pause()
        await pilot.press("p", *"1234", *"4321")
        assert "not the same digits" in words(app)
        await pilot.press(*"1234", *"1234")
        assert "Your PIN is set" in words(app)
        assert lock.opens("1234", 0.0)
        assert "press y and then enter" in words(app)


# Pictures

HOSTILE = "\x1b]0;[red]\u202e字字"

STATES = {
    "pin": (Curtain("Mia", "Alice", 60.0), "1234", ("y", "enter", "1", "2")),
    "hostile": (Curtain(HOSTILE, "Alice", 60.0, is_first=True), "", ()),
}


@pytest.mark.parametrize("state", STATES)
def test_the_curtain(snap_compare, state):
    shown, pin, pressed = STATES[state]

    async def show(pilot):
        pilot.app.push_screen(CurtainScreen(shown, Lock(pin), ID, pilot.app.clock))
        await settled(pilot)
        await pilot.press(*pressed)
        await settled(pilot)

    assert snap_compare(Stage(), terminal_size=SMALL, run_before=show)
