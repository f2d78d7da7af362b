"""The waiting screen of a host: players, a link for each place, and how to reach the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from textual import events
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import OptionList, Static

from woozle.arena.views.waiting_room import Knock, WaitingPlace, WaitingRoom
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import messages, safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.qr_code import QrCodeView
from woozle.tui.widgets.room_places import place_row
from woozle.tui.widgets.title_bar import TitleBar, entitle, screen_title

_BESIDE = 37  # cells that the list needs beside a QR code
_FRAME = 2  # rows: the title and the footer
_START = "Press {host.start} again to start now; bots take the open places."
_REMOVE = "Press {host.remove} again to remove the player at place %s."
_SHUT = "Press {%s} again to close the table for everybody; it is kept, and `woozle host --again` opens it."
_SENT = "The link that was sent opens this place; {host.relink} makes a new one."


class HostScreen(FrameScreen):
    """A screen with a WaitingRoom and the host's commands."""

    BINDINGS = bindings(
        key("host.start", "s", "start", "Start"),
        key("host.sit", "t", "sit", "To the table"),
        key("host.copy", "y,c", "copy", "Copy link", shown="y"),
        key("host.admit", "a", "answer('admit')", "Let in"),
        key("host.refuse", "d", "answer('refuse')", "Turn away"),
        key("host.code", "z", "alone", "QR code"),
        key("host.relink", "n", "relink", "New link", hidden=True),
        key("host.remove", "x,delete", "remove", "Remove the player", hidden=True, shown="x"),
        key("host.results", "r", "results", "Results"),
        key("host.again", "g", "play_again", "Play again"),
        *back_keys("host"),
    )
    ABOUT = (
        Line("An open table", "heading"),
        Line("Each open place has a link, for one person or agent; {host.copy} copies it, {host.code} shows it as a QR code."),
        Line("Whoever has the room code can knock; {host.admit} lets them in, {host.refuse} turns them away."),
        Line("{host.relink} makes a new link for somebody who lost theirs; {host.remove}, pressed twice, removes a player."),
        Line("{host.start} starts before all are here: bots take the open places."),
    )
    CSS_PATH = sheets("host")
    TWICE = ("host.start", "host.remove", "host.back", "app.quit", "app.quit_or_copy")

    def __init__(self, room: WaitingRoom) -> None:
        super().__init__()
        self._room = room
        self._armed = ""
        """What the key that was pressed does when it is pressed again."""

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title(f"{self._room.title}: an open table"), id="title")
        with Horizontal(id="columns"):
            with Vertical(id="left"):
                yield OptionList(id="places", markup=False)
                yield Static(id="knock", markup=False)
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="words", markup=False)
                yield Static(id="link", markup=False)
            yield QrCodeView(id="qr")

    def on_mount(self) -> None:
        entitle(self, {"#places": "Who is here"})
        self.query_one("#places").focus()
        self._list()
        self._look()

    def on_room_changed(self, message: messages.RoomChanged) -> None:
        """Show the table as it is now; the cursor stays on its place."""
        self._room = message.room
        self._list()
        self._look()

    def _list(self) -> None:
        places = self.query_one("#places", OptionList)
        before = places.highlighted
        places.clear_options()
        places.add_options([place_row(place) for place in self._room.places])
        if self._room.watch_link:
            places.add_option(Content.styled("   spectators", "$quiet"))
        first = next((at for at, place in enumerate(self._room.places) if place.link), 0)
        places.highlighted = first if before is None else min(before, places.option_count - 1)

    def _look(self) -> None:
        room = self._room
        self.query_one("#knock", Static).update(_knocking(self, room.knocks))
        self.query_one("#knock").display = bool(room.knocks)
        style = "$success" if room.state in ("waiting", "playing", "dealing") and not room.open_places else "bold"
        warning = name_keys(self, self._armed)
        lines = [safe.line(warning, "bold $warning") if warning else safe.line(room.headline, style)]
        if room.code:
            lines.append(Content.assemble(("Room code  ", "$quiet"), safe.line(room.code, "bold $accent")))
        lines += [safe.line(each, "$quiet") for each in (room.way,) if each]
        lines += [safe.line(each, "$warning") for each in room.notes]
        self.query_one("#words", Static).update(Content("\n").join(lines))
        self._show_link()
        self.refresh_bindings()

    def _show_link(self) -> None:
        code, link = self.query_one(QrCodeView), self._link
        code.show(link)
        code.display = code.fits(Size(self.app.size.width - _BESIDE, self.app.size.height - _FRAME))
        place = self._place
        sent = name_keys(self, _SENT) if place and place.kind == "open" else ""
        self.query_one("#link", Static).update(safe.line(link, "bold") if link else safe.line(sent, "$quiet"))

    def on_option_list_option_highlighted(self) -> None:
        self._show_link()
        self.refresh_bindings()

    def on_option_list_option_selected(self) -> None:
        if self.check_action("sit", ()):
            self.action_sit()
        else:
            self.action_copy()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._show_link()

    @property
    def _place(self) -> WaitingPlace | None:
        """Return the place at the cursor; None on the line of spectators."""
        at = self.query_one("#places", OptionList).highlighted
        return self._room.places[at] if at is not None and at < len(self._room.places) else None

    @property
    def _link(self) -> str:
        place = self._place
        return place.link if place else self._room.watch_link

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if not self.is_mounted:
            return True
        room, place = self._room, self._place
        match action:
            case "start":
                return room.state == "waiting"
            case "sit":
                return room.state == "playing" and any(each.is_host for each in room.places)
            case "copy" | "alone":
                return bool(self._link)
            case "answer":
                return bool(room.knocks)
            case "remove":
                return place is not None and place.is_joined and not place.is_host and room.state in ("waiting", "playing")
            case "relink":
                is_lost = place is not None and not place.is_host and (place.is_joined or (place.kind == "open" and not place.link))
                return is_lost and room.state in ("waiting", "playing")
            case "results" | "play_again":
                return room.state == "over"
        return True

    def disarm(self) -> None:
        if self._armed:
            self._armed = ""
            self._look()

    def _is_sure(self, warning: str) -> bool:
        """Return whether a key was pressed for the second time; the first time, say what the second does."""
        if self._armed == warning:
            self.disarm()
            return True
        self._armed = warning
        if self.is_mounted:  # else it looks when it is
            self._look()
        return False

    def action_start(self) -> None:
        if not self._room.open_places or self._is_sure(_START):
            controllers_of(self).tables.obey("start")

    def action_sit(self) -> None:
        controllers_of(self).tables.sit()

    def action_copy(self) -> None:
        if self._link:
            controllers_of(self).copy(self._link, "link")

    def action_answer(self, command: Literal["admit", "refuse"]) -> None:
        controllers_of(self).tables.obey(command, self._room.knocks[0].number)

    def action_relink(self) -> None:
        if self._place:
            controllers_of(self).tables.obey("invite", self._place.number)

    def action_remove(self) -> None:
        if self._place and self._is_sure(_REMOVE % self._place.number):
            controllers_of(self).tables.obey("remove", self._place.number)

    def action_alone(self) -> None:
        self.app.push_screen(QrScreen(self._link))

    def action_play_again(self) -> None:
        controllers_of(self).tables.obey("again")

    def action_results(self) -> None:
        controllers_of(self).tables.show_results()

    def is_sure_to_close(self, key: str) -> bool:
        """Return whether the host wants to close the table for everybody; the first time, ask. key: the binding pressed."""
        return self._room.state in ("over", "closed") or self._is_sure(_SHUT % key)

    def action_back(self) -> None:
        if self.is_current and self.is_sure_to_close("host.back"):
            controllers_of(self).tables.close()


class QrScreen(FrameScreen):
    """A screen with the QR code of one link, for a phone across the room."""

    BINDINGS = bindings(*back_keys("qr", "escape,q,z,enter"))
    ABOUT = (Line("A link as a QR code", "heading"), Line("The camera of a phone opens it. {qr.back} leads back."))
    CSS_PATH = sheets("host")

    def __init__(self, link: str) -> None:
        super().__init__()
        self._link = link

    def contents(self) -> Iterable[Widget]:
        with Container(id="alone"):
            yield QrCodeView(id="qr")
            yield Static(id="small", markup=False)

    def on_mount(self) -> None:
        self.query_one(QrCodeView).show(self._link)
        self._look()

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        self._look()

    def _look(self) -> None:
        code = self.query_one(QrCodeView)
        code.display = code.fits(Size(self.app.size.width, self.app.size.height - 1))
        words = f"Too small a window for its code; this is the link:\n\n{self._link}"
        self.query_one("#small", Static).update(Content("") if code.display else safe.text(words))


def _knocking(screen: HostScreen, knocks: tuple[Knock, ...]) -> Content:
    if not knocks:
        return Content("")
    more = f" ({len(knocks) - 1} more)" if len(knocks) > 1 else ""
    words = name_keys(screen, "{host.admit} lets in, {host.refuse} turns away.")
    return safe.line(f"{visible_line(knocks[0].name) or 'Somebody'} knocks{more}: {words}", "bold $accent")
