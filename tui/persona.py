"""The name and colour of the person at this terminal. No transcript or prompt has them; others see the name at open tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.content import Content

from woozle.tui import safe
from woozle.tui.settings.schema import SIGNS


@dataclass(frozen=True, slots=True)
class Persona:
    """The name and colour that a person chose. name: empty for `you`; colour: one of SIGNS."""

    name: str = ""
    colour: str = "none"

    @property
    def style(self) -> str:
        """The style of the name; empty for the default."""
        return f"bold $own-{self.colour}" if SIGNS[self.colour] else ""

    @property
    def is_usual(self) -> bool:
        """True if the person chose neither a name nor a colour."""
        return self == Persona()

    def text(self, usual: str) -> str:
        """Return the name with its sign. usual: the name if none was chosen."""
        return f"{SIGNS[self.colour]} {self.name or usual}".lstrip()

    def label(self, usual: str, style: str = "") -> Content:
        """Return the name with its sign in its colour. style: the style without a colour."""
        return safe.line(self.text(usual), self.style or style)

    def apart_from(self, names: Iterable[str]) -> Persona:
        """Return the same person, without the name if another at the table has it."""
        taken = {name.casefold() for name in names}
        return Persona("", self.colour) if self.name.casefold() in taken else self
