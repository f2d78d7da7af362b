"""News of a match: messages from a session to the screen of a table, and from an event source to that of spectators."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.arena.play.people import Lock
    from woozle.arena.views.audits import ClaimRow, Explanation
    from woozle.arena.views.model_traces import Done, Mind
    from woozle.arena.views.panels import Curtain, Turn
    from woozle.arena.views.waiting_room import WaitingRoom
    from woozle.core.game import Event, RecordEntry
    from woozle.core.request import Request

Change: TypeAlias = Literal["pause", "go", "step", "to", "slower", "faster", "give_up"]
"""The ways to steer: pause or go on, let one answer come, jump to a position, slower or faster, stop waiting for a model."""


class News:
    """A change in a match, for its viewers."""

    __slots__ = ()


# From a session


@value
class EventsArrived(News):
    """The viewer has observed more."""

    events: tuple[Event, ...]


@value
class Asked(News):
    """The viewer is asked something. left: returns the seconds of thinking time that remain; None without a limit.

    draft, why: the text of an answer that a host did not take, and its reason; empty for a question that is new.
    """

    request: Request
    left: Callable[[], float | None]
    draft: str = ""
    why: str = ""


@value
class Withdrawn(News):
    """A request has closed, since its time is over."""

    request: int


@value
class CurtainFell(News):
    """The keyboard changes hands: no table may be shown until the next person says that they are alone with the screen."""

    curtain: Curtain
    lock: Lock


@value
class CurtainRose(News):
    """The table of this seat may be shown now; all that it has observed follows."""

    seat: str


@value
class Paced(News):
    """The match is paused, waits for readers, or goes on. speed: of reading.

    hurry: whether it skips waiting for readers until the next decision of a person (`turn`), or until the `end`.
    """

    state: Literal["going", "reading", "paused"]
    speed: float = 1.0
    hurry: Literal["", "turn", "end"] = ""


@value
class Waits(News):
    """Others have been asked. number: how many, None if hidden; elapsed: returns the seconds since then."""

    number: int | None
    elapsed: Callable[[], float]


# From a session at a table of another machine


@value
class Gathered(News):
    """Those who are at the table have changed, before the match or during it."""

    room: WaitingRoom


@value
class Seated(News):
    """The match has begun, or has to be drawn otherwise: the table of this seat may be shown now; all that it observed follows.

    why_texts: why it is drawn from the texts of the host, in a sentence; empty otherwise.
    """

    seat: str
    why_texts: str = ""


@value
class HostReached(News):
    """How the host of the table is reached, and who is waited for, in a few words."""

    words: str
    state: str


@value
class PicturesCame(News):
    """The pictures of the open question have come from the host, and can be drawn now."""


@value
class HumansGuessed(News):
    """The match of a blind table is over, and its host asks who of these seats was human. seconds: for the guess."""

    seats: tuple[str, ...]
    seconds: float


# From both


@value
class Finished(News):
    """The match is over and its transcript closed."""


@value
class Failed(News):
    """The match cannot go on. The sentence says why, and what to do."""

    sentence: str


# From an event source


@value
class Recorded(News):
    """The record has grown. steps: for each Event, the number of Responses before it (0: in the opening).

    done: the work of models for them.
    """

    told: tuple[RecordEntry, ...]
    steps: tuple[int, ...]
    done: tuple[Done, ...] = ()


@value
class Playhead(News):
    """The position in the record: after `at` Events. is_playing: whether it goes on by itself. speed: of reading."""

    at: int
    is_playing: bool
    speed: float


@value
class Turns(News):
    """The turns of seats that are asked now, then of those that answered last; the newest first."""

    turns: tuple[Turn, ...]


@value
class Thinking(News):
    """The progress of models with their answers."""

    minds: tuple[Mind, ...]


@value
class Audited(News):
    """A batch of checked claims. problem: why no more can be checked, in a sentence. explained: known reasons for Events."""

    claims: tuple[ClaimRow, ...]
    problem: str = ""
    explained: tuple[Explanation, ...] = ()
