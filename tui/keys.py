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
        key(f"{screen}.zoom", "z", "zoom", "Zoom", hidden=hidden),
        key(f"{screen}.next_picture", "p", "turn_picture(1)", "The next picture", hidden=True),
        key(f"{screen}.previous_picture", "P", "turn_picture(-1)", "The picture before", hidden=True),
    ]


TABLE: list[BindingType] = [
    *[key(f"table.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    key("table.say", "s", "say", "Say"),
    key("table.pause", "space", "pace('pause')", "Pause", shown="space"),
    key("table.write", "enter", "write", "Write"),
    key("table.skip", "right", "skip", "Go on", first=True, shown="→"),  # types nothing: a box may open as it is pressed
    key("table.to_turn", "full_stop", "pace('turn')", "To your turn", shown="."),
    key("table.slower", "left_square_bracket", "pace('slower')", "Slower speeches", hidden=True, shown="["),
    key("table.faster", "right_square_bracket", "pace('faster')", "Faster speeches", hidden=True, shown="]"),
    key("table.next", "n", "next(1)", "Next"),
    key("table.give_up", "ctrl+x", "pace('give_up')", "Wait no longer", shown="^x"),
    key("table.fast", "f", "pace('fast')", "Run to the end"),
    key("table.map", "m", "map", "Map"),
    key("table.page", "m", "page", "Page"),
    key("table.picture", "m", "picture", "Picture"),
    key("table.graph", "m", "graph", "Graph"),
    key("table.play", "p", "play", "Play"),  # once a tutorial is over
    *picture_keys("table"),
    key("table.pictures", "o", "pictures", "Open pictures of what you see", hidden=True),
    key("table.coach", "c", "coach", "Coach"),
    key("table.card", "enter", "card", "The end"),
    key("table.again", "a", "again", "Again"),
    key("table.replay", "w", "replay", "Replay"),
    key("table.scene", "v", "scene", "Look back"),
    key("table.another", "n", "another", "Next game"),
    key("table.results", "r", "results", "Results"),
    key("table.page_down", "pagedown", "turn(1)", "Read on", hidden=True),
    key("table.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
    key("table.find", "slash", "find", "Find", hidden=True, shown="/"),
    key("table.previous", "N", "next(-1)", "The hit before", hidden=True),
    key("table.notebook", "t", "notebook", "Notes: claims and votes", hidden=True),
    key("table.by_seat", "b", "by_seat", "The log of one seat, then of the next", hidden=True),
    key("table.all_seats", "B", "all_seats", "The log of all seats", hidden=True),
    key("table.copy", "y", "copy('line')", "Copy the line", hidden=True),
    key("table.copy_turn", "Y", "copy('speech')", "Copy the speech", hidden=True),
    *HELP_KEYS,
    key("table.back", "escape", "cancel", "Cancel", hidden=True),
    key("table.leave", "q", "leave", "Leave"),
    # Where choices are lettered; what else has such a key waits then.
    *[
        key(f"table.choose_{a}", f"{a},{a.upper()}", f"choose('{a.upper()}')", f"Choose {a.upper()}", hidden=True)
        for a in "abcdefg"
    ],
]

ROUTES: list[BindingType] = [
    key("routes.skip", "enter,space", "skip", "Skip", shown="enter"),
    key("routes.again", "r", "again", "Again"),
    key("routes.on", "right,l", "step(1)", "One tick on", hidden=True),
    key("routes.back", "left,h", "step(-1)", "One tick back", hidden=True),
]

_EYES = "Through the eyes of a seat"

WATCH: list[BindingType] = [
    # Before the panels get them, but not while text is typed.
    key("watch.play", "space", "play", "Pause or go on", hidden=True, first=True),
    key("watch.on", "right", "step(1)", "One moment on", hidden=True, first=True),
    key("watch.back", "left", "step(-1)", "One moment back", hidden=True, first=True),
    key("watch.phase_on", "shift+right", "phase(1)", "To the next phase", hidden=True, first=True),
    key("watch.phase_back", "shift+left", "phase(-1)", "To the phase before", hidden=True, first=True),
    key("watch.start", "home", "edge('start')", "To the beginning", hidden=True, first=True),
    key("watch.end", "end", "edge('end')", "To the end", hidden=True, first=True),
    key("watch.next", "n", "next(1)", "The next hit, or one moment on", hidden=True),
    key("watch.previous", "N", "next(-1)", "The hit before, or one moment back", hidden=True),
    key("watch.slower", "left_square_bracket", "pace('slower')", "Slower", hidden=True),
    key("watch.faster", "right_square_bracket", "pace('faster')", "Faster", hidden=True),
    key("watch.everything", "asterisk", "look('*')", "See everything", hidden=True),
    key("watch.public", "0", "look('0')", "See what everybody sees", hidden=True),
    *[key(f"watch.seat_{digit}", digit, f"look('{digit}')", _EYES, hidden=True) for digit in "123456789"],
    key("watch.seat_10", "minus", "look('-')", _EYES, hidden=True),
    key("watch.follow", "f", "follow", "Follow"),
    key("watch.find", "slash", "find", "Find", shown="/"),
    key("watch.go_to", "g", "go_to", "Go to", hidden=True, first=True),
    key("watch.raw", "x", "raw", "Raw"),
    key("watch.by_seat", "b", "by_seat", "The log of one seat, then of the next", hidden=True),
    key("watch.all_seats", "B", "all_seats", "The log of all seats", hidden=True),
    key("watch.copy", "y", "copy('line')", "Copy the line", hidden=True),
    key("watch.copy_turn", "Y", "copy('speech')", "Copy the speech, or what x shows", hidden=True),
    key("watch.map", "m", "map", "Map"),
    key("watch.page", "m", "page", "Page"),
    key("watch.picture", "m", "picture", "Picture"),
    key("watch.graph", "m", "graph", "Graph"),
    *picture_keys("watch", hidden=True),
    key("watch.pictures", "o", "pictures", "Open pictures of what a seat sees", hidden=True),
    key("watch.claims", "c", "claims", "Claims"),
    key("watch.tags", "t", "tags", "Show or hide verdicts", hidden=True),
    key("watch.thoughts", "T", "thoughts", "Show or hide each try of models: thoughts, answer, cost, failure", hidden=True),
    key("watch.give_up", "ctrl+x", "give_up", "Wait no longer", shown="^x"),
    key("watch.speech", "s", "speech", "Speech"),
    key("watch.fork", "F", "fork", "Fork"),
    key("watch.compare", "A", "compare", "Ask another model the same question", hidden=True),
    key("watch.verify", "v", "verify", "Verify", hidden=True),
    key("watch.results", "r", "results", "Results"),
    *HELP_KEYS,
    key("watch.close", "escape", "close", "Back", hidden=True),
    key("watch.leave", "q", "leave", "Back"),
]

ANNOTATE: list[BindingType] = [
    key("annotate.yes", "y", "say('yes')", "It says so", hidden=True),
    key("annotate.no", "n", "say('no')", "It does not", hidden=True),
    key("annotate.correct", "c", "correct", "It says something else", hidden=True),
    *[key(f"annotate.so_{n}", str(n), f"judge({n})", "What is so", hidden=True) for n in range(1, 8)],
    key("annotate.add", "a", "add", "Add a claim", hidden=True),
    key("annotate.done", "d", "done", "That is all", hidden=True),
    key("annotate.take", "t", "take", "Take it", hidden=True),
    key("annotate.skip", "s", "skip", "Skip"),
    key("annotate.before", "b", "before", "Before"),
    key("annotate.undo", "u", "undo", "Undo"),
    key("annotate.facts", "f", "facts", "Other facts"),
    *back_keys("annotate"),
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
    key("table.on", "enter", "on", "Continue"),
]
