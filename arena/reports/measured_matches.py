"""The matches of a report: measured on all cores, and their figures kept by the digest of what they were read from.

Only matches without people are kept, so that nothing that somebody did outlasts its transcript, and only those of games whose
reports need little else than their figures. Figures count for the code that made them: the rules' version says nothing of a
measure that was mended. All such matches go through what is kept, so a report is the same whether they were measured now or before.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from functools import cache, lru_cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import woozle.core
import woozle.saves
from woozle.arena.reports.json_report import name_fields
from woozle.arena.runs.engines import Engine
from woozle.arena.runs.shards import in_order
from woozle.core import registry
from woozle.core.answer_counts import AnswerCounts
from woozle.core.measures import (
    Contribution,
    KeptFigures,
    Match,
    Report,
    ReportError,
    Seated,
    Terms,
    contribution,
    details_of,
    measures_of,
    raw_value,
    report_of,
    value_of_json,
)
from woozle.core.outcome import Result
from woozle.core.usage import Usage
from woozle.saves.decoder import DecodeError
from woozle.saves.derived import find_derived, keep_derived
from woozle.saves.garbage_collection import pause_collection
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.transcript import TranscriptError, human_seats, read_lines

_AT_ONCE = 1000  # matches whose figures are put into the file together


class MeasuredMatch(NamedTuple):
    """A match as measures see it. game: the name of its rules."""

    game: str
    match: Match[Any]


@dataclass(frozen=True, slots=True)
class _Read:
    """The result of a worker: figures to keep, none for a match that is not kept, or why it cannot be reported."""

    figures: bytes = b""
    problem: str = ""


def measure_matches(
    keys: Mapping[Path, str], open_engine: Callable[[int], AbstractContextManager[Engine]], *, is_kept: bool = True
) -> Iterator[tuple[Path, MeasuredMatch | str]]:
    """Yield each match as its measures see it, or why it cannot be reported, in order.

    Args:
        keys: The transcripts, with what `cache_keys` returns for them.
        open_engine: Opens the engine for a number of matches that have to be read.
        is_kept: Whether figures are taken from what is kept, and kept.
    """
    found = {key: data for key, data in _find(keys.values()).items() if _is_current(data)} if is_kept else {}
    unread = [(file, key) for file, key in keys.items() if key not in found]
    with open_engine(len(unread)) as engine:
        new = _measure(unread, engine)
        fresh: dict[str, bytes] = {}
        for file, key in keys.items():
            read = _Read(found[key]) if key in found else next(new)
            if is_kept and key and key not in found and read.figures:
                fresh[key] = read.figures
                if len(fresh) >= _AT_ONCE:
                    keep_derived("figures", fresh)
                    fresh = {}
            yield file, read.problem or (_restored(file, read.figures) if read.figures else _measured(file))
        keep_derived("figures", fresh)


def _find(keys: Sequence[str] | Any) -> dict[str, bytes]:
    return find_derived("figures", [key for key in keys if key])


def _measure(files: Sequence[tuple[Path, str]], engine: Engine) -> Iterator[_Read]:
    task = partial(_measure_shard, Path.cwd())
    for some in in_order(engine.results(task, engine.shards(files))):
        yield from some


def _measure_shard(here: Path, files: Sequence[tuple[Path, str]]) -> list[_Read]:
    """Measure some matches. here: the folder of relative paths. files: with their keys."""
    found = []
    for file, key in files:
        with pause_collection():
            try:
                found.append(_Read(_figures_of(here / file, key)))
            except (ReportError, TranscriptError, DecodeError) as error:
                found.append(_Read(problem=str(error)))
    return found


def _figures_of(file: Path, key: str = "") -> bytes:
    """Return what is kept of a match; nothing, if it is none of those that are. Raises as `FinishedMatch.measured` does.

    Args:
        key: The digest of the file that counts, unless it has pictures.
    """
    transcript, lines = read_lines(file, key)
    header = transcript.header
    game = registry.find_game(header.game, header.rules)
    if not game or not report_of(game).is_kept or human_seats(header.players):
        return b""
    transcript.lines += lines
    match = FinishedMatch(transcript, transcript.folder.name).measured()
    return _kept(game.name, report_of(game), match)


def _measured(file: Path) -> MeasuredMatch | str:
    try:
        found = read_match(file)
        return MeasuredMatch(found.rules.name, found.measured())
    except (ReportError, TranscriptError, DecodeError) as error:
        return str(error)


# What is kept


def _kept(game: str, report: Report[Any], match: Match[Any]) -> bytes:
    """Return the figures of a match as bytes: what groups of matches need, then what single ones do."""
    measures = measures_of(report, [match])
    head = {
        "terms": asdict(match.terms),
        "reason": match.reason,
        "seats": {seat: asdict(each) for seat, each in match.seats.items()},
        "used": dict(match.used),
        "void": match.is_void,
        "adds": asdict(contribution(report, match, measures)),
    }
    values = {
        seat or "": {each.key: raw_value(each, match, seat) for each in measures if (each.of == "match") == (seat is None)}
        for seat in (None, *match.seats)
    }
    parts = [game, made_by(game)], head, [values, name_fields(details_of(report, match))]
    return b"\n".join(json.dumps(each).encode() for each in parts)


def _is_current(figures: bytes) -> bool:
    """Return whether figures were made by the code that is installed."""
    try:
        game, made = json.loads(figures.partition(b"\n")[0])
        return bool(made == made_by(game))
    except (ValueError, TypeError):
        return False


def _restored(file: Path, figures: bytes) -> MeasuredMatch:
    first, head, rest = figures.split(b"\n")
    told = json.loads(head)
    adds = told["adds"]
    added = Contribution(
        _values(adds["own"]),
        {name: _values(each) for name, each in adds["seats"].items()},
        _values(adds["alike"]),
        adds["numbered"],
    )
    match: Match[Any] = Match(
        Terms(**{**told["terms"], "name": str(file.parent)}),
        told["reason"],
        {seat: _seated(each) for seat, each in told["seats"].items()},
        told["used"],
        told["void"],
        lambda: read_match(file).measured().facts,
        KeptFigures(added, partial(_parsed, rest)),
    )
    return MeasuredMatch(json.loads(first)[0], match)


@lru_cache(maxsize=1)  # of the match that is written
def _parsed(rest: bytes) -> tuple[Mapping[str, Mapping[str, Any]], Mapping[str, Any]]:
    values, details = json.loads(rest)
    return values, details


def _seated(told: Mapping[str, Any]) -> Seated:
    result, answers = told["result"], told["answers"]
    return Seated(
        told["player"],
        told["role"],
        Result(result["kind"], result["numbers"]),
        _values(told["right"]),
        AnswerCounts(**{**answers, "usage": Usage(**answers["usage"])}),
        told["used"],
    )


def _values(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value_of_json(each) for name, each in told.items()}


# What made it


@cache
def made_by(game: str) -> str:
    """Return a digest of the code that measures matches of a game, and of its data. Raises UnknownGameError."""
    own = Path(inspect.getfile(registry.game(game)))
    folders = [Path(inspect.getfile(each)).parent for each in (woozle.core, woozle.saves)]
    files = [own] if not (own.parent / "__init__.py").exists() else _files(own.parent)
    digest = sha256(repr(sys.version_info[:2]).encode())
    for file in (*files, *(file for folder in folders for file in _files(folder))):
        digest.update(sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(each for each in folder.rglob("*") if each.is_file() and "__pycache__" not in each.parts)
