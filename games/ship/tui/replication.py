"""The figures of QUACK's release computed from its logs, as cells of its recipe (`woozle reproduce quack --data LOGS`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from woozle.arena.reproduction.cells import Computed
from woozle.arena.reproduction.recipe import Row, Table, printed_number
from woozle.core.measures import Figure, Match, figure, values_named
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.statistics.resampling import Share
from woozle.games.ship.claims.audit import TOLERANCE
from woozle.games.ship.claims.compatible.release import EvaluationError
from woozle.games.ship.claims.published import CLAIM_FILES, ClaimsError
from woozle.games.ship.claims.replication import (
    EVALUATION,
    TOGETHER,
    Game,
    Replication,
    Summary,
    contradicted,
    game_key,
    parse_summary,
    replicate_game,
    replications,
)
from woozle.games.ship.measures import RELEASED, REPORT
from woozle.games.ship.quack.log import LogError
from woozle.games.ship.quack.replay import play_again
from woozle.games.ship.tui.log_import import is_backup, read_log
from woozle.saves.transcript import display_path
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice

Cells: TypeAlias = Mapping[tuple[str, str], Computed]
"""Cells of a table, by the label of the row and the head of the column."""

ALL = "all games"
"""The label of the row over all conditions."""

_SUMMARIES = "all_evaluation"  # the release's folder of summaries, beside those of the games
_SUMMARY_LEVELS = 5  # folders above a log that are searched for it
_ALONE = "homogeneous_"  # begins the names of the summaries of conditions in which one model plays all seats
_ALL_GAMES = re.compile(r"summary(_\d+)?", re.ASCII)  # its summary over all conditions


def reproduced_cells(
    table: Table, matches: Mapping[str, Sequence[Sequence[Match[Any]]]], data: Mapping[str, Sequence[Path]]
) -> Cells:
    """Return figures as the release computes them, from its logs; without logs, those of all that was played together."""
    if logs := data.get("logs"):
        games = _games(logs)
        return dict(_reproduced(table, games, _summaries_of(games, table)))
    played = {id(match): match for match in chain.from_iterable(chain.from_iterable(matches.values()))}  # rows may share a run
    return dict(_together(table, [*played.values()])) if played else {}


def corrected_cells(
    table: Table, matches: Mapping[str, Sequence[Sequence[Match[Any]]]], data: Mapping[str, Sequence[Path]]
) -> Cells:
    """Return the corrected figures of a table from the release's logs; none without logs."""
    logs = data.get("logs")
    return dict(_corrected(table, _games(logs))) if logs else {}


def _reproduced(
    table: Table, games: Sequence[tuple[Path, Game]], summaries: Mapping[str, Summary]
) -> Iterator[tuple[tuple[str, str], Computed]]:
    for row, each, some in _rows(table, games, summaries):
        reasons = {figure.name: figure.reason for figure in each.rows} if row.published else {}
        for column in table.columns:
            if measure := _MEASURES.get(column.figure):
                values = [game.reproduced[column.figure] for game in some]
                said = {at: Share(value, 1) for at, value in enumerate(values) if value is not None}
                reason = reasons.get(column.figure)
                yield (row.label, column.head), Computed(figure(measure, said), f"{reason}." if reason else "")
            elif (value := contradicted(some)) is not None:
                yield (row.label, column.head), Computed(Figure(value, None, None, each.with_claims))


def _corrected(table: Table, games: Sequence[tuple[Path, Game]]) -> Iterator[tuple[tuple[str, str], Computed]]:
    for row, each, _ in _rows(table, games, {}):
        found = {figure.name: figure.corrected for figure in each.rows}
        for column in table.columns:
            if (value := found[column.figure]) is not None:
                yield (row.label, column.head), Computed(Figure(value, None, None, each.with_claims))


def _rows(
    table: Table, games: Sequence[tuple[Path, Game]], summaries: Mapping[str, Summary]
) -> Iterator[tuple[Row, Replication, Sequence[Game]]]:
    """Yield the rows that games are here of, with their figures and the games."""
    every = [game for _, game in games]
    conditions, together = replications(every, summaries)
    named = {each.name: each for each in conditions} | {ALL: together}
    for row in table.rows:
        if each := named.get(row.label):
            yield row, each, every if row.label == ALL else [game for game in every if game.condition == row.label]


def _together(table: Table, played: Sequence[Match[Any]]) -> Iterator[tuple[tuple[str, str], Computed]]:
    for column in table.columns:
        if found := values_named(REPORT, played, column.figure):
            yield (ALL, column.head), Computed(figure(*found))


# Files of the release


def _games(logs: Sequence[Path]) -> tuple[tuple[Path, Game], ...]:
    """Return the games of logs, read once for all tables."""
    files = (log.with_name(name) for log in logs for name in (log.name, EVALUATION, *CLAIM_FILES))
    changed = [file.stat().st_mtime_ns for file in files if file.exists()]
    return _games_as_of(tuple(logs), tuple(changed))


@lru_cache(1)
def _games_as_of(logs: tuple[Path, ...], _: tuple[int, ...]) -> tuple[tuple[Path, Game], ...]:
    """Return the games of logs; those that cannot be read are named on standard error, and left out."""
    found: list[tuple[Path, Game]] = []
    logs = tuple(log for log in logs if not is_backup(log))
    with progress(len(logs), 0) as advance:
        for log in logs:
            try:
                found.append((log, read_game(log)))
            except (LogError, ClaimsError, EvaluationError) as error:
                notice(f"{error} The game is left out.")
            advance(1)
    return tuple(found)


def read_game(log: Path) -> Game:
    """Read a log of the release with the files beside it. Raises LogError, ClaimsError and EvaluationError."""
    record = play_again(read_log(log)).referee.record
    files: dict[str, bytes] = {}
    for name in (EVALUATION, *CLAIM_FILES):
        with explain_errors(display_path(log.with_name(name)), LogError), suppress(FileNotFoundError):
            files[name] = read_file(log.with_name(name), LARGE)
    condition = log.absolute().parent.parent.name
    return replicate_game(record, files, display_path(log.parent), condition, game_key(str(log.absolute())), tolerance=TOLERANCE)


def _summaries_of(games: Sequence[tuple[Path, Game]], table: Table) -> dict[str, Summary]:
    """Return what was published by condition: as the recipe has it, with the values of games where the release lies here."""
    here = read_summaries(log for log, _ in games)
    return {
        TOGETHER if row.label == ALL else row.label: here.get(TOGETHER if row.label == ALL else row.label) or _published(row, table)
        for row in table.rows
        if row.published and all(column.figure in _MEASURES for column in table.columns)
    }


_MEASURES = {measure.name: measure for measure in RELEASED}


def _published(row: Row, table: Table) -> Summary:
    """Return a row of the recipe as a summary: of as many games as its win rate stands for."""
    means = {column.figure: printed_number(cell) for column, cell in zip(table.columns, row.published, strict=True)}
    return Summary(GAMES * (9 if row.label == ALL else 1), means, {})


GAMES = 30
"""The games of each condition of the release."""


def read_summaries(logs: Iterable[Path]) -> dict[str, Summary]:
    """Return the published summaries beside logs, by condition; one that cannot be read is named on standard error."""
    folders = {folder / _SUMMARIES: None for log in logs for folder in log.absolute().parents[1:_SUMMARY_LEVELS]}
    summaries: dict[str, Summary] = {}
    for file in (file for folder in folders for file in sorted(folder.glob("*.json"))):
        name = TOGETHER if _ALL_GAMES.fullmatch(file.stem) else file.stem.removeprefix(_ALONE)
        if name in summaries:
            continue
        try:
            with explain_errors(display_path(file), EvaluationError):
                data = read_file(file, LARGE)
            summaries[name] = parse_summary(data, display_path(file))
        except EvaluationError as error:
            notice(f"{error} The summary is left out.")
    return summaries
