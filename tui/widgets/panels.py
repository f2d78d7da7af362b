"""Small panels of text: the title bar, the prompt, the seats, the tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from woozle.tui import safe
from woozle.tui.messages.gestures import SeatClicked
from woozle.tui.present.views import Line
from woozle.tui.present.words import clock, count

if TYPE_CHECKING:
    from woozle.tui.present.views import SeatCard, TaskCard

GAP = "  "


class Prompt(Static):
    """What is asked now, in one line, and on the right how much time is left or what the match waits for."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._words = ""
        self._aside = ""
        self._left: float | None = None

    def show(self, words: str, *, is_asked: bool = False, is_warning: bool = False) -> None:
        """Say this from now on."""
        self._words = words
        self.set_class(is_asked, "-asked")
        self.set_class(is_warning, "-warning")
        self.refresh()

    def aside(self, words: str) -> None:
        """Say this on the right."""
        self._aside = words
        self.refresh()

    def time_left(self, seconds: float | None) -> None:
        """Show a clock, or none."""
        if (seconds is None) != (self._left is None) or (seconds is not None and int(seconds) != int(self._left or 0)):
            self._left = seconds
            self.refresh()

    def render(self) -> Content:
        """Words on the left, clock and aside on the right."""
        glyph = Content.styled("▸ " if self.has_class("-asked") or self.has_class("-warning") else "· ", "bold")
        right = [self._aside] if self._aside else []
        if self._left is not None:
            right.append(f"{clock(self._left)} left{', hurry' if self._left < 10 else ''}")
        aside = safe.line(GAP.join(right), "not bold $quiet")
        width = self.content_size.width
        words = safe.line(self._words).truncate(max(0, width - 3 - aside.cell_length), ellipsis=True)
        gap = " " * max(0, width - 2 - words.cell_length - aside.cell_length)
        return Content.assemble(glyph, words, gap, aside)


class SeatList(Widget):
    """The seats: all in one row if that is all the room there is, else one a row with what is known of each."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The seats", "heading"),
        Line("Each has its letter, which stands for it on the map. ▸ speaks, † is dead or ejected; you are underlined."),
    )
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cards: tuple[SeatCard, ...] = ()

    def show(self, cards: Sequence[SeatCard]) -> None:
        """Show these from now on."""
        if tuple(cards) != self.cards:
            self.cards = tuple(cards)
            self.refresh(layout=True)

    def on_click(self, event: events.Click) -> None:
        """A row of the list; the strip has none."""
        offset = event.get_content_offset(self)
        if offset and self.content_size.height > 1 and offset.y < len(self.cards):
            self.post_message(SeatClicked(self.cards[offset.y].number))

    def render(self) -> Content:
        """The strip or the list."""
        width, height = self.content_size
        if height > 1:
            return Content("\n").join(self._row(card, width) for card in self.cards)
        pieces = [self._piece(card, short=False) for card in self.cards]
        if sum(piece.cell_length + 2 for piece in pieces) > width:
            pieces = [self._piece(card, short=True) for card in self.cards]
        return Content(GAP).join(pieces)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """One row a seat."""
        return max(1, len(self.cards))

    def _piece(self, card: SeatCard, *, short: bool) -> Content:
        style = _style(card)
        mark = "▸" if card.is_speaking else "†" if not card.is_alive else ""
        name = "You" if card.is_you else card.name
        initial = Content.styled(f"{mark}{card.letter} ", f"bold {style}")
        return Content.assemble(initial, safe.line(name[:5] if short else name, f"underline {style}" if card.is_you else style))

    def _row(self, card: SeatCard, width: int) -> Content:
        style = _style(card)
        mark = "▸" if card.is_speaking else "†" if not card.is_alive else " "
        words = [word for word in (card.status, card.note) if word]
        name = f"{card.name} (you)" if card.is_you else card.name
        words = [word for word in dict.fromkeys(words) if not (card.is_you and word == "you")]
        row = Content.assemble(
            Content.styled(f"{mark}{card.letter} ", f"bold {style}"),
            safe.line(name, style),
            " " * max(1, 14 - cell_len(name)),
            safe.line(" · ".join(words), "$quiet"),
        )
        return row.truncate(width, ellipsis=True)


class TaskList(Widget):
    """The viewer's tasks: where, how far, how far away."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The tasks", "heading"),
        Line("1/3 says how many turns of work are done and needed, then how far away its room is. ✓ is done."),
    )
    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.cards: tuple[TaskCard, ...] = ()
        self.status: tuple[str, ...] = ()

    def show(self, cards: Sequence[TaskCard], status: Sequence[str] = ()) -> None:
        """Show these from now on."""
        if (tuple(cards), tuple(status)) != (self.cards, self.status):
            self.cards, self.status = tuple(cards), tuple(status)
            self.refresh(layout=True)

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        """A heading, one row a task, one a line of status."""
        return len(self.cards) + len(self.status) + bool(self.cards)

    def render(self) -> Content:
        """Heading, tasks, status."""
        width = self.content_size.width
        done = sum(card.done >= card.needed for card in self.cards)
        heading = "Fake tasks" if self.cards and self.cards[0].is_fake else "Your tasks"
        rows = [Content.styled(f"{heading}: {done} of {len(self.cards)} done", "bold")] if self.cards else []
        rows += [self._row(card, width) for card in self.cards]
        rows += [safe.line(words, "bold $warning") for words in self.status]
        return Content("\n").join(row.truncate(width, ellipsis=True) for row in rows)

    def _row(self, card: TaskCard, width: int) -> Content:
        if card.done >= card.needed:
            return safe.line(f"✓ {card.room}{f': {card.title}' if width > 44 else ''}", "$quiet")
        far = "here" if not card.ticks else count(card.ticks, "tick")
        numbers = f" {card.done}/{card.needed}  {far:<7}"
        name = f"{card.room}: {card.title}" if width > 44 else card.room
        room_for = width - 2 - len(numbers)
        gap = " " * max(0, room_for - cell_len(name))
        return Content.assemble(("◇ ", "bold $success"), safe.line(name).truncate(room_for), gap, (numbers, "$quiet"))


def _style(card: SeatCard) -> str:
    if not card.is_alive:
        return "$quiet strike"
    return f"$seat-{card.number}"
