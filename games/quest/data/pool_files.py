"""Passages and questions from the user's files: a table (CSV, Parquet), JSON lines or a list in JSON, recognised by their keys.

What its columns or keys are called says what a file holds; capitals do not matter, and others are passed over:

- passages: `passage`, `text`, `source`, `article` (CNN/DailyMail) or `document` (XSum), and `id` where there is one; in JSON also
  `facts`, a list of key facts, each with `fact`, as displayed, and `words`, a list of what a text that mentions it has to have
  (`ice|frost` for one of several);
- summaries by many models, as those of Vectara's leaderboard: `source` and `summary`; each passage counts once;
- questions: `question` or `problem`, and `answer`, a text or a list of texts, as in SimpleQA and NQ-open; or `answers` as in SQuAD;
- what comes with Woozle: `id`, `text`, and for questions `answer` and `aliases`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from woozle.core.datasets import Row, Source, Tell, make_item, read_rows, row_error, tell_nobody, tell_unanswered, unique_items
from woozle.games.quest.data import Item

_QUESTIONS = ("problem", "question")
_ANSWERED = (*_QUESTIONS, "text")
_TEXTS = ("passage", *_ANSWERED, "source", "article", "document")  # a passage goes before the question about it


def parse(source: Source, tell: Tell = tell_nobody) -> tuple[Item, ...]:
    """Return the items of a file. Those without an id are called p1, p2 or q1, q2, in the order they stand there.

    Raises ValueError, with what is wrong and where, as the end of a sentence that begins with the file.
    """
    return unique_items(_items(source, tell), "passage or question")


def _items(source: Source, tell: Tell) -> Iterator[tuple[str, Item]]:
    met: set[str] = set()
    number, without = 1, 0
    for row in read_rows(source, heading=_text_column):
        if row.squad_answers("answers") == []:
            without += 1
            continue
        item = _item(row, number)
        if "summary" not in row.fields or item.text not in met:
            yield row.where, item
            number += 1
        met.add(item.text)
    tell_unanswered(without, tell)


def _item(row: Row, number: int) -> Item:
    """Return the item of a row. number: its place among the items of the file, from 1."""
    column = _text_column(row)
    text = row.fields[column]
    answers = _answers(row) if column in _ANSWERED else []
    if not isinstance(text, str) or not text.strip():
        raise row_error(row.where, f"`{column}` is empty or no text")
    if column in _QUESTIONS and not answers:
        raise row_error(row.where, "`answer` is empty")
    fields = {
        "id": row.find_id("id") or f"{'q' if answers else 'p'}{number}",
        "text": text.strip(),
        "answer": answers[0] if answers else "",
        "aliases": tuple(answers[1:]),
        "facts": _facts(row) if column not in _QUESTIONS else (),
    }
    return make_item(row.where, Item, fields)


def _facts(row: Row) -> Any:
    """Return the key facts of a passage; none if what is there is no list, as in tables."""
    given = row.fields.get("facts")
    return given if isinstance(given, list) else ()


def _text_column(row: Row) -> str:
    column = next((name for name in _TEXTS if name in row.fields), None)
    if column is None:
        need = "passages need `passage`, `text`, `source`, `article` or `document`, questions `question` or `problem` with `answer`"
        raise row_error(row.where, f"there is {row.field_names}, but {need}, and tables commas between columns")
    if column in _QUESTIONS and not {"answer", "answers"} & row.fields.keys():
        raise row_error(row.where, f"there is `{column}` but no `answer`; questions need both")
    return column


def _answers(row: Row) -> list[str]:
    """Return the answer of a question and its aliases; none for a passage."""
    return row.squad_answers("answers") or _texts(row, "answer") + _texts(row, "aliases")


def _texts(row: Row, name: str) -> list[str]:
    """Return the texts of a field that may be missing, one text or a list of them; without those that are empty."""
    value = row.fields.get(name) or []
    texts = value if isinstance(value, list) else [value]
    if not all(isinstance(each, str) for each in texts):
        raise row_error(row.where, f"`{name}` must be a text or a list of texts")
    return [each.strip() for each in texts if each.strip()]
