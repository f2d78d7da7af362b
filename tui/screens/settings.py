"""The settings: sections on the left, what each can be on the right. What is changed holds at once, and is saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import work
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ContentSwitcher, OptionList, Static
from textual.widgets.option_list import Option

from woozle.arena.views.forms import Select
from woozle.arena.views.models import EndpointCard
from woozle.core.line import Line
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.messages import SettingsChanged
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.settings.schema import ABOUT, SECTIONS, About
from woozle.tui.styles import sheets
from woozle.tui.widgets.key_names import name_keys
from woozle.tui.widgets.model_list import ModelList, ModelsPage
from woozle.tui.widgets.select import SelectRow
from woozle.tui.widgets.settings_parts import Facts, KeyList, TextField, ThemeList, ThemeSample, focusable
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_SURE = "Give every binding its usual key? Press {settings.reset_all} again; {settings.back} keeps them."
_MODELS = "Models"
_PAGES = (*SECTIONS, _MODELS)  # models have their own file
_TITLE = screen_title("Settings")


class SettingsScreen(FrameScreen):
    """Changes the settings through the app."""

    BINDINGS = bindings(
        key("settings.reset", "r", "reset", "Usual key"),
        key("settings.reset_all", "R", "reset_all", "All usual keys"),
        key("settings.copy", "y", "copy", "Copy path"),
        key("settings.test", "t", "test", "Test call"),
        key("settings.edit", "e", "edit", "Edit models.toml"),
        key("settings.ask", "a", "ask", "Ask again"),
        key("settings.dots", "d", "dots", "Test card"),
        *back_keys("settings", "escape"),
    )
    ABOUT = (
        Line("The settings", "heading"),
        Line("Enter leads into a section, {settings.back} back to the sections. What is changed holds at once, and is saved."),
    )
    CSS_PATH = sheets("settings")
    TWICE = ("settings.reset_all", "settings.back")

    def __init__(self) -> None:
        super().__init__()
        self._is_sure = False
        self._has_asked = False

    def contents(self) -> Iterable[Widget]:
        self._settings = controllers_of(self).preferences.settings
        self._tried = self._settings.theme
        yield TitleBar(_TITLE, id="title")
        with Horizontal(id="columns"):
            yield OptionList(*(Option(section) for section in _PAGES), id="sections", markup=False)
            with ContentSwitcher(id="pages", initial=f"page-{_PAGES[0]}"):
                for section in _PAGES:
                    with VerticalScroll(id=f"page-{section}", can_focus=False):
                        for about in ABOUT.values():
                            if about.section == section:
                                yield from self._setting(about)
                        if section == "Folders":
                            yield Static("Where everything is kept", classes="heading", markup=False)
                            yield Facts(controllers_of(self).preferences.kept_files(), id="facts")
                        if section == _MODELS:
                            yield ModelsPage()
        yield Static(id="word", markup=False)

    def _setting(self, about: About) -> Iterable[Widget]:
        value = getattr(self._settings, about.name)
        words = f"{about.words} {controllers_of(self).preferences.why_forced(about.name)}"
        if about.empty:
            yield TextField(
                about, value, controllers_of(self).preferences.trouble_with if about.section == "Folders" else lambda text: ""
            )
            return
        if about.choices:
            select = Select(about.name, about.title, about.choices, about.choices.index(value))
            yield SelectRow(select, id=f"select-{about.name}")
            yield Static(safe.line(words, "$quiet"), classes="hint", markup=False)
            return
        yield Static(Content.assemble((about.title, "bold"), f"  {words}"), classes="words", markup=False)
        if about.name == "theme":
            with Horizontal(id="themes"):
                yield ThemeList(tuple(self.app.available_themes), value, id="theme")
                with Vertical(id="sample"):
                    yield ThemeSample()
        else:
            yield KeyList(value, id="keys")

    def on_mount(self) -> None:
        self.query_one("#sections", OptionList).highlighted = 0
        self.query_one("#sections").focus()

    # Moving about

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show a section as soon as the cursor is on it, and likewise a theme."""
        if event.option_list.id == "sections":
            section = _PAGES[event.option_index]
            self.query_one("#pages", ContentSwitcher).current = f"page-{section}"
            if section == _MODELS and not self._has_asked:
                self.action_ask()
            self.refresh_bindings()
        elif isinstance(event.option_list, ThemeList) and event.option_list.has_focus:
            self._try(event.option_list.names[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option_list
        if chosen.id == "sections":
            focusable(self.query_one(f"#page-{_PAGES[event.option_index]}")).focus()
        elif isinstance(chosen, ThemeList):
            self._tried = chosen.names[event.option_index]
            controllers_of(self).preferences.change("theme", self._tried)
        elif isinstance(chosen, KeyList) and chosen.binding_id:
            controllers_of(self).preferences.move_key(chosen.binding_id)
        elif isinstance(chosen, Facts):
            self.action_copy()
        elif isinstance(chosen, ModelList):
            self.action_test()

    def on_descendant_blur(self) -> None:
        """Drop a theme that was only looked at."""
        self._try(self._settings.theme)

    def on_descendant_focus(self) -> None:
        """Update the keys: others may do something here."""
        self._is_sure = False
        self.refresh_bindings()

    def _try(self, theme: str) -> None:
        if theme != self._tried:
            self._tried = theme
            controllers_of(self).preferences.try_theme(theme)

    # Changes

    def on_select_row_turned(self, event: SelectRow.Turned) -> None:
        controllers_of(self).preferences.change(event.select.select.id, event.select.value)

    def on_text_field_named(self, event: TextField.Named) -> None:
        controllers_of(self).preferences.change(event.name, event.value)
        if event.name == "matches":
            controllers_of(self).refresh_matches()

    def on_settings_changed(self, message: SettingsChanged) -> None:
        self._settings = message.settings
        self.query_one(ThemeList).keep(message.settings.theme)
        self.query_one(KeyList).show(message.settings.keys)
        self.query_one(Facts).show(controllers_of(self).preferences.kept_files())
        self.say(message.sentence, is_good=message.is_saved)

    def say(self, sentence: str, *, is_good: bool) -> None:
        """Say what came of something at the bottom."""
        mark, style = ("✓", "$success") if is_good else ("✗", "bold $warning")
        self.query_one("#word", Static).update(safe.line(f"{mark} {sentence}", style))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "reset" | "reset_all":
                return isinstance(self.focused, KeyList)
            case "copy":
                return isinstance(self.focused, Facts)
            case "dots":
                return self.query_one("#pages", ContentSwitcher).current == "page-Look"
            case "edit" | "ask" | "test":
                return self.query_one("#pages", ContentSwitcher).current == f"page-{_MODELS}"
        return True

    def action_reset(self) -> None:
        if id := self.query_one(KeyList).binding_id:
            controllers_of(self).preferences.reset_keys(id)

    def disarm(self) -> None:
        if self._is_sure:
            self._is_sure = False
            self.say("The keys stay as they are.", is_good=True)

    def action_reset_all(self) -> None:
        """Reset all keys, when asked twice."""
        if not self._is_sure:
            self._is_sure = True
            self.say(name_keys(self, _SURE), is_good=False)
            return
        self._is_sure = False
        controllers_of(self).preferences.reset_keys(None)

    def action_test(self) -> None:
        if spec := self.query_one(ModelsPage).spec:
            self.query_one("#word", Static).update("Asking…")
            self._test(spec)

    @work(exclusive=True, group="test")
    async def _test(self, spec: str) -> None:
        sentence, is_good = await controllers_of(self).models.test(spec)
        self.say(sentence, is_good=is_good)

    def action_edit(self) -> None:
        controllers_of(self).models.edit()
        self.action_ask()

    def action_ask(self) -> None:
        self._has_asked = True
        self._ask()

    @work(exclusive=True, group="endpoints")
    async def _ask(self) -> None:
        await controllers_of(self).models.list_endpoints(self.show_endpoints)

    def show_endpoints(self, cards: Sequence[EndpointCard], refused: Sequence[str]) -> None:
        """List the models of these. refused: what of models.toml could not be followed, in sentences."""
        self.query_one(ModelsPage).show(cards, refused)
        self.refresh_bindings()

    def action_dots(self) -> None:
        controllers_of(self).show_dots()

    def action_copy(self) -> None:
        facts = self.query_one(Facts)
        if facts.highlighted is not None:
            controllers_of(self).copy(facts.facts[facts.highlighted][1], "path")

    def action_back(self) -> None:
        """Drop a question or a preview, leave the page, or else the screen."""
        if self._is_sure:
            self.disarm()
        elif not self.query_one("#sections").has_focus:
            self.query_one("#sections").focus()
        else:
            super().action_back()
