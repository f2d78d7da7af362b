"""The leaderboards on the command line: as tables, and for programs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from woozle.arena.views.leaderboard import Board, boards, interval, is_few, number
from woozle.arena.views.ratings import Rated, rated, ratings_json
from woozle.core.text import visible_line
from woozle.saves.findings import Cause
from woozle.saves.places import tutorials
from woozle.saves.store import checked, list_matches
from woozle.saves.summary import Summary, summarized
from woozle.tui.cli.acceptance import verify_side_by_side
from woozle.tui.cli.reporting import matches_in

_HEADS = ("player", "role", "n", "mean", "95 % interval", "")
_COLUMNS = "{:<%d}  {:<%d}  {:>5}  {:>5}  {:<13}  {}"
_RATED_HEADS = ("rating", "n", "points", "95 % interval", "")
_RATED_COLUMNS = "{:<%d}  {:>5}  {:>6}  {:<13}  {}"


def found(game: str | None, folders: Sequence[Path] = (), accepted: Collection[Cause] = ()) -> list[Board]:
    """The boards of a game, or of all; the one with most matches first. folders: where to look, if not among the saved matches.

    What was never verified is verified first. accepted: causes for which matches need not be verified.

    Raises ReportError for a folder without a match.
    """
    summaries = checked(_summaries(folders) if folders else list_matches(), verify_side_by_side)
    return [board for board in boards(summaries, accepted) if game in (None, board.game)]


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
        **ratings_json(rated(board)),
    }


def board_lines(found: list[Board]) -> Iterator[str]:
    """Boards as tables, each as soon as it is rated."""
    if not found:
        yield "No finished match yet; `woozle run` plays many."
    for board in found:
        yield visible_line(board.label)
        yield from _table(board)
        yield from (f"  {note}" for note in board.notes)
        yield ""
        ratings = rated(board)
        yield from _rated(ratings)
        yield from (f"  {visible_line(note)}" for note in ratings.notes)
        yield ""


def _summaries(folders: Sequence[Path]) -> Iterator[Summary]:
    """Of the matches in these folders, tutorials aside. They are named by their paths: runs number their matches alike."""
    lessons = tutorials().resolve()
    for file in matches_in(folders):
        summary = None if file.resolve().is_relative_to(lessons) else summarized(file, None)
        if summary:
            yield summary.model_copy(update={"id": str(file)})


def _table(board: Board) -> Iterator[str]:
    rows = [
        (*map(visible_line, (row.player, row.role)), str(row.n), number(row.mean), interval(row), "few" if is_few(row) else "")
        for row in board.standings()
    ]
    columns = _COLUMNS % tuple(max(len(row[at]) for row in (_HEADS, *rows)) for at in (0, 1))
    yield from (f"  {columns.format(*row)}".rstrip() for row in (_HEADS, *rows))


def _rated(ratings: Rated) -> Iterator[str]:
    rows = [
        (visible_line(row.standing.player), str(row.standing.n), row.value, row.interval, "few" if row.is_few else "")
        for row in ratings.rows
    ]
    columns = _RATED_COLUMNS % max(len(row[0]) for row in (_RATED_HEADS, *rows))
    yield from (f"  {columns.format(*row)}".rstrip() for row in (_RATED_HEADS, *rows) if rows)
