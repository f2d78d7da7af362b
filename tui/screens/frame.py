"""What all screens share: the line that says that the terminal is too small, and help."""

from __future__ import annotations

from collections.abc import Iterable

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from woozle.tui.messages import Navigate
from woozle.tui.widgets.jumper import Jumper, show_letters
from woozle.tui.widgets.keyed import key_of

_TOO_SMALL = "Woozle needs a terminal of 60 columns and 20 rows. Make this one larger, or its letters smaller."


class FrameScreen(Screen[None]):
    """A screen with a footer. Subclasses write `contents`."""

    def compose(self) -> ComposeResult:
        """The contents, the footer, and what is shown instead in a terminal that is too small."""
        yield from self.contents()
        yield Footer(compact=True)
        yield Static(_TOO_SMALL, id="tiny", markup=False)

    def contents(self) -> Iterable[Widget]:
        """The widgets between top and footer."""
        return ()

    def on_screen_resume(self) -> None:
        """Keys may have been moved meanwhile."""
        self.refresh_bindings()

    def key_of(self, id: str) -> str:
        """The first key that a binding has now, as a person knows it."""
        return key_of(self, id)

    def action_help(self) -> None:
        """Keys and rules."""
        self.post_message(Navigate("help"))

    def action_jump(self) -> None:
        """To a panel, by its letter."""
        show_letters(self)

    def on_resize(self) -> None:
        """Panels stand elsewhere now."""
        for jumper in self.query(Jumper):
            jumper.leave()

    def action_back(self) -> None:
        """The screen before."""
        self.post_message(Navigate("back"))
