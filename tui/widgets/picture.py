"""Pictures beside the log: a whole one, or an enlarged part; its caption is below, as text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.panels import Pictures
from woozle.core.line import Line
from woozle.core.request import Display, Picture
from woozle.tui import safe
from woozle.tui.actions import Action, Actions
from woozle.tui.host import host_of
from woozle.tui.keys import bindings, key
from woozle.tui.messages import Drawn, Looked, WantDrawn
from woozle.tui.surfaces import HALF_BLOCKS, Mode, Surface
from woozle.tui.widgets.block_characters import blocks_of
from woozle.tui.widgets.key_names import key_of
from woozle.tui.widgets.panel_widgets import PanelWidget
from woozle.tui.widgets.picture_canvas import (
    BlockImage,
    Frame,
    Lens,
    Pair,
    PictureError,
    TerminalImage,
    decode,
    frame_picture,
    keep_inside,
    move_lens,
    nearer_at,
    whereabouts,
)

if TYPE_CHECKING:
    from PIL.Image import Image


NOTHING = (0, 0, 0, 0)


class Tally:
    """Counts, and keeps the largest that a picture was shown; zeros if none was in view."""

    def __init__(self) -> None:
        self.zooms = self.opened = 0
        self.largest = NOTHING

    def note(self, frame: Frame, cell: Pair) -> None:
        """Count a picture that is in view. cell: pixels across and down in one cell."""
        now = (frame.columns, frame.rows, round(frame.columns * cell[0]), round(frame.rows * cell[1]))
        self.largest = max(self.largest, now, key=lambda seen: seen[2] * seen[3])

    def display(self, mode: Mode) -> Display:
        """Return all counts, for the record."""
        return Display(mode, *self.largest, zooms=self.zooms, opened=self.opened)


class Prints:
    """Pictures, each decoded once, when it is first looked at. at: which is in view."""

    def __init__(self, pictures: Sequence[Picture] = (), captions: Sequence[str] = ()) -> None:
        self.pictures = tuple(pictures)
        self.captions = tuple(captions)
        self.at = 0
        self._images: dict[str, Image | PictureError] = {}

    def __len__(self) -> int:
        return len(self.pictures)

    @property
    def digests(self) -> tuple[str, ...]:
        return tuple(picture.digest for picture in self.pictures)

    @property
    def digest(self) -> str:
        return self.digests[self.at] if self.pictures else ""

    @property
    def caption(self) -> str:
        return self.captions[self.at] if self.at < len(self.captions) else ""

    @property
    def image(self) -> Image | None:
        """Return the pixels of the one in view; None if there are none to be shown."""
        found = self._decode()
        return None if isinstance(found, PictureError) else found

    @property
    def problem(self) -> str:
        """Return why the picture cannot be shown, as a sentence; empty if it can."""
        found = self._decode()
        return str(found) if isinstance(found, PictureError) else ""

    def _decode(self) -> Image | PictureError | None:
        if not self.pictures:
            return None
        if self.digest not in self._images:
            try:
                self._images[self.digest] = decode(self.pictures[self.at])
            except PictureError as error:
                self._images[self.digest] = error
        return self._images[self.digest]

    def turn(self, by: int) -> None:
        self.at = (self.at + by) % len(self)


_DRAWING = "It is being drawn."
_STEP = 0.25  # share of the visible part by which a key moves it


class PictureView(Vertical, can_focus=True):
    """Shows one of some pictures, and keeps count of how it is looked at. opens: the binding that opens files; empty if none does.

    It holds nothing of a picture that is not shown any more.
    """

    BINDINGS = bindings(
        key("picture.nearer", "z,plus", "zoom(1)", "Nearer", hidden=True),
        key("picture.farther", "Z,minus", "zoom(-1)", "Farther away", hidden=True),
        key("picture.whole", "u", "whole", "All of the picture", hidden=True),  # 0 is a choice
        key("picture.left", "h,left", "pan(-1, 0)", "To the left", hidden=True),
        key("picture.down", "j,down", "pan(0, 1)", "Down", hidden=True),
        key("picture.up", "k,up", "pan(0, -1)", "Up", hidden=True),
        key("picture.right", "l,right", "pan(1, 0)", "To the right", hidden=True),
        key("picture.next", "p", "turn(1)", "The next picture", hidden=True),
        key("picture.previous", "P", "turn(-1)", "The picture before", hidden=True),
    )
    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The picture", "heading"),
        Line("{picture.nearer} and {picture.farther} look nearer and farther, {picture.whole} shows all of it; so does the wheel."),
        Line(
            "Nearer, arrows or {picture.left} {picture.down} {picture.up} {picture.right} or the mouse move about; rails say where."
        ),
        Line("Of several, {picture.next} shows the next and {picture.previous} the one before."),
    )

    def __init__(self, *, opens: str = "", id: str | None = None) -> None:
        super().__init__(id=id)
        self._panel: Pictures | None = None
        self._prints = Prints()
        self._said = ""
        self._opens, self._can_open = opens, True
        self._lens = Lens()
        self._surface = HALF_BLOCKS
        self._easel: BlockImage | TerminalImage = BlockImage()
        self._tally = Tally()
        self._dragged: Pair | None = None
        self._has_moved = False
        self._shows: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield self._easel
        yield Static(classes="picture-caption", markup=False)

    def on_mount(self) -> None:
        self._draw()

    def on_unmount(self) -> None:
        self._forget()

    # Drawing

    def show(self, panel: Pictures) -> None:
        """Show these from now on, as soon as they are drawn."""
        before, self._panel = self._panel, panel
        if before is None or before.sights != panel.sights:
            self.put(None, panel.captions[0], _DRAWING)
            self.app.post_message(WantDrawn(panel.game, panel.sights, self.post_message))
        elif before != panel or self.surface != self._surface:
            self.put(self.pictures, panel.captions, can_open=panel.can_open)

    def draw_again(self) -> None:
        """Draw what could not be drawn before, since it was not here."""
        if self._panel and not self.pictures:
            self.app.post_message(WantDrawn(self._panel.game, self._panel.sights, self.post_message))

    def clear(self) -> None:
        """Show nothing, and keep nothing of the pictures."""
        self._panel = None
        self.put(None)

    def on_drawn(self, message: Drawn) -> None:
        if self._panel and message.sights == self._panel.sights:
            self.put(message.pictures, self._panel.captions, message.problem, can_open=self._panel.can_open)
            self.call_after_refresh(self.screen.refresh_bindings)  # there is something to zoom now
            self.call_after_refresh(self.post_message, Looked())

    def put(
        self,
        picture: Picture | Sequence[Picture] | None,
        caption: str | Sequence[str] = "",
        said: str = "",
        *,
        can_open: bool = True,
    ) -> None:
        """Show one drawn picture or some, or nothing. caption: of each, in words; said: why it is missing; can_open: as a file."""
        pictures = () if picture is None else (picture,) if isinstance(picture, Picture) else tuple(picture)
        captions = (caption,) if isinstance(caption, str) else tuple(caption)
        prints = Prints(pictures, captions)
        new = (prints.digests, captions, said, can_open, self.surface)
        if new == self._shows:
            return
        self._shows = new
        if prints.digests != self._prints.digests:
            self._forget()
            self._prints = prints
        self._prints.captions, self._said, self._can_open = captions, said, can_open
        self._draw()

    def _forget(self) -> None:
        self._prints, self._said = Prints(), ""
        self._lens, self._dragged = Lens(), None
        self._easel.look(None, "", self._lens)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """Return the pictures that are shown, one at a time."""
        return self._prints.pictures

    @property
    def surface(self) -> Surface:
        """Return the kind of surface on which the app draws pictures."""
        return host_of(self).surface

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        self._follow(self.surface)
        self.set_class(self._surface.mode == "off", "-off")
        self._easel.look(self._image, self._prints.digest, self._lens)
        self.query_one(".picture-caption", Static).update(self._caption())
        self.call_after_refresh(self._note)

    def _follow(self, surface: Surface) -> None:
        if surface == self._surface:
            return
        if (self._surface.widget, self._surface.cell) != (surface.widget, surface.cell):
            old, self._easel = self._easel, _easel(surface)
            old.look(None, "", Lens())
            self.mount(self._easel, before=old)
            old.remove()
        self._surface, self._tally.largest = surface, NOTHING

    @property
    def _image(self) -> Image | None:
        return None if self._surface.mode == "off" else self._prints.image

    # Words

    def _caption(self) -> Content:
        wrong = [each for each in (self._said, "" if self._surface.mode == "off" else self._prints.problem) if each]
        words = [safe.line(f"{self._prints.caption}  ", "bold"), *(safe.line(f"{each}  ", "$warning") for each in wrong)]
        return safe.join(*words, Content.styled(" · ".join(filter(None, self._hints())), "$quiet"))

    def _hints(self) -> list[str]:
        prints, image = self._prints, self._image
        if not prints:
            return []
        several = f"{prints.at + 1} of {len(prints)}, {key_of(self, 'picture.next')} for the next" if len(prints) > 1 else ""
        can_open = self._opens and self._can_open and not host_of(self).is_shared
        opens = f"{key_of(self, self._opens)} opens the file" if can_open else ""
        if self._surface.mode == "off":
            return [several, f"not shown here, {self._surface.why}", opens]
        if image is None:
            return [several]
        if not self.is_near:
            return [several, f"{key_of(self, 'picture.nearer')} zooms", opens]
        frame = self._easel.frame
        part = whereabouts(frame, image.size) if frame else ""
        return [several, f"{self._lens.zoom:g}x {part}".strip(), f"{key_of(self, 'picture.whole')} shows all"]

    # Zoom and position

    def begin(self) -> None:
        """Count from here: something is asked."""
        self._tally = Tally()

    def was_opened(self) -> None:
        """Count that it was opened as a file."""
        self._tally.opened += 1

    @property
    def seen_as(self) -> Display:
        """Return how the pictures were seen since `begin`."""
        self._note()
        return self._tally.display(self._surface.mode)

    @property
    def is_in_view(self) -> bool:
        """Return whether there is a place for it on its screen now."""
        return self.is_mounted and all(node.display for node in self.ancestors_with_self if isinstance(node, Widget))

    def _note(self) -> None:
        if self.is_in_view and self._image is not None and (frame := self._easel.frame):
            self._tally.note(frame, self._surface.cell)

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    @property
    def is_near(self) -> bool:
        """Return whether only a part is shown."""
        return self._lens.zoom > 1

    def _look(self, lens: Lens, *, counts: bool = True) -> None:
        image = self._image
        if image is None:
            return
        width, height = self._easel.content_size
        room = (max(1, width - 1), max(1, height - 1))  # without the rails
        lens = keep_inside(lens, frame_picture(lens, image.size, room, self._easel.cell), image.size)
        if lens != self._lens:
            self._lens = lens
            self._tally.zooms += counts
            self._draw()
            self.post_message(Looked())

    def _pan(self, by: Pair, *, counts: bool = True) -> None:
        image, frame = self._image, self._easel.frame
        if image and frame and self.is_near:
            self._look(move_lens(self._lens, frame, image.size, by), counts=counts)

    # Keys

    def action_zoom(self, by: int) -> None:
        self._look(self._lens.nearer(by))

    def action_whole(self) -> None:
        self._look(Lens())

    def action_pan(self, across: int, down: int) -> None:
        self._pan((across * _STEP, down * _STEP))

    def action_turn(self, by: int) -> None:
        """Show the same part of the next picture, or of the one before."""
        self._prints.turn(by)
        self._draw()
        self.post_message(Looked())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that would do nothing are for others."""
        match action:
            case "pan" | "whole":
                return self.is_near
            case "turn":
                return len(self._prints) > 1
            case "zoom":
                return self._image is not None
        return True

    # The mouse

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll(event, -1)

    def _scroll(self, event: events.MouseEvent, by: int) -> None:
        image, frame = self._image, self._easel.frame
        moves = any(node.max_scroll_y for node in self.ancestors if isinstance(node, Widget))  # who scrolls past does not mean it
        if image and frame and (self.has_focus or not moves):
            event.stop()
            event.prevent_default()
            self._look(nearer_at(self._lens, frame, image.size, self._point(event, frame), by))

    def _point(self, event: events.MouseEvent, frame: Frame) -> Pair:
        region = self._easel.content_region
        left = region.x + (region.width - frame.columns) // 2
        return _share(event.screen_x - left, frame.columns), _share(event.screen_y - region.y, frame.rows)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if self.is_near:
            self.capture_mouse()
            self._dragged, self._has_moved = (event.screen_x, event.screen_y), False

    def on_mouse_up(self) -> None:
        self.release_mouse()
        self._dragged = None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag it along; all of a drag counts once."""
        frame = self._easel.frame
        if self._dragged and frame:
            x, y = self._dragged
            self._dragged = (event.screen_x, event.screen_y)
            self._pan(((x - event.screen_x) / frame.columns, (y - event.screen_y) / frame.rows), counts=not self._has_moved)
            self._has_moved = True


def picture_actions(find: Callable[[], PictureView | None], bring: Callable[[PictureView], object] = lambda view: None) -> Actions:
    """Return the actions of a screen for the pictures on it. find: returns their widget, None for none; bring: puts it in view."""

    def zoom() -> None:
        if view := find():
            bring(view)
            view.focus()
            view.action_zoom(1)

    def turn(by: int) -> None:
        if view := find():
            view.action_turn(by)

    def lets(action: str, by: int) -> bool:
        return (view := find()) is not None and view.check_action(action, (by,)) is True

    return {"zoom": Action(zoom, lambda: lets("zoom", 1)), "turn_picture": Action(turn, lambda by: lets("turn", by))}


def _easel(surface: Surface) -> BlockImage | TerminalImage:
    return TerminalImage(surface) if surface.widget else BlockImage(blocks_of(surface.cell))


def _share(cell: float, cells: int) -> float:
    return max(0.0, min(1.0, (cell + 0.5) / cells))


WIDGETS = (
    PanelWidget(
        Pictures,
        lambda id: PictureView(id=id),
        PictureView.show,
        id="picture",
        layout="picture",
        title="The picture",
        hide=PictureView.clear,
    ),
)
