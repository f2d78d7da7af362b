"""A scripted participant of a study on a terminal, who gets where no monkey does: past the consent, the code, the questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.tui.terminals import StrictTerminal

STAGES = ("StudyTableScreen", "StudyQuestionsScreen", "StudyCodeScreen", "StudyConsentScreen", "")
"""The screens at which a monkey can take over, the farthest first; the last, empty one is where a study begins."""

_MOST = 150  # looks at the screen before the participant counts as lost
_CODE = re.compile(r"(?:\w ){3}\w - (?:\w ){2}(\w) (\w)")


class LostError(Exception):
    """A participant who follows the instructions but gets stuck."""


def gone_to(stage: str, terminal: StrictTerminal, visited: Path, wait: Callable[[Callable[[], bool]], None]) -> int:
    """Take part until this kind of screen is shown, and return the number of keys pressed. Raises LostError.

    visited: file that records the kinds of screens; wait: waits until nothing moves and a condition holds, or for long enough.
    """
    pressed = 0
    for _ in range(_MOST):
        shown = visited.read_text().split()[-1:]
        if shown == [stage] or terminal._app.poll() is not None:
            return pressed
        for key in _next(*shown or [""], " ".join(terminal.screen().split())):
            before = terminal.screen()
            with suppress(OSError):  # it has just ended
                terminal.keys(key)
            pressed += 1
            wait(lambda before=before: terminal.screen() != before)  # type: ignore[misc]
    raise LostError(f"{stage} never came; the screen is:\n{terminal.screen()}")


def _next(kind: str, screen: str) -> str:
    """Return the keys to press on a kind of screen. screen: its text."""
    match kind:
        case "StudyConsentScreen" if box := re.search(r"Not yet ticked: (\d)", screen):
            return box[1]
        case "StudyConsentScreen":
            return "a" if "All boxes that are needed are ticked" in screen else " "
        case "StudyCodeScreen" if code := _CODE.search(screen):
            return f"\x7f\x7f{code[1]}{code[2]}\r"
        case "StudyQuestionsScreen":
            return "1\r"
    return "\r"
