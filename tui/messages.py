"""What screens, widgets, the session and the app say to each other. Each is a small value; none carries a widget."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from textual.message import Message

from woozle.tui.posted import posted

if TYPE_CHECKING:
    from woozle.core.game import Event, Told
    from woozle.core.request import Answer, Request
    from woozle.tui.people import Lock
    from woozle.tui.present.views import Choice, Curtain, Line, MatchRow, Question, SeatCard, Turn
    from woozle.tui.start import Start


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
class Finished(Message):
    """The match is over and its transcript closed."""


@posted
class Failed(Message):
    """The match cannot go on. The sentence says why and what can be done."""

    sentence: str


# From whoever feeds the screen of spectators: a live match without people, or a transcript


@posted
class Recorded(Message):
    """The record has grown. steps: for each Event, after how many Responses it was told (0: in the opening)."""

    told: tuple[Told, ...]
    steps: tuple[int, ...]


@posted
class Playhead(Message):
    """Where in the record the screen stands: after so many Events. is_playing: it goes on by itself. speed: of reading."""

    at: int
    is_playing: bool
    speed: float


@posted
class Turns(Message):
    """Who is asked now, and who answered last; the newest first."""

    turns: tuple[Turn, ...]


# From the app to its screens


@posted
class MatchesListed(Message):
    """The matches that are kept, the newest first."""

    rows: tuple[MatchRow, ...]


@posted
class Verified(Message):
    """What checking a transcript has found, as lines."""

    lines: tuple[Line, ...]
    is_sound: bool


@posted
class Raw(Message):
    """A part of the transcript, as text."""

    text: str


# From screens to the app


@posted
class Navigate(Message):
    """Show another screen. again: play what was just played."""

    to: Literal["lobby", "seats", "results", "again", "help", "browser", "leaderboard", "settings", "log", "back", "quit"]


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
class WatchBots(Message):
    """Look on at a new match of bots, as it usually is."""


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
    """Walk through a transcript. line: of the file, to begin at, 0 for the beginning; viewer: whose eyes, None for everything."""

    path: Path
    line: int = 0
    viewer: str | None = None


@posted
class OpenReport(Message):
    """Check a transcript and show what was found, level by level."""

    path: Path


@posted
class Play(Message):
    """To whoever feeds the screen of spectators: pause or go on, let one answer come, jump to a position, slower or faster."""

    change: Literal["pause", "go", "step", "to", "slower", "faster"]
    at: int = 0


@posted
class WantRaw(Message):
    """Show the last of so many Events as it stands in the transcript."""

    at: int


@posted
class WantFork(Message):
    """Ask who goes on after so many Responses of the replayed match. seats: with all that is known of them."""

    path: Path
    step: int
    seats: tuple[SeatCard, ...]


@posted
class ForkHere(Message):
    """Branch off the replayed match after so many Responses, and play on in a seat (None: watch bots play on)."""

    path: Path
    step: int
    seat: str | None


@posted
class Copy(Message):
    """Put some text on the clipboard, and say how much it was. what: a word for it, of ours."""

    text: str
    what: str


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
class Reveal(Message):
    """The person for whom the curtain fell wants to see their table."""


@posted
class Pace(Message):
    """Pause or go on, skip what is being waited for, or run to the end."""

    change: Literal["pause", "skip", "fast"]


@posted
class LeaveMatch(Message):
    """Leave a live match; its transcript can be resumed."""

    quit: bool = False


# From widgets to their screen


@posted
class Decided(Message):
    """A question is answered: with the value of a choice, and a text."""

    question: Question
    value: str | None
    text: str


@posted
class Picked(Message):
    """One of the choices was chosen, and confirmed if it is final."""

    choice: Choice


@posted
class Doubted(Message):
    """A final choice waits for its confirmation; None when it no longer does."""

    choice: Choice | None


@posted
class RoomClicked(Message):
    """A room of the map was clicked."""

    room: str


@posted
class LinePicked(Message):
    """The reader has put the cursor on a line of the transcript."""

    index: int


@posted
class Sought(Message):
    """A place on the bar of a replay was chosen: after so many Events."""

    at: int


@posted
class SeatClicked(Message):
    """A seat of the list was clicked, by its number."""

    number: int


@posted
class PlaceTyped(Message):
    """The reader wants to go to a place of the record, in words."""

    text: str


@posted
class Composed(Message):
    """The text in the box was sent."""

    text: str
