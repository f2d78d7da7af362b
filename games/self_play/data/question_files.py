"""Questions from the user's files: a table (CSV, TSV, Parquet), JSON lines or JSON, recognised by the keys of each row.

- `possible_answers`: PopQA, where it is a list in JSON, written as a text;
- `body`: BioASQ, an object with a list `questions`, where only factoid ones are taken; `exact_answer` may hold lists in lists;
- `answers` with `text` in it: SQuAD, of whose second version questions without an answer are left out;
- `answers`, a list: EntityQuestions, and our own, where `id`, `source` and `worked` may stand beside it;
- `answer`, a text or a list of texts: NQ-open.

Capitals do not matter, and other fields are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from woozle.core.datasets import Row, Source, Tell, make_item, read_questions, read_rows, row_error, tell_nobody
from woozle.games.self_play.data import Question


def parse(source: Source, tell: Tell = tell_nobody) -> tuple[Question, ...]:
    """Return the questions of a file. Those without an id are called after what they are of, and their number in the file.

    Repeats without their own id count once. Raises ValueError, with what is wrong and where, as the end
    of a sentence that begins with the file.
    """
    rows = read_rows(source, inside="questions")
    return read_questions(rows, _question, lambda each: (each.question, each.answers), "question with a short answer", tell)


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
    return _make_question(row, "EntityQuestions", row.text("question", "EntityQuestions"), answers, **more)


def _make_question(row: Row, data: str, question: str, answers: Sequence[str], **more: str) -> Question:
    name = row.find_id("id") or f"{data.lower()}-{row.number}"
    return make_item(row.where, Question, {"id": name, "question": question, "answers": tuple(answers), **more})


def _texts(row: Row, name: str, said: Any, data: str) -> list[str]:
    return row._replace(fields={name: said}).texts(name, data)


def _flat(said: list[Any], depth: int = 3) -> Iterator[Any]:
    for each in said:
        if isinstance(each, list) and depth:
            yield from _flat(each, depth - 1)
        else:
            yield each
