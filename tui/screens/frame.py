"""What all screens share: the line that says that the terminal is too small, and help."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual.app import ComposeResult
from textual.events import Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from woozle.tui.messages import Navigate
from woozle.tui.widgets.jumper import Jumper, show_letters
from woozle.tui.widgets.key_line import KeyLine
from woozle.tui.widgets.keyed import key_of

_TOO_SMALL = "This window is too small: 60 columns and 20 rows are needed. Make it larger, or its letters smaller."


class FrameScreen(Screen[None]):
    """A screen with a footer. Subclasses write `contents`."""

    def compose(self) -> ComposeResult:
        """The contents, the footer, and what is shown instead in a terminal that is too small."""
        self._size_up(self.app.size)  # before there is anything that would have to change its looks
        yield from self.contents()
        yield KeyLine()
        yield Static(_TOO_SMALL, id="tiny", markup=False)

    def contents(self) -> Iterable[Widget]:
        """The widgets between top and footer."""
        return ()

    def on_screen_resume(self) -> None:
        """Keys may have been moved meanwhile."""
        self.refresh_bindings()

    def call_after_refresh(self, callback: Callable[..., object], *args: object, **kwargs: object) -> bool:
        """As always, but not once the screen is left, whose parts are gone."""

        def called() -> None:
            if self.is_attached:
                callback(*args, **kwargs)

        return super().call_after_refresh(called)

    def key_of(self, id: str) -> str:
        """The first key that a binding has now, as a person knows it."""
        return key_of(self, id)

    def action_help(self) -> None:
        """Keys and rules."""
        self.post_message(Navigate("help"))

    def action_jump(self) -> None:
        """To a panel, by its letter."""
        show_letters(self)

    def on_resize(self, event: Resize) -> None:
        """Panels stand elsewhere now. What the new size changes in their looks comes first, or all would be laid out twice."""
        self._size_up(event.size)
        for jumper in self.query(Jumper):
            jumper.leave()

    def _size_up(self, size: Size) -> None:
        self.update_classes(_of_size(size, self.app.HORIZONTAL_BREAKPOINTS, self.app.VERTICAL_BREAKPOINTS), animate=False)

    def action_back(self) -> None:
        """The screen before."""
        self.post_message(Navigate("back"))


def _of_size(size: Size, columns: Sequence[tuple[int, str]] | None, rows: Sequence[tuple[int, str]] | None) -> dict[str, bool]:
    """Which classes a screen of this size has: of each list the last whose number it reaches."""
    classes: dict[str, bool] = {}
    for reached, names in ((size.width, columns or ()), (size.height, rows or ())):
        here = max((number for number, _ in names if number <= reached), default=-1)
        classes |= {name: number == here for number, name in names}
    return classes
