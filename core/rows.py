"""What stands in a file of somebody else's, row by row, before it is known what it is of; and sentences about what is wrong in it.

A file is a table with commas or tabs, JSON lines, or a list in JSON. What its columns or keys are called is read without capitals
and with underscores for spaces.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from woozle.core.text import visible_line

_LONGEST = 10_000_000  # characters of one field of a table, whatever it is
_SHOWN = 120  # characters of somebody else's file in a sentence


class Row(NamedTuple):
    """What a file says of one thing, by the name of the column or key. where: its line; number: which of the file's, from 1."""

    where: str
    number: int
    fields: Mapping[str, Any]

    def text(self, name: str, data: str) -> str:
        """A text that must be there. data: what the row is taken for. Raises ValueError as `wrong` has it, as all of these do."""
        found = self._of(name, data)
        if not isinstance(found, str) or not found.strip():
            raise wrong(self.where, f"`{name}` is empty or no text, but {data} needs one")
        return found.strip()

    def texts(self, name: str, data: str, separator: str = "") -> list[str]:
        """A list of texts that must be there, or one text with separators; without those that are empty or stand there twice."""
        found = self._of(name, data)
        parts = found.split(separator) if separator and isinstance(found, str) else found
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise wrong(self.where, f"`{name}` is no list of texts, but {data} needs one")
        kept = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
        if not kept:
            raise wrong(self.where, f"`{name}` has nothing in it, but {data} needs a text there at least")
        return kept

    def inner(self, name: str, data: str) -> Row:
        """What stands in a field that has fields of its own."""
        found = self._of(name, data)
        if not isinstance(found, dict):
            raise wrong(self.where, f"`{name}` is no JSON object, but {data} needs one, as {{...}} with names and values")
        return Row(f"{self.where}, in `{name}`", self.number, found)

    def own_id(self, *names: str) -> str:
        """What it is called, by the first of these fields that it has; empty if it has no name."""
        given = next((self.fields[name] for name in names if self.fields.get(name) not in (None, "")), "")
        if isinstance(given, bool) or not isinstance(given, str | int):
            raise wrong(self.where, "its id is neither a text nor a whole number; write it as one")
        return str(given).strip()

    @property
    def there(self) -> str:
        """The names of its fields, for a sentence."""
        return quoted(", ".join(f"`{name}`" for name in self.fields)) or "nothing"

    def _of(self, name: str, data: str) -> Any:
        if name not in self.fields:
            raise wrong(self.where, f"there is {self.there} but no `{name}`, which {data} needs; add it, or get the file once more")
        return self.fields[name]


def rows(
    text: str,
    *,
    inside: str = "",
    heading: Callable[[Row], object] = lambda row: None,
    unnamed: Callable[[Sequence[str]], Sequence[str]] = lambda cells: (),
) -> Iterator[Row]:
    """The rows of a file. Raises ValueError as `wrong` has it.

    inside: in which field of a JSON object they may stand as a list. heading: looks at the names of a table's columns before its
    rows are read, and raises if they will not do. unnamed: what the columns of a table without names are called, by its first row;
    empty where that holds the names.
    """
    text = text.removeprefix("\ufeff")
    match text.lstrip()[:1]:
        case "[":
            yield from _items(_json(text), "item")
        case "{":
            yield from _objects(text, inside)
        case _:
            yield from _table(text, heading, unnamed)


def wrong(where: str, why: str) -> ValueError:
    """What is wrong and where, as the end of a sentence that begins with the file."""
    return ValueError(f"cannot be used: {where}: {why}")


def refused(where: str, error: ValidationError) -> ValueError:
    """The first thing that is wrong with what a row says, likewise."""
    first = error.errors()[0]
    place = ".".join(str(each) for each in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    return wrong(where, quoted(f"`{place}`: {said}" if place else said))


def quoted(text: str) -> str:
    """Something from a file, as a sentence can show it."""
    return visible_line(text[:_SHOWN])


def _objects(text: str, inside: str) -> Iterator[Row]:
    """JSON lines, or one object over all lines that holds a list."""
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _json(text) if len(lines) == 1 or not _is_json(lines[0][1]) else None
    if isinstance(whole, dict) and inside and isinstance(whole.get(inside), list):
        yield from _items(whole[inside], f"`{inside}`, item")
        return
    if whole is not None and len(lines) > 1:
        need = f", or an object with a list `{inside}`" if inside else ""
        raise wrong("line 1", f"it is one JSON object over many lines; write one on each line{need}")
    for number, (at, line) in enumerate(lines, 1):
        yield _keyed(f"line {at}", number, _json(line, at))


def _items(found: list[Any], where: str) -> Iterator[Row]:
    for number, each in enumerate(found, 1):
        yield _keyed(f"{where} {number}", number, each)


def _table(text: str, heading: Callable[[Row], object], unnamed: Callable[[Sequence[str]], Sequence[str]]) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST)  # of the whole process; as it is, long passages are refused
    first = text.lstrip().partition("\n")[0]
    how: dict[str, Any] = {"delimiter": "\t"} if first.count("\t") > first.count(",") else {"strict": True}
    reader = csv.reader(io.StringIO(text, newline=""), **how)
    names: Sequence[str] = ()
    number = end = 0
    try:
        for cells in reader:
            start, end = end + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not names and not (names := unnamed(cells)):
                names = _named(cells, f"line {start}")
                heading(Row(f"line {start}", 0, dict.fromkeys(names)))
                continue
            if len(cells) != len(names):
                raise wrong(f"line {start}", f"it has {len(cells)} columns, but the first line {len(names)}; make them the same")
            number += 1
            yield Row(f"line {start}", number, dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise wrong(f"line {end + 1}", f"it is no table: {error}; put quotes around texts with commas or quotes in them") from None


def _named(cells: Sequence[str], where: str) -> list[str]:
    """What columns are called. Those without a name, as indexes and the ends of lines from spreadsheets are, may be several."""
    names = [_name(cell) for cell in cells]
    known = [name for name in names if name]
    if len(set(known)) < len(known):
        raise wrong(where, "two columns have the same name; rename one")
    return names


def _keyed(where: str, number: int, found: Any) -> Row:
    if not isinstance(found, dict):
        raise wrong(where, "it is no JSON object; write each as {...} with names and values")
    return Row(where, number, {_name(name): each for name, each in found.items()})


def _name(name: str) -> str:
    return name.strip().lower().replace(" ", "_")


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
        raise wrong(f"line {line + error.lineno - 1}", f"it is not JSON: {error.msg} at character {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise wrong(f"line {line}", f"it is not JSON that can be read: {error}") from None
