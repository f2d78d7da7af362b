"""Bindings, with the ids by which a keymap can move them, and those that several screens share; the others are in their screens."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def key(id: str, keys: str, action: str, words: str = "", *, hidden: bool = False, first: bool = False, shown: str = "") -> Binding:
    """Return a binding. keys: with commas between them; words: empty to leave it out of help; first: before widgets."""
    return Binding(keys, action, words, id=id, show=bool(words) and not hidden, priority=first, key_display=shown or None)


def bindings(*rows: Binding) -> list[BindingType]:
    """Return the bindings of a screen or widget."""
    return [*rows]


APP: list[BindingType] = [
    key("app.quit", "ctrl+q", "leave('quit')", "Quit", hidden=True, first=True),
    key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or quit", hidden=True, first=True),
    key("app.log", "ctrl+l", "log", "Log", hidden=True, first=True),
    key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]
HELP_KEYS = (key("screen.help", "question_mark", "help", "Help", shown="?"), key("screen.help_too", "f1", "help", "Help"))
# Two of them: where text is written, the question mark is text.


def back_keys(screen: str, keys: str = "escape,q") -> tuple[Binding, ...]:
    """Return the bindings that lead to help and out of a screen."""
    return (*HELP_KEYS, key(f"{screen}.back", keys, "back", "Back", shown="esc"))


def picture_keys(screen: str, *, hidden: bool = False) -> list[Binding]:
    """Return the bindings for pictures, which work wherever the cursor is."""
    return [
        key(f"{screen}.zoom", "z", "do('zoom')", "Zoom", hidden=hidden),
        key(f"{screen}.next_picture", "p", "do('turn_picture', 1)", "The next picture", hidden=True),
        key(f"{screen}.previous_picture", "P", "do('turn_picture', -1)", "The picture before", hidden=True),
    ]


def _panel_keys(screen: str) -> list[Binding]:
    """Return the bindings that change between the log and the panel beside it, of which a game has at most one kind."""
    return [key(f"{screen}.{title.lower()}", "m", f"do('{title.lower()}')", title) for title in ("Map", "Page", "Picture", "Graph")]


def _log_keys(screen: str) -> list[Binding]:
    return [
        key(f"{screen}.by_seat", "b", "do('by_seat')", "The log of one seat, then of the next", hidden=True),
        key(f"{screen}.all_seats", "B", "do('all_seats')", "The log of all seats", hidden=True),
        key(f"{screen}.copy", "y", "do('copy', 'line')", "Copy the line", hidden=True),
    ]


TABLE: list[BindingType] = [
    *[key(f"table.choose_{digit}", digit, f"do('choose', '{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    key("table.say", "s", "do('say')", "Say"),
    key("table.pause", "space", "do('pace', 'pause')", "Pause", shown="space"),
    key("table.write", "enter", "do('write')", "Write"),
    key("table.skip", "right", "do('skip')", "Go on", first=True, shown="→"),  # types nothing: a box may open as it is pressed
    key("table.to_turn", "full_stop", "do('pace', 'turn')", "To your turn", shown="."),
    key("table.slower", "left_square_bracket", "do('pace', 'slower')", "Slower speeches", hidden=True, shown="["),
    key("table.faster", "right_square_bracket", "do('pace', 'faster')", "Faster speeches", hidden=True, shown="]"),
    key("table.next", "n", "do('next', 1)", "Next"),
    key("table.give_up", "ctrl+x", "do('pace', 'give_up')", "Wait no longer", shown="^x"),
    key("table.fast", "f", "do('pace', 'fast')", "Run to the end"),
    *_panel_keys("table"),
    key("table.play", "p", "do('play')", "Play"),  # once a tutorial is over
    *picture_keys("table"),
    key("table.pictures", "o", "do('pictures')", "Open pictures of what you see", hidden=True),
    key("table.coach", "c", "do('coach')", "Coach"),
    key("table.card", "enter", "do('card')", "The end"),
    key("table.rematch", "a", "do('rematch')", "Rematch"),
    key("table.no_rematch", "a", "do('no_rematch')", hidden=True),
    key("table.replay", "w", "do('replay')", "Replay"),
    key("table.scene", "v", "do('scene', 0)", "Look back"),
    key("table.other_scene", "V", "do('scene', 1)", "Look back at the rest", hidden=True),
    key("table.another", "n", "do('another')", "Next game"),
    key("table.results", "r", "do('results')", "Results"),
    key("table.page_down", "pagedown", "do('turn', 1)", "Read on", hidden=True),
    key("table.page_up", "pageup", "do('turn', -1)", "Read back", hidden=True),
    key("table.find", "slash", "do('find')", "Find", hidden=True, shown="/"),
    key("table.previous", "N", "do('next', -1)", "The hit before", hidden=True),
    key("table.notebook", "t", "do('notebook')", "Notes: claims and votes", hidden=True),
    *_log_keys("table"),
    key("table.copy_turn", "Y", "do('copy', 'speech')", "Copy the speech", hidden=True),
    *HELP_KEYS,
    key("table.back", "escape", "do('cancel')", "Cancel", hidden=True),
    key("table.leave", "q", "do('leave')", "Leave"),
    # Where choices are lettered; what else has such a key waits then.
    *[
        key(f"table.choose_{a}", f"{a},{a.upper()}", f"do('choose', '{a.upper()}')", f"Choose {a.upper()}", hidden=True)
        for a in "abcdefg"
    ],
]

_EYES = "Through the eyes of a seat"

WATCH: list[BindingType] = [
    # Before the panels get them, but not while text is typed.
    key("watch.play", "space", "do('play')", "Pause or go on", hidden=True, first=True),
    key("watch.on", "right", "do('step', 1)", "One moment on", hidden=True, first=True),
    key("watch.back", "left", "do('step', -1)", "One moment back", hidden=True, first=True),
    key("watch.phase_on", "shift+right", "do('phase', 1)", "To the next phase", hidden=True, first=True),
    key("watch.phase_back", "shift+left", "do('phase', -1)", "To the phase before", hidden=True, first=True),
    key("watch.start", "home", "do('edge', 'start')", "To the beginning", hidden=True, first=True),
    key("watch.end", "end", "do('edge', 'end')", "To the end", hidden=True, first=True),
    key("watch.next", "n", "do('next', 1)", "The next hit, or one moment on", hidden=True),
    key("watch.previous", "N", "do('next', -1)", "The hit before, or one moment back", hidden=True),
    key("watch.slower", "left_square_bracket", "do('pace', 'slower')", "Slower", hidden=True),
    key("watch.faster", "right_square_bracket", "do('pace', 'faster')", "Faster", hidden=True),
    key("watch.everything", "asterisk", "do('look', '*')", "See everything", hidden=True),
    key("watch.public", "0", "do('look', '0')", "See what everybody sees", hidden=True),
    *[key(f"watch.seat_{digit}", digit, f"do('look', '{digit}')", _EYES, hidden=True) for digit in "123456789"],
    key("watch.seat_10", "minus", "do('look', '-')", _EYES, hidden=True),
    key("watch.follow", "f", "do('follow')", "Follow"),
    key("watch.find", "slash", "do('find')", "Find", shown="/"),
    key("watch.go_to", "g", "do('go_to')", "Go to", hidden=True, first=True),
    key("watch.raw", "x", "do('raw')", "Raw"),
    *_log_keys("watch"),
    key("watch.copy_turn", "Y", "do('copy', 'speech')", "Copy the speech, or what x shows", hidden=True),
    *_panel_keys("watch"),
    *picture_keys("watch", hidden=True),
    key("watch.pictures", "o", "do('pictures')", "Open pictures of what a seat sees", hidden=True),
    key("watch.claims", "c", "do('claims')", "Claims"),
    key("watch.tags", "t", "do('tags')", "Show or hide verdicts", hidden=True),
    key("watch.thoughts", "T", "do('thoughts')", "Show or hide each try of models: thoughts, answer, cost, failure", hidden=True),
    key("watch.give_up", "ctrl+x", "do('give_up')", "Wait no longer", shown="^x"),
    key("watch.speech", "s", "do('speech')", "Speech"),
    key("watch.fork", "F", "do('fork')", "Fork"),
    key("watch.compare", "A", "do('compare')", "Ask another model the same question", hidden=True),
    key("watch.verify", "v", "do('verify')", "Verify", hidden=True),
    key("watch.results", "r", "do('results')", "Results"),
    *HELP_KEYS,
    key("watch.close", "escape", "do('close')", "Back", hidden=True),
    key("watch.leave", "q", "do('leave')", "Back"),
]

TRANSCRIPT: list[BindingType] = [
    key("transcript.up", "k", "scroll_up", "Line up", hidden=True),
    key("transcript.down", "j", "scroll_down", "Line down", hidden=True),
    key("transcript.first", "g", "scroll_home", "First line", hidden=True),
    key("transcript.last", "G", "scroll_end", "Last line", hidden=True),
]

# A participant of a study

VISIT: list[BindingType] = [  # as everywhere else, except for the log and mentions of it
    key("app.quit", "ctrl+q", "leave('quit')", "Stop", first=True, shown="^q"),
    key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or stop", hidden=True, first=True),
    key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]

STUDY_TABLE: list[BindingType] = [
    key("table.on", "enter", "do('on')", "Continue"),
]
