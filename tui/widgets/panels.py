"""Small panels of text: the prompt and the seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.widgets import Static

from woozle.arena.views.words import clock
from woozle.core.line import Line
from woozle.core.text import visible_line
from woozle.tui import safe
from woozle.tui.host import host_of
from woozle.tui.messages import SeatClicked
from woozle.tui.widgets import progress_signs
from woozle.tui.widgets.row_widgets import TextRows
from woozle.tui.widgets.text_layout import wrap

if TYPE_CHECKING:
    from textual.timer import Timer

    from woozle.arena.views.panels import SeatCard
    from woozle.tui.persona import Persona

GAP = "  "
_LONGEST = 20  # cells of a name among many
_READABLE = 8  # cells in which a name can still be distinguished from others
_TINY = 3  # cells of a name from which an ellipsis would take too much


class Prompt(Static):
    """The question, and on the right how much time is left or what the match waits for.

    What is asked and a warning take as many lines as they need. is_ready: whether it can be answered already, as the sign before it
    says.
    """

    is_ready = reactive(True)

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._words = ""
        self._aside = ""
        self._left: float | None = None
        self._wait = ""
        self._elapsed: Callable[[], float] = float
        self._timer: Timer | None = None

    def show(self, words: str, *, is_asked: bool = False, is_warning: bool = False) -> None:
        if (words, is_asked, is_warning) == (self._words, self.has_class("-asked"), self.has_class("-warning")):
            return
        self._words = words
        self.set_class(is_asked, "-asked")
        self.set_class(is_warning, "-warning")
        self._refresh()

    def aside(self, words: str) -> None:
        self._aside = words
        self._refresh()

    def _refresh(self) -> None:
        self.refresh(layout=self.get_content_height(None, None, self.content_size.width) != self.size.height)

    def wait(self, words: str, elapsed: Callable[[], float] = float) -> None:
        """Say on the right what is waited for, and for how long already; nothing is for no words."""
        if words == self._wait:
            return
        self._wait, self._elapsed = words, elapsed
        if self._timer:
            self._timer.stop()
        self._timer = self.set_interval(0.1 if progress_signs.moves(self) else 1.0, self._refresh) if words else None
        self._refresh()

    def time_left(self, seconds: float | None) -> None:
        if (seconds is None) != (self._left is None) or (seconds is not None and int(seconds) != int(self._left or 0)):
            self._left = seconds
            self._refresh()

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return how many rows the words need, including the text on the right where there is no room for it beside them."""
        apart = wrap(self._right.plain, width - 3) if self._is_apart(width) else []
        return len(self._rows(width)) + len(apart)

    def render(self) -> Content:
        is_open = self.is_ready and (self.has_class("-asked") or self.has_class("-warning"))
        glyph = Content.styled("▸ " if is_open else "· ", "bold")
        width, aside = self.content_size.width, self._right
        first, *others = self._rows(width)
        if self._is_apart(width):
            others, aside = [*others, *wrap(self._right.plain, width - 3)], Content("")
        words = safe.line(first).truncate(max(0, width - 3 - aside.cell_length), ellipsis=True)
        gap = " " * max(0, width - 2 - words.cell_length - aside.cell_length)
        return Content("\n  ").join([Content.assemble(glyph, words, gap, aside), *map(safe.line, others)])

    @property
    def _right(self) -> Content:
        right = [self._aside] if self._aside else []
        if self._wait and (waited := self._elapsed()) > progress_signs.SHORT:
            glyph = f"{progress_signs.spinner(waited)} " if progress_signs.moves(self) else ""
            right.append(f"{glyph}{self._wait}, {progress_signs.duration(waited)}")
        if self._left is not None:
            right.append(f"{clock(self._left)} left{', hurry' if self._left < 10 else ''}")
        return safe.line(GAP.join(right), "not bold $quiet")

    def _rows(self, width: int) -> list[str]:
        words = visible_line(self._words)
        if self.has_class("-warning"):
            return wrap(words, width - 3)
        aside = self._right.cell_length
        return wrap(words, width - 3 - aside - bool(aside)) if self.has_class("-asked") and aside < width // 2 else [words]

    def _is_apart(self, width: int) -> bool:
        """Return whether the words leave no room on their right for the rest, which follows them then; a question wraps instead."""
        room = width - 3 - cell_len(visible_line(self._words))
        return not self.has_class("-asked") and bool(self._right) and room < self._right.cell_length


class SeatList(TextRows):
    """The seats: all in one row if that is all the room there is, else one a row with what is known of each."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The seats", "heading"),
        Line("Each has its letter, which stands for it on the map. ▸ speaks, † is dead or ejected; you are underlined."),
    )
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cards: tuple[SeatCard, ...] = ()
        self._rows = 1

    def show(self, cards: Sequence[SeatCard]) -> None:
        if tuple(cards) == self.cards:
            return
        before, self.cards = self.cards, tuple(cards)
        rows, self._rows = self._rows, max(self._rows, len(cards))
        if self._rows != rows or self.content_size.height <= 1 or _names(before) != _names(cards):
            self.refresh(layout=self._rows != rows)
            return
        width = self.content_size.width
        self.refresh(*(Region(0, y, width, 1) for y, (old, new) in enumerate(zip(before, cards, strict=True)) if old != new))

    def on_click(self, event: events.Click) -> None:
        """Choose the seat of a row; the strip has no rows."""
        offset = event.get_content_offset(self)
        if offset and self.content_size.height > 1 and offset.y < len(self.cards):
            self.post_message(SeatClicked(self.cards[offset.y].number))

    def row(self, y: int) -> Sequence[Content]:
        width, height = self.content_size
        if height <= 1:
            return [self._strip(width)]
        if y >= len(self.cards):
            return ()
        names = max(self._seat_name(card).cell_length for card in self.cards)
        return [self._row(self.cards[y], width, min(names, max(_LONGEST, width // 3)))]

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """Return a row a seat. The rows stay where the seats are not known yet, at the beginning of a match that is walked
        through.
        """
        return self._rows

    def _strip(self, width: int) -> Content:
        """Return all seats in one row: closer together where they would be cut, and cut no more than they must be."""
        strip = Content("")
        spacious = [(GAP, longest) for longest in range(_LONGEST, _READABLE - 1, -1)]
        for gap, longest in [*spacious, *((" ", longest) for longest in range(_LONGEST, 0, -1))]:
            strip = Content(gap).join(self._piece(card, longest) for card in self.cards)
            if strip.cell_length <= width:
                break
        return strip

    def _piece(self, card: SeatCard, longest: int) -> Content:
        style = f"underline {_style(card)}" if card.is_you else _style(card)
        name = (self._persona.label("You", style) if card.is_you else safe.line(card.name, style)).truncate(
            longest, ellipsis=longest > _TINY
        )
        return Content.assemble(_initial(card), name)

    @property
    def _persona(self) -> Persona:
        return host_of(self).persona.apart_from(card.name for card in self.cards if not card.is_you)

    def _seat_name(self, card: SeatCard) -> Content:
        style = _style(card)
        if not card.is_you:
            return safe.line(card.name, style)
        return safe.join(safe.line(f"{card.name} (", style), self._persona.label("you", style), safe.line(")", style))

    def _row(self, card: SeatCard, width: int, names: int) -> Content:
        words = [word for word in dict.fromkeys((card.status, card.note)) if word and not (card.is_you and word == "you")]
        name = self._seat_name(card).truncate(names, ellipsis=True)
        gap = " " * (names - name.cell_length + 2)
        initial = Content.assemble("" if _mark(card) else " ", _initial(card))
        return Content.assemble(initial, name, gap, safe.line(" · ".join(words), "$quiet")).truncate(width, ellipsis=True)


def _names(cards: Sequence[SeatCard]) -> list[tuple[str, bool]]:
    return [(card.name, card.is_you) for card in cards]


def _mark(card: SeatCard) -> str:
    return "▸" if card.is_speaking else "†" if card.out else ""


def _initial(card: SeatCard) -> Content:
    return Content.styled(f"{_mark(card)}{card.letter} ", f"bold {'$quiet' if card.out else _style(card)}")


def _style(card: SeatCard) -> str:
    return "$quiet strike" if card.out else f"$seat-{card.number}"
