"""Datasets from files: rows of fields in any common layout, and the pools of items that configurations hold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from pydantic import BaseModel, ValidationError

from woozle.core.errors import InputError
from woozle.core.loose_json import is_json
from woozle.core.text import visible_line
from woozle.core.validation import first_problem

_LONGEST_FIELD = 10_000_000  # characters
_QUOTED = 120  # characters of a file in a sentence


class Item(Protocol):
    """An item of a pool. id: Unique in the pool."""

    @property
    def id(self) -> str: ...


AnItem = TypeVar("AnItem", bound=Item)
AModel = TypeVar("AModel", bound=BaseModel)

Source: TypeAlias = str | Sequence[Mapping[str, Any]]
"""The content of a file: its text, or the rows of a table with types, such as Parquet."""

Tell: TypeAlias = Callable[[str], None]
"""Is called with a sentence about what a reader leaves out; without a full stop, and without the name of the file."""


def tell_nobody(sentence: str) -> None:
    """Drop a sentence."""


def tell_unanswered(number: int, tell: Tell) -> None:
    """Tell how many questions are left out because they have no short answer, if there are any."""
    if number:
        tell(f"{number} {'question has' if number == 1 else 'questions have'} no short answer and cannot be used")


def fill_pool(values: Any, default: Callable[[], Sequence[Item]], endings: str = ".csv, .json, .jsonl or .parquet") -> Any:
    """Return the values given for a configuration, with the default pool if they have none.

    Args:
        endings: Endings of the files that may be named instead of a pool.

    Raises:
        ValueError: The pool is still the name of a file, one that could not be read.
    """
    if not isinstance(values, Mapping):
        return values
    pool = values.get("pool") or default()
    if isinstance(pool, str):
        raise InputError(f"the pool {pool} must be a {endings} file")
    return {**values, "pool": pool}


def check_pool(pool: Sequence[Item], chosen: str = "", kind: str = "question") -> None:
    """Raise ValueError if two items of a pool have the same id, or none has the chosen one.

    Args:
        chosen: Id of the item that the match is about; empty for any.
        kind: Name of an item in the error.
    """
    ids = {each.id for each in pool}
    if len(ids) < len(pool):
        raise InputError("two of the pool have the same id")
    if chosen and chosen not in ids:
        raise InputError(f"the pool has no {kind} {chosen!r}")


def unique_items(items: Iterable[tuple[str, AnItem]], kind: str) -> tuple[AnItem, ...]:
    """Return the items of a file, in order.

    Args:
        items: With the place of each in the file.
        kind: Name of an item in the error.

    Raises:
        ValueError: Two items have the same id, or none is left, worded by `row_error`.
    """
    found: dict[str, AnItem] = {}
    places: dict[str, str] = {}
    for where, item in items:
        if item.id in found:
            raise row_error(where, f"its id {quote(item.id)!r} is that of {places[item.id]} too; ids must differ")
        found[item.id], places[item.id] = item, where
    if not found:
        raise InputError(f"cannot be used: there is no {kind} in it")
    return tuple(found.values())


def read_questions(
    rows: Iterable[Row], read: Callable[[Row], AnItem | None], same: Callable[[AnItem], Hashable], kind: str, tell: Tell
) -> tuple[AnItem, ...]:
    """Return the questions of a file, in order. Repeats without their own id count once.

    Args:
        read: Makes the question of a row; None if it has no short answer, which `tell` reports at the end.
        same: What is equal for questions that are the same.
        kind: Name of a question in the error.

    Raises:
        ValueError: As `unique_items` and `read` raise it.
    """
    met: set[Hashable] = set()
    found: list[tuple[str, AnItem]] = []
    without = 0
    for row in rows:
        question = read(row)
        if question is None:
            without += 1
            continue
        if same(question) not in met or row.find_id("id"):
            found.append((row.where, question))
        met.add(same(question))
    tell_unanswered(without, tell)
    return unique_items(found, kind)


class Row(NamedTuple):
    """The fields of one item in a file, by lower-case name with underscores.

    where: Place in the file, for errors: `line 3`.
    number: Number of the item in the file, from 1.

    All methods raise the ValueError of `row_error`. Their argument `data` names the layout that the row is read as, say `MMLU`.
    """

    where: str
    number: int
    fields: Mapping[str, Any]

    def text(self, name: str, data: str) -> str:
        """Return a required text, stripped."""
        found = self._field(name, data)
        if not isinstance(found, str) or not found.strip():
            raise row_error(self.where, f"`{name}` is empty or no text, but {data} needs one")
        return found.strip()

    def texts(self, name: str, data: str, separator: str = "") -> list[str]:
        """Return a required list of texts, or the parts of one with separators: stripped, none empty, none twice."""
        found = self._field(name, data)
        parts = found.split(separator) if separator and isinstance(found, str) else found
        if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
            raise row_error(self.where, f"`{name}` is no list of texts, but {data} needs one")
        kept = list(dict.fromkeys(part.strip() for part in parts if part.strip()))
        if not kept:
            raise row_error(self.where, f"`{name}` has nothing in it, but {data} needs a text there at least")
        return kept

    def squad_answers(self, name: str) -> list[str] | None:
        """Return the answers of a field in the form of SQuAD: an object with a list `text`, or a list of such objects.

        None for a field of another form; an empty list for a question that has no answer (SQuAD 2).
        """
        found = self.fields.get(name)
        if isinstance(found, Mapping):
            found = found.get("text")
        elif isinstance(found, list) and (found or "is_impossible" in self.fields):
            if not all(isinstance(each, Mapping) for each in found):
                return None
            found = [each.get("text") for each in found]
        else:
            return None
        if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
            raise row_error(self.where, f"`{name}` has no list of texts, but SQuAD has one in `text`")
        return list(dict.fromkeys(each.strip() for each in found if each.strip()))

    def inner_row(self, name: str, data: str) -> Row:
        """Return a required field that is itself an object."""
        found = self._field(name, data)
        if not isinstance(found, dict):
            raise row_error(self.where, f"`{name}` is no JSON object, but {data} needs one, as {{...}} with names and values")
        return Row(f"{self.where}, in `{name}`", self.number, found)

    def find_id(self, *names: str) -> str:
        """Return the id of the item, from the first of these fields that it has; empty if it has none."""
        given = next((self.fields[name] for name in names if self.fields.get(name) not in (None, "")), "")
        if isinstance(given, bool) or not isinstance(given, str | int):
            raise row_error(self.where, "its id is neither a text nor a whole number; write it as one")
        return str(given).strip()

    @property
    def field_names(self) -> str:
        """The names of the fields, for a sentence."""
        return quote(", ".join(f"`{name}`" for name in self.fields)) or "nothing"

    def _field(self, name: str, data: str) -> Any:
        if name not in self.fields:
            raise row_error(
                self.where, f"there is {self.field_names} but no `{name}`, which {data} needs; add it, or get the file once more"
            )
        return self.fields[name]


def read_rows(
    source: Source,
    *,
    inside: str = "",
    heading: Callable[[Row], object] = lambda row: None,
    unnamed: Callable[[Sequence[str]], Sequence[str]] = lambda cells: (),
) -> Iterator[Row]:
    """Read the content of a file: a table with commas or tabs, JSON lines, a JSON list, or a JSON object that holds a list.

    The file of SQuAD itself is a JSON object too; each of its questions is a row.

    Args:
        inside: Name of the field of a JSON object that may hold the list.
        heading: Called with the column names of a table before its rows are read; may raise.
        unnamed: Returns the column names of a table without a heading, by its first row; empty if that row is the heading.

    Raises:
        ValueError: The file cannot be read, as `row_error` says it.
    """
    if not isinstance(source, str):
        yield from _items(source, "row")
        return
    text = source.removeprefix("\ufeff")
    match text.lstrip()[:1]:
        case "[":
            yield from _items(_json(text), "item")
        case "{":
            yield from _objects(text, inside)
        case _:
            yield from _table(text, heading, unnamed)


def row_error(where: str, why: str) -> InputError:
    """Return an error whose text ends a sentence that begins with the file's name."""
    return InputError(f"cannot be used: {where}: {why}")


def make_item(where: str, kind: type[AModel], fields: Mapping[str, Any]) -> AModel:
    """Return the item that a row describes. Raises the ValueError of `row_error` for the first problem of its fields."""
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        found = first_problem(error)
        told = replace(found, place=f"`{found.place}`" if found.place else "")
        raise row_error(where, quote(str(told))) from None


def quote(text: str) -> str:
    """Return the first characters of a text from a file, safe to show in a sentence."""
    return visible_line(text[:_QUOTED])


def _objects(text: str, inside: str) -> Iterator[Row]:
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _json(text) if len(lines) == 1 or not is_json(lines[0][1]) else None
    if isinstance(whole, dict) and inside and isinstance(whole.get(inside), list):
        yield from _items(whole[inside], f"`{inside}`, item")
        return
    if isinstance(whole, dict) and (questions := list(_squad_questions(whole.get("data")))):
        yield from _items(questions, "question")
        return
    if whole is not None and len(lines) > 1:
        need = f", or an object with a list `{inside}`" if inside else ""
        raise row_error("line 1", f"it is one JSON object over many lines; write one on each line{need}")
    for number, (at, line) in enumerate(lines, 1):
        yield _object_row(f"line {at}", number, _json(line, at))


def _squad_questions(articles: Any) -> Iterator[Any]:
    """Yield the questions of SQuAD's own files, each with the paragraph that it is about; none of other files."""
    for article in articles if isinstance(articles, list) else ():
        for paragraph in article.get("paragraphs", ()) if isinstance(article, dict) else ():
            for question in paragraph.get("qas", ()) if isinstance(paragraph, dict) else ():
                context = {"context": paragraph.get("context")}
                yield {**context, **question} if isinstance(question, dict) else question


def _items(found: Sequence[Any], where: str) -> Iterator[Row]:
    for number, each in enumerate(found, 1):
        yield _object_row(f"{where} {number}", number, each)


def _table(text: str, heading: Callable[[Row], object], unnamed: Callable[[Sequence[str]], Sequence[str]]) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST_FIELD)  # for the whole process; by default long passages are refused
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
                names = _column_names(cells, f"line {start}")
                heading(Row(f"line {start}", 0, dict.fromkeys(names)))
                continue
            if len(cells) != len(names):
                raise row_error(
                    f"line {start}", f"it has {len(cells)} columns, but the first line {len(names)}; make them the same"
                )
            number += 1
            yield Row(f"line {start}", number, dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise row_error(
            f"line {end + 1}", f"it is no table: {error}; put quotes around texts with commas or quotes in them"
        ) from None


def _column_names(cells: Sequence[str], where: str) -> list[str]:
    names = [_field_name(cell) for cell in cells]
    known = [name for name in names if name]  # several may be nameless, as indexes and the empty columns of spreadsheets are
    if len(set(known)) < len(known):
        raise row_error(where, "two columns have the same name; rename one")
    return names


def _object_row(where: str, number: int, found: Any) -> Row:
    if not isinstance(found, Mapping):
        raise row_error(where, "it is no JSON object; write each as {...} with names and values")
    return Row(where, number, {_field_name(name): each for name, each in found.items()})


def _field_name(name: str) -> str:
    return name.strip().lower().replace(" ", "_")


def _json(text: str, line: int = 1) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise row_error(f"line {line + error.lineno - 1}", f"it is not JSON: {error.msg} at character {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise row_error(f"line {line}", f"it is not JSON that can be read: {error}") from None
