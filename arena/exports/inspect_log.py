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
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from woozle.arena.exports.chat import finite_numbers, has_hidden_text
from woozle.arena.exports.decisions import Choice, Moment, Rewording, moments
from woozle.arena.views.words import count
from woozle.core.outcome import WORTH
from woozle.core.plugins import UnknownGameError
from woozle.core.registry import game
from woozle.core.reply_parts import said_and_thought
from woozle.core.request import Answer, Completion, Forfeit, Picture
from woozle.core.text import LEFT_OUT, visible_line
from woozle.core.usage import Usage
from woozle.players.backends.model_client import Message
from woozle.players.chats import inline
from woozle.saves.match import FinishedMatch, Occupant
from woozle.saves.staged_files import StagedFiles
from woozle.saves.transcript import Json

_STOPS = {"stop": "stop", "length": "max_tokens", "filter": "content_filter", "cut": "unknown"}


@dataclass
class Course:
    """The course of a seat through a match. seconds: of all its answers; usage: of its models, by their names."""

    name: str
    messages: list[Json] = field(default_factory=list)
    events: list[Json] = field(default_factory=list)
    usage: dict[str, Json] = field(default_factory=dict)
    output: Json = field(default_factory=dict)
    seconds: float = 0.0
    told: str = ""
    """The observation in its last question, which the next one repeats."""
    turns: list[tuple[str, str]] = field(default_factory=list)
    """The turns so far, in a game that is a conversation."""


def courses(match: FinishedMatch, chosen: Collection[Occupant], *, with_text: bool) -> Iterator[tuple[Occupant, Course]]:
    """Return the courses of some seats. Raises TableError."""
    found = {who.seat: Course(who.name or who.player) for who in chosen}
    rewording, clock = Rewording(match), 0.0
    for moment in moments(match, with_text=with_text):
        if course := found.get(moment.request.to):
            _go_on(course, moment, rewording, clock, with_text=with_text)
        clock += moment.response.seconds or 0.0
    yield from ((who, found[who.seat]) for who in chosen)


def _go_on(course: Course, moment: Moment, rewording: Rewording, clock: float, *, with_text: bool) -> None:
    response = moment.response
    prompting = rewording.prompt_of(moment)
    new = list(_new_messages(course, prompting.sent))
    course.messages += new
    completions = response.completions
    if isinstance(response.answer, Answer) and has_hidden_text(moment, with_text=with_text):
        said, reasoning = LEFT_OUT, ""
        completions = tuple(replace(each, text=LEFT_OUT, reasoning="", problem="") for each in completions)
    elif isinstance(response.answer, Forfeit) and not response.completions:
        said, reasoning = f"[no answer: {response.answer.kind.replace('_', ' ')}]", ""
    else:
        said, reasoning = rewording.reply_to(moment)
    course.messages.append(_assistant(course.name, said, reasoning))
    course.turns.append(("assistant", said))
    course.output = _output(course.name, said, reasoning, completions)
    for completion in completions:
        course.events.append(_model_event(course.name, new, completion, clock, is_as_sent=prompting.is_as_sent))
    if response.usage.calls:
        course.usage[course.name] = add_usage(_usage(response.usage), course.usage.get(course.name))
    course.seconds += response.seconds or 0.0


# Messages


def _new_messages(course: Course, sent: tuple[Message, ...]) -> Iterator[Json]:
    """Yield what is new: a game that is a conversation sends all turns again, other games all that was observed."""
    first, asked, *repairs = sent if len(sent) > 1 else (*sent, *sent)
    if first.role == "system" and len(asked.parts) > 1 and isinstance(asked.parts[0], str):
        if repairs:
            yield _message(repairs[-1].role, repairs[-1].parts)
            return
        if not course.messages:
            yield _message(first.role, first.parts)
        told, *others = asked.parts
        before, course.told = course.told, str(told)
        more = course.told.removeprefix(before).strip("\n") if before else course.told
        yield _message(asked.role, (*((more,) if more else ()), *others))
        return
    turns = [(each.role, "\n\n".join(part for part in each.parts if isinstance(part, str))) for each in sent]
    goes_on = [text for _, text in turns[: len(course.turns)]] == [text for _, text in course.turns]
    for at in range(len(course.turns), len(turns)) if goes_on else (len(turns) - 1,):
        course.turns.append(turns[at])
        yield _message(sent[at].role, sent[at].parts)


def _message(role: str, parts: Collection[str | Picture]) -> Json:
    if any(isinstance(part, Picture) for part in parts):
        return {"role": role, "content": [_part(part) for part in parts]}
    return {"role": role, "content": "\n".join(str(part).strip("\n") for part in parts)}


def _part(part: str | Picture) -> Json:
    if isinstance(part, Picture):
        return {"type": "image", "image": inline(part), "detail": "auto"}
    return {"type": "text", "text": part}


def _assistant(name: str, said: str, reasoning: str) -> Json:
    content: Any = said
    if reasoning:
        content = [{"type": "reasoning", "reasoning": reasoning}, {"type": "text", "text": said}]
    return {"role": "assistant", "content": content, "source": "generate", "model": name}


def _output(name: str, said: str, reasoning: str, completions: Collection[Completion]) -> Json:
    finish = [completion.finish for completion in completions][-1:] or ["stop"]
    choice = {"message": _assistant(name, said, reasoning), "stop_reason": _STOPS[finish[0]]}
    return {"model": name, "choices": [choice], "completion": said}


# Events


def _model_event(name: str, new: list[Json], completion: Completion, clock: float, *, is_as_sent: bool | None) -> Json:
    """A call of a model. Its input is what was new in it: all of it, each time, is what `--to chat` writes."""
    output = _output(name, *said_and_thought(completion.text, completion.reasoning), [completion]) | {
        "usage": _usage(completion.usage),
        "time": completion.seconds,
    }
    return {
        "event": "model",
        "working_start": clock,
        "model": completion.model or name,
        "input": new,
        "tools": [],
        "tool_choice": "none",
        "config": {},
        "output": output,
        "error": completion.problem if completion.reading == "failed" else None,
        "working_time": completion.seconds,
        "metadata": {
            "reading": completion.reading,
            "problem": completion.problem,
            "sha256": completion.prompt,
            "as_sent": is_as_sent,
        },
    }


def _usage(usage: Usage) -> Json:
    return {
        "input_tokens": usage.tokens_in,
        "output_tokens": usage.tokens_out,
        "total_tokens": usage.tokens_in + usage.tokens_out,
        "input_tokens_cache_write": usage.tokens_cache_write,
        "input_tokens_cache_read": usage.tokens_cached,
        "reasoning_tokens": usage.tokens_reasoning,
        "total_cost": usage.dollars if usage.dollars or not usage.unpriced else None,
    }


def add_usage(usage: Json, before: Json | None) -> Json:
    """Return the sum of both; of costs, only of those known."""
    if not before:
        return usage
    return {
        name: None if count is None and before[name] is None else (count or 0) + (before[name] or 0)
        for name, count in usage.items()
    }


VERSION = 2
"""The version of the format."""

_NAME = "inspect-"
_SUMMARY = ("id", "epoch", "input", "target", "metadata", "scores", "model_usage", "total_time", "working_time", "uuid")

_SCORES = {"won": "mean", "score": "mean"}


@dataclass
class Log:
    """A log of one game, being written. summaries: of the samples in its file."""

    game: str
    file: ZipFile
    summaries: dict[str, Json] = field(default_factory=dict)
    finished: int = 0
    models: set[str] = field(default_factory=set)
    values: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    usage: dict[str, Json] = field(default_factory=dict)
    began: list[str] = field(default_factory=list)
    digest: Any = field(default_factory=sha256)


class InspectExport(StagedFiles):
    """Logs of matches, one file for each game."""

    def __init__(self, folder: Path, choice: Choice, *, with_text: bool, is_forced: bool) -> None:
        super().__init__(folder, is_forced=is_forced)
        self._choice = choice
        self._with_text = with_text
        self._logs: dict[str, Log] = {}

    def add(self, match: FinishedMatch) -> None:
        """Add the seats of a match. Raises TableError, SaveError."""
        chosen = [who for who in match.seats if self._choice.holds(match, who)]
        samples = [(who, _sample(match, who, course)) for who, course in courses(match, chosen, with_text=self._with_text)]
        game_name = match.header.game
        if (log := self._logs.get(game_name)) is None:
            file = self.file(f"{_NAME}{game_name}.eval")
            log = self._logs[game_name] = Log(game_name, ZipFile(file, "w", ZIP_DEFLATED))
        log.digest.update(match.transcript.head.link)
        log.began.append(start_time(match))
        with self.writing():
            for who, sample in samples:
                sample["id"] = _other_than(log.summaries, sample["id"])
                _put(log, f"samples/{sample['id']}_epoch_{sample['epoch']}.json", sample)
                _reckon(log, match, who, sample)

    def close(self) -> list[Path]:
        with self.writing():
            for log in self._logs.values():
                head = _head(log)
                _put(log, "_journal/start.json", {name: head[name] for name in ("version", "eval", "plan")})
                _put(log, "summaries.json", [*log.summaries.values()])
                _put(log, "header.json", head)
                log.file.close()
        return super().close()

    def describe(self, path: Path) -> Iterator[str]:
        yield f": {count(len(self._logs[path.stem.removeprefix(_NAME)].summaries), 'sample')}, a seat each"

    def __exit__(self, *error: object) -> None:
        for log in self._logs.values():
            with suppress(OSError):
                log.file.close()
        super().__exit__(*error)


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


def start_time(match: FinishedMatch) -> str:
    """Return when a match began, as its transcript says, else when its file was last written."""
    if match.header.started:
        return datetime.fromisoformat(match.header.started).astimezone(UTC).isoformat()
    return datetime.fromtimestamp(int(match.transcript.path.stat().st_mtime), UTC).isoformat()


# A sample


def _sample(match: FinishedMatch, who: Occupant, course: Course) -> Json:
    result = match.results.get(who.seat)
    numbers = finite_numbers(result)
    start, seconds = datetime.fromisoformat(start_time(match)), course.seconds
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


def _scores(kind: str | None, numbers: Mapping[str, float], match: FinishedMatch) -> Json:
    """Return the scores; none of an unfinished match or a void result."""
    scores: Json = {}
    if kind in WORTH:
        reason = match.outcome.reason if match.outcome else ""
        scores["won"] = {"value": WORTH[str(kind)], "answer": kind, "explanation": reason}
        if "score" in numbers:
            scores["score"] = {"value": numbers["score"], "metadata": dict(numbers)}
    return scores


# A log


def _reckon(log: Log, match: FinishedMatch, who: Occupant, sample: Json) -> None:
    log.summaries[sample["id"]] = {name: sample[name] for name in _SUMMARY} | {
        "completed": match.transcript.is_finished,
        "message_count": len(sample["messages"]),
    }
    log.finished += match.transcript.is_finished
    log.models.add(who.name or who.player)  # Inspect has `openai/gpt-5-mini` for `openai:gpt-5-mini`; all humans have one name
    for name, score in sample["scores"].items():
        log.values[name].append(score["value"])
    for model, usage in sample["model_usage"].items():
        log.usage[model] = add_usage(usage, log.usage.get(model))


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
    """Return the mean alone: the seats of a match are not independent, so that a standard error would be too small."""
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
