"""Moments of a match of the ship, as one seat sees them, and an app that shows them without a match behind it."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.arena.play import news
from woozle.arena.views.panels import FigureColumn, FigureRow, FigureTable
from woozle.arena.views.saved_matches import MatchRow, RecentMatches
from woozle.core.game import Event
from woozle.core.request import Request
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.tui import messages, routes
from woozle.tui.app import WoozleApp

SEATS = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank")
CONFIG = preset("standard")
ID = "20260102-030405-ship-0a1b"

START: list[Event] = [
    ship.Briefing(SEATS, CONFIG),
    ship.Role("Alice", "goose", (), ("medbay", "storage", "electrical", "weapons", "oxygen")),
    ship.Placed("Alice", "cafeteria"),
    ship.Tick(1),
    ship.Sight("Alice", 1, "cafeteria", ("Bob",), (), (), (), None),
    ship.Said("Bob", "cafeteria", "Off to the scan?"),
    ship.Moved("Alice", "cafeteria", "medbay", 1),
    ship.Tick(2),
    ship.Sight("Alice", 2, "medbay", (), (), (), (), None),
    ship.Worked("Alice", "medbay", "Submit Scan", 1, 3),
    ship.Tick(3),
]

ROAM: list[Event] = [
    *START,
    ship.Sight("Alice", 3, "medbay", ("Eve", "Frank"), ("Diana",), (("Bob", "storage"),), (("Eve", "storage"),), None),
]

MEETING: list[Event] = [
    *ROAM,
    ship.MeetingCalled(3, "Eve", "report", ("Diana",)),
    ship.Sight("Alice", 3, "medbay", ("Eve", "Frank"), ("Diana",), (), (), None),
    ship.SpeakingOrder(("Eve", "Alice", "Frank", "Bob", "Charlie")),
    ship.Spoke(
        "Eve",
        1,
        "Diana lies in medbay. I came from storage and met Bob on the way. Alice, you were here first: did you see him?",
    ),
]

_ROUNDS = (
    ("Alice", 1, "I was in cafeteria with Bob at tick 1, then here. Bob left for storage."),
    ("Frank", 1, ""),
    ("Bob", 1, "I only passed through."),
    ("Charlie", 1, "I was in navigation the whole time."),
    ("Eve", 2, "Then it is Bob."),
    ("Alice", 2, "I agree."),
    ("Frank", 2, "Let us vote Bob."),
    ("Bob", 2, "You are wrong, and you will see."),
    ("Charlie", 2, ""),
)

VOTE: list[Event] = [*MEETING, *(ship.Spoke(*speech) for speech in _ROUNDS)]

DEAD: list[Event] = [
    *VOTE,
    ship.Voted("Alice", "Bob"),
    ship.Ballot(
        {"Alice": 3, "Bob": 2},
        {"Eve": "Alice", "Alice": "Bob", "Frank": "Bob", "Bob": "Alice", "Charlie": "Alice"},
        "Alice",
        "goose",
    ),
    ship.Tick(4),
    ship.Tick(5),
]

DUCK: list[Event] = [
    ship.Briefing(SEATS, preset("standard", ducks=2)),
    ship.Role("Alice", "duck", ("Eve",), ("medbay", "storage", "electrical", "weapons", "oxygen")),
    ship.Placed("Alice", "storage"),
    ship.Tick(7),
    ship.Sight("Alice", 7, "storage", ("Bob", "Eve"), (), (), (), 0),
]

ACT = Request(
    1,
    "Alice",
    ship.Act,
    {"action": ("wait", "move cafeteria", "move electrical", "move storage", "move upper_engine", "task", "report")},
)
KILL = Request(
    2, "Alice", ship.Act, {"action": ("wait", "move lower_engine", "move medbay", "move navigation", "task", "kill Bob")}
)
SPEAK = Request(3, "Alice", ship.Speak, {}, 90.0)
VOTING = Request(4, "Alice", ship.Vote, {"target": ("Bob", "Charlie", "Eve", "Frank", None)})

MATCHES = (
    MatchRow("c", "/matches/c", "ship", "unfinished", "03 Jan 10:11", "41 answers so far"),
    MatchRow("b", "/matches/b", "ship", "finished", "02 Jan 21:30", "All ducks have been ejected."),
    MatchRow("a", "/matches/a", "ship", "damaged", "01 Jan 08:00", "cannot be read"),
)


_NUMBERS = tuple(FigureColumn(title, is_number=True) for title in ("tasks", "kills", "votes hit"))


def rank(number: int, name: str, role: str = "goose", fate: str = "survived", *more: str) -> FigureRow:
    """Return the row of a seat's result. more: tasks, kills, votes, player."""
    cells = (name, role, fate, *(more or ("5 of 5", "–", "1 of 2", "you")))
    return FigureRow(cells, who=number, letter=name[:1], tones={1: "bad"} if role == "DUCK" else {})


def ranks(*rows: FigureRow) -> FigureTable:
    """Return the table of all results."""
    return FigureTable(
        (FigureColumn("seat", is_cut=True), *map(FigureColumn, ("was", "fate")), *_NUMBERS, FigureColumn("player", is_cut=True)),
        rows,
    )


class Stage(WoozleApp):
    """The app with a stage in place of matches: `sent` holds what the table has answered.

    me: The seat at the table of the game; matches: what the lobby lists.
    """

    def __init__(
        self,
        events: Sequence[Event] | None = None,
        request: Request | None = None,
        *,
        game: str = "ship",
        me: str = "Alice",
        theme: str = "",
        matches: tuple[MatchRow, ...] = (),
    ) -> None:
        super().__init__(clock=lambda: 0.0)
        self.sent: list[object] = []
        self._listed = matches
        self.matches.pace = self.sent.append
        self._scene = (events, request)
        self._seat = (game, me)
        if theme:
            self.theme = theme

    def on_mount(self) -> None:
        events, request = self._scene
        if events is None:
            return
        game, me = self._seat
        table = routes.table(game, me, ID.replace("ship", game))
        self.push_screen(table)
        table.post_message(messages.MatchNews(news.EventsArrived(tuple(events))))
        if request:
            table.post_message(messages.MatchNews(news.Asked(request, lambda: request.seconds)))

    def refresh_matches(self) -> None:
        self.screen_stack[0].show_matches(RecentMatches(self._listed))

    def on_answered(self, message: messages.Answered) -> None:
        self.sent.append(message.answer)

    def leave_match(self, *, quit: bool = False) -> None:
        self.sent.append("quit" if quit else "left")
