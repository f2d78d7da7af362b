"""Questions from the user's files: a table (CSV, TSV, Parquet), JSON lines or JSON, recognised by the keys of each row.

- `possible_answers`: PopQA, where it is a list in JSON, written as a text;
- `body`: BioASQ, an object with a list `questions`, where only factoid ones are taken; `exact_answer` may hold lists in lists;
- `answers` with `text` in it: SQuAD, of whose second version questions without an answer are left out;
- `answers`, a list, and nothing but the question: EntityQuestions; our own have `id`, `source`, `worked` or `data` beside it;
- `answer`, a text or a list of texts: NQ-open.

Capitals do not matter, and other fields are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Any, Literal

from woozle.core.datasets import Row, Source, Tell, make_item, read_questions, read_rows, row_error, tell_nobody
from woozle.games.self_play.data import Question

RARER_HALF = "PopQA, rarer half"
"""The name of the questions of PopQA that popularity=median leaves."""


def parse(source: Source, tell: Tell = tell_nobody, *, popularity: Literal["", "median"] = "") -> tuple[Question, ...]:
    """Return the questions of a file. Those without an id are called after what they are of, and their number in the file.

    Repeats without their own id count once. Raises ValueError, with what is wrong and where, as the end
    of a sentence that begins with the file.

    Args:
        popularity: `median` leaves out the questions of PopQA whose subjects are more popular than the median of the file
            (section 5, note 3).
    """
    rows: Iterable[Row] = read_rows(source, inside="questions")
    if popularity:
        rows = _rarer_half(list(rows), tell)
    return read_questions(rows, _question, lambda each: (each.question, each.answers), "question with a short answer", tell)


def _rarer_half(rows: Sequence[Row], tell: Tell) -> Iterator[Row]:
    """Yield the rows whose popularity is not above the median of all, as rows of a data set with a name of its own."""
    known = [_popularity(row) for row in rows]
    middle = median(known) if known else 0
    above = sum(each > middle for each in known)
    tell(f"{above:,} of {len(rows):,} questions are left out, as their `s_pop` is above the median, {middle:,g}")
    for row, each in zip(rows, known, strict=True):
        if each <= middle:
            yield row._replace(fields={**row.fields, "data": RARER_HALF})


def _popularity(row: Row) -> float:
    said = row.fields.get("s_pop")
    if not (isinstance(said, int | float) or (isinstance(said, str) and said.strip().isdecimal())):
        raise row_error(row.where, "`s_pop` is missing or no number, but popularity=median needs one; PopQA has it")
    return float(said)


def _question(row: Row) -> Question | None:
    """Return the question of a row; None for one of BioASQ or SQuAD that has no short answer."""
    fields = row.fields
    if "possible_answers" in fields:
        return _make_question(row, "PopQA", row.text("question", "PopQA"), _popqa_answers(row))
    if "body" in fields:
        return _bioasq(row)
    if (answers := row.squad_answers("answers")) is not None:
        return _make_question(row, "SQuAD", row.text("question", "SQuAD"), answers) if answers else None
    if "answers" in fields:
        return _own(row)
    if "question" in fields and isinstance(fields.get("answer"), str) and "####" in fields["answer"]:
        raise row_error(row.where, "`answer` is a solution with `####`, as GSM8K has it, and no short answer; play debate with it")
    if "question" in fields and "answer" in fields:
        said = [fields["answer"]] if isinstance(fields["answer"], str) else fields["answer"]
        return _make_question(row, "NQ-open", row.text("question", "NQ-open"), _texts(row, "answer", said, "NQ-open"))
    need = "a question needs `question`, and `answer` (NQ-open), `answers` (EntityQuestions, SQuAD) or `possible_answers` (PopQA)"
    raise row_error(row.where, f"there is {row.field_names}, but {need}; or `body` and `exact_answer` (BioASQ)")


def _popqa_answers(row: Row) -> list[str]:
    said = row.fields["possible_answers"]
    if isinstance(said, str):
        try:
            said = json.loads(said)
        except (ValueError, RecursionError):
            raise row_error(row.where, "`possible_answers` is no list in JSON, as PopQA has it; get the file once more") from None
    return _texts(row, "possible_answers", said, "PopQA")


def _bioasq(row: Row) -> Question | None:
    if row.text("type", "BioASQ").lower() != "factoid":
        return None
    if "exact_answer" not in row.fields:
        raise row_error(
            row.where, f"there is {row.field_names} but no `exact_answer`, which BioASQ has for factoid questions; add it"
        )
    said = row.fields["exact_answer"]
    answers = _texts(row, "exact_answer", list(_flat(said if isinstance(said, list) else [said])), "BioASQ")
    return _make_question(row, "BioASQ", row.text("body", "BioASQ"), answers)


def _own(row: Row) -> Question:
    answers = _texts(row, "answers", row.fields["answers"], "EntityQuestions")
    more = {name: row.text(name, "a question") for name in ("source", "worked") if row.fields.get(name)}
    data = "EntityQuestions" if set(row.fields) <= {"question", "answers", "data"} else ""
    return _make_question(row, data, row.text("question", "EntityQuestions"), answers, **more)


def _make_question(row: Row, data: str, question: str, answers: Sequence[str], **more: str) -> Question:
    """Return the question of a row. data: the data set that has such rows, empty for none; a row may name another."""
    name = row.find_id("id") or f"{data.lower() or 'question'}-{row.number}"
    named = row.fields.get("data")
    of = named.strip() if isinstance(named, str) and named.strip() else data
    return make_item(row.where, Question, {"id": name, "question": question, "answers": tuple(answers), "data": of, **more})


def _texts(row: Row, name: str, said: Any, data: str) -> list[str]:
    return row._replace(fields={name: said}).texts(name, data)


def _flat(said: list[Any], depth: int = 3) -> Iterator[Any]:
    for each in said:
        if isinstance(each, list) and depth:
            yield from _flat(each, depth - 1)
        else:
            yield each
