"""`woozle audit --published`: the means that QUACK published, beside the same ones reproduced and corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from textwrap import wrap
from typing import Any

from woozle.arena.views.words import count
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.text import visible_line
from woozle.games.ship.claims.observed import VERSION as VERIFIER
from woozle.games.ship.claims.published import CLAIM_FILES, ClaimsError
from woozle.games.ship.claims.replication import (
    DIGITS,
    EVALUATION,
    TOGETHER,
    EvaluationError,
    Game,
    Replication,
    Row,
    Summary,
    game_key,
    parse_summary,
    replicate_game,
    replications,
)
from woozle.games.ship.quack.log import LogError
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.tui.log_import import logs_in, read_log
from woozle.saves.paths import real_path
from woozle.saves.transcript import display_path
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice

_WIDTH = 100  # cells of a line
_TITLE = 27  # cells of the longest name of a figure
_VALUE = 10  # cells of a figure
_REASON = 2 + _TITLE + 3 * _VALUE + 2 + 2  # cells before a reason
_ALONE = "homogeneous"  # the release's folder of games in which one model plays all seats
_SUMMARIES = "all_evaluation"  # the release's folder of summaries, beside those of the games
_SUMMARY_LEVELS = 5  # folders above a log that are searched for it
_ALL_GAMES = re.compile(r"summary(_\d+)?", re.ASCII)  # its summary over all conditions


def print_published(paths: Sequence[Path], tolerance: int, *, is_lenient: bool, as_json: bool) -> bool:
    """Print the published tables again, and return whether all games are in them. Raises ValueError, with a sentence."""
    logs = list({real_path(log): log for path in paths for log in logs_in(path)}.values())
    games: list[tuple[Path, Game]] = []
    with progress(len(logs), 0) as advance:
        for log in logs:
            try:
                games.append((log, read_game(log, tolerance, is_lenient=is_lenient)))
            except (LogError, ClaimsError, EvaluationError) as error:
                notice(f"{error} The game is left out.")
            advance(1)
    summaries, are_all_read = read_summaries([log for log, _ in games])
    if as_json:
        print_json(published_json(games, summaries))
    elif games:
        print(*published_lines([game for _, game in games], summaries), sep="\n")
    return are_all_read and len(games) == len(logs)


def read_game(log: Path, tolerance: int, *, is_lenient: bool = False) -> Game:
    """Read a log of the release with the files beside it. Raises LogError, ClaimsError and EvaluationError."""
    record = play_again(read_log(log, is_lenient=is_lenient), is_lenient=is_lenient).referee.record
    files: dict[str, bytes] = {}
    for name in (EVALUATION, *CLAIM_FILES):
        with explain_errors(display_path(log.with_name(name)), LogError), suppress(FileNotFoundError):
            files[name] = read_file(log.with_name(name), LARGE)
    key = game_key(str(log.absolute()))
    return replicate_game(record, files, display_path(log.parent), condition_name(log), key, tolerance=tolerance)


def read_summaries(logs: Sequence[Path]) -> tuple[dict[str, Summary], bool]:
    """Return the published summaries beside the logs, by condition, and whether all of them could be read."""
    names = {condition.rpartition("/")[2]: condition for condition in map(condition_name, logs)}
    folders = {folder / _SUMMARIES: None for log in logs for folder in log.absolute().parents[1:_SUMMARY_LEVELS]}
    summaries: dict[str, Summary] = {}
    are_all_read = True
    for file in (file for folder in folders for file in sorted(folder.glob("*.json"))):
        name = TOGETHER if _ALL_GAMES.fullmatch(file.stem) else names.get(file.stem.removeprefix(f"{_ALONE}_"))
        if name is None or name in summaries:
            continue
        try:
            with explain_errors(display_path(file), EvaluationError):
                data = read_file(file, LARGE)
            summaries[name] = parse_summary(data, display_path(file))
        except EvaluationError as error:
            notice(f"{error} The summary is left out.")
            are_all_read = False
    return summaries, are_all_read


def condition_name(log: Path) -> str:
    """Return the condition of a log: the folder above that of the game, after `homogeneous` if that is the folder above it."""
    folder = log.absolute().parent.parent
    return f"{_ALONE}/{folder.name}" if folder.parent.name == _ALONE else folder.name


# For programs


def published_json(games: Sequence[tuple[Path, Game]], summaries: Mapping[str, Summary]) -> dict[str, Any]:
    """Return the tables as JSON, with the figures of each game."""
    conditions, together = replications([game for _, game in games], summaries)
    return {
        "verifier": {"version": VERIFIER},
        "conditions": [_table(each) for each in conditions],
        "all": _table(together),
        "games": [
            {
                "path": str(path),
                "condition": game.condition,
                "claims": game.claims_file or None,
                "evaluation": game.evaluation,
                "reproduced": game.reproduced,
                "differing": game.differing,
            }
            for path, game in games
        ],
    }


def _table(each: Replication) -> dict[str, Any]:
    return {
        "name": each.name,
        "games": each.games,
        "evaluated": each.evaluated,
        "with_claims": each.with_claims,
        "summarised": each.summarised,
        "figures": [_rounded(row) for row in each.rows],
    }


def _rounded(row: Row) -> dict[str, Any]:
    """Return a row with its figures as the release rounds them."""
    return {name: round(each, DIGITS) if isinstance(each, float) else each for name, each in asdict(row).items()}


# For people


def published_lines(games: Sequence[Game], summaries: Mapping[str, Summary]) -> Iterator[str]:
    """Yield a table for each condition, one for all games, and how many figures were reproduced."""
    conditions, together = replications(games, summaries)
    for each in (*conditions, together):
        name = "all games" if each is together else visible_line(each.name)
        beside = f"{each.evaluated} with an evaluation, {each.with_claims} with public claims"
        summary = "no published summary" if each.summarised is None else f"a published summary of {count(each.summarised, 'game')}"
        yield from wrap(f"{name}: {count(each.games, 'game')}, {beside}; {summary}", _WIDTH)
        title = "evaluation" if each.summarised is None else "published"
        yield f"  {'':<{_TITLE}}{title:>{_VALUE}} {'reproduced':>{_VALUE}} {'corrected':>{_VALUE}}  reason"
        for row in each.rows:
            yield from _row_lines(row, row.evaluation if each.summarised is None else row.published)
        yield ""
    for told, what in ((True, "published figure"), (False, f"{EVALUATION} figure")):
        chosen = [each for each in conditions if (each.summarised is not None) is told]
        rows = [row for each in chosen for row in each.rows if (row.published if told else row.evaluation) is not None]
        if rows:
            where = f"({count(len(chosen), 'condition')}, {count(sum(each.games for each in chosen), 'game')})"
            equal = sum(not row.reason for row in rows)
            yield from wrap(f"{equal} of {count(len(rows), what)} {where} are reproduced to {DIGITS} decimals.", _WIDTH)
    yield from wrap(_explanation(any(each.summarised is None for each in conditions)), _WIDTH)


def _explanation(is_without: bool) -> str:
    without = (
        f"Where QUACK's published summary ({_SUMMARIES}/*.json) does not lie beside the logs, reproduced figures are compared "
        f"with the mean of {EVALUATION} over the games that have one. "
    )
    return (
        f"{without if is_without else ''}Reproduced is a mean over all games that are here; a game without extracted claims counts "
        f"as 0, as QUACK counts it. Corrected is judged by version {VERIFIER} of the verifier and pooled over the "
        "games with public claims; docs/claims.md says how far it can be trusted."
    )


def _row_lines(row: Row, compared: float | None) -> Iterator[str]:
    cells = " ".join(f"{_cell(each):>{_VALUE}}" for each in (compared, row.reproduced, row.corrected))
    first, *more = wrap(row.reason, _WIDTH - _REASON) or [""]
    yield f"  {row.name:<{_TITLE}}{cells}  {first}".rstrip()
    yield from (f"{'':<{_REASON}}{line}" for line in more)


def _cell(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.{DIGITS}f}"
