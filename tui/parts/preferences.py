"""The settings at work: themes, motion, pace, folders and keys as a person wants them, and saved when they are changed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual import events

from woozle.saves import places
from woozle.tui import imaging, routes
from woozle.tui.imaging import Surface
from woozle.tui.parts.bare import BareApp
from woozle.tui.settings import config, keymap
from woozle.tui.settings.schema import SettingError, changed
from woozle.tui.styles import themes

if TYPE_CHECKING:
    from woozle.core.attempt import Picture
    from woozle.tui.messages import upkeep

_FIRST = {"theme": "TEXTUAL_THEME", "motion": "TEXTUAL_ANIMATIONS"}
"""Variables of the environment that come before the file."""


class Preferences(BareApp):
    """The part of the app that follows the settings. settings: as the file has them, with the usual ones for what is broken."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(clock=clock)
        for theme in themes.OURS:
            self.register_theme(theme)
        read = config.read()
        self.settings = read.settings
        self._complaints = [*read.refused.values()]
        self.theme = self._known_theme(os.environ.get("TEXTUAL_THEME") or read.settings.theme)
        self.stylesheet.set_variables(self.get_css_variables())  # before anything is parsed, which would be parsed again
        self._keymap_in_use, refused = keymap.accepted(read.settings.keys)
        self._complaints += [f"{why} It keeps its usual key." for why in refused.values()]
        self._follow()

    def on_mount(self) -> None:
        """Say what of the file could not be followed; the rest of it was."""
        if self._complaints:
            first, *more = self._complaints
            self.say(f"{first}{f' So it is with {len(more)} more.' if more else ''}")

    def change(self, name: str, value: str | Mapping[str, str]) -> None:
        """Set a setting, follow it at once, and save it."""
        try:
            self.settings = changed(self.settings, name, value)
        except SettingError as error:
            self._answer(str(error), is_saved=False)
            return
        if name == "theme":
            self.theme = self._known_theme(self.settings.theme)
        self._keymap_in_use, _ = keymap.accepted(self.settings.keys)
        self._follow()
        try:
            config.write(name, value)
        except OSError as error:
            self.say(str(error))
            self._answer("not saved", is_saved=False)
        else:
            self._answer("saved")

    def _follow(self) -> None:
        if _FIRST["motion"] not in os.environ:
            self.animation_level = "none" if self.settings.motion == "reduced" else "full"
        self.speed = self.settings.pace
        places.keep_matches_in(self.settings.folder("matches"))
        self.set_keymap(self._keymap_in_use)

    def key_of(self, id: str) -> str:
        """The first key that a binding has now, as a person knows it."""
        return keymap.first(id, self._keymap_in_use)

    def _known_theme(self, name: str) -> str:
        if name in self.available_themes:
            return name
        ours = ", ".join(theme.name for theme in themes.OURS)
        self._complaints.append(f"There is no theme {name!r}; there are {ours} and those of Textual.")
        return themes.DARK.name

    def _answer(self, sentence: str, *, is_saved: bool = True) -> None:
        from woozle.tui.messages import upkeep

        self.screen.post_message(upkeep.SettingsChanged(self.settings, sentence, is_saved))

    # What the screens ask for

    def on_change_setting(self, message: upkeep.ChangeSetting) -> None:
        """Set it and save it."""
        self.change(message.name, message.value)
        if message.name == "matches":
            self.refresh_matches()

    def on_try_theme(self, message: upkeep.TryTheme) -> None:
        """Show it."""
        self.theme = self._known_theme(message.name)

    def on_want_theme(self, message: object = None) -> None:
        """Light instead of dark, or the other way round; remembered."""
        self.change("theme", themes.LIGHT.name if self.current_theme.dark else themes.DARK.name)

    def on_move_key(self, message: upkeep.MoveKey) -> None:
        """Ask for the new key; it is refused there if it cannot be."""
        binding = keymap.bindings()[message.id]

        def taken(key: str | None) -> None:
            if key:
                self._keep_keys({**self._keymap_in_use, message.id: key})

        refuse = lambda key: keymap.refusal(message.id, key, self._keymap_in_use)  # noqa: E731
        self.push_screen(routes.key_catcher(binding.description, refuse), taken)

    def on_reset_keys(self, message: upkeep.ResetKeys) -> None:
        """The usual keys again, unless they were given to another binding."""
        if message.id is None:
            self.change("keys", {})
            return
        kept = {id: keys for id, keys in self._keymap_in_use.items() if id != message.id}
        if reason := keymap.refusal(message.id, keymap.bindings()[message.id].key, kept):
            self._answer(reason, is_saved=False)
        else:
            self._keep_keys(kept, without=message.id)

    def _keep_keys(self, used: Mapping[str, str], without: str = "") -> None:
        """What cannot be used stays in the file, after what can, so that it goes on giving way."""
        rest = {id: keys for id, keys in self.settings.keys.items() if id not in used and id != without}
        self.change("keys", {**used, **rest})

    def open_settings(self) -> None:
        """Show the settings."""
        forced = {name: f"{variable} is set, and comes first." for name, variable in _FIRST.items() if variable in os.environ}
        self.push_screen(routes.settings(self.settings, tuple(self.available_themes), forced, _trouble, _facts))

    # Pictures

    @property
    def surface(self) -> Surface:
        """What pictures are drawn on now. What the terminal itself keeps of them could be asked for by the next person there."""
        if self.no_color:
            return imaging.NO_COLOURS
        if self.settings.images == "off":
            return imaging.OFF
        return imaging.HALF_BLOCKS if self.settings.images == "halfblock" or self.is_shared else self.terminal

    def show_pictures(self, match: str, pictures: Sequence[Picture], viewer: str) -> bool:
        """As the settings say."""
        from woozle.tui import gallery

        try:
            self.say(gallery.show(match, pictures, self.settings, viewer) if pictures else gallery.NONE)
        except OSError as error:
            self.say(str(error))
            return False
        return True

    def action_picture(self) -> None:
        """Save the screen as a picture."""
        if self.is_shared:
            self.say("No picture is saved while several people share this terminal.")
            return
        folder = self.settings.folder("pictures")
        try:
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            self.say(f"No picture was saved: {_trouble(str(folder))}; choose another folder in the settings.")
            return
        self.deliver_screenshot(path=str(folder) if folder else None)

    def on_delivery_complete(self, event: events.DeliveryComplete) -> None:
        """Say where it is. Textual would read the path as markup."""
        event.prevent_default()
        self.say(f"Saved as {event.path}.")

    def on_delivery_failed(self, event: events.DeliveryFailed) -> None:
        """Say why not."""
        event.prevent_default()
        self.say(f"No picture was saved ({event.exception}); choose another folder in the settings.")


def _trouble(folder: str) -> str:
    return config.trouble_with(Path(folder).expanduser())


def _facts() -> tuple[tuple[str, str], ...]:
    """Where everything is kept, in words and as paths."""
    return (
        ("Matches", str(places.matches())),
        ("Settings", str(config.file())),
        ("Models", str(places.config() / "models.toml")),
        ("Log", str(places.home() / places.LOG_FILE)),
    )
