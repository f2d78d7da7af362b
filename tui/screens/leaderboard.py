"""The leaderboard: how well players do in each role, or how strong they are, among matches that can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import work
from textual.events import Resize
from textual.widget import Widget
from textual.widgets import Static
from textual.worker import get_current_worker

from woozle.arena.views.leaderboard import Board, answer_share, bar, cost, interval, is_few, number, ruler, scale
from woozle.arena.views.ratings import Rated, RatedRow, axis, rate_board
from woozle.core.line import Line, Tone
from woozle.core.statistics.standings import Standing
from woozle.tui import safe
from woozle.tui.controllers.access import controllers_of
from woozle.tui.keys import back_keys, bindings, key
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.styles import sheets
from woozle.tui.widgets.grid import Cell, Column, Grid
from woozle.tui.widgets.select import Selector
from woozle.tui.widgets.title_bar import TitleBar, screen_title

_BARS = ((130, 51), (100, 31), (0, 11))  # cells of a bar, in a terminal that is at least so wide
_ANSWERS = Column("answers", 7, is_number=True)
_COST = Column("cost", 10, leaves=2, is_number=True)
_COLUMNS = (
    Column("player", 14, share=1),
    Column("role", 8),
    Column("n", 5, is_number=True),
    Column("", 3),
    Column("mean", 5, is_number=True),
    Column(" 95 % interval", 15),
    _ANSWERS,
    _COST,
)
_RATED_COLUMNS = (
    Column("player", 14, share=1),
    Column("n", 5, is_number=True),
    Column("", 3),
    Column("points", 6, is_number=True),
    Column(" 95 % interval", 15),
    _ANSWERS,
)
_MEASURES = ("mean scores", "ratings")
_READING, _RATING, _UNRATED = "Reading…", "Rating the players…", "No ratings."
_NONE = "No finished match is kept yet; play one, or watch one."
_NOBODY = "No player answered, so none is ranked."
_NO_BOARD = Board("", 0, "", "", 0)


class LeaderboardScreen(FrameScreen):
    """Shows one board at a time: unlike matches are never mixed."""

    BINDINGS = bindings(
        key("leaderboard.matches", "m", "turn('board')", "Matches"),
        key("leaderboard.measure", "v", "turn('measure')", "Ratings"),
        key("leaderboard.role", "r", "turn('role')", "Role"),
        key("leaderboard.table", "t", "turn('table')", "Table"),
        *back_keys("leaderboard"),
    )
    ABOUT = (
        Line("The leaderboard", "heading"),
        Line("Only matches that can be compared stand together: same game, rules, options and number of seats."),
        Line("The bar is the mean within its 95 % interval."),
        Line("{leaderboard.measure} shows ratings: how strong players are, beside what roles and seats are worth."),
    )
    CSS_PATH = sheets("leaderboard")

    def __init__(self) -> None:
        super().__init__()
        self._boards: tuple[Board, ...] = ()
        self._rated: dict[str, Rated] = {}
        self._is_listed = False
        self._ends, self._bar = (0.0, 1.0), 0

    def contents(self) -> Iterable[Widget]:
        yield TitleBar(screen_title("Leaderboard"), id="title")
        yield Selector("leaderboard.matches", "matches", id="board")
        yield Selector("leaderboard.measure", "measure", id="measure")
        yield Selector("leaderboard.role", "role", id="role")
        yield Selector("leaderboard.table", "table", id="table")
        yield Grid([], self._cells, id="players", empty=_READING, opens=False)
        yield Static(id="notes", markup=False)

    def on_mount(self) -> None:
        self._selector("measure").show(_MEASURES)
        self.query_one(Grid).focus()

    def on_screen_resume(self) -> None:
        self._list()

    @work(thread=True, exclusive=True)
    def _list(self) -> None:
        self.do_from_thread(self.show_boards, controllers_of(self).library.list_boards())

    @work(thread=True, exclusive=True, group="ratings")
    def _rate(self, board: Board) -> None:
        worker = get_current_worker()
        self.do_from_thread(self.show_rated, board, rate_board(board, lambda: not worker.is_cancelled))

    def show_boards(self, boards: tuple[Board, ...]) -> None:
        """Offer these from now on."""
        chosen = self._board.title if self._board else ""
        self._is_listed = True
        if boards != self._boards:
            self._boards, self._rated = boards, {}
        titles = [board.title for board in self._boards]
        self._selector("board").show([board.label for board in self._boards], titles.index(chosen) if chosen in titles else 0)
        self._choose()

    def show_rated(self, rated: Board, ratings: Rated) -> None:
        """Show the ratings of a board, unless the matches were listed anew meanwhile."""
        if any(rated is board for board in self._boards):
            self._rated[rated.title] = ratings
            self._show()

    def on_selector_turned(self, event: Selector.Turned) -> None:
        if event.selector.id in ("board", "measure"):
            self._choose()
        else:
            self._show()

    def on_resize(self, event: Resize) -> None:
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if parameters in (("role",), ("table",)):
            return not self._is_rated and (self._has_roles or parameters == ("table",))
        return True

    def action_turn(self, id: str) -> None:
        self._selector(id).action_turn(1)

    @property
    def _board(self) -> Board | None:
        return self._boards[self._selector("board").index] if self._boards else None

    @property
    def _is_rated(self) -> bool:
        return self._selector("measure").index > 0

    @property
    def _has_roles(self) -> bool:
        return self._board is None or bool(self._board.roles)

    def _selector(self, id: str) -> Selector:
        return self.query_one(f"#{id}", Selector)

    def _choose(self) -> None:
        board = self._board
        self._selector("role").show(["all roles", *(board.roles if board else ())])
        self._selector("role").display = self._has_roles and not self._is_rated
        self._selector("table").show(["any table", *(board.tables if board else ())])
        self._selector("table").display = not self._is_rated
        self.refresh_bindings()
        if board and self._is_rated and board.title not in self._rated:
            self._rate(board)
        self._show()

    def _show(self) -> None:
        self._bar = next(bar for width, bar in _BARS if self.size.width >= width)
        if self._is_rated and self._board:
            self._show_ratings(self._board)
        else:
            self._show_means(self._board or _NO_BOARD)

    def _show_ratings(self, board: Board) -> None:
        rated = self._rated.get(board.title)
        rows = rated.rows if rated else []
        self._ends = axis(rows)
        self._fill(_RATED_COLUMNS, rows, rated.notes if rated else (), _UNRATED if rated else _RATING)

    def _show_means(self, board: Board) -> None:
        role, table = self._selector("role").index, self._selector("table").index
        chosen = ["", *board.roles][role], ["", *board.tables][table]
        rows, unranked = board.standings(*chosen), board.find_unranked(*chosen)
        self._ends = scale(rows)
        hidden = {*(() if self._has_roles else ("role",)), *(() if board.has_costs else ("cost",))}
        columns = [column for column in _COLUMNS if column.title not in hidden]
        notes = (*map(str, unranked), *board.notes) if board.matches else ()
        self._fill(columns, rows, notes, _NOBODY if unranked else _NONE if self._is_listed else _READING)

    def _fill(self, columns: Sequence[Column], rows: Sequence[Standing | RatedRow], notes: Sequence[str], empty: str) -> None:
        grid = self.query_one(Grid)
        grid.empty = empty
        grid.change_columns([*columns, Column(ruler(self._ends, self._bar), self._bar, leaves=1)])
        grid.show(rows)
        self.query_one("#notes", Static).update(safe.text("\n".join(notes), "$quiet"))

    def _cells(self, row: Standing | RatedRow) -> tuple[Cell, ...]:
        return self._rated_cells(row) if isinstance(row, RatedRow) else self._mean_cells(row)

    def _rated_cells(self, row: RatedRow) -> tuple[Cell, ...]:
        answers = "" if row.is_effect else answer_share(row.standing.answers)
        texts = (row.standing.player, str(row.standing.n), "few" if row.is_few else "", row.value, f" {row.interval}")
        return self._row(row.standing, texts, answers, is_good=not row.is_effect)

    def _mean_cells(self, row: Standing) -> tuple[Cell, ...]:
        roles = (row.role,) if self._has_roles else ()
        texts = (row.player, *roles, str(row.n), "few" if is_few(row) else "", number(row.mean), f" {interval(row)}")
        costs = (cost(row),) if self._board and self._board.has_costs else ()
        return self._row(row, texts, answer_share(row.answers), costs)

    def _row(
        self, row: Standing, texts: Sequence[str], answers: str, costs: Sequence[str] = (), *, is_good: bool = True
    ) -> tuple[Cell, ...]:
        """Return the cells of a row. answers: the share of questions answered, set off where the rest is above the limit."""
        few = is_few(row)
        tone: Tone = "quiet" if few else "plain"
        is_marked = self._board is not None and self._board.is_above(row)
        return (
            *(Cell(text, tone) for text in texts),
            Cell(f"! {answers}" if is_marked else answers, "bad" if is_marked else tone),
            *(Cell(text, tone) for text in costs),
            Cell(bar(row, self._ends, self._bar), "quiet" if few or not is_good else "good"),
        )
