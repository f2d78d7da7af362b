"""The choice of a model for a seat: from those of the endpoints, or typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from textual import work
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from woozle.arena.views.models import EndpointCard, is_model
from woozle.core.errors import InputError
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.model_list import ModelList
from woozle.tui.widgets.text_boxes import TypedLine
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_HINT = "Type some letters to search, or a whole name with options: openai@lab:gpt-5-mini?temperature=0.7&memory=full"


class ModelsScreen(FrameScreen):
    """Gives the model that was chosen.

    read: the model that a text names, as it is written in a seat; raises ValueError, with a sentence.
    """

    BINDINGS = bindings(
        key("models.list", "down", "list", "To the list", hidden=True),
        *back_keys("models", "escape"),
    )
    ABOUT = (
        Line("Choosing a model", "heading"),
        Line("Type to search; down leads into the list, enter takes the model there. A whole name is taken as it is typed."),
    )
    CSS_PATH = sheets("models")

    def __init__(self, read: Callable[[str], str]) -> None:
        super().__init__()
        self._read = read

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Which model?"), id="title")
        yield TypedLine(id="name", placeholder="search, or openai:gpt-5-mini", compact=True)
        yield Static(_HINT, id="word", markup=False)
        yield ModelList(id="models")

    def on_mount(self) -> None:
        self.query_one("#models").border_title = "Models by endpoint"
        self.query_one("#name").focus()
        self._list()

    @work
    async def _list(self) -> None:
        await controllers_of(self).models.list_endpoints(self.show_endpoints)

    def show_endpoints(self, cards: Sequence[EndpointCard], refused: Sequence[str]) -> None:
        """List the models of these. refused: what of models.toml could not be followed, in sentences."""
        self.query_one(ModelList).show(cards)
        if refused:
            self._say(refused[0], "bold $warning", "!")

    def on_input_changed(self, event: Input.Changed) -> None:
        text = event.value.strip()
        self.query_one(ModelList).seek("" if is_model(text) else text)
        if not is_model(text):
            self.query_one("#word", Static).update(_HINT)
            return
        try:
            self._say(f"{self._read(text)}: enter takes it", "$success", "✓")
        except InputError as error:
            self._say(str(error), "bold $warning", "✗")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what is typed, or else what is at the cursor of the list."""
        text = event.value.strip()
        if not is_model(text):
            self._take(self.query_one(ModelList).spec)
            return
        try:
            self._take(self._read(text))
        except InputError as error:
            self._say(str(error), "bold $warning", "✗")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(self.query_one(ModelList).spec)

    def _take(self, spec: str | None) -> None:
        if spec and self.is_current:  # else it was taken already
            self.dismiss(spec)

    def _say(self, sentence: str, style: str, glyph: str) -> None:
        self.query_one("#word", Static).update(safe.line(f"{glyph} {sentence}", style))

    def action_list(self) -> None:
        self.query_one(ModelList).focus()
