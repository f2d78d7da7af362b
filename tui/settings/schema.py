"""The settings: the meaning of each, its legal values, and its default.

Everything else follows this one table: the checks of the file, the screen that changes it, and the words about it. It needs no
pydantic, because the theme has to be known before the first paint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from woozle.arena.views.speeds import SPEEDS
from woozle.core.errors import InputError
from woozle.core.sandbox_levels import LEVELS, USUAL, Level

SECTIONS = ("You", "Look", "Pace", "Folders", "Keys", "Agents")
NAME_LIMIT = 12  # characters
SIGNS: Mapping[str, str] = {"none": "", "blue": "●", "green": "▲", "amber": "◆", "violet": "■", "pink": "✦"}
"""The colours of people, each with a sign that says the same where there are no colours."""


@dataclass(frozen=True, slots=True)
class About:
    """The description of a setting, for the screen that changes it and for errors.

    choices: the allowed values; empty if it is free. refuse: returns why a value is invalid, empty if it is valid. empty: what an
    empty text stands for. table: the table of the file that it stands in; empty for none.
    """

    name: str
    section: str
    title: str
    words: str
    choices: tuple[str, ...] = ()
    refuse: Callable[[Any], str] = lambda value: ""
    empty: str = ""
    table: str = ""

    @property
    def key(self) -> str:
        """Return its name in the file, with that of its table."""
        return f"{self.table}.{self.name}" if self.table else self.name


def _setting(default: str, section: str, title: str, words: str, **rest: Any) -> Any:
    return field(default=default, metadata={"section": section, "title": title, "words": words, **rest})


def _no_text(value: object) -> str:
    return "" if isinstance(value, str) else "it has to be a text in quotes"


def _no_name(value: object) -> str:
    if reason := _no_text(value):
        return reason
    text = str(value)
    if len(text) > NAME_LIMIT:
        return f"it has more than {NAME_LIMIT} characters"
    return "" if text.isprintable() and text == text.strip() else "it holds characters that cannot be shown, or spaces at its ends"


def _no_folder(value: object) -> str:
    if reason := _no_text(value):
        return reason
    text = str(value)
    try:
        is_whole = not text or Path(text).expanduser().is_absolute()
    except RuntimeError:  # ~user, unknown here
        return "there is no such home"
    if not is_whole:
        return "it has to begin at the root or with ~"
    return "" if text.isprintable() else "it holds characters that cannot be shown"


def _no_keys(value: object) -> str:
    return "" if isinstance(value, Mapping) else "it has to be a table of keys"


@dataclass(frozen=True)
class Settings:
    """The settings of a person. keys: the bindings that were moved, from their ids to their keys, with commas between them."""

    name: str = _setting(
        "",
        "You",
        "Name",
        "What the app and others at open tables call you; empty: you stay anonymous. Kept in the settings, in no transcript.",
        refuse=_no_name,
        empty="you",
    )
    colour: str = _setting(
        "none", "You", "Colour", "Marks you at the table, with a sign for terminals without colours.", choices=tuple(SIGNS)
    )
    theme: str = _setting("woozle-dark", "Look", "Theme", "The colours of everything.", refuse=_no_text)
    images: str = _setting(
        "auto",
        "Look",
        "Pictures",
        "How those of a game are drawn: in pixels where the terminal has any (kitty, sixel; from the next start), else in blocks.",
        choices=("auto", "kitty", "sixel", "halfblock", "off"),
    )
    blocks: str = _setting(
        "auto",
        "Look",
        "Blocks",
        "What pictures without pixels are made of: octants of eight dots, sextants of six or half blocks. The test card asks.",
        choices=("auto", "octant", "sextant", "halfblock"),
    )
    motion: str = _setting("full", "Pace", "Motion", "Reduced: nothing slides, fades or spins.", choices=("full", "reduced"))
    speed: str = _setting(
        "1x",
        "Pace",
        "Reading speed",
        "How fast bots' speeches follow each other in matches to come; keys at the table change it at once. No time limit changes.",
        choices=tuple(SPEEDS),
    )
    notice: str = _setting(
        "off",
        "Pace",
        "Your turn",
        "What tells you while another window has the focus: the bell and the title of this one, or the desktop where it can.",
        choices=("off", "bell", "desktop"),
    )
    matches: str = _setting(
        "",
        "Folders",
        "Matches",
        "Where transcripts are kept. Empty: the usual place. Those that are kept already stay where they are.",
        refuse=_no_folder,
        empty="the usual place",
    )
    pictures: str = _setting(
        "",
        "Folders",
        "Pictures",
        "Where pictures of screens and of games are saved. Empty: your downloads.",
        refuse=_no_folder,
        empty="the usual place",
    )
    show_pictures: str = _setting(
        "open",
        "Folders",
        "Pictures of the game",
        "Those that you ask for at a table are saved and opened in your viewer, or only saved.",
        choices=("open", "save"),
    )
    sandbox: Level = _setting(
        USUAL,
        "Agents",
        "Programs",
        "What players that are programs (exec:) can see. Auto: neither matches nor other processes, where bubblewrap is installed. "
        "Required: only their own folder, and no network; they do not start without bubblewrap. Off: all that you can.",
        choices=LEVELS,
        table="agents",
    )
    keys: Mapping[str, str] = field(
        default_factory=dict,
        metadata={"section": "Keys", "title": "Keys", "words": "Enter, then the new key.", "refuse": _no_keys},
    )

    @property
    def pace(self) -> float:
        """Return the reading speed as a number, infinity for `max`."""
        return SPEEDS[self.speed]

    def folder(self, name: str) -> Path | None:
        """Return a folder that was chosen; None for the default."""
        text: str = getattr(self, name)
        return Path(text).expanduser() if text else None


ABOUT: Mapping[str, About] = {each.name: About(each.name, **each.metadata) for each in fields(Settings)}


class SettingError(InputError):
    """An invalid value of a setting. Says which, why, and what is allowed."""


def change_setting(settings: Settings, name: str, value: Any) -> Settings:
    """Return the settings with one of them changed. Raises SettingError."""
    about = ABOUT[name]
    if about.choices and value not in about.choices:
        raise SettingError(f"{about.key} cannot be {_quote(value)}; allowed are {', '.join(about.choices)}.")
    if reason := about.refuse(value):
        raise SettingError(f"{about.key} cannot be {_quote(value)}, because {reason}.")
    set_now: dict[str, Any] = {name: dict(value) if isinstance(value, Mapping) else value}
    return replace(settings, **set_now)


def parse_settings(raw: Mapping[str, object]) -> tuple[Settings, dict[str, str]]:
    """Return the settings in a table, and why each invalid one keeps its default. Unknown names are ignored."""
    settings, refused = Settings(), {}
    for name, about in ABOUT.items():
        table = raw.get(about.table, {}) if about.table else raw
        if not isinstance(table, Mapping):
            refused[name] = f"{about.table} cannot be {_quote(table)}, because it has to be a table."
        elif name in table:
            try:
                settings = change_setting(settings, name, table[name])
            except SettingError as error:
                refused[name] = str(error)
    return settings, refused


def with_setting(raw: Mapping[str, Any], name: str, value: Any) -> dict[str, Any]:
    """Return a table of settings with one of them changed; without it if the value is None."""
    about = ABOUT[name]
    table = raw.get(about.table) if about.table else raw
    changed = {**(table if isinstance(table, Mapping) else {}), name: value}
    if value is None:
        del changed[name]
    return {**raw, about.table: changed} if about.table else changed


def _quote(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:39]}…"
