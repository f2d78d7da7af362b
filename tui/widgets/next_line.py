"""The lobby's line with the next step."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from woozle.arena.views.next_step import NextStep
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.keys import bindings, key
from woozle.tui.widgets.key_names import key_of, name_keys


class NextLine(Static, can_focus=True):
    """The next step, and its key: enter while the line has the focus. Blank until the step is known."""

    BINDINGS = bindings(
        key("next.take", "enter", "take", "Do what is next", hidden=True),
        key("next.down", "down,j", "app.focus_next", "To the games", hidden=True),
    )
    ABOUT = (
        Line("What to do next", "heading"),
        Line("{next.take} does it: a match that you left, a game to learn, the deal of the day, or a match."),
    )
    ALLOW_SELECT = False

    @dataclass
    class Taken(Message):
        """The step was chosen."""

        step: NextStep

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self.step: NextStep | None = None

    def show(self, step: NextStep | None) -> None:
        self.step = step
        self.look()
        self.refresh_bindings()

    def look(self) -> None:
        """Show the step with the current keys."""
        if self.step is None:
            self.update("")
            return
        style = "bold reverse $accent" if self.has_focus else "bold $accent"
        key = key_of(self.screen, "next.take" if self.has_focus else "lobby.next")
        more = f"  {self.step.more} more unfinished: {{lobby.browser}}" if self.step.more else ""
        self.update(
            safe.join(
                Content.assemble(("▸ ", "bold $accent"), (f" {key} ", style)),
                safe.line(f" {self.step.words}", "bold"),
                Content.styled(name_keys(self, more), "$quiet"),
            )
        )

    def on_focus(self) -> None:
        self.look()

    on_blur = on_focus

    def on_click(self) -> None:
        self.action_take()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "take" or self.step is not None

    def action_take(self) -> None:
        if self.step:
            self.post_message(self.Taken(self.step))
