"""What stands in a file of questions, row by row, before it is known what it is of; and sentences about what is missing in it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from woozle.core.games.debate.data import Problem
from woozle.core.text import visible_line

LETTERS = "ABCD"

_LONGEST = 10_000_000  # characters of one field of a table, whatever it is
_SHOWN = 120  # characters of somebody else's file in a sentence
_COLUMNS = ("question", *LETTERS.lower(), "answer")


class Row(NamedTuple):
    """What a file says of one question, by the name of the column or key. where: its line; number: which of the file's, from 1."""

    where: str
    number: int
    fields: Mapping[str, Any]

    def text(self, name: str, data: str) -> str:
        """A text that must be there. data: what the row is taken for."""
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

    def problem(self, data: str, **fields: Any) -> Problem:
        """The question. data: the collection; without an id of its own it is called after that and its number."""
        own_id = self.fields.get("id")
        name = str(own_id).strip() if isinstance(own_id, str | int) else ""
        try:
            return Problem(id=name or f"{data.lower().replace(' ', '-')}-{self.number}", data=data, **fields)
        except ValidationError as error:
            raise wrong(self.where, _first(error)) from None

    def own(self) -> Problem:
        """A question in our own form."""
        fields = {"id": f"q{self.number}", **self.fields}
        if isinstance(fields["id"], int):
            fields["id"] = str(fields["id"])
        try:
            return Problem.model_validate(fields)
        except ValidationError as error:
            raise wrong(self.where, _first(error)) from None

    def _of(self, name: str, data: str) -> Any:
        if name not in self.fields:
            raise wrong(self.where, f"there is {self.there} but no `{name}`, which {data} needs; add it, or get the file once more")
        return self.fields[name]

    @property
    def there(self) -> str:
        """The names of its fields, for a sentence."""
        return quoted(", ".join(f"`{name}`" for name in self.fields)) or "nothing"


def rows(text: str) -> Iterator[Row]:
    """The rows of a table with commas, of JSON lines or of a list in JSON. Raises ValueError as `wrong` has it."""
    match text.lstrip()[:1]:
        case "[":
            for number, each in enumerate(_json(text, "the list"), 1):
                yield _keyed(f"item {number}", number, each)
        case "{":
            lines = ((at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip())
            for number, (at, line) in enumerate(lines, 1):
                yield _keyed(f"line {at}", number, _json(line, f"line {at}"))
        case _:
            yield from _table(text)


def wrong(where: str, why: str) -> ValueError:
    """What is wrong and where, as the end of a sentence that begins with the file."""
    return ValueError(f"cannot be used: {where}: {why}")


def quoted(text: str) -> str:
    """Something from a file, as a sentence can show it."""
    return visible_line(text[:_SHOWN])


def _table(text: str) -> Iterator[Row]:
    """Rows of a table. One without names, of a question, four options and a letter, gets those of MMLU."""
    csv.field_size_limit(_LONGEST)  # of the whole process; as it is, long passages are refused
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: tuple[str, ...] = ()
    number = end = 0
    try:
        for cells in reader:
            start, end = end + 1, reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not names:
                names = _COLUMNS if _is_unnamed(cells) else tuple(_name(cell) for cell in cells)
                if names is not _COLUMNS:
                    _check_names(names, f"line {start}")
                    continue
            if len(cells) != len(names):
                raise wrong(f"line {start}", f"it has {len(cells)} columns, but the first line {len(names)}; make them the same")
            number += 1
            yield Row(f"line {start}", number, dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise wrong(f"line {end + 1}", f"it is not CSV: {error}; put quotes around texts with commas or quotes in them") from None


def _is_unnamed(cells: list[str]) -> bool:
    return len(cells) == len(_COLUMNS) and cells[-1].strip() in tuple(LETTERS)


def _check_names(names: tuple[str, ...], where: str) -> None:
    if "question" not in names:
        there = quoted(", ".join(f"`{name}`" for name in names))
        need = "a table needs either a first line with `Question`, `Best Answer` and `Incorrect Answers` (TruthfulQA)"
        raise wrong(where, f"there is {there}, but {need}, or lines of a question, four options and a letter (MMLU)")
    if len(set(names)) < len(names):
        raise wrong(where, "two columns have the same name; rename one")


def _keyed(where: str, number: int, value: Any) -> Row:
    if not isinstance(value, dict):
        raise wrong(where, "it is no JSON object; write each question as {...} with names and values")
    return Row(where, number, {_name(name): each for name, each in value.items()})


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise wrong(where, f"it is not JSON: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:
        raise wrong(where, f"it is not JSON that can be read: {error}") from None


def _name(name: str) -> str:
    return name.strip().lower().replace(" ", "_")


def _first(error: ValidationError) -> str:
    """The first thing that is wrong with a question, as the end of a sentence."""
    first = error.errors()[0]
    place = ".".join(str(each) for each in first["loc"])
    said = first["msg"].removeprefix("Value error, ")
    return quoted(f"`{place}`: {said}" if place else said)
