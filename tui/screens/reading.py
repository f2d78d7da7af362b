"""What the screens with a transcript share: searching it, copying from it, and what stands beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from textual.widget import Widget

from woozle.arena.views.line import Line
from woozle.tui.messages import Copy, WantPictures
from woozle.tui.screens.picturing import Picturing
from woozle.tui.widgets.find_box import FindBox
from woozle.tui.widgets.part import Part
from woozle.tui.widgets.transcript import Transcript

if TYPE_CHECKING:
    from woozle.arena.views.views import Table


def about_reading(screen: str, on: str) -> tuple[Line, ...]:
    """What help says of it. screen: whose bindings these are; on: the one that leads to the next hit."""
    find, back, line, turn = (f"{{{screen}.{name}}}" for name in ("find", "previous", "copy", "copy_turn"))
    return (
        Line("Searching and copying", "heading"),
        Line(f"{find} searches the words: enter goes to the first hit, {on} to the next, {back} back; {{find.close}} ends it."),
        Line(f"{line} copies the line at ▸, without one the last in view; {turn} all of the speech or of the moment."),
    )


class ReadingScreen(Picturing):
    """A screen with a `story` among its contents, and beside it, or instead of it, a map, a page, a picture or a graph."""

    _story = Part(Transcript)
    _is_meeting = False

    def story(self, empty: str) -> Iterable[Widget]:
        """A transcript, and below it what searches it. empty: the words while there is nothing to read."""
        transcript = Transcript(id="story", empty=empty)
        yield transcript
        yield FindBox(transcript, id="find")

    def make_room(self, table: Table) -> None:
        """Lay out what this table has beside the words."""
        self._is_meeting = table.phase in ("meeting", "vote")
        self.show_picture(table.picture)
        self.set_class(table.page is not None and table.picture is None and table.graph is None, "-text")
        self.set_class(table.is_talk, "-talk")
        self.set_class(table.graph is not None, "-graph")

    def action_map(self) -> None:
        """The map, the page or the graph instead of the words, or the other way round."""
        self.toggle_class("-map")

    action_page = action_graph = action_map

    @property
    def is_searching(self) -> bool:
        """Whether something is being sought."""
        return self.query_one(FindBox).is_active

    def action_find(self) -> None:
        """Ask for a text."""
        self.query_one(FindBox).open()

    def next_hit(self, by: int) -> bool:
        """To the next hit; whether something is being sought at all."""
        if self.is_searching:
            self.query_one(FindBox).step(by)
        return self.is_searching

    def end_search(self) -> bool:
        """No search any more; whether there was one."""
        box = self.query_one(FindBox)
        was = box.has_class("-open")
        box.close()
        return was

    def action_pictures(self) -> None:
        """What the seat at this table sees, as pictures."""
        self.post_message(WantPictures())

    def action_copy(self, what: Literal["line", "speech"]) -> None:
        """Put the line at the cursor, else the last one in view, on the clipboard; or all that was said or happened with it."""
        story = self._story
        if (index := story.reader_at) is None:
            return
        if what == "line":
            self.post_message(Copy(story.text_of(index), "line"))
        else:
            self.post_message(Copy(story.turn_of(index), "speech" if story.lines[index].label else "moment"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What is not in view is neither searched nor copied; where there is room for both, neither comes instead of the other."""
        match action:
            case "find" | "copy":
                return self._story.size.height > 0
            case "page":
                return self.has_class("-text") and (self.has_class("-slim") or self.has_class("-narrow"))
            case "graph":
                return self.has_class("-graph") and not self.has_class("-wider")
            case "map":
                is_either = self.has_class("-slim") or (self._is_meeting and not self.has_class("-wider"))
                return is_either and not any(map(self.has_class, ("-claims", "-text", "-picture", "-graph")))
        return super().check_action(action, parameters)
