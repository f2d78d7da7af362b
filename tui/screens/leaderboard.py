"""The leaderboard: how well each player does in each role, among matches that can be compared, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static

from woozle.core.ratings import Standing
from woozle.tui import keys, safe
from woozle.tui.messages.study import BoardsListed, WantBoards
from woozle.tui.present.leaderboard import Board, bar, interval, is_few, number, ruler, scale
from woozle.tui.present.line import Line, Tone
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.grid import Cell, Column, Grid
from woozle.tui.widgets.selector import Selector
from woozle.tui.widgets.title_bar import TitleBar

_BARS = ((130, 61), (100, 41), (0, 21))  # cells of a bar, in a terminal that is at least so wide
_COLUMNS = (
    Column("player", 14, share=1),
    Column("role", 8),
    Column("n", 5, is_number=True),
    Column("", 3),
    Column("mean", 5, is_number=True),
    Column(" 95 % interval", 15),
)
_NONE = "No finished match is kept yet; play one, or watch one."
_NO_BOARD = Board("", 0, "", "", 0)


class LeaderboardScreen(FrameScreen):
    """Shows one board at a time: unlike matches are never mixed."""

    BINDINGS = keys.LEADERBOARD
    ABOUT = (
        Line("The leaderboard", "heading"),
        Line("Only matches that can be compared stand together: same game, rules, options and number of seats."),
        Line("The bar is the mean within its 95 % interval."),
    )
    CSS_PATH = sheets("leaderboard")

    def __init__(self) -> None:
        super().__init__()
        self._boards: tuple[Board, ...] = ()
        self._ends, self._bar = (0.0, 1.0), 0

    def contents(self) -> Iterable[Widget]:
        """What is compared, the players, and how to read it."""
        yield TitleBar(Content.assemble((" woozle ", "bold reverse $primary"), "  Leaderboard"), id="title")
        yield Selector("leaderboard.matches", "matches", id="board")
        yield Selector("leaderboard.role", "role", id="role")
        yield Selector("leaderboard.table", "table", id="table")
        yield Grid([], self._cells, id="players", empty="Reading…", opens=False)
        yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        """Keys go to the players."""
        self.query_one(Grid).focus()

    def on_screen_resume(self) -> None:
        """What was played meanwhile counts."""
        self.post_message(WantBoards())

    def on_boards_listed(self, message: BoardsListed) -> None:
        """The board that was chosen, or the one with most matches."""
        chosen = self._board.title if self._board else ""
        self._boards = message.boards
        titles = [board.title for board in self._boards]
        self._selector("board").show([board.label for board in self._boards], titles.index(chosen) if chosen in titles else 0)
        self.query_one(Grid).empty = _NONE
        self._choose()

    def on_selector_turned(self, event: Selector.Turned) -> None:
        """Another board, or other players of it."""
        if event.selector.id == "board":
            self._choose()
        else:
            self._show()

    def on_resize(self, event: Resize) -> None:
        """Bars as long as there is room for."""
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Not every game has roles."""
        return parameters != ("role",) or self._has_roles

    def action_turn(self, id: str) -> None:
        """Choose the next one."""
        self._selector(id).action_turn(1)

    @property
    def _board(self) -> Board | None:
        return self._boards[self._selector("board").index] if self._boards else None

    @property
    def _has_roles(self) -> bool:
        return self._board is None or bool(self._board.roles)

    def _selector(self, id: str) -> Selector:
        return self.query_one(f"#{id}", Selector)

    def _choose(self) -> None:
        board = self._board
        self._selector("role").show(["all roles", *(board.roles if board else ())])
        self._selector("role").display = self._has_roles
        self.refresh_bindings()
        self._selector("table").show(["whoever sat there", *(board.tables if board else ())])
        self._show()

    def _show(self) -> None:
        board = self._board or _NO_BOARD
        role, table = self._selector("role").index, self._selector("table").index
        rows = board.standings(["", *board.roles][role], ["", *board.tables][table])
        self._ends = scale(rows)
        self._bar = next(bar for width, bar in _BARS if self.size.width >= width)
        grid = self.query_one(Grid)
        columns = [column for column in _COLUMNS if self._has_roles or column.title != "role"]
        grid.change_columns([*columns, Column(ruler(self._ends, self._bar), self._bar, leaves=1)])
        grid.show(rows)
        self.query_one("#notes", Static).update(safe.text("\n".join(board.notes if board.matches else ()), "$quiet"))

    def _cells(self, row: Standing) -> tuple[Cell, ...]:
        tone: Tone = "quiet" if is_few(row) else "plain"
        roles = (row.role,) if self._has_roles else ()
        texts = (row.player, *roles, str(row.n), "few" if is_few(row) else "", number(row.mean), f" {interval(row)}")
        return (*(Cell(text, tone) for text in texts), Cell(bar(row, self._ends, self._bar), "quiet" if is_few(row) else "good"))
