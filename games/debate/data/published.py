"""Questions of benchmarks as they are published, a row at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from woozle.core.datasets import Row, make_item, quote, row_error
from woozle.core.names import LETTERS
from woozle.games.debate.data import Problem

FOUR = LETTERS[:4]
"""The letters of MMLU, and of what is made a choice here, of as many options at most."""

_WRONG_ONES = 3  # beside the best answer of TruthfulQA
_NOTE = re.compile(r"<<[^<>]*>>")  # what a calculator would say, within a solution of GSM8K
_NUMBER = re.compile(r"-?(\d+(\.\d*)?|\.\d+)")


def nq_open(row: Row) -> Problem:
    """Read NQ-open: `question`, and `answer` as a list of right texts."""
    answers = row.texts("answer", "NQ-open")
    question = row.text("question", "NQ-open")
    return make_problem(row, "NQ-open", kind="text", question=question, answer=answers[0], aliases=tuple(answers[1:]))


def boolq(row: Row) -> Problem:
    """Read BoolQ: `question`, `passage` and `answer`, true or false. The passage stands before the question."""
    question = f"{row.text('passage', 'BoolQ')}\n\n{row.text('question', 'BoolQ')}"
    return make_problem(row, "BoolQ", kind="yes_no", question=question, answer=truth(row.fields["answer"]))


def truthful_qa(row: Row) -> Problem:
    """Read TruthfulQA: `Question`, `Best Answer` and `Incorrect Answers`, with `;` between: the best and up to three.

    `Best Incorrect Answer`, where there is one, is the first of the three.
    """
    best = row.text("best_answer", "TruthfulQA")
    tempting = row.fields.get("best_incorrect_answer")
    incorrect = row.texts("incorrect_answers", "TruthfulQA", separator=";")
    question = row.text("question", "TruthfulQA")
    others = others_than(best, [tempting.strip() if isinstance(tempting, str) else "", *incorrect])
    if not others:
        raise row_error(row.where, "`incorrect_answers` has nothing but the best answer; add one that is wrong")
    options = shuffle_options(question, (best, *others[:_WRONG_ONES]))
    return make_problem(row, "TruthfulQA", question=question, options=options, answer=FOUR[options.index(best)])


def gsm8k(row: Row) -> Problem:
    """Read GSM8K: `question`, and `answer`, a solution that ends with `####` and a number. The solution is a right rationale."""
    said, _, last = row.text("answer", "GSM8K").rpartition("####")
    number = last.strip().replace(",", "").removeprefix("$")
    if not _NUMBER.fullmatch(number):
        raise row_error(row.where, f"after `####` in `answer` there is {quote(last.strip())!r}, but GSM8K needs a number there")
    solution = _NOTE.sub("", said).strip()
    right = [{"answer": number, "text": solution}] if solution else []
    return make_problem(row, "GSM8K", kind="number", question=row.text("question", "GSM8K"), answer=number, right=right)


def mmlu(row: Row) -> Problem:
    """Read MMLU: a question, four options and the letter of the right one."""
    letter = row.text("answer", "MMLU")
    if letter not in tuple(FOUR):
        raise row_error(row.where, f"the right answer is {quote(letter)!r}, but MMLU needs one of the letters A, B, C and D there")
    options = tuple(row.text(name, "MMLU") for name in FOUR.lower())
    return make_problem(row, "MMLU", question=row.text("question", "MMLU"), options=options, answer=letter)


def mmlu_choices(row: Row) -> Problem:
    """Read MMLU as it is on the Hub: `question`, a list `choices` and `answer`, the number of the right one, from 0."""
    options, answer = row.fields["choices"], row.fields.get("answer")
    if not isinstance(options, list) or not all(isinstance(each, str) and each.strip() for each in options):
        raise row_error(row.where, "`choices` is no list of texts, but MMLU needs one")
    at = LETTERS.find(answer) if isinstance(answer, str) and len(answer) == 1 else answer
    if type(at) is not int or not 0 <= at < len(options) or len(options) > len(FOUR):
        raise row_error(row.where, "`answer` must be the number of the right one of up to four `choices`, from 0")
    return make_problem(
        row, "MMLU", question=row.text("question", "MMLU"), options=tuple(map(str.strip, options)), answer=LETTERS[at]
    )


def truthful_qa_choice(row: Row) -> Problem:
    """Read the multiple choice of TruthfulQA: the right one of `mc1_targets` and up to three of its wrong ones.

    The targets are an object with lists `choices` and `labels`, as on the Hub, or one of texts with 1 or 0, as in its own file.
    """
    targets = row.inner_row("mc1_targets", "TruthfulQA")
    if isinstance(targets.fields.get("labels"), list):
        texts, labels = targets.fields.get("choices"), targets.fields["labels"]
    else:
        texts, labels = list(targets.fields), list(targets.fields.values())
    if not isinstance(texts, list) or len(texts) != len(labels) or not all(isinstance(text, str) for text in texts):
        raise row_error(targets.where, "there are not as many texts as labels")
    right = [text.strip() for text, label in zip(texts, labels, strict=True) if label == 1 and text.strip()]
    others = others_than(right[0], [text.strip() for text in texts]) if len(right) == 1 else []
    if not others:
        raise row_error(targets.where, "one of the choices must have the label 1, and at least one the label 0")
    question = row.text("question", "TruthfulQA")
    options = shuffle_options(question, (right[0], *others[:_WRONG_ONES]))
    return make_problem(row, "TruthfulQA", question=question, options=options, answer=FOUR[options.index(right[0])])


def squad(row: Row) -> Problem:
    """Read SQuAD: `context`, `question`, and `answers` with the texts that are right. The context stands before the question."""
    answers = row.squad_answers("answers") or []
    question = f"{row.text('context', 'SQuAD')}\n\n{row.text('question', 'SQuAD')}"
    return make_problem(row, "SQuAD", kind="text", question=question, answer=answers[0], aliases=tuple(answers[1:]))


def make_problem(row: Row, data: str, **fields: Any) -> Problem:
    """Return the question of a row. data: the collection; without its own id it is named after that and its number."""
    name = row.find_id("id") or f"{data.lower().replace(' ', '-')}-{row.number}"
    return make_item(row.where, Problem, {"id": name, "data": data, **fields})


def truth(value: Any) -> str:
    """Return true or false as an answer."""
    return "yes" if value else "no"


def others_than(best: str, texts: Sequence[str]) -> list[str]:
    """Return the texts that differ from the best answer, each once; capitals do not matter."""
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(text.casefold(), text)
    return [text for folded, text in kept.items() if folded not in ("", best.casefold())]


def shuffle_options(question: str, options: Sequence[str]) -> tuple[str, ...]:
    """Return options in an order that their texts alone decide, so that the right one is not always the first."""
    return tuple(sorted(options, key=lambda option: sha256(f"{question}\n{option}".encode(errors="surrogatepass")).digest()))
