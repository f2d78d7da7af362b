"""The log of a match and the panels beside it: how they share a screen, and what can be done with them."""

from __future__ import annotations

from typing import Literal

from textual.screen import Screen

from woozle.arena.views.line import Line
from woozle.arena.views.panels import TableView
from woozle.tui.messages import Copy
from woozle.tui.widgets.panel_widgets import MountedPanels, layout_of
from woozle.tui.widgets.picture import PictureView
from woozle.tui.widgets.transcript import FindBox, Transcript


def about_reading(screen: str, on: str) -> tuple[Line, ...]:
    """Return the help on searching and copying. screen: whose bindings these are; on: the one that leads to the next hit."""
    find, back, line, turn = (f"{{{screen}.{name}}}" for name in ("find", "previous", "copy", "copy_turn"))
    return (
        Line("Searching and copying", "heading"),
        Line(f"{find} searches the words: enter goes to the first hit, {on} to the next, {back} back; {{find.close}} ends it."),
        Line(f"{line} copies the line at ▸, without one the last in view; {turn} all of the speech or of the moment."),
    )


class MatchView:
    """Held by a screen with a match. `-map` on it shows the panels in place of the log, where there is room for one only."""

    def __init__(self, screen: Screen[None], story: Transcript, search: FindBox, panels: MountedPanels) -> None:
        self._screen = screen
        self.story, self.search, self.panels = story, search, panels
        self._is_meeting = False

    def show(self, table: TableView) -> None:
        """Show the panels of a table, and lay out the screen for them."""
        self._is_meeting = table.is_meeting
        self.panels.show(table.panels)
        layout = layout_of(table.panels)
        for name in ("text", "picture", "graph"):
            self._screen.set_class(name == layout, f"-{name}")
        self._screen.set_class(table.is_talk, "-talk")

    @property
    def pictures(self) -> PictureView | None:
        """Return the widget with pictures; None if none was shown yet."""
        return self.panels.widget(PictureView)

    def swap(self) -> None:
        """Show the panels in place of the log, or the other way round."""
        self._screen.toggle_class("-map")

    # Searching and copying

    @property
    def is_searching(self) -> bool:
        return self.search.is_active

    def next_hit(self, by: int) -> bool:
        """Go to the next hit, or (-1) the one before; return whether anything is sought at all."""
        if self.is_searching:
            self.search.step(by)
        return self.is_searching

    def end_search(self) -> bool:
        """End the search; return whether there was one."""
        was = self.search.has_class("-open")
        self.search.close()
        return was

    def copy(self, what: Literal["line", "speech"]) -> None:
        """Put the line at the cursor, else the last one in view, on the clipboard; or all that was said or happened with it."""
        story = self.story
        if (index := story.reader_at) is None:
            return
        if what == "line":
            self._screen.post_message(Copy(story.text_of(index), "line"))
        else:
            self._screen.post_message(Copy(story.turn_of(index), "speech" if story.lines[index].label else "moment"))

    # Pictures

    def zoom(self) -> None:
        """Go to the picture, and nearer."""
        if view := self.pictures:
            if not view.is_in_view:
                self.swap()
            view.focus()
            view.action_zoom(1)

    def turn_picture(self, by: int) -> None:
        """Show the next picture, or (-1) the one before."""
        if view := self.pictures:
            view.action_turn(by)

    # Keys

    def offers(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Return whether an action would do anything here: what is not in view is neither searched nor copied, nor swapped."""
        has = self._screen.has_class
        match action:
            case "find" | "copy":
                return self.story.size.height > 0
            case "page":
                return has("-text") and (has("-slim") or has("-narrow"))
            case "graph":
                return has("-graph") and not has("-wider")
            case "picture":
                return has("-picture")
            case "zoom" | "turn_picture":
                does, view = "zoom" if action == "zoom" else "turn", self.pictures
                return has("-picture") and view is not None and view.check_action(does, parameters) is True
            case "map":
                is_either = has("-slim") or (self._is_meeting and not has("-wider"))
                return is_either and not any(map(has, ("-claims", "-text", "-picture", "-graph")))
        return True
