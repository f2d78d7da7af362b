"""The line at the top of every screen, and the titles of its panels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.tui import safe
from woozle.tui.persona import Persona

if TYPE_CHECKING:
    from woozle.arena.views.panels import SeatCard, TableView


class TitleBar(Static):
    """A line at the top: where you are on the left, who you are on the right."""

    def __init__(
        self, left: Content | None = None, right: Content | None = None, *, id: str | None = None, classes: str | None = None
    ) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self._left = left or Content("")
        self._aside = Content("")
        self._right = right or Content("")

    def show(self, left: Content, right: Content, aside: Content) -> None:
        """Write this from now on; the aside only where there is room for it."""
        shown = (self._left, self._right, self._aside)
        if not all(map(Content.is_same, shown, (left, right, aside))):
            self._left, self._right, self._aside = left, right, aside
            self.refresh()

    def render(self) -> Content:
        """Return both sides, cut to fit; the right one stays whole."""
        width = self.content_size.width
        right = self._right
        if self._left.cell_length + self._aside.cell_length + right.cell_length + 4 <= width:
            right = Content.assemble(self._aside, " ", right)
        room_for = width - right.cell_length - 1
        left = self._left if self._left.cell_length <= room_for else self._left.truncate(max(0, room_for), ellipsis=True)
        return Content.assemble(left, " " * max(0, width - left.cell_length - right.cell_length), right)


def screen_title(name: str) -> Content:
    """Return the title of a screen, beside the name of the app."""
    return Content.assemble((" woozle ", "bold reverse $primary"), f"  {name}")


def entitle(root: Widget, titles: Mapping[str, str]) -> None:
    """Write titles, which have to be ours, on the borders of panels. titles: by their selectors."""
    for selector, title in titles.items():
        root.query_one(selector).border_title = title


def whereabouts(table: TableView, persona: Persona) -> Content:
    """Return what happens, and who the viewer is in it, for the left side of a bar."""
    you = _own_seat(table)
    if you is None:
        return safe.line(table.title, "bold")
    persona = persona.apart_from(card.name for card in table.seats if card is not you)
    verb = "is" if persona.name else "are"
    name = ("you are ", "$quiet") if persona.is_usual else safe.join(persona.label("you"), Content.styled(f" {verb} ", "$quiet"))
    return Content.assemble(safe.line(table.title, "bold"), "  ", name, safe.line(you.name, f"bold $seat-{you.number}"))


def badge(table: TableView, game: str) -> Content:
    """Return who the viewer is, for the right side of a bar: its role stands out if others look for it."""
    if not table.role:
        return Content("")
    from woozle.core.registry import find_game  # rules take their time to load, and the lobby has a bar too
    from woozle.core.words import readable_name

    you, kind = _own_seat(table), find_game(game)
    gone = safe.line(f" {you.out} ", "bold reverse $quiet") if you and you.out else Content("")
    is_hidden = kind is not None and kind.hidden_role == table.role
    role = safe.line(f" {readable_name(table.role).upper()} ", f"bold reverse {'$error' if is_hidden else '$success'}")
    return safe.join(gone, role)


def _own_seat(table: TableView) -> SeatCard | None:
    return next((card for card in table.seats if card.is_you), None)
