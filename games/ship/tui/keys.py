"""Bindings of the screens and widgets that only the ship has, and their sections in the settings."""

from textual.binding import BindingType

from woozle.tui.keys import back_keys, key
from woozle.tui.settings.keymap import Section

ROUTES: list[BindingType] = [
    key("routes.skip", "enter,space", "skip", "Skip", shown="enter"),
    key("routes.again", "r", "again", "Again"),
    key("routes.on", "right,l", "step(1)", "One tick on", hidden=True),
    key("routes.back", "left,h", "step(-1)", "One tick back", hidden=True),
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

SECTIONS = (
    Section("Routes", "routes", f"{__name__}:ROUTES", within=("Looking back",)),
    Section("Annotation", "annotate", f"{__name__}:ANNOTATE", within=("Selects",)),
)
