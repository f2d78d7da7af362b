"""What stands in a file of questions or paragraphs, row by row: a table with commas or tabs, JSON lines, or a list in JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

from woozle.core.games.debate.data.rows import Row, quoted, wrong

__all__ = ["Row", "quoted", "rows", "wrong"]

_LONGEST = 10_000_000  # characters of one field of a table, whatever it is


def rows(text: str, inside: str = "") -> Iterator[Row]:
    """The rows of a file. inside: in which field of a JSON object they may stand as a list, as `questions` of BioASQ.

    Raises ValueError as `wrong` has it.
    """
    text = text.removeprefix("\ufeff")
    match text.lstrip()[:1]:
        case "[":
            yield from _items(_json(text), "item")
        case "{":
            yield from _objects(text, inside)
        case _:
            yield from _table(text)


def own_id(row: Row, *names: str) -> str:
    """What a row is called, by the first of these fields that it has; empty if it has no name."""
    given = next((row.fields[name] for name in names if row.fields.get(name) not in (None, "")), "")
    if isinstance(given, bool) or not isinstance(given, str | int):
        raise wrong(row.where, "its id is neither a text nor a whole number; write it as one")
    return str(given).strip()


def _objects(text: str, inside: str) -> Iterator[Row]:
    """JSON lines, or one object over all lines that holds a list."""
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _json(text) if len(lines) == 1 or not _is_json(lines[0][1]) else None
    if isinstance(whole, dict) and inside and isinstance(whole.get(inside), list):
        yield from _items(whole[inside], f"`{inside}`, item")
        return
    if whole is not None and len(lines) > 1:
        need = f" with a list `{inside}`" if inside else ""
        raise wrong("line 1", f"it is one JSON object over many lines; write one on each line, or an object{need}")
    for number, (at, line) in enumerate(lines, 1):
        yield _keyed(f"line {at}", number, _json(line, at))


def _items(found: list[Any], where: str) -> Iterator[Row]:
    for number, each in enumerate(found, 1):
        yield _keyed(f"{where} {number}", number, each)


def _table(text: str) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST)  # of the whole process; as it is, long passages are refused
    tabs = "\t" in text.lstrip().partition("\n")[0]
    how: dict[str, Any] = {"delimiter": "\t"} if tabs else {"strict": True}
    reader = csv.reader(io.StringIO(text, newline=""), **how)
    names: list[str] = []
    number = end = 0
    try:
        for cells in reader:
            start, end = end + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not names:
                names = [_name(cell) for cell in cells]
                if len(set(names)) < len(names):
                    raise wrong(f"line {start}", "two columns have the same name; rename one")
                continue
            if len(cells) != len(names):
                raise wrong(f"line {start}", f"it has {len(cells)} columns, but the first line {len(names)}; make them the same")
            number += 1
            yield Row(f"line {start}", number, dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise wrong(f"line {end + 1}", f"it is no table: {error}; put quotes around texts with commas or quotes in them") from None


def _keyed(where: str, number: int, found: Any) -> Row:
    if not isinstance(found, dict):
        raise wrong(where, "it is no JSON object; write each as {...} with names and values")
    return Row(where, number, {_name(name): each for name, each in found.items()})


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _json(text: str, line: int = 1) -> Any:
    """line: at which of the file it begins."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        said = f"it is not JSON: {error.msg} at character {error.colno}"
        raise wrong(f"line {line + error.lineno - 1}", said) from None
    except (ValueError, RecursionError) as error:
        raise wrong(f"line {line}", f"it is not JSON that can be read: {error}") from None


def _name(name: str) -> str:
    return name.strip().lower().replace(" ", "_")
