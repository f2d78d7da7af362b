"""A line to type a place to go to."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from woozle.arena.views.line import Line
from woozle.arena.views.places import TAKES
from woozle.tui.messages import PlaceTyped
from woozle.tui.widgets.text_boxes import TypedLine


class GoToBox(Horizontal):
    """Hidden until it is opened. Posts PlaceTyped. takes: what can be typed, as an example."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Going to a place", "heading"),
        Line(f"Type {TAKES}. Enter goes there, {{watch.close}} stays."),
    )

    def __init__(self, takes: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._takes = takes

    def compose(self) -> ComposeResult:
        yield Static("Go to: ", classes="label", markup=False)
        yield TypedLine(placeholder=self._takes, compact=True, max_length=40)

    def on_mount(self) -> None:
        self.display = False

    def open(self) -> None:
        self.display = True
        self.query_one(Input).clear()
        self.query_one(Input).focus()

    def close(self) -> bool:
        """Not after all; whether it was open."""
        was, self.display = self.display, False
        return bool(was)

    @on(Input.Submitted)
    def go(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(PlaceTyped(event.value))
