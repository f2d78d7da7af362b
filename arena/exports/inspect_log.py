"""Logs that the viewer of Inspect opens: `EvalLog`, version 2, in a `.eval` file as inspect-ai 0.3.285 writes and reads it.

Such a file is a zip: `header.json` has all but the samples, `samples/` a file each, `summaries.json` what a list of them shows, so
that the viewer loads no more than it shows. Inspect itself is not needed to write it.

A sample is a seat and not a match: a seat has one player, one result and one view of what happened, and Inspect compares samples by
their scores. Their messages are the seat's own course through the match: each one holds what was new since the one before, so that
it is read once. There is one log for each game, since the scores of different games are not comparable.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from woozle.arena.exports.chat import numbers_of
from woozle.arena.exports.choice import Choice
from woozle.arena.exports.inspect_samples import Course, courses, usage_of
from woozle.arena.views.words import count
from woozle.core.registry import UnknownGameError, game
from woozle.core.text import visible_line
from woozle.saves.new_files import NewFiles
from woozle.saves.tables.played import Occupant, Played
from woozle.saves.transcript import Json

VERSION = 2
"""Of the format."""

_NAME = "inspect-"
_SUMMARY = ("id", "epoch", "input", "target", "metadata", "scores", "model_usage", "total_time", "working_time", "uuid")

_SCORES = {"won": "mean", "score": "mean"}
_WON = {"won": 1.0, "drawn": 0.5, "lost": 0.0, "forfeited": 0.0}


@dataclass
class Log:
    """A log of one game, under way. summaries: of the samples that are in its file."""

    game: str
    file: ZipFile
    summaries: dict[str, Json] = field(default_factory=dict)
    finished: int = 0
    models: set[str] = field(default_factory=set)
    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    usage: dict[str, Json] = field(default_factory=dict)
    began: list[str] = field(default_factory=list)
    digest: Any = field(default_factory=sha256)


class InspectExport(NewFiles):
    """Logs of matches, a file each game."""

    def __init__(self, folder: Path, choice: Choice, *, with_text: bool, is_forced: bool) -> None:
        super().__init__(folder, is_forced=is_forced)
        self._choice = choice
        self._with_text = with_text
        self._logs: dict[str, Log] = {}

    def add(self, match: Played) -> None:
        """The seats of a match. Raises TableError, SaveError."""
        chosen = [who for who in match.seats if self._choice.holds(match, who)]
        samples = [(who, _sample(match, who, course)) for who, course in courses(match, chosen, with_text=self._with_text)]
        log = self._logs.get(match.header.game) or self._begun(match.header.game)
        log.digest.update(match.transcript.head.link)
        log.began.append(began(match))
        with self.writing():
            for who, sample in samples:
                sample["id"] = _other_than(log.summaries, sample["id"])
                _put(log, f"samples/{sample['id']}_epoch_{sample['epoch']}.json", sample)
                _reckon(log, match, who, sample)

    def close(self) -> list[Path]:
        """All matches are there: write the logs."""
        with self.writing():
            for log in self._logs.values():
                head = _head(log)
                _put(log, "_journal/start.json", {name: head[name] for name in ("version", "eval", "plan")})
                _put(log, "summaries.json", [*log.summaries.values()])
                _put(log, "header.json", head)
                log.file.close()
        return super().close()

    def told(self, path: Path) -> Iterator[str]:
        """What to say of a file."""
        yield f": {count(len(self._logs[path.stem.removeprefix(_NAME)].summaries), 'sample')}, a seat each"

    def __exit__(self, *error: object) -> None:
        for log in self._logs.values():
            with suppress(OSError):
                log.file.close()
        super().__exit__(*error)

    def _begun(self, name: str) -> Log:
        file = self.file(f"{_NAME}{name}.eval")
        log = self._logs[name] = Log(name, ZipFile(file, "w", ZIP_DEFLATED))
        return log


def _put(log: Log, name: str, value: Any) -> None:
    """Add a file, dated as zips date what has none, so that the same matches give the same bytes."""
    about = ZipInfo(name)
    about.compress_type = ZIP_DEFLATED
    log.file.writestr(about, json.dumps(value))


def _other_than(known: Collection[str], name: str) -> str:
    number = 1
    while (other := name if number == 1 else f"{name} {number}") in known:
        number += 1
    return other


def began(match: Played) -> str:
    """When a match began, as its transcript says; else when its file was written last."""
    if match.header.started:
        return datetime.fromisoformat(match.header.started).astimezone(UTC).isoformat()
    return datetime.fromtimestamp(int(match.transcript.path.stat().st_mtime), UTC).isoformat()


# A sample


def _sample(match: Played, who: Occupant, course: Course) -> Json:
    result = match.results.get(who.seat)
    numbers = numbers_of(result)
    start, seconds = datetime.fromisoformat(began(match)), course.seconds
    return {
        "id": visible_line(f"{match.name} {who.seat}").replace("/", "_"),  # names a file in the zip
        "epoch": 1,
        "input": f"{match.header.game}, match {match.name}: {who.seat}{f' ({who.role})' if who.role else ''}",
        "target": "",
        "messages": course.messages,
        "output": course.output,
        "scores": _scores(result.kind if result else None, numbers, match),
        "metadata": {
            "match": match.name,
            "seat": who.seat,
            "role": who.role or None,
            "player": who.player,
            "player_name": who.name,
            "result": result.kind if result else None,
        },
        "store": {},
        "events": [
            {**event, "timestamp": (start + timedelta(seconds=event["working_start"])).isoformat()} for event in course.events
        ],
        "model_usage": course.usage,
        "total_time": seconds,
        "working_time": seconds,
        "uuid": _id(match.transcript.head.link, who.seat.encode("utf-8", "replace")),
        "attachments": {},
    }


def _scores(kind: str | None, numbers: Mapping[str, float], match: Played) -> Json:
    """None of an unfinished match; of a result that is void none counts."""
    scores: Json = {}
    if kind in _WON:
        reason = match.transcript.end.outcome.reason if match.transcript.end else ""
        scores["won"] = {"value": _WON[str(kind)], "answer": kind, "explanation": reason}
        if "score" in numbers:
            scores["score"] = {"value": numbers["score"], "metadata": dict(numbers)}
    return scores


# A log


def _reckon(log: Log, match: Played, who: Occupant, sample: Json) -> None:
    log.summaries[sample["id"]] = {name: sample[name] for name in _SUMMARY} | {
        "completed": match.transcript.is_finished,
        "message_count": len(sample["messages"]),
    }
    log.finished += match.transcript.is_finished
    log.models.add(model_of(who))
    for name, score in sample["scores"].items():
        log.values[name].append(score["value"])
    for model, usage in sample["model_usage"].items():
        log.usage[model] = usage_of(usage, log.usage.get(model))


def model_of(who: Occupant) -> str:
    """Who played, as Inspect names models: `openai/gpt-5-mini` is `openai:gpt-5-mini` here; people are not told apart."""
    return who.name or who.player


def _head(log: Log) -> Json:
    made = log.digest.digest()
    first, last = min(log.began), max(log.began)
    return {
        "version": VERSION,
        "status": "success",
        "eval": {
            "eval_id": _id(made, b"eval"),
            "run_id": _id(made, b"run"),
            "task_id": _id(made, b"task"),
            "created": first,
            "task": f"woozle/{log.game}",
            "task_version": _rules(log.game),
            "task_args": {},
            "dataset": {"name": log.game, "samples": len(log.summaries), "sample_ids": [*log.summaries]},
            "model": log.models.pop() if len(log.models) == 1 else "several",
            "config": {},
            "packages": {},
            "metadata": {"sample": "a seat of a match", "won": "1 won, 0.5 drawn, 0 lost or forfeited"},
        },
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": len(log.summaries),
            "completed_samples": log.finished,
            "scores": [_metrics(name, log.values[name]) for name in _SCORES if log.values[name]],
        },
        "stats": {"started_at": first, "completed_at": last, "model_usage": log.usage},
    }


def _metrics(name: str, values: list[float]) -> Json:
    """The mean alone: the seats of a match are not independent, and an error that takes them for so would be too small."""
    mean = sum(values) / len(values)
    return {
        "name": name,
        "scorer": name,
        "scored_samples": len(values),
        "params": {},
        "metrics": {"mean": {"name": "mean", "value": mean, "params": {}}},
    }


def _rules(name: str) -> int:
    try:
        return game(name).version
    except UnknownGameError:
        return 0


def _id(*parts: bytes) -> str:
    return sha256(b"/".join(parts)).hexdigest()[:22]
