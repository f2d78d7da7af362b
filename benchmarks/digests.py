"""Digests of matches, and of all that is read of them, in cells small enough that a change names itself.

A cell is a column of a table, a figure of a report, what a model reads with one kind of question, the texts of a page's lines. What
differs between two makings of the same match, times and the links over them, is in no cell.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import ZipFile

Cells: TypeAlias = dict[str, str]
"""Digests by the name of their cell."""
Values: TypeAlias = Iterable[tuple[str, object]]
"""Values with the name of their cell; the same name may come often."""

_RUNS_APART = """completed_at created eval_id first_token head head_ended head_started last_link link run_id seconds seconds_models
    software started started_at task_id timestamp total_time working_start working_time"""
_VARIED = frozenset(_RUNS_APART.split())
"""Names of values that differ between two makings of the same match."""
_NAMED_BY_SEATS = frozenset({"seats", "players"})
_PAGE = '<script type="application/json" id="replay">'


def cells(values: Values) -> Cells:
    """Return the digest of each cell."""
    found: dict[str, list[object]] = defaultdict(list)
    for name, value in values:
        found[name].append(value)
    return {name: digest(each) for name, each in sorted(found.items())}


def digest(value: object) -> str:
    return sha256(json.dumps(value, default=bytes.hex).encode()).hexdigest()[:6]


def json_values(value: object, depth: int, *path: str) -> Values:
    """Yield the parts of a JSON value, named by the names that lead to them, but for those of seats."""
    if isinstance(value, list):
        yield ".".join(path), len(value)
        for each in value:
            yield from json_values(each, depth, *path)
    elif isinstance(value, dict) and value and len(path) < depth:
        is_by_seat = path[-1:] and path[-1] in _NAMED_BY_SEATS and all(map(str.istitle, value))
        for name, each in value.items():
            if name not in _VARIED:
                yield from json_values(each, depth, *path, *(() if is_by_seat else (name,)))
    else:
        yield ".".join(path), without_times(value)


def without_times(value: Any) -> Any:
    """Return a JSON value without what differs between two makings of the same match."""
    if isinstance(value, dict):
        return {name: without_times(each) for name, each in value.items() if name not in _VARIED}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def bot_values(run: Path) -> Values:
    """Yield the bytes of the matches of a run of bots: everything, and apart from that headers, answers with Events, and ends."""
    for file in sorted(run.glob("*/transcript.jsonl")):
        first, *lines, last = file.read_bytes().splitlines()
        yield "bytes", sha256(file.read_bytes()).hexdigest()
        yield from json_values(json.loads(first)["body"], 1, "header")
        yield "answers and Events", [line.rpartition(b',"link":')[0] for line in lines]
        yield "end", json.loads(last)["body"]
    yield "pictures", sorted(file.name for file in run.glob("*/blobs/*"))


def model_values(run: Path) -> Values:
    """Yield the matches of a run with models: headers, Events, answers, replies, and the SHA-256 of what models were sent."""
    for file in sorted(run.glob("*/transcript.jsonl")):
        first, *lines, last = (json.loads(line)["body"] for line in file.read_bytes().splitlines())
        yield "header", without_times(first)
        yield "end", without_times(last)
        for line in lines:
            response = line["response"]
            yield "Events", line["events"]
            yield "answers", [line["request"], *(response.get(name) for name in ("answer", "as", "forfeit", "unread"))]
            yield "prompts", [attempt.get("prompt") for attempt in response.get("attempts", ())]
            yield "replies", [[attempt.get("text"), attempt.get("reading")] for attempt in response.get("attempts", ())]


def table_values(folder: Path) -> Values:
    """Yield the columns of exported tables, and of their codebook."""
    csv.field_size_limit(sys.maxsize)
    for file in sorted(folder.glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as rows:
            names, *found = csv.reader(rows)
        columns = zip(*found, strict=True) if found else ((),) * len(names)
        for name, column in zip(names, columns, strict=True):
            if name not in _VARIED:
                yield f"{file.stem}.{name}", column


def page_values(folder: Path) -> Values:
    """Yield what pages hold: lines by who reads them, texts apart; each part of the table; and the page around it."""
    for file in sorted(folder.glob("*.html")):
        before, _, rest = file.read_text("utf-8").partition(_PAGE)
        data, _, after = rest.partition("</script>")
        yield "the page around", before + after
        replay = json.loads(data)
        pool = replay.pop("pool")
        for viewer in replay.pop("viewers"):
            yield from _viewer_values(viewer, pool)
        yield from json_values(replay, 2)


def _viewer_values(viewer: Mapping[str, Any], pool: Sequence[object]) -> Iterator[tuple[str, object]]:
    reader = {"*": "all", "everything": "all", "public": "public"}.get(viewer["name"], "a seat")
    for name, value in viewer.items():
        match name:
            case "lines":
                yield f"lines of {reader}, texts", [text for _, text, *_ in value]
                yield f"lines of {reader}, the rest", [[at, *others] for at, _, *others in value]
            case "parts":
                for part, changes in value.items():
                    yield f"table of {reader}, {part}", [[at, pool[index]] for at, index in changes]
            case _:
                yield f"viewer {reader}, {name}", value


def chat_values(folder: Path) -> Values:
    """Yield what models read, or would have read, by what they were asked; what was said; and the facts beside it."""
    for line in (folder / "chat.jsonl").read_text("utf-8").split("\n")[:-1]:
        chat = json.loads(line)
        *sent, said = chat["messages"]
        yield f"prompts of {chat['metadata']['asks']}", sent
        yield "replies", said
        yield from json_values(chat["metadata"], 2, "metadata")


def log_values(folder: Path) -> Values:
    """Yield the parts of Inspect logs."""
    for file in sorted(folder.glob("*.eval")):
        with ZipFile(file) as log:
            for name in sorted(log.namelist()):
                kind = name.partition("/")[0].removesuffix(".json")
                yield from json_values(json.loads(log.read(name)), 2, kind)
