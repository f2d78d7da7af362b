"""The two bars of those who look on: how the match is played, and through whose eyes it is seen. All of it can be clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events
from textual.content import Content
from textual.style import Style

from woozle.arena.views.speeds import name_of
from woozle.tui import safe
from woozle.tui.widgets.key_names import key_of, name_keys
from woozle.tui.widgets.row_widgets import Written

if TYPE_CHECKING:
    from woozle.arena.views.panels import SeatCard

_BETWEEN = Content("  ")
_EYES = {"*": "watch.everything", "0": "watch.public", "-": "watch.seat_10", **{n: f"watch.seat_{n}" for n in "123456789"}}
_DOES = "does"
_LONGEST = 20  # cells of a name


class PlayBar(Written):
    """Buttons like those of any player with their keys, the speed, and where one stands."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._is_playing = False
        self._speed = 1.0
        self._words = ""
        self._is_warning = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda screen: self.refresh())

    async def on_click(self, event: events.Click) -> None:
        if action := event.style.meta.get(_DOES):
            await self.run_action(action)

    def show(self, words: str, speed: float, *, is_playing: bool, is_warning: bool) -> None:
        """Write this from now on. words: on the right; is_warning: they are worth a look."""
        shown = (words, speed, is_playing, is_warning)
        if shown != (self._words, self._speed, self._is_playing, self._is_warning):
            self._words, self._speed, self._is_playing, self._is_warning = shown
            self.refresh()

    def row(self, y: int) -> Sequence[Content]:
        if y:
            return ()
        width = self.content_size.width
        buttons = [
            self._button("◂◂ {watch.phase_back}", "screen.phase(-1)"),
            self._button("◂ {watch.back}", "screen.step(-1)"),
            self._button(f"{'‖' if self._is_playing else '▶'} {{watch.play}}", "screen.play", "bold $accent"),
            self._button("{watch.on} ▸", "screen.step(1)"),
            self._button("{watch.phase_on} ▸▸", "screen.phase(1)"),
            safe.join(
                self._button("{watch.slower}−", "screen.pace('slower')"),
                Content(f" {name_of(self._speed)} "),
                self._button("+{watch.faster}", "screen.pace('faster')"),
            ),
        ]
        left = [piece for button in buttons for piece in (button, _BETWEEN)][:-1]
        taken = sum(piece.cell_length for piece in left)
        words = safe.line(self._words, "bold $warning" if self._is_warning else "$quiet")
        words = words.truncate(max(0, width - taken - 2), ellipsis=True)
        return [*left, Content(" " * max(1, width - taken - words.cell_length)), words]

    def _button(self, words: str, action: str, style: str = "") -> Content:
        return Content.styled(name_keys(self, words).replace("shift+", "⇧"), style).stylize(_action_style(action))


class ViewerBar(Written):
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
            _action_style(f"screen.look('{key}')")
        )


def _look(card: SeatCard) -> tuple[str, str]:
    """A seat's mark and colour. All else of a card changes from moment to moment, and would draw the bar anew each time."""
    mark = "▸" if card.is_speaking else "†" if not card.is_alive else ""
    return mark, f"$seat-{card.number}" if card.is_alive else "$quiet"


def _action_style(action: str) -> Style:
    return Style.from_meta({_DOES: action})
