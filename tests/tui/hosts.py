"""A bare app around widgets, with the styles that they have in ours, and the terminals that pictures are taken in."""

from __future__ import annotations

import asyncio
import time

import pytest
from textual.app import App

from woozle.tui.persona import Persona
from woozle.tui.settings import keymap
from woozle.tui.styles import sheets
from woozle.tui.styles.themes import DARK, LIGHT
from woozle.tui.surfaces import HALF_BLOCKS
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.lockout import lockout_of

SMALL, LARGE = (80, 24), (140, 45)
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "140x45"])
VIEWS = pytest.mark.parametrize(("size", "theme"), [(SMALL, DARK.name), (LARGE, LIGHT.name)], ids=["80x24-dark", "140x45-light"])
"""Both sizes and both themes; what is laid out is the same in both themes, so that two pictures show it all."""

HOSTILE = "[red]x[/] [@click=app.quit]go[/] \x1b]52;c;aGk=\x1b\\ \x9b2J \u202eevil \x07\r\x00 [/nope]"


class Host(App[None]):
    """Some widgets, one below the other, and the messages that they post."""

    CSS_PATH = sheets("base")
    clock = staticmethod(time.monotonic)
    plain_way = ""
    surface = HALF_BLOCKS
    is_shared = False
    persona = Persona()

    def __init__(self, *widgets, theme: str = DARK.name):
        super().__init__()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.theme = theme
        self.widgets = widgets
        self.posted = []

    def get_theme_variable_defaults(self):
        return dict(DARK.variables)

    def key_of(self, id: str) -> str:
        return keymap.first(id, {})

    def compose(self):
        yield from self.widgets

    def on_line_picked(self, message) -> None:
        self.posted.append(message.index)

    def on_sought(self, message) -> None:
        self.posted.append(message.at)


class Clock:
    """Stands until it is moved."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


FRAME = 1 / 30  # seconds; Textual lays out and paints at most so often, give or take one
LIMIT = 60.0  # seconds until a test gives up what takes a fraction of one where the machine has nothing else to do


async def until(pilot, is_so) -> None:
    """Wait for something to come about, for as long as the app runs well; if it crashes, raise its error."""
    deadline = time.monotonic() + LIMIT
    while not is_so():
        if pilot.app._exception:
            raise pilot.app._exception
        assert time.monotonic() < deadline, f"It did not come about at {pilot.app.screen}."
        await pilot.pause()


async def settled(pilot) -> None:
    """Everything has been laid out and painted, and what was put off until then has been done, laid out and painted too."""
    crashed = pilot.app._exception_event
    for _ in range(3):
        is_painted = asyncio.Event()
        pilot.app.screen.call_after_refresh(is_painted.set)
        waits = [asyncio.ensure_future(event.wait()) for event in (is_painted, crashed)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        if pilot.app._exception:
            raise pilot.app._exception
        await pilot.pause(FRAME)
        if _is_at_rest(pilot.app):
            break


async def press(pilot, *keys: str) -> None:
    """Press keys, and wait until all that they lead to is there."""
    await pilot.press(*keys)
    await settled(pilot)


def _is_at_rest(app) -> bool:
    """Return whether nothing is under way: no worker, no message, no layout, no paint, and nothing that waits for one."""
    screen = app.screen
    is_painted = not (screen._layout_required or screen._repaint_required or screen._dirty_widgets or screen._callbacks)
    has_messages = any(node.message_queue_size for node in (app, *screen.walk_children(with_self=True)))
    return is_painted and not has_messages and all(worker.is_finished for worker in app.workers)


def is_ready(screen) -> bool:
    """Return whether the question on a screen takes input."""
    return not lockout_of(screen).is_on


async def ready(pilot) -> None:
    """Wait until the question takes input."""
    await until(pilot, lambda: is_ready(pilot.app.screen))


async def take(pilot, choice) -> int:
    """Take a choice by its key, twice if it is final; returns how many keys that took."""
    for _ in range(1 + choice.is_final):
        await ready(pilot)
        await pilot.press(choice.key)
    return 1 + choice.is_final


async def press_at_the_bottom(pilot, words: str) -> None:
    """Click the key at the bottom of the screen that does this."""
    line = pilot.app.screen.query_one(KeyLine)
    column = next(at for at, key in line.places() if key.words == words)
    await pilot.click(line, offset=(column, 0))


def shown(widget) -> list[str]:
    """The rows of a widget, as text."""
    return [widget.render_line(y).text.rstrip() for y in range(widget.size.height)]


def is_clean(text: str) -> bool:
    """Return whether nothing in a text acts on a terminal."""
    return not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char == "\u202e" for char in text)
