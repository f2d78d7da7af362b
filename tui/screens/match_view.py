"""The log of a match and the panels beside it: how they share a screen, and what can be done with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from textual.screen import Screen

from woozle.arena.views.panels import Document, SeatCard, TableView
from woozle.core.line import Line
from woozle.tui.actions import Action, Actions
from woozle.tui.controllers.access import controllers_of
from woozle.tui.widgets.panel_widgets import MountedPanels, layout_of
from woozle.tui.widgets.picture import PictureView, picture_actions
from woozle.tui.widgets.seat_filter import SeatFilter
from woozle.tui.widgets.transcript import FindBox, Transcript


def about_reading(screen: str, on: str) -> tuple[Line, ...]:
    """Return the help on searching and copying. screen: whose bindings these are; on: the one that leads to the next hit."""
    names = ("find", "previous", "copy", "copy_turn", "by_seat", "all_seats")
    find, back, line, turn, seat, every = (f"{{{screen}.{name}}}" for name in names)
    return (
        Line("Searching and copying", "heading"),
        Line(f"{find} searches the words: enter goes to the first hit, {on} to the next, {back} back; {{find.close}} ends it."),
        Line(f"{seat} shows the lines of one seat alone, pressed again those of the next; {every} shows all."),
        Line(f"{line} copies the line at ▸, without one the last in view; {turn} all of the speech or of the moment."),
    )


class MatchView:
    """Held by a screen with a match. `-map` on it shows the panels in place of the log, where there is room for one only."""

    def __init__(
        self, screen: Screen[None], game: str, story: Transcript, search: FindBox, by_seat: SeatFilter, panels: MountedPanels
    ) -> None:
        self._screen, self._game = screen, game
        self.story, self.search, self.by_seat, self.panels = story, search, by_seat, panels
        self._is_discussion = False
        self._seats: Sequence[SeatCard] = ()

    def show(self, table: TableView) -> None:
        """Show the panels of a table, and lay out the screen for them."""
        self._is_discussion = table.is_discussion
        self._seats = table.seats
        self.panels.show(table.panels)
        layout = layout_of(table.panels)
        for name in ("text", "picture", "graph"):
            self._screen.set_class(name == layout, f"-{name}")
        self._screen.set_class(any(isinstance(panel, Document) and panel.is_aside for panel in table.panels), "-talk")

    @property
    def pictures(self) -> PictureView | None:
        """Return the widget with pictures; None if none was shown yet."""
        return self.panels.widget(PictureView)

    def swap(self) -> None:
        """Show the panels in place of the log, or the other way round; at first, the log in place of the rules."""
        if all(map(self._screen.has_class, ("-talk", "-text", "-opening"))):
            self._screen.remove_class("-opening")
        else:
            self._screen.toggle_class("-map")

    def read_at(self, line: int | None) -> None:
        """Show a line of the log, whatever is shown now: all seats, and the log in place of the panels. None changes nothing."""
        if line is None:
            return
        self.by_seat.clear()
        if not self.story.size.height:
            self.swap()
        self.story.focus()
        self.story.point_at(line)

    # Searching and copying

    @property
    def is_searching(self) -> bool:
        return self.search.is_active

    def end_search(self) -> bool:
        """End the search, or else show the lines of all seats; return whether there was anything to end."""
        was = self.search.has_class("-open")
        self.search.close()
        return was or self.by_seat.clear()

    def _next_seat(self) -> None:
        """Show only the lines of the next seat; after the last, those of all."""
        self.by_seat.step(self._seats)
        self._screen.refresh_bindings()

    def _all_seats(self) -> None:
        self.by_seat.clear()
        self._screen.refresh_bindings()

    def copy(self, what: Literal["line", "speech"]) -> None:
        """Put the line at the cursor, else the last one in view, on the clipboard; or all that was said or happened with it."""
        story = self.story
        if (index := story.reader_at) is None:
            return
        if what == "line":
            controllers_of(self._screen).copy(story.text_of(index), "line")
        else:
            controllers_of(self._screen).copy(story.turn_of(index), "speech" if story.lines[index].label else "moment")

    # Pictures

    @property
    def draws(self) -> bool:
        """Return whether the game has pictures; true where it is not known."""
        from woozle.arena.views.any_game import has_pictures

        return not self._game or has_pictures(self._game)

    def _bring_picture(self, view: PictureView) -> None:
        if not view.is_in_view:
            self.swap()

    # Keys

    @property
    def actions(self) -> Actions:
        """Return what keys do here. Nothing out of view is searched, copied or swapped."""
        has = self._screen.has_class
        return {
            "find": Action(self.search.open, self.has_log),
            "copy": Action(self.copy, lambda what: self.has_log()),
            "by_seat": Action(self._next_seat, self.has_log),
            "all_seats": Action(self._all_seats, lambda: self.by_seat.is_on),
            "map": Action(self.swap, self._swaps_map),
            "page": Action(self.swap, lambda: has("-text") and (has("-slim") or has("-narrow"))),
            "graph": Action(self.swap, lambda: has("-graph") and not has("-wider")),
            "picture": Action(self.swap, lambda: has("-picture")),
            **picture_actions(lambda: self.pictures if has("-picture") else None, self._bring_picture),
        }

    def has_log(self) -> bool:
        """Return whether the log is in view."""
        return self.story.size.height > 0

    def _swaps_map(self) -> bool:
        has = self._screen.has_class
        is_either = has("-slim") or (self._is_discussion and not has("-wider"))
        return is_either and not any(map(has, ("-claims", "-text", "-picture", "-graph")))
