"""The bindings of the app: their keys, what they do, and the ids by which a keymap can move them."""

from __future__ import annotations

from textual.binding import Binding, BindingType


def key(id: str, keys: str, action: str, words: str = "", *, hidden: bool = False, first: bool = False, shown: str = "") -> Binding:
    """Return a binding. keys: with commas between them; words: empty to leave it out of help; first: before widgets."""
    return Binding(keys, action, words, id=id, show=bool(words) and not hidden, priority=first, key_display=shown or None)


APP: list[BindingType] = [
    key("app.quit", "ctrl+q", "leave('quit')", "Quit", hidden=True, first=True),
    key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or quit", hidden=True, first=True),
    key("app.log", "ctrl+l", "log", "Log", hidden=True, first=True),
    key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]
HELP_KEYS = (key("screen.help", "question_mark", "help", "Help", shown="?"), key("screen.help_too", "f1", "help", "Help"))
# Two of them: where text is written, the question mark is text.


def _back(screen: str, keys: str = "escape,q") -> tuple[Binding, ...]:
    """Return the bindings that lead to help and out of a screen."""
    return (*HELP_KEYS, key(f"{screen}.back", keys, "back", "Back", shown="esc"))


def _pictures(screen: str, *, hidden: bool = False) -> list[Binding]:
    """Return the bindings for pictures, which work wherever the cursor is."""
    return [
        key(f"{screen}.zoom", "z", "zoom", "Zoom", hidden=hidden),
        key(f"{screen}.next_picture", "p", "turn_picture(1)", "The next picture", hidden=True),
        key(f"{screen}.previous_picture", "P", "turn_picture(-1)", "The picture before", hidden=True),
    ]


LOBBY: list[BindingType] = [
    key("lobby.next", "n", "next", "The next thing to do", hidden=True),
    key("lobby.learn", "e", "open('tutorial')", "Learn"),
    key("lobby.play", "p", "open('seats')", "Play"),
    key("lobby.daily", "d", "open('daily')", "Daily", hidden=True),
    key("lobby.watch", "w", "open('bots')", "Watch"),
    key("lobby.resume", "c", "resume", "Continue"),
    key("lobby.browser", "b", "go('browser')", "Browser"),
    key("lobby.profile", "i", "go('profile')", "Profile", hidden=True),
    key("lobby.leaderboard", "l", "go('leaderboard')", "Leaderboard"),
    *HELP_KEYS,
    key("lobby.theme", "t", "theme", "Dark or light", hidden=True),
    key("lobby.settings", "comma", "go('settings')", "Settings", hidden=True, shown=","),
    key("lobby.quit", "q", "go('quit')", "Quit"),
]

NEXT: list[BindingType] = [
    key("next.take", "enter", "take", "Do what is next", hidden=True),
    key("next.down", "down,j", "app.focus_next", "To the games", hidden=True),
]

SEATS: list[BindingType] = [
    key("seats.start", "s", "start", "Start"),
    key("seats.model", "m", "model", "Model"),
    key("seats.check", "c", "check", "Check again"),
    key("seats.back", "escape", "back", "Back", shown="esc"),
    key("seats.down", "down", "app.focus_next", "Next row", hidden=True),  # out of a line to type on too
    key("seats.up", "up", "app.focus_previous", "Row before", hidden=True),
    *HELP_KEYS,
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
    *_pictures("table"),
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

CURTAIN: list[BindingType] = [
    key("curtain.ready", "y", "ready", "I am here"),
    key("curtain.reveal", "enter", "reveal", "Show my table", shown="enter"),
    key("curtain.pin", "p", "pin", "Set a PIN"),
    *HELP_KEYS,
    key("curtain.pause", "escape", "pause", "Pause", shown="esc"),
    key("curtain.leave", "q", "leave", "Leave"),
]

RESULTS: list[BindingType] = [
    key("results.verify", "v", "verify", "Verify"),
    key("results.report", "o", "report", "Report"),
    key("results.again", "a", "again", "Play again"),
    key("results.watch", "w", "watch", "Watch it again"),
    key("results.claims", "c", "claims", "Claims"),
    key("results.share", "s", "share", "Share"),
    *_pictures("results"),
    *_back("results"),
]

SCENE: list[BindingType] = [
    *_back("scene"),
]

ROUTES: list[BindingType] = [
    key("routes.skip", "enter,space", "skip", "Skip", shown="enter"),
    key("routes.again", "r", "again", "Again"),
    key("routes.on", "right,l", "step(1)", "One tick on", hidden=True),
    key("routes.back", "left,h", "step(-1)", "One tick back", hidden=True),
]

BROWSER: list[BindingType] = [
    key("browser.filter", "slash", "filter", "Filter", hidden=True, shown="/"),
    key("browser.sort", "s", "sort", "Sort"),
    key("browser.turn", "S", "turn", "Sort the other way", hidden=True),
    key("browser.resume", "c", "resume", "Continue"),
    key("browser.results", "r", "results", "Results"),
    key("browser.claims", "C", "claims", "Claims checked against the log", hidden=True),
    key("browser.verify", "v", "verify", "Verify"),
    key("browser.verify_all", "V", "verify_all", "Verify all"),
    key("browser.name", "n", "name", "Name", hidden=True),
    key("browser.mark", "m", "label('is_marked')", "Mark, or no longer", hidden=True),
    key("browser.hide", "h", "label('is_hidden')", "Hide, or no longer", hidden=True),
    key("browser.hidden", "H", "show_hidden", "Show or leave out what is hidden", hidden=True),
    key("browser.delete", "x,delete", "delete", "Delete for good", hidden=True, shown="x"),
    *_back("browser"),
]

PROFILE: list[BindingType] = [
    key("profile.settings", "comma", "settings", "Name and colour", shown=","),
    *_back("profile"),
]

REPORT: list[BindingType] = [
    key("report.again", "v", "again", "Check again"),
    key("report.export", "e", "export", "Save as text"),
    *_back("report"),
]

FINDINGS: list[BindingType] = [
    key("findings.replay", "enter", "select", "Replay", shown="enter"),
    key("findings.up", "up,k", "cursor_up", "Up", hidden=True),
    key("findings.down", "down,j", "cursor_down", "Down", hidden=True),
    key("findings.page_up", "pageup", "page_up", "Page up", hidden=True),
    key("findings.page_down", "pagedown", "page_down", "Page down", hidden=True),
    key("findings.first", "home,g", "first", "First", hidden=True),
    key("findings.last", "end,G", "last", "Last", hidden=True),
]

LEADERBOARD: list[BindingType] = [
    key("leaderboard.matches", "m", "turn('board')", "Matches"),
    key("leaderboard.measure", "v", "turn('measure')", "Ratings"),
    key("leaderboard.role", "r", "turn('role')", "Role"),
    key("leaderboard.table", "t", "turn('table')", "Table"),
    *_back("leaderboard"),
]

SELECTOR: list[BindingType] = [
    key("selector.on", "right,l,enter,space", "turn(1)", "Next", hidden=True),
    key("selector.back", "left,h", "turn(-1)", "Before", hidden=True),
    key("selector.up", "up,k", "app.focus_previous", "Row before", hidden=True),
    key("selector.down", "down,j", "app.focus_next", "Next row", hidden=True),
]

GRID: list[BindingType] = [
    key("grid.open", "enter", "open", "Open", shown="enter"),
    key("grid.up", "up,k", "step(-1)", "Up", hidden=True),
    key("grid.down", "down,j", "step(1)", "Down", hidden=True),
    key("grid.page_up", "pageup", "page(-1)", "Page up", hidden=True),
    key("grid.page_down", "pagedown", "page(1)", "Page down", hidden=True),
    key("grid.first", "home,g", "end(False)", "First row", hidden=True),
    key("grid.last", "end,G", "end(True)", "Last row", hidden=True),
]

_EYES = "Through the eyes of a seat"

WATCH: list[BindingType] = [
    # Before the panels get them, but not while somebody types.
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
    *_pictures("watch", hidden=True),
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

CLAIMS: list[BindingType] = [key("claims.proof", "enter", "open", "Proof", shown="enter")]

CLAIMS_PANEL: list[BindingType] = [
    key("claims.filter", "w", "filter", "All claims, those that are not true, contradicted, or uncertain", hidden=True),
]

FORK: list[BindingType] = [
    key("fork.back", "escape,q", "back", "Back", shown="esc"),
    *HELP_KEYS,
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
    *_back("annotate"),
]

MODELS: list[BindingType] = [
    key("models.list", "down", "list", "To the list", hidden=True),
    *_back("models", "escape"),
]

NOTEBOOK: list[BindingType] = [
    key("notebook.go", "enter", "go", "To the log", shown="enter"),
    key("notebook.order", "o", "order", "Order"),
    key("notebook.conflicts", "c", "conflicts", "Contradictions"),
    *_back("notebook", "escape,q,t"),
]

HELP: list[BindingType] = [
    key("help.back", "escape,q,question_mark,f1", "back", "Back", shown="esc"),
]

COMPOSE: list[BindingType] = [
    key("compose.send", "enter", "send", "Send"),
    key("compose.line", "ctrl+j,shift+enter", "new_line", "New line", shown="^j"),
    key("compose.silent", "f2", "say_nothing", "Say nothing", hidden=True),
    key("compose.page_down", "pagedown", "turn_page(1)", "Read on in the page", hidden=True),
    key("compose.page_up", "pageup", "turn_page(-1)", "Read back in the page", hidden=True),
]

CHOICES: list[BindingType] = [
    key("choices.up", "up,k", "step(0, -1)", "Up", hidden=True),
    key("choices.down", "down,j", "step(0, 1)", "Down", hidden=True),
    key("choices.left", "left,h", "step(-1, 0)", "Left", hidden=True),
    key("choices.right", "right,l", "step(1, 0)", "Right", hidden=True),
    key("choices.take", "enter", "take", "Choose", hidden=True),
]

TRANSCRIPT: list[BindingType] = [
    key("transcript.up", "k", "scroll_up", "Line up", hidden=True),
    key("transcript.down", "j", "scroll_down", "Line down", hidden=True),
    key("transcript.first", "g", "scroll_home", "First line", hidden=True),
    key("transcript.last", "G", "scroll_end", "Last line", hidden=True),
]

PICTURE: list[BindingType] = [
    key("picture.nearer", "z,plus", "zoom(1)", "Nearer", hidden=True),
    key("picture.farther", "Z,minus", "zoom(-1)", "Farther away", hidden=True),
    key("picture.whole", "u", "whole", "All of the picture", hidden=True),  # 0 is a choice
    key("picture.left", "h,left", "pan(-1, 0)", "To the left", hidden=True),
    key("picture.down", "j,down", "pan(0, 1)", "Down", hidden=True),
    key("picture.up", "k,up", "pan(0, -1)", "Up", hidden=True),
    key("picture.right", "l,right", "pan(1, 0)", "To the right", hidden=True),
    key("picture.next", "p", "turn(1)", "The next picture", hidden=True),
    key("picture.previous", "P", "turn(-1)", "The picture before", hidden=True),
]

FIND: list[BindingType] = [key("find.close", "escape", "close", "End the search", shown="esc")]

SETTINGS: list[BindingType] = [
    key("settings.reset", "r", "reset", "Usual key"),
    key("settings.reset_all", "R", "reset_all", "All usual keys"),
    key("settings.copy", "y", "copy", "Copy path"),
    key("settings.test", "t", "test", "Test call"),
    key("settings.edit", "e", "edit", "Edit models.toml"),
    key("settings.ask", "a", "ask", "Ask again"),
    key("settings.dots", "d", "dots", "Test card"),
    *_back("settings", "escape"),
]

DOTS: list[BindingType] = [
    key("dots.half_blocks", "1", "take(1)", "Half blocks"),
    key("dots.sextants", "2", "take(2)", "Sextants"),
    key("dots.octants", "3", "take(3)", "Octants"),
    *_back("dots", "escape"),
]

LOG: list[BindingType] = [
    key("log.filter", "slash", "filter", "Filter", shown="/"),
    key("log.copy", "y", "copy", "Copy line"),
    key("log.down", "j", "step(1)", "Line down", hidden=True),
    key("log.up", "k", "step(-1)", "Line up", hidden=True),
    key("log.last", "G", "last", "Last line", hidden=True),
    *_back("log", "escape"),
]

SELECT: list[BindingType] = [
    key("dial.on", "right,space,l", "turn(1)", "Change", shown="←→"),
    key("dial.enter", "enter", "enter", "Change, or choose another", hidden=True),
    key("dial.back", "left,h", "turn(-1)", "Change back", hidden=True),
    key("dial.down", "down,j", "app.focus_next", "Next row", hidden=True),
    key("dial.up", "up,k", "app.focus_previous", "Row before", hidden=True),
]

# A participant of a study

VISIT: list[BindingType] = [  # as everywhere else, except for the log and mentions of it
    key("app.quit", "ctrl+q", "leave('quit')", "Stop", first=True, shown="^q"),
    key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or stop", hidden=True, first=True),
    key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]

STUDY: list[BindingType] = [
    key("study.on", "enter", "on", "Continue"),
    key("study.page_down", "space,pagedown", "turn(1)", "Read on", shown="space"),
    key("study.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
    *HELP_KEYS,
]

STUDY_CONSENT: list[BindingType] = [
    *[key(f"consent.tick_{digit}", digit, f"tick({digit})", f"Tick box {digit}", hidden=True) for digit in "123456789"],
    key("consent.page_down", "space,pagedown", "turn(1)", "Read on", shown="space"),
    key("consent.page_up", "pageup", "turn(-1)", "Read back", hidden=True),
    key("consent.agree", "a", "agree", "I agree"),
    key("consent.disagree", "d", "disagree", "I do not agree"),
    *HELP_KEYS,
]

STUDY_CODE: list[BindingType] = [
    key("code.on", "enter", "on", "Continue"),
    *HELP_KEYS,
]

TICK: list[BindingType] = [
    key("tick.turn", "space,enter", "turn", "Tick", hidden=True),
    key("tick.down", "down,j", "app.focus_next", "Next row", hidden=True),
    key("tick.up", "up,k", "app.focus_previous", "Row before", hidden=True),
]

QUESTIONS: list[BindingType] = [
    *[key(f"questions.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    key("questions.on", "enter", "on", "Continue"),
    key("questions.before", "escape", "before", "Back", shown="esc"),
    key("questions.unsaid", "f2", "unsaid", "Prefer not to say"),
    *HELP_KEYS,
]

ROWS: list[BindingType] = [
    key("rows.take", "enter", "take", "Choose, and continue", hidden=True),
    key("rows.up", "up,k", "cursor_up", "Up", hidden=True),
    key("rows.down", "down,j", "cursor_down", "Down", hidden=True),
]

SCALE: list[BindingType] = [
    key("scale.up", "right,l,up,k", "move(1)", "More", hidden=True),
    key("scale.down", "left,h,down,j", "move(-1)", "Less", hidden=True),
    key("scale.far_up", "shift+right,pageup", "move(10)", "Much more", hidden=True),
    key("scale.far_down", "shift+left,pagedown", "move(-10)", "Much less", hidden=True),
    key("scale.low", "home", "end(False)", "To the left end", hidden=True),
    key("scale.high", "end", "end(True)", "To the right end", hidden=True),
    key("scale.rub_out", "backspace", "rub_out", "Rub out a digit", hidden=True),
]

STUDY_STOP: list[BindingType] = [
    key("stop.stay", "escape,s", "stay", "Stay", shown="esc"),
    key("stop.leave", "y", "leave", "Stop now"),
]

STUDY_TABLE: list[BindingType] = [
    key("table.on", "enter", "on", "Continue"),
]
