"""Every key of the app: what it does, and the id by which a keymap can move it elsewhere."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def _key(id: str, key: str, action: str, words: str = "", *, hidden: bool = False, first: bool = False, shown: str = "") -> Binding:
    return Binding(key, action, words, id=id, show=bool(words) and not hidden, priority=first, key_display=shown or None)


APP: list[BindingType] = [
    _key("app.quit", "ctrl+q", "leave('quit')", "Quit", hidden=True, first=True),
    _key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or quit", hidden=True, first=True),
]

_HELP = [_key("screen.help", "question_mark", "help", "Help", shown="?"), _key("screen.help_too", "f1", "help", "Help")]
# Two of them: where text is written, the question mark is text.

LOBBY: list[BindingType] = [
    _key("lobby.play", "p", "play", "Play"),
    _key("lobby.resume", "c", "resume", "Continue"),
    *_HELP,
    _key("lobby.theme", "t", "theme", "Dark or light"),
    _key("lobby.quit", "q", "leave", "Quit"),
]

SEATS: list[BindingType] = [
    _key("seats.start", "s", "start", "Start"),
    _key("seats.back", "escape", "back", "Back", shown="esc"),
    *_HELP,
]

TABLE: list[BindingType] = [
    *[_key(f"table.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    _key("table.say", "s", "say", "Say"),
    _key("table.pause", "space", "pace('pause')", "Pause", shown="space"),
    _key("table.skip", "n", "pace('skip')", "Next"),
    _key("table.fast", "f", "pace('fast')", "Run to the end"),
    _key("table.map", "m", "map", "Map"),
    _key("table.results", "r", "results", "Results"),
    *_HELP,
    _key("table.back", "escape", "cancel", "Cancel", hidden=True),
    _key("table.leave", "q", "leave", "Leave"),
]

RESULTS: list[BindingType] = [
    _key("results.verify", "v", "verify", "Verify"),
    _key("results.again", "a", "again", "Play again"),
    *_HELP,
    _key("results.back", "escape,q", "back", "Lobby", shown="esc"),
]

HELP: list[BindingType] = [
    _key("help.back", "escape,q,question_mark,f1", "back", "Back", shown="esc"),
]

COMPOSE: list[BindingType] = [
    _key("compose.send", "enter", "send", "Send", first=False),
    _key("compose.line", "ctrl+j,shift+enter", "new_line", "New line", shown="^j"),
]

CHOICES: list[BindingType] = [
    _key("choices.up", "up,k", "step(0, -1)", "Up", hidden=True),
    _key("choices.down", "down,j", "step(0, 1)", "Down", hidden=True),
    _key("choices.left", "left,h", "step(-1, 0)", "Left", hidden=True),
    _key("choices.right", "right,l", "step(1, 0)", "Right", hidden=True),
    _key("choices.take", "enter", "take", "Choose", hidden=True),
]

DIAL: list[BindingType] = [
    _key("dial.on", "right,space,enter,l", "turn(1)", "Change", shown="←→"),
    _key("dial.back", "left,h", "turn(-1)", "Change back", hidden=True),
    _key("dial.down", "down,j", "app.focus_next", "Next row", hidden=True),
    _key("dial.up", "up,k", "app.focus_previous", "Row before", hidden=True),
]
