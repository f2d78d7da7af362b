"""The keys at the bottom of a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.events import Click, Leave, MouseMove
from textual.screen import Screen
from textual.widget import Widget

from woozle.tui import safe

_MENU = "command_palette"  # Textual's action; its key stands at the right


class Key(NamedTuple):
    """A key that can be pressed now. name: as people know it; words: its effect."""

    name: str
    words: str
    key: str
    is_enabled: bool
    is_menu: bool

    def draw(self, is_pointed_at: bool) -> Content:
        """Return the key and its word, as they are drawn."""
        dim, on = ("" if self.is_enabled else " dim"), (" on $block-hover-background" if is_pointed_at else "")
        return safe.join(
            safe.line(self.name, f"bold $footer-key-foreground{dim}{on}"),
            safe.line(f" {self.words}", f"$footer-description-foreground{dim}{on}"),
        )


class KeyLine(Widget):
    """The keys that do something now, in one line; a click does the same. Textual's Footer makes a widget of each key, and all of
    them anew whenever something else has the focus, which took a third of the time of all screens.
    """

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__()
        self.keys: tuple[Key, ...] = ()
        self._pointed_at: Key | None = None

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._update_keys)

    def _update_keys(self, screen: Screen[object]) -> None:
        if screen.app.app_focus and (keys := tuple(self._active_keys(screen))) != self.keys:
            self.keys = keys
            self.refresh()

    def _active_keys(self, screen: Screen[object]) -> Iterator[Key]:
        seen = set()
        for _, binding, is_enabled, _ in screen.active_bindings.values():
            is_menu = binding.key == screen.app.COMMAND_PALETTE_BINDING and binding.action.endswith(_MENU)
            if (binding.show or is_menu) and binding.action not in seen:
                seen.add(binding.action)
                yield Key(screen.app.get_key_display(binding), binding.description, binding.key, is_enabled, is_menu)

    def places(self) -> list[tuple[int, Key]]:
        """Return the column where each key that has room begins. The last one, which leads out, always has; the menu is at the
        right.
        """
        menu = [key for key in self.keys if key.is_menu]
        room = self.size.width - sum(_width(key) + 1 for key in menu)
        keys = [key for key in self.keys if not key.is_menu]
        places, column, rest = [], 0, sum(map(_width, keys[-1:]))
        for key in keys:
            if key is not keys[-1] and column + _width(key) + 1 + rest > room:
                continue
            places.append((column, key))
            column += _width(key) + 1
        return places + [(room + 1, key) for key in menu]

    def render(self) -> Content:
        parts, column = [], 0
        for at, key in self.places():
            border = Content.styled("▏", "$foreground 20%") if key.is_menu else Content("")
            space = " " * (at - column - border.cell_length)
            parts += [Content(space), border, key.draw(key == self._pointed_at)]
            column = at + _width(key)
        return safe.join(*parts)

    def _at(self, column: int) -> Key | None:
        return next((key for at, key in self.places() if at <= column < at + _width(key)), None)

    def on_mouse_move(self, event: MouseMove) -> None:
        self._point_at(self._at(event.x))

    def on_leave(self, event: Leave) -> None:
        self._point_at(None)

    def _point_at(self, key: Key | None) -> None:
        if key != self._pointed_at:
            self._pointed_at = key
            self.refresh()

    def on_click(self, event: Click) -> None:
        if key := self._at(event.x):
            if key.is_enabled:
                self.app.simulate_key(key.key)
            else:
                self.app.bell()


def _width(key: Key) -> int:
    return cell_len(key.name) + 1 + cell_len(key.words)
