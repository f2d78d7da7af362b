"""The app as each controller knows it, that is, as little of it as each needs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from textual.css.stylesheet import Stylesheet
    from textual.screen import Screen
    from textual.theme import Theme
    from textual.worker import Worker

    from woozle.arena.play.table_session import TableSession
    from woozle.tui.controllers.library import Library
    from woozle.tui.controllers.matches import Matches
    from woozle.tui.controllers.models import Models
    from woozle.tui.controllers.preferences import Preferences
    from woozle.tui.device import Device
    from woozle.tui.persona import Persona
    from woozle.tui.surfaces import Surface

Given = TypeVar("Given")


class Stage(Protocol):
    """What controllers need: the screens, a worker or thread, and a sentence for the person."""

    clock: Callable[[], float]
    speed: float

    @property
    def screen(self) -> Screen[Any]: ...

    @property
    def screen_stack(self) -> list[Screen[Any]]: ...

    def push_screen(self, screen: Screen[Given], callback: Callable[[Given | None], None] | None = None) -> object: ...

    def pop_screen(self) -> object: ...

    def go_home(self) -> None: ...

    def run_worker(self, work: Any, name: str | None = "", group: str = "default") -> Worker[Any]: ...

    def run_in_thread(self, work: Callable[..., None], *arguments: Any, group: str) -> None: ...

    def call_from_thread(self, callback: Callable[..., Any], *arguments: Any, **named: Any) -> Any: ...

    def call_on(self, screen: Screen[Any], method: Callable[..., object], *arguments: Any) -> None: ...

    def say(self, sentence: str) -> None: ...


class ModelHost(Stage, Protocol):
    """A stage that can hand the terminal to an editor."""

    def suspend(self) -> AbstractContextManager[None]: ...


class MatchesHost(Stage, Protocol):
    """A stage on which matches are played, by models as well."""

    matches: Matches
    models: Models

    @property
    def session(self) -> TableSession | None: ...


class TablesHost(MatchesHost, Protocol):
    """A stage at which a table is hosted."""

    library: Library
    preferences: Preferences

    def note_failure(self, error: BaseException) -> None: ...


class MatchHost(Stage, Protocol):
    """A stage for the table of a match."""

    models: Models
    app_focus: bool

    @property
    def features(self) -> Collection[str]:
        """Return the features of Textual that are on."""

    @property
    def persona(self) -> Persona: ...

    def switch_screen(self, screen: Screen[Any]) -> object: ...

    def forget_traces(self) -> None: ...

    def note_turn(self) -> None: ...


class PictureHost(Stage, Protocol):
    """A stage with a match, whose pictures are kept as the settings say."""

    preferences: Preferences

    @property
    def session(self) -> TableSession | None: ...

    @property
    def is_shared(self) -> bool: ...

    def deliver_screenshot(self, filename: str | None = None, path: str | None = None) -> object: ...


class SettingsHost(Stage, Protocol):
    """A stage that can look and behave otherwise."""

    animation_level: Literal["none", "basic", "full"]
    no_color: bool
    stylesheet: Stylesheet
    terminal: Surface
    theme: str

    @property
    def available_themes(self) -> dict[str, Theme]: ...

    @property
    def current_theme(self) -> Theme: ...

    @property
    def is_shared(self) -> bool: ...

    def get_css_variables(self) -> dict[str, str]: ...

    def register_theme(self, theme: Theme) -> None: ...

    def set_keymap(self, keymap: dict[str, str]) -> None: ...


class VisitHost(MatchesHost, Protocol):
    """A stage for one visit, which ends with it."""

    async def measure_device(self) -> Device: ...

    def exit(self, *, message: Any = None) -> None: ...
