"""The bars of spectators: how the match is played, whose eyes see it, its course, its costs, and a place to go to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Input, Static

from woozle.arena.views.costs import Bill, in_short, in_words
from woozle.arena.views.match_timeline import Mark
from woozle.arena.views.places import TAKES
from woozle.arena.views.speeds import name_of
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.core.usage import Usage
from woozle.tui import safe
from woozle.tui.messages import PlaceTyped, Sought
from woozle.tui.widgets.key_names import key_of, name_keys
from woozle.tui.widgets.row_widgets import RowWidget, TextRows
from woozle.tui.widgets.text_boxes import TypedLine

if TYPE_CHECKING:
    from woozle.arena.views.panels import SeatCard


_BETWEEN = Content("  ")
_EYES = {"*": "watch.everything", "0": "watch.public", "-": "watch.seat_10", **{n: f"watch.seat_{n}" for n in "123456789"}}
_DOES = "does"
_LONGEST = 20  # cells of a name


class PlayBar(TextRows):
    """Buttons like those of any player with their keys, the speed, and where one stands."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._is_playing = False
        self._speed = 1.0
        self._at = self._words = ""
        self._is_warning = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.refresh())

    async def on_click(self, event: events.Click) -> None:
        if action := event.style.meta.get(_DOES):
            await self.run_action(action)

    def show(self, at: str, words: str, speed: float, *, is_playing: bool, is_warning: bool) -> None:
        """Write this from now on. at, words: on the right, `words` alone in a narrow bar; is_warning: worth a look."""
        shown = (at, words, speed, is_playing, is_warning)
        if shown != (self._at, self._words, self._speed, self._is_playing, self._is_warning):
            self._at, self._words, self._speed, self._is_playing, self._is_warning = shown
            self.refresh()

    def row(self, y: int) -> Sequence[Content]:
        if y:
            return ()
        width = self.content_size.width
        buttons = [
            self._button("◂◂ {watch.phase_back}", "screen.do('phase', -1)"),
            self._button("◂ {watch.back}", "screen.do('step', -1)"),
            self._button(f"{'‖' if self._is_playing else '▶'} {{watch.play}}", "screen.do('play')", "bold $accent"),
            self._button("{watch.on} ▸", "screen.do('step', 1)"),
            self._button("{watch.phase_on} ▸▸", "screen.do('phase', 1)"),
            safe.join(
                self._button("{watch.slower}−", "screen.do('pace', 'slower')"),
                Content(f" {name_of(self._speed)} "),
                self._button("+{watch.faster}", "screen.do('pace', 'faster')"),
            ),
        ]
        left = [piece for button in buttons for piece in (button, _BETWEEN)][:-1]
        free = width - sum(piece.cell_length for piece in left)
        words = f"{self._at}  {self._words}"
        if len(words) > free - 2:
            words = self._words
        right = safe.line(words, "bold $warning" if self._is_warning else "$quiet").truncate(max(0, free - 1), ellipsis=True)
        return [*left, Content(" " * max(1, free - right.cell_length)), right]

    def _button(self, words: str, action: str, style: str = "") -> Content:
        return Content.styled(name_keys(self, words).replace("shift+", "⇧"), style).stylize(_action_style(action))


class ViewerBar(TextRows):
    """The viewers to choose from: everything, the public, each seat, with their keys."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._keys: tuple[tuple[str, str], ...] = ()
        self._viewer = ""
        self._looks: dict[str, tuple[str, str]] = {}

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.refresh())

    async def on_click(self, event: events.Click) -> None:
        if action := event.style.meta.get(_DOES):
            await self.run_action(action)

    def show(self, keys: Sequence[tuple[str, str]], viewer: str, cards: Sequence[SeatCard]) -> None:
        """Offer these, each with its key. viewer: the one who is looked through; cards: of the seats among them."""
        shown = (tuple(keys), viewer, {card.name: _look(card) for card in cards})
        if shown != (self._keys, self._viewer, self._looks):
            self._keys, self._viewer, self._looks = shown
            self.refresh()

    def row(self, y: int) -> Sequence[Content]:
        """Return all in one row, with short names if they do not fit."""
        if y:
            return ()
        width = self.content_size.width
        row: list[Content] = []
        for limit in range(_LONGEST, 0, -1):
            row = [self._eyes(key, viewer, limit) for key, viewer in self._keys]
            if sum(piece.cell_length for piece in row) <= width:
                return row
        return [safe.join(*row).truncate(width, ellipsis=True)]

    def _eyes(self, key: str, viewer: str, limit: int) -> Content:
        mark, tone = self._looks.get(viewer, ("", ""))
        is_at = viewer == self._viewer
        name = safe.line(viewer, f"{tone} bold reverse" if is_at else tone)
        name = name.truncate(limit) if viewer in self._looks else name
        left, right = ("[", "]") if is_at else (" ", " ")
        shown = key_of(self, _EYES[key]) if key in _EYES else key
        return Content.assemble((left, "bold"), (f"{shown} ", "$quiet"), mark, name, (right, "bold")).stylize(
            _action_style(f"screen.do('look', '{key}')")
        )


def _look(card: SeatCard) -> tuple[str, str]:
    """A seat's mark and colour. All else of a card changes from moment to moment, and would draw the bar anew each time."""
    mark = "▸" if card.is_speaking else "†" if card.out else ""
    return mark, "$quiet" if card.out else f"$seat-{card.number}"


def _action_style(action: str) -> Style:
    return Style.from_meta({_DOES: action})


_TONES = ("bar", "past", "at", "phase", "now", "mark", "bad", "aside")


class Scrubber(RowWidget):
    """A bar as wide as there is room, and below it, if there is a second row, the names of the parts.

    Posts Sought when it is clicked or dragged. What the mouse is on is said in the last row.
    """

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The bar of the match", "heading"),
        Line("The ● is where you are. Each ┬ begins a part, other signs are moments worth a look."),
        Line("Click anywhere to go there, or drag; the mouse on a sign says what it is."),
    )
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"scrub-{tone}" for tone in _TONES}
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.at = 0
        self.total = 0
        self.marks: tuple[Mark, ...] = ()
        self._pointed: int | None = None
        self._is_dragged = False

    def show(self, at: int, total: int, marks: Sequence[Mark]) -> None:
        """Show the position after `at` of `total` Events."""
        if (at, total, tuple(marks)) != (self.at, self.total, self.marks):
            self.at, self.total, self.marks = at, total, tuple(marks)
            self.refresh()

    # Between columns and Events

    @property
    def _last(self) -> int:
        return max(0, self.content_size.width - 1)

    def column(self, at: int) -> int:
        """Return the column of a position on the bar."""
        return round(max(0, min(at, self.total)) / self.total * self._last) if self.total else 0

    def position(self, column: int) -> int:
        """Return the position at a column: of the mark that is shown there, if there is one."""
        if mark := self._marks_by_column().get(column):
            return mark.at
        return round(max(0, min(column, self._last)) / self._last * self.total) if self._last else self.total

    def _marks_by_column(self) -> dict[int, Mark]:
        """Return the mark at each column that has one: what is bad before what begins a part, and that before the rest."""
        ordered = sorted(self.marks, key=lambda mark: (mark.is_bad, mark.is_phase))
        return {self.column(mark.at): mark for mark in ordered}

    def names(self) -> list[tuple[int, str, Mark]]:
        """Return the names below the bar, as many as there is room for, each with its column and its part."""
        now, placed = self.now, list[tuple[int, str, Mark]]()
        named = [(*self._place_name(mark), mark) for mark in self.marks if mark.is_phase and self.content_size.width]
        # The part that ends first leaves most room to the others, but the name of the present part must be there.
        for start, words, mark in sorted(named, key=lambda name: (name[2] != now, name[0] + cell_len(name[1]))):
            if words and all(start + cell_len(words) < other or start > other + cell_len(said) for other, said, _ in placed):
                placed.append((start, words, mark))
        return sorted(placed)

    @property
    def now(self) -> Mark | None:
        return next((mark for mark in reversed(self.marks) if mark.is_phase and mark.at <= self.at), None)

    def _place_name(self, mark: Mark) -> tuple[int, str]:
        words, width = visible_line(mark.words), self.content_size.width
        if cell_len(words) > width:
            words = set_cell_size(words, width - 1) + "…"
        return min(self.column(mark.at), width - cell_len(words)), words

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if (offset := event.get_content_offset(self)) is not None:
            self._is_dragged = True
            self.capture_mouse()
            self._seek(self._aim(offset.x, offset.y))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        x = event.x - self.content_region.x + self.region.x
        self._point(max(0, min(x, self._last)))
        if self._is_dragged:
            self._seek(self.position(x))

    def on_mouse_up(self) -> None:
        self._is_dragged = False
        self.release_mouse()

    def on_leave(self) -> None:
        self._point(None)

    def _aim(self, x: int, y: int) -> int:
        named = (mark.at for start, words, mark in self.names() if y == 1 and start <= x < start + cell_len(words))
        return self.position(x) if self._aside() else next(named, self.position(x))

    def _seek(self, at: int) -> None:
        if at != self.at:
            self.post_message(Sought(at))

    def _point(self, column: int | None) -> None:
        if column != self._pointed:
            self._pointed = column
            self.refresh()

    def _aside(self) -> str | None:
        """Return the words on the place under the mouse."""
        mark = self._marks_by_column().get(self._pointed) if self._pointed is not None else None
        return f"{mark.glyph} {mark.words}" if mark else None

    # Drawing

    def render_line(self, y: int) -> Strip:
        is_last = y == self.content_size.height - 1
        width = self.content_size.width
        aside = self._aside() if is_last else None
        strip = self._bar() if y == 0 else self._names() if y == 1 else Strip([])
        strip = strip.adjust_cell_length(width, self.ground)
        if aside is None or self._pointed is None:
            return strip
        words = set_cell_size(f" {visible_line(aside)} ", min(width, cell_len(visible_line(aside)) + 2))
        start = min(self._pointed, width - cell_len(words))
        return Strip.join(
            [strip.crop(0, start), Strip([Segment(words, self._style("aside"))]), strip.crop(start + cell_len(words), width)]
        )

    def _bar(self) -> Strip:
        here, last = self.column(self.at), self._last
        styles = {tone: self._style(tone) for tone in _TONES}
        cells = [
            Segment("├" if not column else "┤" if column == last else "─", styles["past" if column < here else "bar"])
            for column in range(last + 1)
        ]
        for column, mark in self._marks_by_column().items():
            glyph = set_cell_size(visible_line(mark.glyph)[:1] or "•", 1)
            cells[column] = Segment(glyph, styles["bad" if mark.is_bad else "phase" if mark.is_phase else "mark"])
        cells[here] = Segment("●", styles["at"])
        return Strip(cells)

    def _names(self) -> Strip:
        parts: list[Segment] = []
        end = 0
        for start, words, mark in self.names():
            parts += [
                Segment(" " * (start - end), self.ground),
                Segment(words, self._style("now" if mark == self.now else "phase")),
            ]
            end = start + cell_len(words)
        return Strip(parts)

    def _style(self, tone: str) -> RichStyle:
        return self.ground + self.tone(f"scrub-{tone}")


_GAP = "  "


class CostBar(Widget):
    """Shown only where something was used up."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._bill = Bill()
        self._numbers: dict[str, int] = {}

    def on_mount(self) -> None:
        self.display = False

    def show(self, bill: Bill, cards: Sequence[SeatCard]) -> None:
        """Show these from now on. cards: of the seats."""
        if bill != self._bill:
            self._bill = bill
            self._numbers = {card.name: card.number for card in cards}
            self.display = bool(bill.seats)
            self.refresh()

    def render(self) -> Content:
        width = self.content_size.width
        pieces = [Content.styled(in_words(self._bill.total), "bold"), *(self._piece(*each) for each in self._bill.seats)]
        row = pieces[0]
        for piece in pieces[1:]:
            if row.cell_length + len(_GAP) + piece.cell_length > width:
                break
            row = Content(_GAP).join([row, piece])
        return row.truncate(width, ellipsis=True)

    def _piece(self, seat: str, used: Usage) -> Content:
        number = self._numbers.get(seat, 0)
        name = safe.line(seat, f"$seat-{number}" if number else "$quiet")
        failed = dict(self._bill.failed).get(seat, 0)
        return Content.assemble(name, safe.line(f" {in_short(used)}{f' ✗{failed}' if failed else ''}", "$quiet"))


class GoToBox(Horizontal):
    """Hidden until it is opened. Posts PlaceTyped. takes: what can be typed, as an example."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Going to a place", "heading"),
        Line(f"Type {TAKES}. Enter goes there, {{watch.close}} stays."),
    )

    def __init__(self, takes: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._takes = takes

    def compose(self) -> ComposeResult:
        yield Static("Go to: ", classes="label", markup=False)
        yield TypedLine(placeholder=self._takes, compact=True, max_length=40)

    def on_mount(self) -> None:
        self.display = False

    def open(self) -> None:
        self.display = True
        self.query_one(Input).clear()
        self.query_one(Input).focus()

    def close(self) -> bool:
        """Close it, and return whether it was open."""
        was, self.display = self.display, False
        return bool(was)

    @on(Input.Submitted)
    def go(self, event: Input.Submitted) -> None:
        event.stop()
        self.post_message(PlaceTyped(event.value))
