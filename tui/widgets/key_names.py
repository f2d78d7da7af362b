"""Sentences and buttons that name a key. Keys can be moved, so a sentence names a binding: `{table.results} shows how it ended.`"""

from __future__ import annotations

import re
from typing import Any

from textual.dom import DOMNode
from textual.widgets import Button

from woozle.arena.views.help import for_terminals
from woozle.tui.host import host_of
from woozle.tui.settings import keymap

_BINDING = re.compile(r"\{([a-z_]+\.[a-z0-9_]+)\}")


def key_of(node: DOMNode, id: str) -> str:
    """Return the first key that a binding has now, as a person knows it."""
    return host_of(node).key_of(id)


def name_keys(node: DOMNode, sentence: str) -> str:
    """Return a sentence with its keys. It has to be ours: text from outside could name bindings too."""
    return _BINDING.sub(lambda binding: key_of(node, binding[1]), for_terminals(sentence))


def number_key(node: DOMNode, number: str) -> str:
    """The key of the choice with that number or letter, at a table: that, unless it was moved. Empty for a choice that has none."""
    id = f"table.choose_{number.lower()}"
    key = key_of(node, id) if keymap.find_binding(id) else number
    return number if key == number.lower() else key


class KeyButton(Button):
    """A button that does what a key of its screen does, and says which. binding: its id; action: None to post Pressed instead."""

    def __init__(self, words: str, binding: str, **options: Any) -> None:
        super().__init__(compact=True, **{"action": f"screen.{keymap.binding_of(binding).action}", **options})
        self._words = words
        self._binding = binding

    def on_mount(self) -> None:
        """Follow the key, which can be moved while the button is there."""
        self._name_key()
        self.screen.bindings_updated_signal.subscribe(self, self._name_key)

    def _name_key(self, screen: object = None) -> None:
        label = f"{self._words} ({key_of(self, self._binding)})"
        if str(self.label) != label:
            self.label = label
