"""The base of all screens: a footer, help, jumping to panels, and a line for terminals that are too small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.errors import NoWidget
from textual.events import Resize
from textual.geometry import Offset, Region, Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.actions import Action
from woozle.tui.controllers.access import ways_of
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.key_names import key_of

_WORDS = " Jump: press the letter of a panel. Any other key stays here."


class JumpLetter(Static):
    """A letter in the corner of a panel, one cell wide, so that it covers no label; a click on it leads there too."""

    ALLOW_SELECT = False

    def __init__(self, letter: str, panel: Widget, place: Offset) -> None:
        super().__init__(safe.line(letter), markup=False)
        self.letter = letter
        self.panel = panel
        self.absolute_offset = place

    def on_click(self) -> None:
        self.panel.focus()


class Jumper(Static, can_focus=True):
    """Has the focus while the letters are shown, and gives it to a panel. It covers the footer and nothing else."""

    ALLOW_SELECT = False

    def __init__(self, before: Widget | None, place: Offset) -> None:
        super().__init__(_WORDS, markup=False)
        self._before = before
        self.absolute_offset = place

    def on_mount(self) -> None:
        self.focus(scroll_visible=False)

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        letters = (letter for letter in self.screen.query(JumpLetter) if letter.letter == event.key.lower())
        letter = next(letters, None)
        self.leave(letter.panel if letter else self._before)

    def on_blur(self) -> None:
        """Leave: something was clicked, or a question was put meanwhile."""
        self.leave(self.screen.focused)

    def leave(self, to: Widget | None = None) -> None:
        """Take the letters away."""
        self.screen.set_focus(to or self._before)
        self.screen.query(JumpLetter).remove()
        self.remove()


def show_letters(screen: Screen[Any]) -> None:
    """Put a letter on each panel of a screen that can have the focus and is in view; again takes them away."""
    if not screen.is_attached:  # it is only about to be there, or was a moment ago
        return
    if jumpers := screen.query(Jumper):
        jumpers.first().leave()
        return
    panels = {panel: region for panel in screen.focus_chain if (region := _in_view(panel))}
    letters = [
        JumpLetter(letter, panel, region.offset)
        for letter, (panel, region) in zip(_letters(map(_title, panels)), panels.items(), strict=False)
    ]
    screen.mount(*letters, Jumper(screen.focused, Offset(0, screen.size.height - 1)))


def _in_view(panel: Widget) -> Region:
    """Return the part of a panel that is seen; an empty region while it is about to be laid out."""
    try:
        return panel.screen.find_widget(panel).visible_region
    except NoWidget:
        return Region()


def _title(panel: Widget) -> str:
    titles = (node.border_title for node in panel.ancestors_with_self if isinstance(node, Widget) and node.border_title)
    return next(titles, panel.id or "")


def _letters(titles: Iterable[str]) -> Iterable[str]:
    free = dict.fromkeys(ascii_lowercase)
    for title in titles:
        letter = next((letter for letter in (*title.lower(), *free) if letter in free), None)
        if letter is None:
            return
        del free[letter]
        yield letter


_TOO_SMALL = "This window is too small: 60 columns and 20 rows are needed. Make it larger, or its letters smaller."


class FrameScreen(Screen[Any]):
    """A screen with a footer. Subclasses write `contents`, and `disarm` where a key acts only when it is pressed twice.

    TWICE: the bindings of such keys, and of the one that takes the first press back. game, rules: what help is about, and how its
    match is played. actions: by the names that bindings give to `do`; those that are left out cannot be done here.
    """

    TWICE: ClassVar[tuple[str, ...]] = ()
    actions: Mapping[str, Action] = {}
    game: str = ""
    rules: Sequence[Line] = ()

    def compose(self) -> ComposeResult:
        """Yield the contents, the footer, and what is shown instead in a terminal that is too small."""
        self._size_up(self.app.size)  # before there is anything that would have to change its looks
        yield from self.contents()
        yield KeyLine()
        plain = f"\n\nTo play line by line in any window: {way}" if (way := ways_of(self).plain_way) else ""
        yield Static(safe.text(f"{_TOO_SMALL}{plain}"), id="tiny", markup=False)

    def contents(self) -> Iterable[Widget]:
        """Yield the widgets between top and footer."""
        return ()

    def disarm(self) -> None:
        """Forget the first press of a key that has to be pressed twice: another key came, or the screen was left."""

    def on_screen_suspend(self) -> None:
        self.disarm()

    def help_topic(self) -> tuple[str, Sequence[Line]]:
        """Return the game that help is about here, empty for none, and how its match is played."""
        return self.game, self.rules

    def commands(self) -> Iterable[SystemCommand]:
        """Yield the commands of this screen, for the palette."""
        yield SystemCommand("Jump", "To a panel of this screen, by its letter", self.action_jump)

    def on_screen_resume(self) -> None:
        self.refresh_bindings()

    def call_after_refresh(self, callback: Callable[..., object], *args: object, **kwargs: object) -> bool:
        """Call it as Textual does, unless the screen is left by then and its parts are gone."""

        def call() -> None:
            if self.is_attached:
                callback(*args, **kwargs)

        return super().call_after_refresh(call)

    def do_from_thread(self, method: Callable[..., object], *arguments: object) -> bool:
        """Have the screen do something in its turn, called by one of its workers in a thread, unless that was stopped.

        Returns whether the worker is to go on: it is stopped as the screen is left.
        """
        if get_current_worker().is_cancelled:
            return False
        self.app.call_from_thread(self.call_later, method, *arguments)
        return True

    def key_of(self, id: str) -> str:
        return key_of(self, id)

    def action_help(self) -> None:
        if self.is_current:  # else the key was pressed twice before help was there
            ways_of(self).show_help()

    def action_jump(self) -> None:
        show_letters(self)

    def on_resize(self, event: Resize) -> None:
        """Panels stand elsewhere now. What the new size changes in their looks comes first, or all would be laid out twice."""
        self._size_up(event.size)
        for jumper in self.query(Jumper):
            jumper.leave()

    def _size_up(self, size: Size) -> None:
        self.update_classes(_of_size(size, self.app.HORIZONTAL_BREAKPOINTS, self.app.VERTICAL_BREAKPOINTS), animate=False)

    def action_back(self) -> None:
        if self.is_current:  # else the key was pressed twice before the screen below was there
            ways_of(self).go_back()

    def action_do(self, name: str, *arguments: str | int) -> None:
        """Do one of the `actions`."""
        self.actions[name].run(*arguments)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action would have an effect now."""
        if action != "do":
            return True
        name, *arguments = parameters
        does = self.actions.get(str(name))
        return does is not None and does.is_offered(*arguments)


def _of_size(size: Size, columns: Sequence[tuple[int, str]] | None, rows: Sequence[tuple[int, str]] | None) -> dict[str, bool]:
    """Return which classes a screen of this size has: of each list the last whose number it reaches."""
    classes: dict[str, bool] = {}
    for reached, names in ((size.width, columns or ()), (size.height, rows or ())):
        here = max((number for number, _ in names if number <= reached), default=-1)
        classes |= {name: number == here for number, name in names}
    return classes
