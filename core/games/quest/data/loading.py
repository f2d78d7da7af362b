"""Passages and questions from files of others: a table (CSV), JSON lines or a list in JSON, told apart by what stands in them.

What its columns or keys are called says what a file holds; capitals do not matter, and others are passed over:

- passages: `passage`, `text` or `source`, and `id` where there is one;
- summaries by many models, as those of Vectara's leaderboard: `source` and `summary`; each passage counts once;
- questions: `question` or `problem`, and `answer`, a text or a list of texts, as in SimpleQA and NQ-open;
- what comes with Woozle: `id`, `text`, and for questions `answer` and `aliases`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import ValidationError

from woozle.core.games.quest.data import Item

_QUESTIONS = ("problem", "question")
_ANSWERED = (*_QUESTIONS, "text")
_TEXTS = ("passage", *_ANSWERED, "source")  # a passage goes before the question about it, which may name a source
_LONGEST = 10_000_000  # characters of one field of a table, whatever it is
_SHOWN = 200  # characters of the columns' names, in a sentence


class _Row(NamedTuple):
    """What a file says of one item, by the name of the column or key. where: the line."""

    where: str
    fields: Mapping[str, Any]


def parse(text: str) -> tuple[Item, ...]:
    """The items that a file holds. Those without an id are called p1, p2 or q1, q2, in the order they stand there.

    Raises ValueError, with what is wrong and where, as the end of a sentence that begins with the file.
    """
    items: dict[str, Item] = {}
    places: dict[str, str] = {}
    met: set[str] = set()
    for row in _rows(text.removeprefix("\ufeff")):
        item = _item(row, len(items) + 1)
        if "summary" in row.fields and item.text in met:
            continue
        if item.id in items:
            raise _wrong(row.where, f"its id {item.id!r} is that of {places[item.id]} too; ids must differ")
        items[item.id], places[item.id] = item, row.where
        met.add(item.text)
    if not items:
        raise ValueError("cannot be used: there is no passage or question in it")
    return tuple(items.values())


def _item(row: _Row, number: int) -> Item:
    """One item. number: which of the file's it is, from 1."""
    column = _text_column(row)
    text, own_id = row.fields[column], row.fields.get("id")
    answers = _texts(row, "answer") + _texts(row, "aliases") if column in _ANSWERED else []
    if not isinstance(text, str) or not text.strip():
        raise _wrong(row.where, f"`{column}` is empty or no text")
    if column in _QUESTIONS and not answers:
        raise _wrong(row.where, "`answer` is empty")
    try:
        return Item(
            id=f"{'q' if answers else 'p'}{number}" if own_id in (None, "") else str(own_id).strip(),
            text=text.strip(),
            answer=answers[0] if answers else "",
            aliases=tuple(answers[1:]),
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise _wrong(row.where, f"`{first['loc'][0]}`: {first['msg']}") from None


def _text_column(row: _Row) -> str:
    """Where the passage or question stands."""
    column = next((name for name in _TEXTS if name in row.fields), None)
    if column is None:
        there = f"{', '.join(f'`{name}`' for name in row.fields)[:_SHOWN] or 'nothing'}"
        need = "passages need `passage`, `text` or `source`, questions `question` or `problem` with `answer`"
        raise _wrong(row.where, f"there is {there}, but {need}, and tables commas between columns")
    if column in _QUESTIONS and "answer" not in row.fields:
        raise _wrong(row.where, f"there is `{column}` but no `answer`; questions need both")
    return column


def _texts(row: _Row, name: str) -> list[str]:
    """The texts of a field that may be missing, one text or a list of them; without those that are empty."""
    value = row.fields.get(name) or []
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) for each in texts):
        raise _wrong(row.where, f"`{name}` must be a text or a list of texts")
    return [each.strip() for each in texts if each.strip()]


def _rows(text: str) -> Iterator[_Row]:
    match text.lstrip()[:1]:
        case "[":
            for number, each in enumerate(_json(text, "the list"), 1):
                yield _keyed(f"item {number}", each)
        case "{":
            for number, line in enumerate(text.split("\n"), 1):
                if line.strip():
                    yield _keyed(f"line {number}", _json(line, f"line {number}"))
        case _:
            yield from _table(text)


def _table(text: str) -> Iterator[_Row]:
    csv.field_size_limit(_LONGEST)  # of the whole process; as it is, long passages are refused
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] = []
    end = 0
    try:
        for cells in reader:
            start, end = end + 1, reader.line_num
            if not cells:
                continue
            if not names:
                names = [_name(cell) for cell in cells]
                _text_column(_Row(f"line {start}", dict.fromkeys(names)))
            elif len(cells) != len(names):
                raise _wrong(f"line {start}", f"it has {len(cells)} columns, and the first line {len(names)}")
            else:
                yield _Row(f"line {start}", dict(zip(names, cells, strict=True)))
    except csv.Error as error:
        raise _wrong(f"line {end + 1}", f"it is not CSV: {error}") from None


def _keyed(where: str, value: Any) -> _Row:
    if not isinstance(value, dict):
        raise _wrong(where, "it is no JSON object, as {...} with names and values")
    return _Row(where, {_name(name): each for name, each in value.items()})


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise _wrong(where, f"it is not JSON: {error.msg} at character {error.pos + 1}") from None
    except (ValueError, RecursionError) as error:
        raise _wrong(where, f"it is not JSON that can be read: {error}") from None


def _name(name: str) -> str:
    return name.strip().lower()


def _wrong(where: str, why: str) -> ValueError:
    return ValueError(f"cannot be used: {where}: {why}")
