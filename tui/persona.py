"""What the app calls the person at this terminal, and their colour. Only the app shows it: no transcript, prompt or page has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content

from woozle.tui import safe
from woozle.tui.settings.schema import SIGNS


@dataclass(frozen=True, slots=True)
class Persona:
    """A person, as they want to be called. name: empty for `you`; colour: one of SIGNS."""

    name: str = ""
    colour: str = "none"

    @property
    def style(self) -> str:
        """The style of the name; empty for the usual one."""
        return f"bold $own-{self.colour}" if SIGNS[self.colour] else ""

    @property
    def is_usual(self) -> bool:
        """Whether the person chose neither a name nor a colour."""
        return self == Persona()

    def text(self, usual: str) -> str:
        """Return the name with its sign. usual: in place of a name that was not given."""
        return f"{SIGNS[self.colour]} {self.name or usual}".lstrip()

    def label(self, usual: str, style: str = "") -> Content:
        """Return the name with its sign in its colour. style: where there is no colour."""
        return safe.line(self.text(usual), self.style or style)

    def apart_from(self, names: Iterable[str]) -> Persona:
        """Return the same person without a name that somebody else at the table has."""
        taken = {name.casefold() for name in names}
        return Persona("", self.colour) if self.name.casefold() in taken else self
