"""The list of models that are known, and the page of the settings with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.models import EndpointCard, Model, sought
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.widgets import progress_signs
from woozle.tui.widgets.key_names import KeyButton

_NAME = 34
_SIGNS = {"asking": ("…", "$quiet"), "ok": ("✓", "$success"), "trouble": ("✗", "bold $warning")}


class ModelList(OptionList):
    """Rows of models. spec: of the one at the cursor, as it is named in a seat; None for an empty list."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("The models", "heading"),
        Line("Each endpoint is asked what it has; ✗ says why it cannot be asked, or does not answer. Keys are never shown."),
    )

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._cards: tuple[EndpointCard, ...] = ()
        self._text = ""
        self._specs: list[str | None] = []
        self._heads: list[int] = []
        self._turn = 0

    def on_mount(self) -> None:
        self._timer = self.set_interval(0.1, self._spin, pause=True)

    @property
    def spec(self) -> str | None:
        return None if self.highlighted is None else self._specs[self.highlighted]

    def show(self, cards: Sequence[EndpointCard]) -> None:
        self._cards = tuple(cards)
        is_asking = any(card.state == "asking" for card in cards) and progress_signs.moves(self)
        (self._timer.resume if is_asking else self._timer.pause)()
        self._list()

    def seek(self, text: str) -> None:
        """List only models whose names hold these words."""
        self._text = text
        self._list()

    def _spin(self) -> None:
        self._turn += 1
        for index, card in zip(self._heads, self._cards, strict=True):
            if card.state == "asking":
                self.replace_option_prompt_at_index(index, self._head(card))

    def _list(self) -> None:
        chosen = self.spec
        self._specs, self._heads = [], []
        options: list[Option] = []
        for card, models in sought(self._cards, self._text):
            self._heads.append(len(options))
            options += [Option(row, disabled=True) for row in self._rows_above(card, models)]
            self._specs += [None] * (len(options) - len(self._specs))
            options += [Option(row) for row in map(_row, models)]
            self._specs += [model.spec for model in models]
        self.set_options(options)
        first = next((index for index, spec in enumerate(self._specs) if spec), None)
        self.highlighted = self._specs.index(chosen) if chosen in self._specs and chosen else first

    def _rows_above(self, card: EndpointCard, models: Sequence[Model]) -> Iterator[Content]:
        yield self._head(card)
        if card.sentence:
            yield safe.line(f"  {card.sentence}", "$quiet")
        elif card.state == "ok" and not models:
            yield Content.styled("  no model with such a name" if card.models else "  no models", "$quiet")

    def _head(self, card: EndpointCard) -> Content:
        glyph, style = _SIGNS[card.state]
        if card.state == "asking" and progress_signs.moves(self):
            glyph = progress_signs.spinner(self._turn / 10)
        words = {
            "asking": "asking",
            "ok": f"{len(card.models)} models" if len(card.models) != 1 else "1 model",
            "trouble": "no answer",
        }
        key = f"  key {card.key}" if card.key and card.key != "needs none" else ""
        return Content.assemble(
            (f"{glyph} ", style), safe.line(card.name, "bold"), safe.line(f"  {card.where}  {words[card.state]}{key}", "$quiet")
        )


def _row(model: Model) -> Content:
    gap = " " * max(2, _NAME - cell_len(model.name))
    return Content.assemble("  ", safe.line(model.name), gap, safe.line(model.note, "$quiet"))


_WORDS = "Servers of models, and what they offer. A test call asks the one at the cursor something small; it may cost a little."
_BUTTONS = {"test": "Test call", "ask": "Ask again", "edit": "Edit models.toml"}


class ModelsPage(Vertical):
    """Shows them, with a button for each thing that can be done."""

    def compose(self) -> ComposeResult:
        yield Static(_WORDS, classes="words", markup=False)
        yield ModelList(id="models")
        yield Static(id="refused", markup=False)
        with Horizontal(id="model-buttons"):
            for action, words in _BUTTONS.items():
                yield KeyButton(words, f"settings.{action}", id=f"models-{action}")

    def show(self, cards: Sequence[EndpointCard], refused: Sequence[str]) -> None:
        """Show the models found. refused: invalid entries of models.toml."""
        self.query_one(ModelList).show(cards)
        self.query_one("#refused", Static).update(safe.text("\n".join(f"! {sentence}" for sentence in refused), "$warning"))

    @property
    def spec(self) -> str | None:
        return self.query_one(ModelList).spec
