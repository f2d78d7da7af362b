"""Files of pictures with questions: your own lists, and the benchmarks as they are published, told apart by their contents.

- JSON lines with `text` and `label`: POPE; its split is in the name of the file;
- a list in JSON with `gt_answer`: HallusionBench;
- a table with tabs between columns: VLMEvalKit's of POPE, HallusionBench, MMStar and MMMU, with the pictures in it;
- rows of tables of others (`from_rows`): MMMU and MMStar as they are published;
- everything else: as `pairs` has it, JSON lines, a list in JSON or a table with commas.

Here only text is read. Where a picture is in its own file, the entry says which, and is resolved where files are opened.
"""

from __future__ import annotations

import csv
import json
from base64 import b64decode
from binascii import Error
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from woozle.core.datasets import row_error
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.games.undercover.pairs import files as pairs
from woozle.games.undercover.pairs.benchmark_files import SPLITS, Entry, LeftOut, Line, hallusion, kit, mmmu, mmstar, pope

_LONGEST_FIELD = 2**28  # characters of one field: pictures in base64 are long, and some fields hold several


def parse(lines: Iterable[str], name: str = "") -> Iterator[Entry | LeftOut]:
    """Yield the entry of each question in a file, or the reason to leave it out. name: of the file, without its ending.

    Raises ValueError on the way, with what is wrong and where, as the end of a sentence that begins with the file.
    """
    lines = iter(lines)
    first = next((line for line in lines if line.strip()), "").removeprefix("\ufeff")
    whole = chain((first,), lines)
    if first.startswith("version https://git-lfs"):
        raise InputError("cannot be used: it only points to the file, which Git LFS keeps; fetch that with `git lfs pull`")
    match first.lstrip()[:1]:
        case "[":
            return _distinct(_list("".join(whole), name))
        case "{" if "label" in (fields := _fields(first)) and "question" not in fields:
            return _distinct(_pope(whole, name))
        case "{":
            return _own("".join(whole))
    return _distinct(_table(whole, name)) if "\t" in first else _own("".join(whole))


def from_rows(rows: Iterable[Mapping[str, Any]]) -> Iterator[Entry | LeftOut]:
    """Yield the same for the rows of a table that is already read, with pictures as bytes."""
    return _distinct(_parse_published(rows))


def decode_picture(entry: Entry) -> bytes:
    """Return the picture that an entry holds. Raises ValueError if it is not in base64."""
    if isinstance(entry.held, bytes):
        return entry.held
    try:
        return b64decode(entry.held.rpartition("base64,")[2])
    except (Error, ValueError):
        raise row_error(entry.where, "its picture is not in base64; get the file once more") from None


def _distinct(entries: Iterable[Entry | LeftOut]) -> Iterator[Entry | LeftOut]:
    met: dict[str, str] = {}
    for entry in entries:
        if isinstance(entry, Entry):
            if there := met.get(entry.row.id):
                raise row_error(entry.where, f"its id {visible_line(entry.row.id)!r} is that of {there} too; ids must differ")
            met[entry.row.id] = entry.where
        yield entry


def _own(text: str) -> Iterator[Entry]:
    for row in pairs.parse(text):
        yield Entry(row.id, row)


def _list(text: str, name: str) -> Iterator[Entry | LeftOut]:
    found = _json(text, "the list")
    if not found or not isinstance(found[0], dict) or not {"gt_answer", "label"} & set(found[0]):
        yield from _own(text)
        return
    is_pope = "gt_answer" not in found[0]
    for number, fields in enumerate(found, 1):
        line = _line(f"question {number}", fields, "POPE" if is_pope else "HallusionBench")
        yield pope(line, split_of(name)) if is_pope else hallusion(line)


def _pope(lines: Iterable[str], name: str) -> Iterator[Entry]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield pope(_line(f"line {number}", _json(line, f"line {number}"), "POPE"), split_of(name))


def _line(where: str, fields: Any, layout: str) -> Line:
    if not isinstance(fields, dict):
        raise row_error(where, "it is no JSON object")
    return Line(where, fields, layout)


def split_of(name: str) -> str:
    """Return the split of POPE in a file's name; empty for none, or several."""
    found = [split for split in SPLITS if split in name.casefold()]
    return found[0] if len(found) == 1 else ""


def _table(lines: Iterable[str], name: str) -> Iterator[Entry | LeftOut]:
    csv.field_size_limit(_LONGEST_FIELD)  # of the whole process
    reader = csv.reader(lines, delimiter="\t", strict=True)
    end = 0
    try:
        names = [cell.strip() for cell in next(reader)]
        end = reader.line_num
        for cells in reader:
            start, end = end + 1, reader.line_num
            if len(cells) > len(names):
                raise row_error(
                    f"line {start}", f"it has {len(cells)} columns, the first line {len(names)}; get the file once more"
                )
            if cells:
                yield kit(Line(f"line {start}", dict(zip(names, cells, strict=False)), "VLMEvalKit"), name)
    except csv.Error as error:
        raise row_error(f"line {end + 1}", f"it is no table: {error}; get the file once more") from None


def _parse_published(rows: Iterable[Mapping[str, Any]]) -> Iterator[Entry | LeftOut]:
    for number, fields in enumerate(rows, 1):
        where = f"row {number}"
        if "image_1" in fields:
            yield mmmu(Line(where, fields, "MMMU"))
        elif {"image", "question", "answer"} <= set(fields):
            yield mmstar(Line(where, fields, "MMStar"))
        else:
            there = visible_line(", ".join(f"`{name}`" for name in fields))[:200]
            raise row_error(where, f"there is {there}, as neither MMMU nor MMStar has it; export it as JSON lines")


def _fields(line: str) -> Any:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}  # the reader of the file reports what is wrong
    return found if isinstance(found, dict) else {}


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise row_error(where, "it is no JSON; get the file once more") from None
