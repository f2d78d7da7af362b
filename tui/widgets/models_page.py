"""The page of the settings that shows where models are asked."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from woozle.arena.views.models import EndpointCard
from woozle.tui import safe
from woozle.tui.widgets.keyed import KeyButton
from woozle.tui.widgets.model_list import ModelList

_WORDS = "Where models are asked, and what is there. A test call asks the one at the cursor something small; it may cost a little."
_BUTTONS = {"test": "Test call", "ask": "Ask again", "edit": "Edit models.toml"}


class ModelsPage(Vertical):
    """Shows them, with a button for each thing that can be done."""

    def compose(self) -> ComposeResult:
        """Words, the list, the buttons."""
        yield Static(_WORDS, classes="words", markup=False)
        yield ModelList(id="models")
        yield Static(id="refused", markup=False)
        with Horizontal(id="model-buttons"):
            for action, words in _BUTTONS.items():
                yield KeyButton(words, f"settings.{action}", id=f"models-{action}")

    def show(self, cards: Sequence[EndpointCard], refused: Sequence[str]) -> None:
        """Show what was found. refused: what of models.toml could not be followed."""
        self.query_one(ModelList).show(cards)
        self.query_one("#refused", Static).update(safe.text("\n".join(f"! {sentence}" for sentence in refused), "$warning"))

    @property
    def spec(self) -> str | None:
        """The model at the cursor."""
        return self.query_one(ModelList).spec

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """What its key does."""
        event.stop()
        await self.run_action(f"screen.{str(event.button.id).removeprefix('models-')}")
