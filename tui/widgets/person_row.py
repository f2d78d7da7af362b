"""A row for a human before a match: a name, and the PIN that opens their curtain."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input, Static

from woozle.arena.play.people import NICKNAME_LIMIT, PIN_DIGITS
from woozle.arena.views.line import Line
from woozle.tui import safe
from woozle.tui.widgets.text_boxes import TypedLine

_NAME = "What the others call you on the curtain. Empty: your number."
_PIN = "Four digits that open your curtain, kept in memory alone. Empty: none."


class PersonRow(Horizontal):
    """Two lines to write on. number: of the person, from 1."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A person at this terminal", "heading"),
        Line("The name is what the curtain calls them; their PIN, four digits, opens it. Both may stay empty. Tab leads on."),
    )

    def __init__(self, number: int) -> None:
        super().__init__(id=f"person-{number}")
        self.number = number

    def compose(self) -> ComposeResult:
        yield Static(safe.line(f" Person {self.number}"), classes="label", markup=False)
        yield Static("name", classes="word", markup=False)
        yield TypedLine(
            id=f"nickname-{self.number}",
            classes="nickname",
            placeholder=f"person {self.number}",
            compact=True,
            max_length=NICKNAME_LIMIT,
            tooltip=_NAME,
        )
        yield Static("PIN", classes="word", markup=False)
        yield TypedLine(
            id=f"pin-{self.number}",
            classes="pin",
            compact=True,
            password=True,
            max_length=PIN_DIGITS,
            restrict=r"[0-9]*",
            placeholder="none",
            tooltip=_PIN,
        )

    @property
    def values(self) -> dict[str, str]:
        return {str(line.id): line.value for line in self.query(Input)}
