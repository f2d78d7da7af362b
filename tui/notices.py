"""Notices that it is a person's turn, for those who are looking elsewhere: a bell, the title of the window, the desktop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, Literal, TypeAlias

Notice: TypeAlias = Literal["off", "bell", "desktop"]

TITLE: Final = "Woozle: your turn"
"""The words of a notice. Words of players are never sent to a desktop."""

_BELL = "\a"
_PUSH_TITLE, _POP_TITLE = "\x1b[22;2t", "\x1b[23;2t"
_OSC_9 = ("iTerm.app", "WezTerm", "ghostty")  # by TERM_PROGRAM
_OSC_777 = ("foot", "xterm-kitty", "rxvt-unicode")  # how TERM begins


class TurnNotices:
    """Tells a terminal that it is its user's turn, and takes the title back.

    Args:
        write: Writes a sequence to the terminal. All of them are constants of this module.
        environ: Variables that say which terminal it is. One that does not know notices of the desktop gets the bell.
    """

    def __init__(self, write: Callable[[str], None], environ: Mapping[str, str]) -> None:
        self._write = write
        self._environ = environ
        self._is_shown = False

    def begin(self, how: Notice) -> None:
        """Say that it is the user's turn, unless they know already."""
        if how != "off" and not self._is_shown:
            self._is_shown = True
            self._write(f"{_PUSH_TITLE}\x1b]2;{TITLE}\a{self._desktop() if how == 'desktop' else _BELL}")

    def end(self) -> None:
        """Take the title back, as they look."""
        if self._is_shown:
            self._is_shown = False
            self._write(_POP_TITLE)

    def _desktop(self) -> str:
        if "TMUX" in self._environ or self._environ.get("TERM", "").startswith("screen"):
            return _BELL  # which tmux and screen pass on; sequences of the desktop they keep
        if self._environ.get("TERM_PROGRAM") in _OSC_9:
            return f"\x1b]9;{TITLE}\a"
        if self._environ.get("TERM", "").startswith(_OSC_777):
            return "\x1b]777;notify;Woozle;Your turn\a"
        return _BELL
