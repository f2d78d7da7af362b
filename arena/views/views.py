"""What widgets are shown: frozen values, each made from what one viewer observed. Texts are raw; widgets make them visible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from woozle.arena.views.graph import Graph
from woozle.arena.views.line import Line, Tone
from woozle.core.event import Event
from woozle.core.request import Answer
from woozle.core.value import value

SPEECH_LIMIT = 4000  # characters, core.request.Speech
NUMBER_KEYS, LETTER_KEYS = "123456789", "ABCDEFG"
"""What choices are chosen by; 0 is for nothing, nobody or all. Letters after G move the cursor."""


@value
class RoomCard:
    """A room as the viewer knows it. key: the choice that leads there, empty if none does; people, bodies: seat numbers."""

    name: str
    title: str
    x: float
    y: float
    size: float
    is_here: bool = False
    key: str = ""
    people: tuple[int, ...] = ()
    bodies: tuple[int, ...] = ()
    task: str = ""
    has_button: bool = False


@value
class Way:
    """A corridor between two rooms; is_mine while the viewer travels through it. travellers: seat numbers of others who do."""

    ends: tuple[str, str]
    ticks: int
    is_mine: bool = False
    travellers: tuple[int, ...] = ()


@value
class Chart:
    """The map with everything that the viewer knows to be on it. letters: by seat number, from 1.

    legend: what the signs on it mean, each with its tone on the map.
    """

    rooms: tuple[RoomCard, ...]
    ways: tuple[Way, ...]
    letters: str
    legend: tuple[tuple[str, str], ...] = ()


@value
class SeatCard:
    """One seat. status: a word; note: where it was last seen, or what is publicly known."""

    number: int
    letter: str
    name: str
    is_you: bool = False
    is_alive: bool = True
    is_speaking: bool = False
    status: str = ""
    note: str = ""


@value
class TaskCard:
    """One task of the viewer. ticks: how far away it is."""

    title: str
    room: str
    done: int
    needed: int
    ticks: int
    is_fake: bool = False


@value
class Choice:
    """One of the things that can be chosen. key: the number, or capital letter, to press; is_final: cannot be undone.

    sure: how a final one is asked once more; then: what is asked once this is chosen, where that is not the same for all.
    """

    key: str
    text: str
    value: str | None
    hint: str = ""
    sure: str = ""
    room: str = ""
    who: int = 0
    then: Question | None = None

    @property
    def is_final(self) -> bool:
        """Whether it is asked once more."""
        return bool(self.sure)


@value
class Question:
    """What is asked of the viewer now: a choice (act, vote), or a text, to be said to all (speak), about what stands on the page
    (write), or in short (reply). hears: who would hear a remark; None where none can be made. draft: what the text begins with;
    None for what was written before. of: the answer that it becomes, where the kind does not tell.

    then: what is asked once this is answered, for an answer of two parts; `{first}` in its prompt stands for the first one.
    offer: what stands in an empty box, if not the usual words. span: the text is a whole number from the first to the second.
    silence: the words on the button that sends no text; empty where there is none. A speech has one anyway.
    """

    id: int
    kind: Literal["act", "speak", "vote", "write", "reply"]
    prompt: str
    choices: tuple[Choice, ...] = ()
    hears: str | None = None
    limit: int = 0
    seconds: float | None = None
    draft: str | None = None
    of: type[Answer] | None = None
    then: Question | None = None
    offer: str = ""
    span: tuple[int, int] | None = None
    silence: str = ""

    @property
    def is_text(self) -> bool:
        """Whether a text answers it, and no choice."""
        return self.kind in ("speak", "write", "reply")


@value
class Column:
    """A column of a Sheet. leaves: the highest leave first for want of room; is_cut: its cells may be cut."""

    title: str
    is_number: bool = False
    leaves: int = 0
    is_cut: bool = False


@value
class SheetRow:
    """A row of a Sheet. who: the number of the seat that it is about; letter: of that seat. tones: of cells, by their place."""

    cells: tuple[str, ...]
    who: int = 0
    letter: str = ""
    tones: Mapping[int, Tone] = field(default_factory=dict)


@value
class Sheet:
    """Figures in columns, the first of which names seats. note: how to read them, in one line."""

    columns: tuple[Column, ...]
    rows: tuple[SheetRow, ...]
    note: str = ""


@value
class Page:
    """What is to be read beside everything else. note: how much it is."""

    title: str
    lines: tuple[Line, ...]
    note: str = ""


@value
class PictureShown:
    """Pictures beside everything else. sights: an Event for each, from which the game draws it (`players/pictures`), so that nobody
    sees more than they were told; captions: of each, in words. can_open: whether they may be opened as files.
    """

    sights: tuple[Event, ...]
    captions: tuple[str, ...]
    can_open: bool = True


@value
class Table:
    """All that a table shows beside the transcript: a chart of places, or a page, figures, or a graph.

    is_idle: whether nothing will be asked of the viewer any more. gone: what somebody is who is no longer in. is_talk: what was
    said is read first, and the page where there is room.
    """

    phase: Literal["roam", "meeting", "vote", "decide", "write", "over"]
    title: str
    you: SeatCard | None
    role: str
    goal: str
    is_duck: bool
    prompt: str
    chart: Chart | None
    seats: tuple[SeatCard, ...]
    tasks: tuple[TaskCard, ...]
    status: tuple[str, ...] = ()
    question: Question | None = None
    sheet: Sheet | None = None
    page: Page | None = None
    picture: PictureShown | None = None
    graph: Graph | None = None
    is_idle: bool = False
    gone: str = "DEAD"
    is_talk: bool = False


@value
class Curtain:
    """Who is to have the keyboard. name: empty while nobody is; seat: where they sit, empty if that is not to be said.

    seconds: that they have to think, None for no limit. is_first: they have not seen their table yet; is_resumed: since the match
    was left and resumed.
    """

    name: str = ""
    seat: str = ""
    seconds: float | None = None
    is_first: bool = False
    is_resumed: bool = False


@value
class Turn:
    """What a seat is doing for the match. asks: what is asked for, in a word; seconds: it took, None while it lasts.

    words: how a model goes on with it, empty for others. since, until: when that began and will end, on the clock of the app, None
    where nobody knows. limit: seconds it may take, None for no limit.
    """

    number: int
    name: str
    state: Literal["asked", "answered", "refused", "forfeited"]
    asks: str = ""
    seconds: float | None = None
    words: str = ""
    since: float | None = None
    until: float | None = None
    limit: float | None = None


@value
class Show:
    """What spectators look at. path: of the match; viewers: through whose eyes it may be seen; viewer: at first.

    is_live: it is played now, so that its end is not known; can_fork: one can branch off it.
    checked: what verify last found, which is never asked about an imported match. can_audit: its claims can be
    checked; is_audited: they are shown at first. rules: how it is played.
    """

    game: str
    path: str
    viewers: tuple[str, ...]
    viewer: str
    is_live: bool = False
    can_fork: bool = False
    checked: Literal["", "verified", "consistent", "altered", "imported"] = ""
    can_audit: bool = False
    is_audited: bool = False
    rules: tuple[Line, ...] = ()


@value
class Results:
    """How a match ended. headline: for the viewer; reason: for everybody; ranks: how each seat did.

    failures: of players, through no fault of theirs; costs: what models have used up. picture: what it was about. graph: of a
    debate, and turns: whose answer turned in it, and after hearing whom. head: the link of the transcript's last line.
    """

    headline: str
    reason: str
    is_won: bool | None
    ranks: Sheet
    facts: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    picture: PictureShown | None = None
    graph: Graph | None = None
    turns: tuple[str, ...] = ()
    head: str = ""


@value
class MatchRow:
    """A match that is kept. path: its directory; has_person: somebody plays in it."""

    id: str
    path: str
    game: str
    status: Literal["finished", "unfinished", "damaged"]
    when: str
    what: str
    has_person: bool = False
