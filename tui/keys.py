"""Every key of the app: what it does, and the id by which a keymap can move it elsewhere."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def _key(id: str, key: str, action: str, words: str = "", *, hidden: bool = False, first: bool = False, shown: str = "") -> Binding:
    return Binding(key, action, words, id=id, show=bool(words) and not hidden, priority=first, key_display=shown or None)


APP: list[BindingType] = [
    _key("app.quit", "ctrl+q", "leave('quit')", "Quit", hidden=True, first=True),
    _key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or quit", hidden=True, first=True),
    _key("app.log", "ctrl+l", "log", "Log", hidden=True, first=True),
    _key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]

VISIT: list[BindingType] = [
    _key("app.quit", "ctrl+q", "leave('quit')", "Stop", first=True, shown="^q"),
    _key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or stop", hidden=True, first=True),
    _key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]
# Of a study: what can be done everywhere else, but for the log, and what is said of it.

_HELP = [_key("screen.help", "question_mark", "help", "Help", shown="?"), _key("screen.help_too", "f1", "help", "Help")]
# Two of them: where text is written, the question mark is text.


def _pictures(screen: str, *, hidden: bool = False) -> list[Binding]:
    """What leads to pictures from wherever the cursor is."""
    return [
        _key(f"{screen}.zoom", "z", "zoom", "Zoom", hidden=hidden),
        _key(f"{screen}.next_picture", "p", "turn_picture(1)", "The next picture", hidden=True),
        _key(f"{screen}.previous_picture", "P", "turn_picture(-1)", "The picture before", hidden=True),
    ]


LOBBY: list[BindingType] = [
    _key("lobby.play", "p", "play", "Play"),
    _key("lobby.watch", "w", "watch", "Watch"),
    _key("lobby.resume", "c", "resume", "Continue"),
    _key("lobby.browser", "b", "browser", "Browser"),
    _key("lobby.leaderboard", "l", "leaderboard", "Leaderboard"),
    *_HELP,
    _key("lobby.theme", "t", "theme", "Dark or light", hidden=True),
    _key("lobby.settings", "comma", "settings", "Settings", hidden=True, shown=","),
    _key("lobby.quit", "q", "leave", "Quit"),
]

SEATS: list[BindingType] = [
    _key("seats.start", "s", "start", "Start"),
    _key("seats.model", "m", "model", "Model"),
    _key("seats.check", "c", "check", "Check again"),
    _key("seats.back", "escape", "back", "Back", shown="esc"),
    *_HELP,
]

TABLE: list[BindingType] = [
    *[_key(f"table.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    _key("table.say", "s", "say", "Say"),
    _key("table.pause", "space", "pace('pause')", "Pause", shown="space"),
    _key("table.skip", "n", "next(1)", "Next"),
    _key("table.give_up", "ctrl+x", "pace('give_up')", "Wait no longer", shown="^x"),
    _key("table.fast", "f", "pace('fast')", "Run to the end"),
    _key("table.map", "m", "map", "Map"),
    _key("table.page", "m", "page", "Page"),
    _key("table.picture", "m", "picture", "Picture"),
    _key("table.graph", "m", "graph", "Graph"),
    *_pictures("table"),
    _key("table.pictures", "o", "pictures", "Open pictures of what you see", hidden=True),
    _key("table.results", "r", "results", "Results"),
    _key("table.page_down", "pagedown", "turn(1)", "Read on", hidden=True),
    _key("table.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
    _key("table.find", "slash", "find", "Find", hidden=True, shown="/"),
    _key("table.previous", "N", "next(-1)", "The hit before", hidden=True),
    _key("table.copy", "y", "copy('line')", "Copy the line", hidden=True),
    _key("table.copy_turn", "Y", "copy('speech')", "Copy the speech", hidden=True),
    *_HELP,
    _key("table.back", "escape", "cancel", "Cancel", hidden=True),
    _key("table.leave", "q", "leave", "Leave"),
]

CURTAIN: list[BindingType] = [
    _key("curtain.ready", "y", "ready", "I am here"),
    _key("curtain.reveal", "enter", "reveal", "Show my table", shown="enter"),
    _key("curtain.pin", "p", "pin", "Set a PIN"),
    *_HELP,
    _key("curtain.pause", "escape", "pause", "Pause", shown="esc"),
    _key("curtain.leave", "q", "leave", "Leave"),
]

RESULTS: list[BindingType] = [
    _key("results.verify", "v", "verify", "Verify"),
    _key("results.report", "o", "report", "Report"),
    _key("results.again", "a", "again", "Play again"),
    _key("results.watch", "w", "watch", "Watch it again"),
    _key("results.claims", "c", "claims", "Claims"),
    *_pictures("results"),
    *_HELP,
    _key("results.back", "escape,q", "back", "Back", shown="esc"),
]

BROWSER: list[BindingType] = [
    _key("browser.filter", "slash", "filter", "Filter", hidden=True, shown="/"),
    _key("browser.sort", "s", "sort", "Sort"),
    _key("browser.turn", "S", "turn", "Sort the other way", hidden=True),
    _key("browser.resume", "c", "resume", "Continue"),
    _key("browser.results", "r", "results", "Results"),
    _key("browser.claims", "C", "claims", "Claims checked against the log", hidden=True),
    _key("browser.verify", "v", "verify", "Verify"),
    _key("browser.verify_all", "V", "verify_all", "Verify all"),
    *_HELP,
    _key("browser.back", "escape,q", "back", "Back", shown="esc"),
]

REPORT: list[BindingType] = [
    _key("report.again", "v", "again", "Check again"),
    _key("report.export", "e", "export", "Save as text"),
    *_HELP,
    _key("report.back", "escape,q", "back", "Back", shown="esc"),
]

FINDINGS: list[BindingType] = [
    _key("findings.replay", "enter", "select", "Replay", shown="enter"),
    _key("findings.up", "up,k", "cursor_up", "Up", hidden=True),
    _key("findings.down", "down,j", "cursor_down", "Down", hidden=True),
    _key("findings.page_up", "pageup", "page_up", "Page up", hidden=True),
    _key("findings.page_down", "pagedown", "page_down", "Page down", hidden=True),
    _key("findings.first", "home,g", "first", "First", hidden=True),
    _key("findings.last", "end,G", "last", "Last", hidden=True),
]

LEADERBOARD: list[BindingType] = [
    _key("leaderboard.matches", "m", "turn('board')", "Matches"),
    _key("leaderboard.role", "r", "turn('role')", "Role"),
    _key("leaderboard.table", "t", "turn('table')", "Table"),
    *_HELP,
    _key("leaderboard.back", "escape,q", "back", "Back", shown="esc"),
]

SELECTOR: list[BindingType] = [
    _key("selector.on", "right,l,enter,space", "turn(1)", "Next", hidden=True),
    _key("selector.back", "left,h", "turn(-1)", "Before", hidden=True),
    _key("selector.up", "up,k", "app.focus_previous", "Row before", hidden=True),
    _key("selector.down", "down,j", "app.focus_next", "Next row", hidden=True),
]

GRID: list[BindingType] = [
    _key("grid.open", "enter", "open", "Open", shown="enter"),
    _key("grid.up", "up,k", "step(-1)", "Up", hidden=True),
    _key("grid.down", "down,j", "step(1)", "Down", hidden=True),
    _key("grid.page_up", "pageup", "page(-1)", "Page up", hidden=True),
    _key("grid.page_down", "pagedown", "page(1)", "Page down", hidden=True),
    _key("grid.first", "home,g", "end(False)", "First row", hidden=True),
    _key("grid.last", "end,G", "end(True)", "Last row", hidden=True),
]

_EYES = "Through the eyes of a seat"

WATCH: list[BindingType] = [
    # Before the panels get them, but not while somebody types.
    _key("watch.play", "space", "play", "Pause or go on", hidden=True, first=True),
    _key("watch.on", "right", "step(1)", "One moment on", hidden=True, first=True),
    _key("watch.back", "left", "step(-1)", "One moment back", hidden=True, first=True),
    _key("watch.phase_on", "shift+right", "phase(1)", "To the next phase", hidden=True, first=True),
    _key("watch.phase_back", "shift+left", "phase(-1)", "To the phase before", hidden=True, first=True),
    _key("watch.start", "home", "edge('start')", "To the beginning", hidden=True, first=True),
    _key("watch.end", "end", "edge('end')", "To the end", hidden=True, first=True),
    _key("watch.next", "n", "next(1)", "The next hit, or one moment on", hidden=True),
    _key("watch.previous", "N", "next(-1)", "The hit before, or one moment back", hidden=True),
    _key("watch.slower", "left_square_bracket", "pace('slower')", "Slower", hidden=True),
    _key("watch.faster", "right_square_bracket", "pace('faster')", "Faster", hidden=True),
    _key("watch.everything", "asterisk", "look('*')", "See everything", hidden=True),
    _key("watch.public", "0", "look('0')", "See what everybody sees", hidden=True),
    *[_key(f"watch.seat_{n}", key, f"look('{key}')", _EYES, hidden=True) for n, key in enumerate("123456789", 1)],
    _key("watch.seat_10", "minus", "look('-')", _EYES, hidden=True),
    _key("watch.follow", "f", "follow", "Follow"),
    _key("watch.find", "slash", "find", "Find", shown="/"),
    _key("watch.go_to", "g", "go_to", "Go to", hidden=True, first=True),
    _key("watch.raw", "x", "raw", "Raw"),
    _key("watch.copy", "y", "copy('line')", "Copy the line", hidden=True),
    _key("watch.copy_turn", "Y", "copy('speech')", "Copy the speech, or what x shows", hidden=True),
    _key("watch.map", "m", "map", "Map"),
    _key("watch.page", "m", "page", "Page"),
    _key("watch.picture", "m", "picture", "Picture"),
    _key("watch.graph", "m", "graph", "Graph"),
    *_pictures("watch", hidden=True),
    _key("watch.pictures", "o", "pictures", "Open pictures of what a seat sees", hidden=True),
    _key("watch.claims", "c", "claims", "Claims"),
    _key("watch.tags", "t", "tags", "Show or hide verdicts", hidden=True),
    _key("watch.thoughts", "T", "thoughts", "Show or hide what models thought and wrote", hidden=True),
    _key("watch.give_up", "ctrl+x", "give_up", "Wait no longer", shown="^x"),
    _key("watch.speech", "s", "speech", "Speech"),
    _key("watch.fork", "F", "fork", "Fork"),
    _key("watch.verify", "v", "verify", "Verify", hidden=True),
    _key("watch.results", "r", "results", "Results"),
    *_HELP,
    _key("watch.close", "escape", "close", "Back", hidden=True),
    _key("watch.leave", "q", "leave", "Back"),
]

CLAIMS: list[BindingType] = [
    _key("claims.proof", "enter", "open", "Proof", shown="enter"),
]

CLAIMS_PANEL: list[BindingType] = [
    _key("claims.filter", "w", "filter", "All claims, those that are not true, or lies", hidden=True),
]

FORK: list[BindingType] = [
    _key("fork.back", "escape,q", "back", "Back", shown="esc"),
    *_HELP,
]

ANNOTATE: list[BindingType] = [
    _key("annotate.yes", "y", "say('yes')", "It says so", hidden=True),
    _key("annotate.no", "n", "say('no')", "It does not", hidden=True),
    _key("annotate.correct", "c", "correct", "It says something else", hidden=True),
    *[_key(f"annotate.so_{n}", str(n), f"judge({n})", "What is so", hidden=True) for n in range(1, 8)],
    _key("annotate.add", "a", "add", "Add a claim", hidden=True),
    _key("annotate.done", "d", "done", "That is all", hidden=True),
    _key("annotate.take", "t", "take", "Take it", hidden=True),
    _key("annotate.skip", "s", "skip", "Skip"),
    _key("annotate.before", "b", "before", "Before"),
    _key("annotate.undo", "u", "undo", "Undo"),
    _key("annotate.facts", "f", "facts", "Other facts"),
    *_HELP,
    _key("annotate.back", "escape,q", "back", "Back", shown="esc"),
]

STUDY: list[BindingType] = [
    _key("study.on", "enter", "on", "Go on"),
    _key("study.page_down", "space,pagedown", "turn(1)", "Read on", shown="space"),
    _key("study.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
    *_HELP,
]

STUDY_CONSENT: list[BindingType] = [
    *[_key(f"consent.tick_{digit}", digit, f"tick({digit})", f"Tick box {digit}", hidden=True) for digit in "123456789"],
    _key("consent.page_down", "space,pagedown", "turn(1)", "Read on", shown="space"),
    _key("consent.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
    _key("consent.agree", "a", "agree", "I agree"),
    _key("consent.disagree", "d", "disagree", "I do not agree"),
    *_HELP,
]

STUDY_CODE: list[BindingType] = [
    _key("code.on", "enter", "on", "Go on"),
    *_HELP,
]

TICK: list[BindingType] = [
    _key("tick.turn", "space,enter", "turn", "Tick", hidden=True),
    _key("tick.down", "down,j", "app.focus_next", "Next row", hidden=True),
    _key("tick.up", "up,k", "app.focus_previous", "Row before", hidden=True),
]

QUESTIONS: list[BindingType] = [
    *[_key(f"questions.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    _key("questions.on", "enter", "on", "Go on"),
    _key("questions.before", "escape", "before", "Before", shown="esc"),
    _key("questions.unsaid", "f2", "unsaid", "Prefer not to say"),
    *_HELP,
]

ROWS: list[BindingType] = [
    _key("rows.take", "enter", "take", "Choose, and go on", hidden=True),
    _key("rows.up", "up,k", "cursor_up", "Up", hidden=True),
    _key("rows.down", "down,j", "cursor_down", "Down", hidden=True),
]

SCALE: list[BindingType] = [
    _key("scale.up", "right,l,up,k", "move(1)", "More", hidden=True),
    _key("scale.down", "left,h,down,j", "move(-1)", "Less", hidden=True),
    _key("scale.far_up", "shift+right,pageup", "move(10)", "Much more", hidden=True),
    _key("scale.far_down", "shift+left,pagedown", "move(-10)", "Much less", hidden=True),
    _key("scale.low", "home", "end(False)", "To the left end", hidden=True),
    _key("scale.high", "end", "end(True)", "To the right end", hidden=True),
    _key("scale.rub_out", "backspace", "rub_out", "Rub out a digit", hidden=True),
]

STUDY_STOP: list[BindingType] = [
    _key("stop.stay", "escape,s", "stay", "Stay", shown="esc"),
    _key("stop.leave", "y", "leave", "Stop now"),
]

STUDY_TABLE: list[BindingType] = [
    _key("table.on", "enter", "on", "Go on"),
]

MODELS: list[BindingType] = [
    _key("models.list", "down", "list", "To the list", hidden=True),
    *_HELP,
    _key("models.back", "escape", "back", "Back", shown="esc"),
]

HELP: list[BindingType] = [
    _key("help.back", "escape,q,question_mark,f1", "back", "Back", shown="esc"),
]

COMPOSE: list[BindingType] = [
    _key("compose.send", "enter", "send", "Send", first=False),
    _key("compose.line", "ctrl+j,shift+enter", "new_line", "New line", shown="^j"),
    _key("compose.page_down", "pagedown", "turn_page(1)", "Read on in the page", hidden=True),
    _key("compose.page_up", "pageup", "turn_page(-1)", "Read back in the page", hidden=True),
]

CHOICES: list[BindingType] = [
    _key("choices.up", "up,k", "step(0, -1)", "Up", hidden=True),
    _key("choices.down", "down,j", "step(0, 1)", "Down", hidden=True),
    _key("choices.left", "left,h", "step(-1, 0)", "Left", hidden=True),
    _key("choices.right", "right,l", "step(1, 0)", "Right", hidden=True),
    _key("choices.take", "enter", "take", "Choose", hidden=True),
]

TRANSCRIPT: list[BindingType] = [
    _key("transcript.up", "k", "scroll_up", "Line up", hidden=True),
    _key("transcript.down", "j", "scroll_down", "Line down", hidden=True),
    _key("transcript.first", "g", "scroll_home", "First line", hidden=True),
    _key("transcript.last", "G", "scroll_end", "Last line", hidden=True),
]

PICTURE: list[BindingType] = [
    _key("picture.nearer", "z", "zoom(1)", "Nearer", hidden=True),
    _key("picture.farther", "Z,minus", "zoom(-1)", "Farther away", hidden=True),
    _key("picture.whole", "0", "whole", "All of the picture", hidden=True),
    _key("picture.left", "h,left", "pan(-1, 0)", "To the left", hidden=True),
    _key("picture.down", "j,down", "pan(0, 1)", "Down", hidden=True),
    _key("picture.up", "k,up", "pan(0, -1)", "Up", hidden=True),
    _key("picture.right", "l,right", "pan(1, 0)", "To the right", hidden=True),
    _key("picture.next", "p", "turn(1)", "The next picture", hidden=True),
    _key("picture.previous", "P", "turn(-1)", "The picture before", hidden=True),
]

FIND: list[BindingType] = [
    _key("find.close", "escape", "close", "End the search", shown="esc"),
]

SETTINGS: list[BindingType] = [
    _key("settings.reset", "r", "reset", "Usual key"),
    _key("settings.reset_all", "R", "reset_all", "All usual keys"),
    _key("settings.copy", "y", "copy", "Copy path"),
    _key("settings.test", "t", "test", "Test call"),
    _key("settings.edit", "e", "edit", "Edit models.toml"),
    _key("settings.ask", "a", "ask", "Ask again"),
    *_HELP,
    _key("settings.back", "escape", "back", "Back", shown="esc"),
]

LOG: list[BindingType] = [
    _key("log.filter", "slash", "filter", "Filter", shown="/"),
    _key("log.copy", "y", "copy", "Copy line"),
    _key("log.down", "j", "step(1)", "Line down", hidden=True),
    _key("log.up", "k", "step(-1)", "Line up", hidden=True),
    _key("log.last", "G", "last", "Last line", hidden=True),
    *_HELP,
    _key("log.back", "escape", "back", "Back", shown="esc"),
]

DIAL: list[BindingType] = [
    _key("dial.on", "right,space,l", "turn(1)", "Change", shown="←→"),
    _key("dial.enter", "enter", "enter", "Change, or choose another", hidden=True),
    _key("dial.back", "left,h", "turn(-1)", "Change back", hidden=True),
    _key("dial.down", "down,j", "app.focus_next", "Next row", hidden=True),
    _key("dial.up", "up,k", "app.focus_previous", "Row before", hidden=True),
]
