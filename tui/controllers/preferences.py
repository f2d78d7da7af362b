"""The settings at work: themes, motion, pace, folders and keys as a person wants them, and saved when they are changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen

from woozle.players.fence import VARIABLE, choose_level
from woozle.saves import paths
from woozle.tui import surfaces
from woozle.tui.persona import Persona
from woozle.tui.settings import config, keymap
from woozle.tui.settings.schema import SettingError, change_setting
from woozle.tui.styles import themes
from woozle.tui.surfaces import Surface

if TYPE_CHECKING:
    from woozle.tui.base_app import BaseApp

_FIRST = {"theme": "TEXTUAL_THEME", "motion": "TEXTUAL_ANIMATIONS", "sandbox": VARIABLE}
"""Variables of the environment that come before the file."""


class Preferences:
    """Makes the app follow the settings. is_kept: changes are written to the file."""

    def __init__(self, app: BaseApp, *, is_kept: bool) -> None:
        self._app = app
        self._is_kept = is_kept
        self._catcher: Screen[str | None] | None = None
        for theme in themes.OURS:
            app.register_theme(theme)
        read = config.read()
        self.settings = read.settings
        """The settings as the file has them, with the defaults for those that are broken."""
        self._complaints = [*read.refused.values()]
        app.theme = self._known_theme(os.environ.get("TEXTUAL_THEME") or read.settings.theme)
        app.stylesheet.set_variables(app.get_css_variables())  # before anything is parsed, which would be parsed again
        self._keymap, refused = keymap.usable_keys(read.settings.keys)
        self._complaints += [f"{why} It keeps its usual key." for why in refused.values()]
        self._follow()

    def complain(self) -> None:
        """Say which settings of the file could not be followed."""
        if self._complaints:
            first, *more = self._complaints
            self._app.say(f"{first}{f' So it is with {len(more)} more.' if more else ''}")

    def change(self, name: str, value: str | Mapping[str, str]) -> None:
        """Change a setting, follow it at once, and save it."""
        try:
            self.settings = change_setting(self.settings, name, value)
        except SettingError as error:
            self._answer(str(error), is_saved=False)
            return
        if name == "theme":
            self._app.theme = self._known_theme(self.settings.theme)
        if not self._is_kept:
            return
        self._keymap, _ = keymap.usable_keys(self.settings.keys)
        self._follow()
        try:
            config.write(name, value)
        except OSError as error:
            self._app.say(str(error))
            self._answer("not saved", is_saved=False)
        else:
            self._answer("saved")

    def _follow(self) -> None:
        if _FIRST["motion"] not in os.environ:
            self._app.animation_level = "none" if self.settings.motion == "reduced" else "full"
        self._app.speed = self.settings.pace
        paths.set_matches_folder(self.settings.folder("matches"))
        choose_level(self.settings.sandbox)
        self._app.set_keymap(self._keymap)

    def _answer(self, sentence: str, *, is_saved: bool = True) -> None:
        from woozle.tui.messages import SettingsChanged

        self._app.screen.post_message(SettingsChanged(self.settings, sentence, is_saved))

    @property
    def persona(self) -> Persona:
        """Return the person's name and colour. Participants of a study, who keep no settings, have neither."""
        return Persona(self.settings.name, self.settings.colour) if self._is_kept else Persona()

    def show(self) -> None:
        from woozle.tui.screens.settings import SettingsScreen

        self._app.push_screen(SettingsScreen())

    def why_forced(self, name: str) -> str:
        """Return the sentence about a setting that the environment decides; empty for others."""
        variable = _FIRST.get(name)
        return f"{variable} is set, and comes first." if variable and variable in os.environ else ""

    def trouble_with(self, folder: str) -> str:
        """Return why nothing can be kept in a folder, as a sentence; empty if it can."""
        trouble = config.trouble_with(Path(folder).expanduser())
        return f"Nothing can be kept there: {trouble}." if trouble else ""

    def kept_files(self) -> tuple[tuple[str, str], ...]:
        """Return where everything is kept, in words and as paths."""
        return (
            ("Matches", str(paths.matches_folder())),
            ("Settings", str(config.file())),
            ("Models", str(paths.config_folder() / "models.toml")),
            ("Log", str(paths.data_folder() / paths.LOG_FILE)),
        )

    @property
    def surface(self) -> Surface:
        """Return what pictures are drawn on now. What the terminal itself keeps could be asked for by the next person there."""
        if self._app.no_color:
            return surfaces.NO_COLOURS
        if self.settings.images == "off":
            return surfaces.OFF
        found = self._app.terminal
        if found.widget and not self._app.is_shared and self.settings.images != "halfblock":
            return found
        if self.settings.images == "halfblock":
            return surfaces.HALF_BLOCKS
        return surfaces.BLOCKS.get(self.settings.blocks) or (surfaces.HALF_BLOCKS if found.widget else found)

    # Themes

    def try_theme(self, name: str) -> None:
        """Show a theme; nothing is saved."""
        self._app.theme = self._known_theme(name)

    def toggle_theme(self) -> None:
        """Change from a dark theme to a light one, or back."""
        self.change("theme", themes.LIGHT.name if self._app.current_theme.dark else themes.DARK.name)

    def _known_theme(self, name: str) -> str:
        if name in self._app.available_themes:
            return name
        ours = ", ".join(theme.name for theme in themes.OURS)
        self._complaints.append(f"There is no theme {name!r}; there are {ours} and those of Textual.")
        return themes.DARK.name

    # Keys

    def key_of(self, id: str) -> str:
        """Return the first key of a binding, as a person knows it."""
        return keymap.first(id, self._keymap)

    @property
    def asks_for_key(self) -> bool:
        """Return whether whatever is pressed now is the new key of a binding."""
        return bool(self._app.screen_stack) and self._app.screen is self._catcher

    def move_key(self, id: str) -> None:
        """Ask for the new key of a binding; it is refused there if it cannot be."""
        from woozle.tui.screens.key_catcher import KeyCatcher

        def keep(key: str | None) -> None:
            if key:
                self._keep_keys({**self._keymap, id: key})

        refuse = lambda key: keymap.refusal(id, key, self._keymap)  # noqa: E731
        self._catcher = KeyCatcher(keymap.binding_of(id).description, refuse)
        self._app.push_screen(self._catcher, keep)

    def reset_keys(self, id: str | None) -> None:
        """Give a binding its default keys, unless another has them; None for all bindings."""
        if id is None:
            self.change("keys", {})
            return
        kept = {name: keys for name, keys in self._keymap.items() if name != id}
        if reason := keymap.refusal(id, keymap.binding_of(id).key, kept):
            self._answer(reason, is_saved=False)
        else:
            self._keep_keys(kept, without=id)

    def _keep_keys(self, used: Mapping[str, str], without: str = "") -> None:
        """Save keys. Those of the file that cannot be used stay there, after those that can, so that they go on giving way."""
        rest = {id: keys for id, keys in self.settings.keys.items() if id not in used and id != without}
        self.change("keys", {**used, **rest})
