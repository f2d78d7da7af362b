"""What screens, widgets, the session and the app say to each other. Each is a small value; none carries a widget."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual.message import Message

from woozle.tui.messages.posted import posted

if TYPE_CHECKING:
    from woozle.arena.play.people import Lock
    from woozle.arena.play.start import Start
    from woozle.arena.views.line import Line
    from woozle.arena.views.views import Curtain, MatchRow
    from woozle.core.game import Event
    from woozle.core.request import Answer, Request


# From the session to the screen


@posted
class EventsArrived(Message):
    """The viewer has observed more."""

    events: tuple[Event, ...]


@posted
class Asked(Message):
    """The viewer is asked something. left: how many seconds of thinking time there still are; None without a limit."""

    request: Request
    left: Callable[[], float | None]


@posted
class Withdrawn(Message):
    """A request is no longer open: its time is over."""

    request: int


@posted
class CurtainFell(Message):
    """Somebody else is asked: nobody's table may be seen until they say that they are alone with the screen."""

    curtain: Curtain
    lock: Lock


@posted
class CurtainRose(Message):
    """The table of this seat may be seen now, and all that it has observed follows."""

    seat: str


@posted
class Paced(Message):
    """The match stands still, waits for people to read, or goes on. speed: infinity when it runs to the end."""

    state: Literal["going", "reading", "paused"]
    speed: float = 1.0


@posted
class Waits(Message):
    """Others have been asked. number: so many are waited for, None where that is not said; elapsed: for so many seconds already."""

    number: int | None
    elapsed: Callable[[], float]


@posted
class Finished(Message):
    """The match is over and its transcript closed."""


@posted
class Failed(Message):
    """The match cannot go on. The sentence says why and what can be done."""

    sentence: str


# From the app to its screens


@posted
class MatchesListed(Message):
    """The matches that are kept, the newest first."""

    rows: tuple[MatchRow, ...]


@posted
class Verified(Message):
    """What checking a transcript has found, as lines."""

    lines: tuple[Line, ...]
    verdict: Literal["verified", "consistent", "altered"]


# From screens to the app


@posted
class Navigate(Message):
    """Show another screen. again: play what was just played."""

    to: Literal["lobby", "results", "again", "help", "browser", "leaderboard", "settings", "log", "back", "quit"]


@posted
class WantMatches(Message):
    """List the matches that are kept."""


@posted
class WantResults(Message):
    """Show how the match at the table ended."""


@posted
class WantVerified(Message):
    """Check the transcript of the match whose results are shown."""


@posted
class WantTheme(Message):
    """Dark instead of light, or the other way round."""


@posted
class StartMatch(Message):
    """Play a new match."""

    start: Start


@posted
class SetUp(Message):
    """Choose who plays a game, and by which rules."""

    game: str


@posted
class Learn(Message):
    """Play the tutorial of a game."""

    game: str


@posted
class WatchBots(Message):
    """Look on at a new match of bots, as it usually is."""

    game: str


@posted
class ResumeMatch(Message):
    """Go on with a match that was left."""

    path: Path


@posted
class OpenResults(Message):
    """Show how a finished match ended."""

    path: Path


@posted
class OpenReplay(Message):
    """Walk through a transcript. line: of the file, to begin at, 0 for the beginning; viewer: whose eyes, None for everything.

    is_audited: its claims are shown, if they can be checked.
    """

    path: Path
    line: int = 0
    viewer: str | None = None
    is_audited: bool = False


@posted
class OpenReport(Message):
    """Check a transcript and show what was found, level by level."""

    path: Path


@posted
class Copy(Message):
    """Put some text on the clipboard, and say how much it was. what: a word for it, of ours."""

    text: str
    what: str


@posted
class WantPictures(Message):
    """Open pictures of what a seat sees: at a table of whoever looks at it now, for spectators of `viewer` after so many Events."""

    viewer: str = ""
    at: int = 0


@posted
class Answered(Message):
    """The viewer's answer to a request."""

    request: int
    answer: Answer


@posted
class Shown(Message):
    """A request is on screen: thinking time runs from here."""

    request: int


@posted
class Covered(Message):
    """Another screen was put over the table, or taken away."""


@posted
class Typed(Message):
    """The person pressed keys or buttons of the mouse, took characters out of an answer, or pasted so many into it at once.

    anticipated: inputs that were ignored, because what is asked had hardly been painted.
    """

    keys: int = 0
    deleted: int = 0
    pasted: int = 0
    anticipated: int = 0


@posted
class Reveal(Message):
    """The person for whom the curtain fell wants to see their table."""


@posted
class Pace(Message):
    """Pause or go on, skip what is being read, run to the end, or let the model that is waited for give up its answer."""

    change: Literal["pause", "skip", "fast", "give_up"]


@posted
class LeaveMatch(Message):
    """Leave a live match; its transcript can be resumed."""

    quit: bool = False
