"""`woozle leaderboard`: leaderboards as tables and JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

from woozle.arena.views.leaderboard import Board, ForfeitLimit, answer_share, boards, cost, interval, number
from woozle.arena.views.ratings import Rated, rate_board, ratings_json
from woozle.arena.views.report import aligned_lines
from woozle.core.measures import ReportError
from woozle.core.statistics.standings import Standing
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line
from woozle.saves.match_files import matches_in
from woozle.saves.paths import real_path, tutorials_folder
from woozle.saves.store import list_matches, verify_summaries
from woozle.saves.summary import Summary, summarize
from woozle.saves.verdicts import Cause
from woozle.tui.cli.match_selection import verify_side_by_side

_HEADS = ("player", "role", "    n", " mean", "95 % interval", "answers")
_RATED_HEADS = ("rating", "    n", "points", "95 % interval", "")


def find_boards(
    game: str | None,
    folders: Sequence[Path] = (),
    accepted: Collection[Cause] = (),
    by: str = "score",
    limit: ForfeitLimit | None = None,
) -> list[Board]:
    """Return the boards of a game, or of all, with a number of results; the one with most matches first.

    What was never verified is verified first. Raises ReportError for a folder without a match, and for a number that no result has.

    Args:
        game: None for all.
        folders: where to look, if not among the saved matches.
        accepted: causes for which matches need not be verified.
        by: the number that players are compared by.
        limit: of forfeits; the usual one if None.
    """
    summaries = verify_summaries(_summaries(folders) if folders else list_matches(), verify_side_by_side)
    every = [board for board in boards(summaries, accepted, limit) if game in (None, board.game)]
    names = dict.fromkeys(name for board in every for name in board.numbers)
    if names and by not in names:
        raise ReportError(f"No result has a number {by!r}; {suggest(by, names)}")
    return [board for board in every if by in board.numbers or not board.numbers]


def board_json(board: Board, by: str = "score") -> dict[str, Any]:
    """Return a board for programs, by a number of results. low, high: null where the data give no interval."""
    measure = board.measure(by)
    return {
        "game": board.game,
        "rules": board.rules,
        "config": board.config,
        "config_id": board.config_id,
        "seats": board.seats,
        "matches": board.matches,
        "verified": board.verified,
        "left_out": dict(board.left_out),
        "copies": dict(board.copies),
        "measure": {"name": by, "meaning": measure.meaning, "unit": measure.unit, "better": measure.better},
        "forfeits_above": board.limit.most,
        "standings": [_standing_json(board, row) for row in board.standings(by=by)],
        "unranked": [{**_standing_json(board, each.standing), "why": each.why} for each in board.find_unranked(by=by)],
        **ratings_json(rate_board(board)),
    }


def _standing_json(board: Board, row: Standing) -> dict[str, Any]:
    counts, used = row.answers, row.answers.usage
    dollars = None if used.unpriced and used.unpriced >= used.calls else used.dollars
    return {
        "player": row.player,
        "role": row.role,
        "n": row.n,
        "mean": row.mean,
        "low": row.low,
        "high": row.high,
        "questions": counts.questions,
        "answered": counts.answered.rate,
        "forfeits": counts.forfeits,
        "voids": counts.voids,
        "repairs": counts.repairs,
        "cut_short": counts.cut_short,
        "calls": used.calls,
        "tokens_in": used.tokens_in if used.tokens_in or not used.calls else None,
        "tokens_out": used.tokens_out if used.tokens_in or not used.calls else None,
        "dollars": None if dollars is None else round(dollars, 6),
        "calls_without_price": used.unpriced,
        "is_above": board.is_above(row),
        "not_taken": [*counts.not_taken],
    }


def board_lines(found: list[Board], by: str = "score") -> Iterator[str]:
    """Return boards as tables, by a number of results, each as soon as it is rated."""
    if not found:
        yield "No finished match yet; `woozle run` plays many."
    for board in found:
        yield visible_line(board.label)
        yield from _table(board, by)
        yield from (f"  {visible_line(str(each))}" for each in board.find_unranked(by=by))
        yield from (f"  {visible_line(note)}" for note in (board.reading(by), *board.notes) if note)
        yield ""
        ratings = rate_board(board)
        yield from _rating_lines(ratings)
        yield from (f"  {visible_line(note)}" for note in ratings.notes)
        yield ""


def _summaries(folders: Sequence[Path]) -> Iterator[Summary]:
    """Yield the summaries of matches in folders without tutorials, named by their paths: runs number their matches alike."""
    lessons = real_path(tutorials_folder())
    for file in matches_in(folders):
        summary = None if real_path(file).is_relative_to(lessons) else summarize(file, None)
        if summary:
            yield summary.model_copy(update={"id": str(file.absolute())})


def _table(board: Board, by: str) -> Iterator[str]:
    rows = [
        (
            *map(visible_line, (row.player, row.role)),
            str(row.n),
            number(row.mean),
            interval(row),
            answer_share(row.answers),
            *([cost(row)] if board.has_costs else []),
            "; ".join(board.marks(row)),
        )
        for row in board.standings(by=by)
    ]
    costs = ["cost"] if board.has_costs else []
    yield from _indented([(*_HEADS, *costs, ""), *rows], (2, 3, 5, 6) if costs else (2, 3, 5))


def _rating_lines(ratings: Rated) -> Iterator[str]:
    rows = [
        (visible_line(row.standing.player), str(row.standing.n), row.value, row.interval, "; ".join(row.marks))
        for row in ratings.rows
    ]
    yield from _indented([_RATED_HEADS, *rows], (1, 2))


def _indented(rows: Sequence[Sequence[str]], numbers: Collection[int]) -> Iterator[str]:
    """Yield a table; nothing if it has only its heads."""
    if len(rows) > 1:
        yield from (f"  {line}" for line in aligned_lines(rows, numbers))
