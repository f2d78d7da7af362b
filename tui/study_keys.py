"""The keys of a participant of a study, as `keys.py` has all others."""

from __future__ import annotations

from textual.binding import BindingType

from woozle.tui.keys import HELP_KEYS, key

VISIT: list[BindingType] = [  # what can be done everywhere else, but for the log, and what is said of it
    key("app.quit", "ctrl+q", "leave('quit')", "Stop", first=True, shown="^q"),
    key("app.quit_or_copy", "ctrl+c", "copy_or_quit", "Copy the selection, or stop", hidden=True, first=True),
    key("app.jump", "ctrl+o", "screen.jump", "Jump to a panel", hidden=True),
]

STUDY: list[BindingType] = [
    key("study.on", "enter", "on", "Go on"),
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
    key("code.on", "enter", "on", "Go on"),
    *HELP_KEYS,
]

TICK: list[BindingType] = [
    key("tick.turn", "space,enter", "turn", "Tick", hidden=True),
    key("tick.down", "down,j", "app.focus_next", "Next row", hidden=True),
    key("tick.up", "up,k", "app.focus_previous", "Row before", hidden=True),
]

QUESTIONS: list[BindingType] = [
    *[key(f"questions.choose_{digit}", digit, f"choose('{digit}')", f"Choose {digit}", hidden=True) for digit in "1234567890"],
    key("questions.on", "enter", "on", "Go on"),
    key("questions.before", "escape", "before", "Before", shown="esc"),
    key("questions.unsaid", "f2", "unsaid", "Prefer not to say"),
    *HELP_KEYS,
]

ROWS: list[BindingType] = [
    key("rows.take", "enter", "take", "Choose, and go on", hidden=True),
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
    key("table.on", "enter", "on", "Go on"),
]
