"""Questions from the user's files: a table (CSV, Parquet), JSON lines or a list in JSON, recognised by the keys of each row.

What its columns or keys are called says what a row is; capitals do not matter, and others are passed over:

- `adv`: FARM, any of its four parts;
- `best_answer`: TruthfulQA; `mc1_targets`: its multiple choice;
- `choices`; or `a`, `b`, `c` and `d`; or a table of six columns without names that ends with a letter: MMLU;
- `answers` with `text` in it: SQuAD, of whose second version questions without an answer are left out;
- `kind` or `options`: our own, whose fields are those of a Problem, and no others;
- else `question` and `answer`: a list is NQ-open, true or false BoolQ, a text with `####` GSM8K.
"""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.datasets import Row, Source, Tell, make_item, quote, read_questions, read_rows, row_error, tell_nobody
from woozle.core.names import join_names
from woozle.games.debate.answers.quantities import plain_number, read_number
from woozle.games.debate.data import Problem, published
from woozle.games.debate.data.farm import farm, has_empty_option, has_empty_target

_OWN = ("kind", "options")
_MMLU = ("question", *published.FOUR.lower(), "answer")


def parse(source: Source, tell: Tell = tell_nobody) -> tuple[Problem, ...]:
    """Return the questions of a file. Those without an id are called after what they are of, and their number in the file.

    Repeats without their own id count once. Raises ValueError, with what is wrong and where, as the end
    of a sentence that begins with the file.
    """
    empty: list[str] = []

    def read(row: Row) -> Problem | None:
        if row.squad_answers("answers") == []:
            return None
        if has_empty_option(row):
            empty.append(f"{row.where}{' (its target)' if has_empty_target(row) else ''}")
        return _problem(row)

    rows = read_rows(source, heading=_check, unnamed=_default_columns)
    found = read_questions(rows, read, lambda each: (each.kind, each.question, each.options, each.answer), "question", tell)
    if empty:
        tell(f"options without a text are left out of {join_names(empty)}")
    return found


def _check(heading: Row) -> None:
    """Raise ValueError unless a table has the columns of some collection."""
    if "question" not in heading.fields:
        need = "a table needs either a first line with `Question`, `Best Answer` and `Incorrect Answers` (TruthfulQA)"
        raise row_error(
            heading.where, f"there is {heading.field_names}, but {need}, or lines of a question, four options and a letter (MMLU)"
        )


def _default_columns(cells: Sequence[str]) -> Sequence[str]:
    """Return the columns of MMLU, whose tables do not name them."""
    return _MMLU if len(cells) == len(_MMLU) and cells[-1].strip() in tuple(published.FOUR) else ()


def _problem(row: Row) -> Problem:
    fields = row.fields
    if "adv" in fields:
        return farm(row)
    if "best_answer" in fields:
        return published.truthful_qa(row)
    if "mc1_targets" in fields:
        return published.truthful_qa_choice(row)
    if "choices" in fields:
        return published.mmlu_choices(row)
    if row.squad_answers("answers") is not None:
        return published.squad(row)
    if any(name in fields for name in _OWN):
        return _own(row)
    if all(name in fields for name in published.FOUR.lower()):
        return published.mmlu(row)
    return _by_answer(row)


def _own(row: Row) -> Problem:
    """Read a question in our own form."""
    problem = make_item(row.where, Problem, {**row.fields, "id": row.find_id("id") or f"q{row.number}"})
    if problem.kind == "number" and read_number(plain_number(problem.answer)) is None:
        raise row_error(row.where, f"the answer {quote(problem.answer)!r} can be read as several numbers; write it without commas")
    return problem


def _by_answer(row: Row) -> Problem:
    """Read a question of a collection that calls its fields as others do."""
    fields = row.fields
    if "question" not in fields or "answer" not in fields:
        need = "a question needs `question` and `answer`, or what else its collection has"
        raise row_error(row.where, f"there is {row.field_names}, but {need}")
    match fields["answer"]:
        case bool():
            return published.boolq(row)
        case list():
            return published.nq_open(row)
        case str(answer) if "####" in answer:
            return published.gsm8k(row)
    need = (
        "NQ-open needs a list of texts, BoolQ true or false, GSM8K a text with `####` before the number, and MMLU needs `choices` "
        "and the number of the right one"
    )
    raise row_error(row.where, f"`answer` fits no known collection: {need}; for your own questions add `kind`")
