"""Keys that a person has moved: the keys of each binding, those it may have, and clashes.

A keymap is a table from the id of a binding to its keys, with commas between them: what Textual's `set_keymap` takes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from textual.binding import Binding, InvalidBinding
from textual.keys import KEY_NAME_REPLACEMENTS, KEY_TO_UNICODE_NAME, Keys, key_to_character

from woozle.tui import keys


@dataclass(frozen=True, slots=True)
class Section:
    """Bindings that work together. within: the sections whose screens hold these too; takes_text: letters are written there."""

    title: str
    bindings: tuple[Binding, ...]
    within: tuple[str, ...] = ()
    takes_text: bool = False

    def meets(self, other: Section) -> bool:
        """Return whether one key cannot be in both."""
        return self is other or EVERYWHERE in (self.title, other.title) or other.title in self.within or self.title in other.within


EVERYWHERE = "Everywhere"


def _section(title: str, bindings: Sequence[Any], *within: str, takes_text: bool = False) -> Section:
    return Section(title, tuple(bindings), within, takes_text)


SECTIONS = (
    _section(EVERYWHERE, keys.APP, takes_text=True),
    _section("Lobby", keys.LOBBY),
    _section("Lobby: what is next", keys.NEXT, "Lobby"),
    _section("Seat picker", keys.SEATS),
    _section("Models", keys.MODELS, takes_text=True),
    _section("Table", keys.TABLE),
    _section("Choices", keys.CHOICES, "Table"),
    _section("Speeches", keys.COMPOSE, "Table", takes_text=True),
    _section("Curtain", keys.CURTAIN),
    _section("Results", keys.RESULTS),
    _section("Looking back", keys.SCENE),
    _section("Routes", keys.ROUTES, "Looking back"),
    _section("Watching and replay", keys.WATCH),
    _section("Claims", keys.CLAIMS_PANEL, "Watching and replay"),
    _section("Lists of claims", keys.CLAIMS, "Watching and replay", "Claims"),
    _section("Branching off", keys.FORK),
    _section("Browser", keys.BROWSER),
    _section("Profile", keys.PROFILE),
    _section("Report", keys.REPORT),
    _section("Leaderboard", keys.LEADERBOARD),
    _section("Annotation", keys.ANNOTATE),
    _section("Test card", keys.DOTS),
    _section("Study", keys.STUDY),
    _section("Study: consent", keys.STUDY_CONSENT),
    _section("Study: the code", keys.STUDY_CODE, takes_text=True),
    _section("Study: boxes", keys.TICK, "Study: consent", "Study: the code"),
    _section("Study: questions", keys.QUESTIONS),
    _section("Study: answers", keys.ROWS, "Study: questions"),
    _section("Study: scales", keys.SCALE, "Study: questions"),
    _section("Study: stopping", keys.STUDY_STOP),
    _section("Study: the table", keys.STUDY_TABLE, "Table"),
    _section("Settings", keys.SETTINGS),
    _section("Log", keys.LOG),
    _section("Notebook", keys.NOTEBOOK),
    _section("Help", keys.HELP),
    _section(
        "Pages and transcripts", keys.TRANSCRIPT, "Table", "Watching and replay", "Help", "Notebook", "Study", "Study: consent"
    ),
    _section("Pictures", keys.PICTURE, "Table", "Watching and replay", "Results"),
    _section("Search", keys.FIND, "Table", "Watching and replay", takes_text=True),
    _section("Findings", keys.FINDINGS, "Report"),
    _section("Tables of matches", keys.GRID, "Browser", "Leaderboard", "Watching and replay"),
    _section("Choosers", keys.SELECTOR, "Leaderboard", "Watching and replay"),
    _section("Selects", keys.SELECT, "Seat picker", "Branching off", "Annotation", "Settings"),
)

_TAKEN = {
    "ctrl+b": "tmux keeps it for itself",
    "ctrl+a": "screen keeps it for itself",
    "ctrl+z": "it suspends programs",
    "ctrl+h": "many terminals send it for backspace",
    "ctrl+i": "terminals send it for tab",
    "ctrl+m": "terminals send it for enter",
    "ctrl+p": "it opens the commands",
    "f11": "terminals keep it for themselves",
    "f12": "terminals keep it for themselves",
    "tab": "it leads to the next panel",
    "shift+tab": "it leads to the panel before",
    **dict.fromkeys(("enter", "up", "down", "left", "right", "home", "end", "pageup", "pagedown"), "lists need it"),
}
_NOT_ALONE = {"ctrl+s", "ctrl+q"}
_NAMED = {key.value for key in Keys}
_SHORT_NAMES = set(KEY_NAME_REPLACEMENTS.values())


@lru_cache(maxsize=1024)  # asked for anew with every frame
def split(text: str) -> tuple[str, ...]:
    """Return the keys in a list, by the names that Textual gives them (`?` is question_mark). Empty if the list is invalid."""
    try:
        return tuple(dict.fromkeys(binding.key for binding in Binding.make_bindings([Binding(text, "")])))
    except InvalidBinding:
        return ()


@cache
def bindings() -> Mapping[str, Binding]:
    """Return every binding by its id."""
    return {binding.id: binding for section in SECTIONS for binding in section.bindings if binding.id}


def keys_of(binding: Binding, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of a binding."""
    return split(keymap.get(binding.id or "", binding.key))


def first(id: str, keymap: Mapping[str, str]) -> str:
    """Return the first key of a binding, as a person knows it."""
    return key_name(keys_of(bindings()[id], keymap)[0])


def refusal(id: str, text: str, keymap: Mapping[str, str]) -> str:
    """Return why a binding cannot have these keys, as a sentence; empty if it can. keymap: the other keys that were moved."""
    return _unfit(id, text) or _clash(id, {**keymap, id: text})


def usable_keys(proposed: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the part of a keymap that can be used, and why each other binding keeps its default keys."""
    refused = {id: why for id, text in proposed.items() if (why := _unfit(id, text))}
    keymap = {id: text for id, text in proposed.items() if id not in refused}
    while wrong := next(((id, why) for id in reversed(keymap) if (why := _clash(id, keymap))), None):
        refused[wrong[0]] = wrong[1]
        del keymap[wrong[0]]
    return keymap, refused


def key_name(key: str) -> str:
    """Return a key as a person knows it."""
    *modifiers, last = key.split("+")
    names = {"escape": "esc", "space": "space", "up": "↑", "down": "↓", "left": "←", "right": "→", "slash": "/", "minus": "-"}
    char = key_to_character(last)
    word = names.get(last) or (char if char and char.isprintable() else last)
    return "+".join([*modifiers, word])


def _unfit(id: str, text: str) -> str:
    binding = bindings().get(id)
    if binding is None:
        return f"There is no binding {id!r}."
    wanted, usual = split(text) if isinstance(text, str) else (), split(binding.key)
    if not wanted:
        return f"{binding.description} needs a key in quotes."
    reasons = ((key, _reason(id, key, wanted)) for key in wanted if key not in usual)
    return next((f"{key_name(key)} cannot be {binding.description!r}: {reason}." for key, reason in reasons if reason), "")


def _reason(id: str, key: str, wanted: Sequence[str]) -> str:
    if key in _TAKEN:
        return _TAKEN[key]
    *modifiers, last = key.split("+")
    if not _is_key(last):
        return "no key has that name"
    if "alt" in modifiers and key_to_character(last):
        return "alt with a letter types another letter on some keyboards"
    if set(wanted) <= _NOT_ALONE:
        return "some connections keep it for themselves, so it cannot be the only key"
    if key_to_character(key) and any(section.takes_text for section in _sections(id)):
        return "where text is written it would be text"
    return ""


def _is_key(name: str) -> bool:
    if len(name) == 1 or name in _NAMED or name in _SHORT_NAMES:
        return True
    try:
        unicodedata.lookup(KEY_TO_UNICODE_NAME.get(name, name.replace("_", " ")))
    except KeyError:
        return False
    return True


def _sections(id: str) -> list[Section]:
    return [section for section in SECTIONS if any(binding.id == id for binding in section.bindings)]


def _clash(id: str, keymap: Mapping[str, str]) -> str:
    """Return which other binding has a key of this one, where both work, as a sentence; empty if none."""
    binding = bindings()[id]
    for section, other in _others(id):
        usual = {*split(binding.key)} & {*split(other.key)}  # bindings that share a key by design keep sharing it
        for key in keys_of(binding, keymap):
            if key in keys_of(other, keymap) and key not in usual:
                return f"{key_name(key)} is {other.description!r} already ({section.title})."
    return ""


def _others(id: str) -> Iterator[tuple[Section, Binding]]:
    mine = _sections(id)
    for section in SECTIONS:
        if any(section.meets(each) for each in mine):
            yield from ((section, binding) for binding in section.bindings if binding.id != id)
