"""The leaderboards on the command line: as tables, and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from woozle.core.text import visible_line
from woozle.saves.store import list_matches
from woozle.tui.present.leaderboard import Board, boards, interval, is_few, number

_HEADS = ("player", "role", "n", "mean", "95 % interval", "")
_COLUMNS = "{:<%d}  {:<%d}  {:>5}  {:>5}  {:<13}  {}"


def found(game: str | None) -> list[Board]:
    """The boards of a game, or of all; the one with most matches first."""
    return [board for board in boards(list_matches()) if game in (None, board.game)]


def board_json(board: Board) -> dict[str, Any]:
    """A board, for programs. low, high: null where the data give no interval."""
    return {
        "game": board.game,
        "rules": board.rules,
        "config": board.config,
        "config_id": board.config_id,
        "seats": board.seats,
        "matches": board.matches,
        "verified": board.verified,
        "left_out": dict(board.left_out),
        "standings": [
            {"player": row.player, "role": row.role, "n": row.n, "mean": row.mean, "low": row.low, "high": row.high}
            for row in board.standings()
        ],
    }


def board_lines(found: list[Board]) -> Iterator[str]:
    """Boards as tables."""
    if not found:
        yield "No finished match yet; `woozle run` plays many."
    for board in found:
        yield visible_line(board.label)
        yield from _table(board)
        yield from (f"  {note}" for note in board.notes)
        yield ""


def _table(board: Board) -> Iterator[str]:
    rows = [
        (*map(visible_line, (row.player, row.role)), str(row.n), number(row.mean), interval(row), "few" if is_few(row) else "")
        for row in board.standings()
    ]
    columns = _COLUMNS % tuple(max(len(row[at]) for row in (_HEADS, *rows)) for at in (0, 1))
    yield from (f"  {columns.format(*row)}".rstrip() for row in (_HEADS, *rows))
