"""The reading of finished matches for reports."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.arena.runs.summary import model_usage, seat_usage
from woozle.core import registry
from woozle.core.answer_counts import AnswerCounts, effective_names
from woozle.core.errors import InputError
from woozle.core.game import Game
from woozle.core.measures import UNFINISHED, Match, Played, ReportError, Terms, report_of
from woozle.core.names import join_names, player_name
from woozle.core.request import AnswerProbabilities, Seat
from woozle.saves.answer_counts import answers_of
from woozle.saves.decoder import decode_record
from woozle.saves.disk import find_files
from woozle.saves.paths import real_path
from woozle.saves.transcript import CLOSED, PART, Transcript, display_path, read


@dataclass(frozen=True, slots=True)
class Reported:
    """A match that was read. players: how each seat and service describes itself."""

    game: type[Game[Any]]
    match: Match[Any]
    played: Played
    players: Mapping[str, Mapping[str, Any]]


def read_match(file: Path) -> Reported:
    """Read a finished match. Raises ReportError, TranscriptError, DecodeError."""
    transcript = read(file)
    header, kind = transcript.header, registry.game(transcript.header.game, transcript.header.rules)
    parts = decode_record(kind, transcript)
    if transcript.end is None:
        raise ReportError(f"Of {display_path(file)} nothing can be reported: {UNFINISHED}.")
    record = list(chain.from_iterable(parts))
    report = report_of(kind)
    leanings, answers = _leanings(transcript, parts), answers_of(transcript)
    played = Played(
        _terms(transcript, answers, report.about, report.service or player_name),
        record,
        transcript.end.outcome,
        leanings,
        model_usage(transcript),
        header.source is not None,
        answers,
        seat_usage(transcript),
    )
    try:
        match = report.read(played, kind.roles(record), kind.correctness(record))
    except InputError as error:
        raise ReportError(f"Of {display_path(file)} nothing can be reported: {error}.") from error
    return Reported(kind, match, played, header.players)


def _leanings(transcript: Transcript, parts: Collection[Collection[Any]]) -> dict[int, AnswerProbabilities]:
    """Return how likely answers were, by the position in the record of the first Event that followed."""
    found: dict[int, AnswerProbabilities] = {}
    at = 0
    for line, events in zip((None, *transcript.lines), parts, strict=True):
        if line and (told := line.body["response"].get("leaning")):
            found[at] = AnswerProbabilities(told["field"], told["probabilities"], told["by"], told["samples"])
        at += len(events)
    return found


def _terms(transcript: Transcript, answers: Mapping[Seat, AnswerCounts], about: Collection[str], service: Any) -> Terms:
    header = transcript.header
    names = effective_names(header.players, answers)
    config = {name: each for name, each in header.config.items() if name not in about}
    return Terms(
        str(transcript.folder),
        _rules(header.game, header.rules, json.dumps(config)),
        join_names(service(each.player) for each in header.officials) or "nobody",
        {place.seat: names[place.seat] for place in header.seats},
        header.config,
        header.rules,
    )


@lru_cache(maxsize=256)
def _rules(game: str, version: int, config: str) -> str:
    """Return a configuration in words, and the version of the rules if it is an earlier one; in a run all are the same."""
    now = registry.find_game(game)
    older = f", version {version} of the rules" if now and now.version != version else ""
    return f"{registry.describe_config(game, json.loads(config), version)}{older}"


def matches_in(paths: Iterable[Path]) -> list[Path]:
    """Return the transcripts that files and folders hold, each once. Raises ReportError for a folder without any."""
    return list({real_path(file): file for file in chain.from_iterable(map(found_in, paths))}.values())


def found_in(path: Path) -> list[Path]:
    """Return the transcripts in a folder and its subfolders, sorted, or the file itself. Raises ReportError if there are none."""
    if not path.is_dir():
        return [path]
    if found := find_files(path, (CLOSED, PART)):
        return found
    raise ReportError(f"There is no match in {display_path(path)}.")
