"""Keys that a person has moved: the keys of each binding, those it may have, and clashes.

A keymap is a table from the id of a binding to its keys, with commas between them: what Textual's `set_keymap` takes.
"""

from __future__ import annotations

import pkgutil
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from textual.binding import Binding, InvalidBinding
from textual.keys import KEY_NAME_REPLACEMENTS, KEY_TO_UNICODE_NAME, Keys, key_to_character

from woozle.tui.places import PLACES


@dataclass(frozen=True, slots=True)
class Section:
    """Bindings that work together.

    Args:
        prefix: The first part of their ids, but for those of `screen`, which many sections hold.
        where: What has them, as `module:attribute`: a screen, a widget, or a list; it is loaded when they are needed.
        within: The sections whose screens hold these too.
        takes_text: Whether letters are written there.
    """

    title: str
    prefix: str
    where: str
    within: tuple[str, ...] = ()
    takes_text: bool = False

    @property
    def bindings(self) -> tuple[Binding, ...]:
        return _load_bindings(self.where)

    def meets(self, other: Section) -> bool:
        """Return whether one key cannot be in both."""
        return self is other or EVERYWHERE in (self.title, other.title) or other.title in self.within or self.title in other.within


@cache
def _load_bindings(where: str) -> tuple[Binding, ...]:
    found = pkgutil.resolve_name(where)
    return tuple(getattr(found, "BINDINGS", found))


EVERYWHERE = "Everywhere"


def _section(title: str, where: str, *within: str, takes_text: bool = False, prefix: str = "") -> Section:
    module, _, _ = where.partition(":")
    return Section(title, prefix or module.rpartition(".")[2], f"woozle.tui.{where}", within, takes_text)


_WITH_TRANSCRIPTS = ("Table", "Watching and replay", "Help", "Notebook", "Study", "Study: consent")

_SECTIONS = (
    _section(EVERYWHERE, "keys:APP", takes_text=True, prefix="app"),
    _section("Lobby", "screens.lobby:LobbyScreen"),
    _section("Lobby: what is next", "widgets.next_line:NextLine", "Lobby", prefix="next"),
    _section("Seat picker", "screens.seats:SeatsScreen"),
    _section("Models", "screens.models:ModelsScreen", takes_text=True),
    _section("Table", "keys:TABLE", prefix="table"),
    _section("Choices", "widgets.choice:Choices", "Table", prefix="choices"),
    _section("Speeches", "widgets.compose_box:SpeechArea", "Table", takes_text=True, prefix="compose"),
    _section("Curtain", "screens.curtain:CurtainScreen"),
    _section("Results", "screens.results:ResultsScreen"),
    _section("Looking back", "screens.scene:SceneScreen"),
    _section("Watching and replay", "keys:WATCH", prefix="watch"),
    _section("Claims", "widgets.claims:ClaimsPanel", "Watching and replay"),
    _section("Lists of claims", "widgets.claims:ClaimList", "Watching and replay", "Claims"),
    _section("Branching off", "screens.fork:ForkScreen"),
    *(Section(place.title, place.name, place.screen) for place in PLACES),
    _section("Guessing who was human", "screens.guess:GuessScreen", prefix="guess"),
    _section("Waiting room", "screens.waiting:WaitingScreen", prefix="waiting"),
    _section("Report", "screens.report:ReportScreen"),
    _section("Open table", "screens.host:HostScreen"),
    _section("Open table: QR code", "screens.host:QrScreen", prefix="qr"),
    _section("Test card", "screens.dots:DotsScreen"),
    _section("Study", "screens.study:StudyReadingScreen"),
    _section("Study: consent", "screens.study:StudyConsentScreen", prefix="consent"),
    _section("Study: the code", "screens.study:StudyCodeScreen", takes_text=True, prefix="code"),
    _section("Study: boxes", "widgets.study_parts:TickBox", "Study: consent", "Study: the code", prefix="tick"),
    _section("Study: questions", "screens.study:StudyQuestionsScreen", prefix="questions"),
    _section("Study: answers", "widgets.study_answers:Rows", "Study: questions", prefix="rows"),
    _section("Study: scales", "widgets.study_answers:Scale", "Study: questions", prefix="scale"),
    _section("Study: stopping", "screens.study:StudyStopScreen", prefix="stop"),
    _section("Study: the table", "keys:STUDY_TABLE", "Table", prefix="table"),
    _section("Study: monitor", "screens.study_monitor:MonitorScreen", prefix="monitor"),
    _section("Settings", "screens.settings:SettingsScreen"),
    _section("Log", "screens.log:LogScreen"),
    _section("Notebook", "screens.notebook:NotebookScreen"),
    _section("Help", "screens.help:HelpScreen"),
    _section("Pages and transcripts", "keys:TRANSCRIPT", *_WITH_TRANSCRIPTS, prefix="transcript"),
    _section("Pictures", "widgets.picture:PictureView", "Table", "Watching and replay", "Results"),
    _section("Search", "widgets.transcript:FindInput", "Table", "Watching and replay", takes_text=True, prefix="find"),
    _section("Findings", "screens.report:Findings", "Report", prefix="findings"),
    _section("Tables of matches", "widgets.grid:Grid", "Browser", "Leaderboard", "Watching and replay"),
    _section("Choosers", "widgets.select:Selector", "Leaderboard", "Watching and replay", prefix="selector"),
    _section("Selects", "widgets.select:SelectRow", "Seat picker", "Branching off", "Settings", prefix="dial"),
)


def sections() -> Iterator[Section]:
    """Yield the sections of bindings; those of games last, which are loaded only then."""
    from woozle.core import registry

    yield from _SECTIONS
    for name in registry.names():
        yield from registry.part_of(name, "keys", tuple) or ()


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


def find_binding(id: str) -> Binding | None:
    """Return the binding with an id, or None."""
    return next((binding for section in _sections(id) for binding in section.bindings if binding.id == id), None)


def binding_of(id: str) -> Binding:
    """Return the binding with an id that we have given."""
    binding = find_binding(id)
    assert binding, id
    return binding


def keys_of(binding: Binding, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys of a binding."""
    return split(keymap.get(binding.id or "", binding.key))


def first(id: str, keymap: Mapping[str, str]) -> str:
    """Return the first key of a binding, as a person knows it."""
    return key_name(keys_of(binding_of(id), keymap)[0])


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
    binding = find_binding(id)
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


def _sections(id: str) -> Iterator[Section]:
    """Yield the sections that hold a binding; others are not loaded."""
    prefix = id.partition(".")[0]
    for section in sections():
        if prefix in (section.prefix, "screen") and any(binding.id == id for binding in section.bindings):
            yield section


def _clash(id: str, keymap: Mapping[str, str]) -> str:
    """Return which other binding has a key of this one, where both work, as a sentence; empty if none."""
    binding = binding_of(id)
    for section, other in _others(id):
        usual = {*split(binding.key)} & {*split(other.key)}  # bindings that share a key by design keep sharing it
        for key in keys_of(binding, keymap):
            if key in keys_of(other, keymap) and key not in usual:
                return f"{key_name(key)} is {other.description!r} already ({section.title})."
    return ""


def _others(id: str) -> Iterator[tuple[Section, Binding]]:
    mine = [*_sections(id)]
    for section in sections():
        if any(section.meets(each) for each in mine):
            yield from ((section, binding) for binding in section.bindings if binding.id != id)
