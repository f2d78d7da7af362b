"""Widgets of the settings: a list of themes, a field for a folder, a list of keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from woozle.core.line import Line
from woozle.core.names import LETTERS
from woozle.tui import safe
from woozle.tui.settings import keymap
from woozle.tui.settings.schema import About, SettingError, Settings, change_setting
from woozle.tui.styles.themes import COLOUR_BLIND, MONO, SEATS
from woozle.tui.widgets.text_boxes import TypedLine

_FOR = {COLOUR_BLIND.name: "  colour-blind", MONO.name: "  greys only"}
"""Whom a theme is for, where its name does not tell."""


class ThemeList(OptionList):
    """Names of themes; the one that is kept is marked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Themes", "heading"),
        Line("The one at the cursor is shown at once; enter or a click keeps it. Outside the list the kept one (✓) holds."),
    )

    def __init__(self, names: Sequence[str], kept: str, *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.names = [*sorted(names, key=lambda name: not name.startswith("woozle-"))]
        self.keep(kept)

    def keep(self, name: str) -> None:
        at = self.highlighted
        self.set_options(_option(each, is_kept=each == name) for each in self.names)
        self.highlighted = at if at is not None else self.names.index(name) if name in self.names else None


def _option(theme: str, *, is_kept: bool) -> Option:
    mark = ("✓ " if is_kept else "  ", "bold $success")
    return Option(Content.assemble(mark, safe.line(theme), (_FOR.get(theme, ""), "$quiet")))


class ThemeSample(Static):
    """A sample of a theme: seats, good and bad."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(self._sample(), id=id, markup=False)

    @staticmethod
    def _sample() -> Content:
        letters = [Content.styled(f"{letter} ", f"bold $seat-{n}") for n, letter in enumerate(LETTERS[:SEATS], 1)]
        words = (
            ("✓ good\n", "$success"),
            ("✗ bad\n", "bold $error"),
            ("! hurry\n", "bold $warning"),
            ("your turn\n", "bold $accent"),
        )
        return Content.assemble("Seats\n", *letters, "\n\n", *words, "what is said\n", ("what is quiet", "$quiet"))


class TextField(Vertical):
    """A setting that is typed: a folder or a name, checked as it is typed. Posts Named when a good one is left or confirmed.

    trouble: returns why a value that is allowed cannot be used all the same; empty if it can.
    """

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("A setting that is typed", "heading"),
        Line("Enter saves it, if it can be used. A folder begins at the root or with ~. Clear the box for the default."),
    )

    @dataclass
    class Named(Message):
        """A value was typed, and can be used."""

        name: str
        value: str

    def __init__(self, about: About, value: str, trouble: Callable[[str], str]) -> None:
        super().__init__(id=f"field-{about.name}")
        self.about = about
        self._kept = value
        self._trouble = trouble

    def compose(self) -> ComposeResult:
        yield Static(Content.assemble((self.about.title, "bold"), f"  {self.about.words}"), classes="words", markup=False)
        yield TypedLine(self._kept, placeholder=self.about.empty, compact=True)
        yield Static(classes="state", markup=False)

    def on_mount(self) -> None:
        self._look()

    @property
    def reason(self) -> str:
        """Return why what is typed cannot be used; empty if it can."""
        value = self.query_one(Input).value
        try:
            change_setting(Settings(), self.about.name, value)
        except SettingError as error:
            return str(error)
        return self._trouble(value) if value else ""

    def on_descendant_blur(self) -> None:
        self.take()

    @on(Input.Submitted)
    def take(self) -> None:
        """Let the setting be what is in the box, if it can be."""
        value = self.query_one(Input).value
        if value != self._kept and not self.reason:
            self._kept = value
            self.post_message(self.Named(self.about.name, value))

    @on(Input.Changed)
    def _look(self) -> None:
        value, reason = self.query_one(Input).value, self.reason
        good = "✓ can be used" if value else f"✓ {self.about.empty}"
        shown = safe.line(f"✗ {reason} Not saved.", "bold $warning") if reason else Content.styled(good, "$success")
        self.query_one(".state", Static).update(shown)


class KeyList(OptionList):
    """Every binding, by screen, with its keys; those that were moved are marked."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Keys", "heading"),
        Line("Enter or a click asks for a new key; {settings.reset} gives the usual one back, {settings.reset_all} twice all."),
    )

    def __init__(self, moved: Mapping[str, str], *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self._moved = moved
        self._ids: list[str | None] = []

    def on_show(self) -> None:
        """List them as soon as they are looked at, and not before: all screens are loaded for it."""
        if not self._ids:
            self._list()

    def show(self, moved: Mapping[str, str]) -> None:
        """List them as they are now."""
        self._moved = moved
        if self._ids:
            self._list()

    def _list(self) -> None:
        at = self.highlighted
        self._ids = []
        self.clear_options()
        for section in keymap.sections():
            self._ids.append(None)
            self.add_option(Option(Content.styled(f"─ {section.title}", "bold $quiet"), disabled=True))
            for binding in section.bindings:
                keys = " ".join(keymap.key_name(key) for key in keymap.keys_of(binding, self._moved))
                words = f"  {binding.description}"
                mark = ("  moved", "$accent") if binding.id in self._moved else ""
                row = Content.assemble(words, " " * max(1, 34 - cell_len(words)), safe.line(keys, "bold"), mark)
                self._ids.append(binding.id)
                self.add_option(Option(row))
        self.highlighted = 1 if at is None else at

    @property
    def binding_id(self) -> str | None:
        return None if self.highlighted is None else self._ids[self.highlighted]


class Facts(OptionList):
    """A list of where things are kept; each path can be copied."""

    ABOUT: ClassVar[tuple[Line, ...]] = (
        Line("Where everything is kept", "heading"),
        Line("Enter, a click or {settings.copy} copies the path at the cursor."),
    )

    def __init__(self, facts: Sequence[tuple[str, str]], *, id: str | None = None) -> None:
        super().__init__(id=id, markup=False)
        self.show(facts)

    def show(self, facts: Sequence[tuple[str, str]]) -> None:
        self.facts = [*facts]
        self.set_options(Option(Content.assemble(f"{name:<10}", safe.line(path, "$quiet"))) for name, path in facts)


def focusable(widget: Widget) -> Widget:
    """Return the widget of a page that takes the keys first."""
    return next(each for each in widget.query("*") if each.focusable)
