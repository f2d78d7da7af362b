"""The view of a match for screens, pages and plain text: frozen values, each made from one viewer's observation.

Texts are raw; the code that draws them makes them safe.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import ClassVar, Literal, TypeAlias

from woozle.core.event import Event
from woozle.core.line import Line, Tone
from woozle.core.value import value

SPEECH_LIMIT = 4000  # characters, core.request.Speech
NUMBER_KEYS, LETTER_KEYS = "123456789", "ABCDEFG"
"""The keys of choices; 0 is for nothing, no one or all. Letters after G move the cursor."""


@value
class SeatCard:
    """A seat. out: the word for one that is out, such as `DEAD`; empty for all others. is_done: whether it has finished.

    status: a word; note: where it was last seen, or what is publicly known.
    """

    number: int
    letter: str
    name: str
    is_you: bool = False
    out: str = ""
    is_done: bool = False
    is_speaking: bool = False
    status: str = ""
    note: str = ""


@value
class Choice:
    """A value to choose. key: the number or capital letter to press; is_final: whether it cannot be undone.

    sure: the confirmation question for a final one; target: the part of a panel that represents it, such as a room. then, draft:
    the prompt and the initial text of the second question after this choice, None for those of the Question; with an empty prompt
    it is not asked. wants_text: whether a text is expected then, so that the usual key sends none that is empty.
    """

    key: str
    text: str
    value: str | None
    hint: str = ""
    sure: str = ""
    target: str = ""
    who: int = 0
    then: str | None = None
    draft: str | None = None
    wants_text: bool = False

    @property
    def is_final(self) -> bool:
        """True if it must be confirmed."""
        return bool(self.sure)


@value
class WordLimit:
    """The most words of a text that are read, and how they are counted."""

    most: int
    count: Callable[[str], int] = field(repr=False)


@value
class Question:
    """A question to the viewer: a choice, or without choices a text.

    hears: who would hear a remark beside the choice; None if none can be made. limit: characters of a text. draft: the initial
    text; None for what was written before. then: the second question, for an answer of two parts; `{first}` in its prompt stands
    for the first part. offer: the placeholder of an empty box, if not the default. span: the text is a whole number from the first
    to the second. words: how many words of a text are read; None for all. may_be_empty: whether a text may be empty, which
    takes its own key; is_optional: whether the usual key sends an empty one, too.
    """

    id: int
    prompt: str
    choices: tuple[Choice, ...] = ()
    hears: str | None = None
    limit: int = 0
    seconds: float | None = None
    draft: str | None = None
    then: Question | None = None
    offer: str = ""
    span: tuple[int, int] | None = None
    words: WordLimit | None = None
    may_be_empty: bool = False
    is_optional: bool = False

    @property
    def is_text(self) -> bool:
        """True if it is answered by a text, not by a choice."""
        return not self.choices

    def after(self, choice: Choice) -> Question | None:
        """Return what is asked after a choice; None if that is all."""
        if self.then is None or choice.then == "":
            return None
        draft = self.then.draft if choice.draft is None else choice.draft
        is_optional = self.then.is_optional and not choice.wants_text
        return replace(self.then, prompt=choice.then or self.then.prompt, draft=draft, is_optional=is_optional)


@value
class Panel:
    """A part of a table view. Subclasses define its content; a game may bring its own.

    WIDGETS: the module with the `PanelWidget` that shows it in a terminal, imported when it is first shown.
    TEMPLATE: the Jinja template that shows it on pages, as `package:file`. It is given the `panel`, an `id`, the `names` of seats
    by number and, for pictures, their `addresses`.
    heading: the title on its border, if the default does not fit.
    """

    WIDGETS: ClassVar[str]
    TEMPLATE: ClassVar[str]
    heading: str = field(default="", kw_only=True)


OWN = " (you)"
"""The suffix of the viewer's own seat in figures."""

YOU = "you"
"""The viewer, in the last column of results, which names the players."""

UNKNOWN = "–"
"""The cell of a FigureTable for an unknown figure."""


@value
class FigureColumn:
    """A column of a FigureTable. leaves: on narrow screens, the column with the highest number leaves first; 0 stays.

    is_cut: whether its cells may be truncated.
    """

    title: str
    is_number: bool = False
    leaves: int = 0
    is_cut: bool = False


@value
class FigureRow:
    """A row of a FigureTable. who: number of the seat that it is about; letter: of that seat. tones: of cells, by column."""

    cells: tuple[str, ...]
    who: int = 0
    letter: str = ""
    tones: Mapping[int, Tone] = field(default_factory=dict)


@value
class FigureTable(Panel):
    """Figures in columns; the first names seats. note: how to read them, in one line."""

    WIDGETS: ClassVar[str] = "woozle.tui.widgets.figures"
    TEMPLATE: ClassVar[str] = "woozle.arena.fragments:figures.html"

    columns: tuple[FigureColumn, ...]
    rows: tuple[FigureRow, ...]
    note: str = ""


@value
class Document(Panel):
    """A text to read beside everything else: rules, a question, a passage. note: its length, or kind.

    is_aside: whether the log comes first, and this only where there is room.
    """

    WIDGETS: ClassVar[str] = "woozle.tui.widgets.document"
    TEMPLATE: ClassVar[str] = "woozle.arena.fragments:document.html"

    title: str
    lines: tuple[Line, ...]
    note: str = ""
    is_aside: bool = False


@value
class Pictures(Panel):
    """Pictures beside everything else. game: the game whose `games/<game>/players` draws them.

    sights: the Event from which each is drawn, so that viewers see no more than they observed; captions: of each, in words.
    can_open: whether they may be opened as files.
    """

    WIDGETS: ClassVar[str] = "woozle.tui.widgets.picture"
    TEMPLATE: ClassVar[str] = "woozle.arena.fragments:pictures.html"

    game: str
    sights: tuple[Event, ...]
    captions: tuple[str, ...]
    can_open: bool = True


@value
class TableView:
    """A match as one viewer sees it beside the log: the seats, the question, and the panels of its game.

    prompt: what is asked or waited for; empty once the match is over. role: the viewer's, by the name of the rules; goal: in a few
    words. is_discussion: whether the log matters more than the panels now.
    """

    title: str
    seats: tuple[SeatCard, ...]
    prompt: str
    panels: tuple[Panel, ...] = ()
    question: Question | None = None
    role: str = ""
    goal: str = ""
    is_discussion: bool = False


OVER = "The match is over."
"""The prompt once the match is over, where no better one is at hand."""


def without_turns(table: TableView) -> TableView:
    """Return a table without any mention of who is or was asked: for humans who do not know who sits where."""
    if not table.is_discussion:
        return table
    prompt = table.prompt if table.question else "Others are asked. In a blind match you do not see who."
    seats = (replace(card, is_speaking=False, note=card.note if card.out else "") for card in table.seats)
    return replace(table, prompt=prompt, seats=tuple(seats))


def panels(*each: Panel | None) -> tuple[Panel, ...]:
    """Return the given panels without None."""
    return tuple(panel for panel in each if panel is not None)


@value
class Curtain:
    """The next holder of the keyboard. name: empty without one; seat: their seat, empty if it must stay hidden.

    seconds: thinking time; None for no limit. is_first: whether they have not seen their table yet; is_resumed: whether that is
    because the match was left and resumed.
    """

    name: str = ""
    seat: str = ""
    seconds: float | None = None
    is_first: bool = False
    is_resumed: bool = False


TurnState: TypeAlias = Literal["asked", "answered", "refused", "forfeited"]


@value
class Turn:
    """A seat's answer in the making. asks: the kind of answer, in a word; seconds: time that it took, None until it comes.

    words: a model's progress, or its usage for the answer; empty for others. since, until: when that began and will end, on the
    clock of the app; None if unknown. limit: seconds that it may take; None for no limit.
    """

    number: int
    name: str
    state: TurnState
    asks: str = ""
    seconds: float | None = None
    words: str = ""
    since: float | None = None
    until: float | None = None
    limit: float | None = None


@value
class Show:
    """A match to watch. path: of the match; viewers: through whose eyes it may be seen; viewer: the first of these.

    is_live: whether it is being played, so that its end is unknown; can_fork: whether it can be forked. checked: the last verdict
    of verify; none for an imported match. can_audit: whether its claims can be checked; is_audited: whether they are shown at
    first. rules: how it is played.
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
    """The end of a match. headline: for the viewer; reason: for everybody; ranks: the result of each seat.

    failures: of players, through no fault of theirs; answers: on unanswered questions; costs: usage of models. notes: sentences on
    the turning points of the match. head: the link of the transcript's last line.
    """

    headline: str
    reason: str
    is_won: bool | None
    ranks: FigureTable
    facts: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    costs: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    notes: tuple[str, ...] = ()
    head: str = ""

    def naming_you(self, name: str) -> Results:
        """Return the same results with a name in place of `you` among the players."""
        at = len(self.ranks.columns) - 1
        rows = (replace(row, cells=(*row.cells[:at], name)) if row.cells[at:] == (YOU,) else row for row in self.ranks.rows)
        return replace(self, ranks=replace(self.ranks, rows=tuple(rows)))
