"""Pictures beside the words: all of one, or a part of it from nearer; what it is stands below, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.arena.views.line import Line
from woozle.core.attempt import Picture
from woozle.core.request import Display
from woozle.tui import keys, safe
from woozle.tui.imaging import HALF_BLOCKS, Surface
from woozle.tui.messages.picturing import Looked
from woozle.tui.widgets.half_blocks import HalfBlocks
from woozle.tui.widgets.keyed import key_of
from woozle.tui.widgets.lens import Frame, Lens, Pair, framed, kept, moved, nearer_at, whereabouts
from woozle.tui.widgets.prints import Prints
from woozle.tui.widgets.tally import NOTHING, Tally
from woozle.tui.widgets.terminal_image import TerminalImage

if TYPE_CHECKING:
    from PIL.Image import Image

_STEP = 0.25  # of what is seen, that a key moves on


class PictureView(Vertical, can_focus=True):
    """Shows one of some pictures, and keeps count of how it is looked at. opens: the binding that opens files; empty if none does.

    It holds nothing of a picture that is not shown any more.
    """

    BINDINGS = keys.PICTURE
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
        self._prints = Prints()
        self._said = ""
        self._opens, self._can_open = opens, True
        self._lens = Lens()
        self._surface = HALF_BLOCKS
        self._easel: HalfBlocks | TerminalImage = HalfBlocks()
        self._tally = Tally()
        self._dragged: Pair | None = None
        self._has_moved = False
        self._shows: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """The picture, and what it is."""
        yield self._easel
        yield Static(classes="picture-caption", markup=False)

    def on_mount(self) -> None:
        """Draw what there is."""
        self._draw()

    def on_unmount(self) -> None:
        """Keep nothing."""
        self._forget()

    # What is shown

    def show(
        self,
        picture: Picture | Sequence[Picture] | None,
        caption: str | Sequence[str] = "",
        said: str = "",
        *,
        can_open: bool = True,
    ) -> None:
        """Show one picture or some, or nothing. caption: of each, in words; said: why there is none; can_open: as a file."""
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
        """All that there are."""
        return self._prints.pictures

    @property
    def surface(self) -> Surface:
        """What the app says that pictures are drawn on."""
        surface: Surface = getattr(self.app, "surface", HALF_BLOCKS)
        return surface

    @property
    def is_outdated(self) -> bool:
        """Whether pictures are drawn on something else now."""
        return self.surface != self._surface

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
            old, self._easel = self._easel, TerminalImage(surface) if surface.widget else HalfBlocks()
            old.look(None, "", Lens())
            self.mount(self._easel, before=old)
            old.remove()
        self._surface, self._tally.largest = surface, NOTHING

    @property
    def _image(self) -> Image | None:
        return None if self._surface.mode == "off" else self._prints.image

    # What it is, in words

    def _caption(self) -> Content:
        wrong = [each for each in (self._said, "" if self._surface.mode == "off" else self._prints.problem) if each]
        words = [safe.line(f"{self._prints.caption}  ", "bold"), *(safe.line(f"{each}  ", "$warning") for each in wrong)]
        return safe.join(*words, Content.styled(" · ".join(filter(None, self._hints())), "$quiet"))

    def _hints(self) -> list[str]:
        prints, image = self._prints, self._image
        if not prints:
            return []
        several = f"{prints.at + 1} of {len(prints)}, {key_of(self, 'picture.next')} for the next" if len(prints) > 1 else ""
        can_open = self._opens and self._can_open and not getattr(self.app, "is_shared", False)
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

    # How it is looked at

    def begin(self) -> None:
        """Count from here: something is asked."""
        self._tally = Tally()

    def was_opened(self) -> None:
        """Count that it was opened as a file."""
        self._tally.opened += 1

    @property
    def seen_as(self) -> Display:
        """How the pictures were seen since `begin`."""
        self._note()
        return self._tally.display(self._surface.mode)

    @property
    def is_in_view(self) -> bool:
        """Whether there is a place for it on its screen now."""
        return self.is_mounted and all(node.display for node in self.ancestors_with_self if isinstance(node, Widget))

    def _note(self) -> None:
        if self.is_in_view and self._image is not None and (frame := self._easel.frame):
            self._tally.note(frame, self._easel.cell)

    def on_resize(self) -> None:
        """It is larger or smaller now."""
        self.call_after_refresh(self._draw)

    @property
    def is_near(self) -> bool:
        """Whether only a part is shown."""
        return self._lens.zoom > 1

    def _look(self, lens: Lens, *, counts: bool = True) -> None:
        image = self._image
        if image is None:
            return
        width, height = self._easel.content_size
        room = (max(1, width - 1), max(1, height - 1))  # without the rails
        lens = kept(lens, framed(lens, image.size, room, self._easel.cell), image.size)
        if lens != self._lens:
            self._lens = lens
            self._tally.zooms += counts
            self._draw()
            self.post_message(Looked())

    def _pan(self, by: Pair, *, counts: bool = True) -> None:
        image, frame = self._image, self._easel.frame
        if image and frame and self.is_near:
            self._look(moved(self._lens, frame, image.size, by), counts=counts)

    # Keys

    def action_zoom(self, by: int) -> None:
        """Nearer, or farther away."""
        self._look(self._lens.nearer(by))

    def action_whole(self) -> None:
        """All of it."""
        self._look(Lens())

    def action_pan(self, across: int, down: int) -> None:
        """Another part."""
        self._pan((across * _STEP, down * _STEP))

    def action_turn(self, by: int) -> None:
        """The next picture, or the one before; the same part of it."""
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
        """Nearer, around where it points."""
        self._scroll(event, 1)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Farther away."""
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
        """Take hold of it."""
        if self.is_near:
            self.capture_mouse()
            self._dragged, self._has_moved = (event.screen_x, event.screen_y), False

    def on_mouse_up(self) -> None:
        """Let go, where it was dragged to."""
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


def _share(cell: float, cells: int) -> float:
    return max(0.0, min(1.0, (cell + 0.5) / cells))
