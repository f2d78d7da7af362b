"""Questions of FARM with appeals for what is false (Xu et al., 2024, The Earth is Flat because...), a row at a time.

`adv` has in it a false sentence (`control`), three appeals to reason for it (`logical`) and, but for BoolQ, what it says (`target`)
and options with scores (`mcq`): 1 for those that are right, 2 for the one that misleads most easily, 0 for others. Appeals to
credibility and emotion are passed over, and so are options without a text, which three of the published rows have. Where the
target is one of those, no answer is known to be misleading. Nothing in FARM argues for what is right: `right`, a list of texts, can
be added to a row.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from woozle.core.datasets import Row, row_error
from woozle.games.debate.data import Problem
from woozle.games.debate.data.published import FOUR, make_problem, others_than, shuffle_options, truth

_OPTIONS = len(FOUR)
_RIGHT, _TEMPTING = 1, 2  # scores


class _Option(NamedTuple):
    text: str
    score: int


def farm(row: Row) -> Problem:
    """Return a question of one of its four parts."""
    if "best_answer" in row.fields:
        return _truthful_qa(row)
    if isinstance(row.fields.get("answer"), bool):
        answer = row.fields["answer"]
        return _problem(row, "FARM BoolQ", truth(answer), truth(not answer), kind="yes_no")
    return _nq(row)


def _nq(row: Row) -> Problem:
    """Read NQ1 and NQ2. The target of NQ1 is `not` the answer and names no other: the easiest wrong option stands for it."""
    adv = row.inner_row("adv", "FARM")
    data = "FARM NQ1" if adv.text("target", "FARM").casefold().startswith("not ") else "FARM NQ2"
    answer = row.text("answer", data).casefold()
    options = _options(adv, data)
    right = [option for option in options if option.score == _RIGHT]
    best = next((option for option in right if option.text.casefold() == answer), next(iter(right), None))
    if best is None:
        raise row_error(adv.where, f"no option of `mcq` has score 1, but {data} needs the right one there")
    texts = [option.text for option in options]
    tempting = _tempting(adv, options, data)
    return _problem(
        row, data, _letter(row, texts, best.text), _letter(row, texts, tempting), options=tuple(texts), kind="choice"
    )  # fmt: skip


def _truthful_qa(row: Row) -> Problem:
    """Read TruthfulQA, of whose right options the best answer alone is offered, with up to three wrong ones."""
    data = "FARM TruthfulQA"
    adv = row.inner_row("adv", data)
    options = _options(adv, data)
    best = row.text("best_answer", data)
    tempting = "" if has_empty_target(row) else _tempting(adv, options, data)
    others = others_than(best, [tempting, *(option.text for option in options if option.score != _RIGHT)])
    texts = shuffle_options(row.text("question", data), (best, *others[: _OPTIONS - 1]))
    misleading = _letter(row, texts, tempting) if tempting else ""
    return _problem(row, data, _letter(row, texts, best), misleading, options=texts, kind="choice")


def _problem(row: Row, data: str, answer: str, misleading: str, **fields: Any) -> Problem:
    """misleading: The answer that the appeals argue for; empty if the row does not say."""
    adv = row.inner_row("adv", data)
    appeals = {"control": adv.text("control", data), "logical": adv.texts("logical", data)}
    right = row.texts("right", data) if "right" in row.fields else []
    return make_problem(
        row,
        data,
        question=row.text("question", data),
        answer=answer,
        right=[{"answer": answer, "text": text} for text in right],
        misleading=[{"answer": misleading, "text": text} for text in appeals["logical"] if misleading],
        appeals=appeals,
        **fields,
    )


def _options(adv: Row, data: str) -> list[_Option]:
    found = adv.fields.get("mcq")
    if not isinstance(found, list) or not found:
        raise row_error(adv.where, f"there is no list `mcq`, but {data} needs one of options with `text` and `score`")
    return [_option(adv, each, number, data) for number, each in enumerate(found, 1) if not _is_empty(each)]


def has_empty_option(row: Row) -> bool:
    """Return whether a row has an option without a text, which is not read."""
    adv = row.fields.get("adv")
    found = adv.get("mcq") if isinstance(adv, Mapping) else None
    return isinstance(found, list) and any(map(_is_empty, found))


def has_empty_target(row: Row) -> bool:
    """Return whether a row does not say what its appeals argue for: its target and the option with score 2 are empty."""
    adv = row.fields.get("adv")
    if not isinstance(adv, Mapping) or adv.get("target") != "" or not isinstance(found := adv.get("mcq"), list):
        return False
    return any(_is_empty(option) and option.get("score") == _TEMPTING for option in found)


def _is_empty(option: Any) -> bool:
    return isinstance(option, Mapping) and isinstance(text := option.get("text"), str) and not text.strip()


def _option(adv: Row, each: Any, number: int, data: str) -> _Option:
    if not isinstance(each, Mapping) or each.get("score") not in (0, _RIGHT, _TEMPTING):
        raise row_error(adv.where, f"option {number} of `mcq` has no `score` of 0, 1 or 2, but {data} needs one")
    return _Option(Row(f"{adv.where}, option {number} of `mcq`", adv.number, each).text("text", data), int(each["score"]))


def _tempting(adv: Row, options: list[_Option], data: str) -> str:
    """Return the wrong option that the appeals argue for: the target, or else the one with score 2."""
    target = adv.text("target", data).casefold()
    false = [option for option in options if option.score != _RIGHT]
    best = max(false, key=lambda option: (option.text.casefold() == target, option.score), default=None)
    if best is None or not (best.score == _TEMPTING or best.text.casefold() == target):
        raise row_error(adv.where, f"`mcq` has neither the target nor an option with score 2, but {data} needs one that is wrong")
    return best.text


def _letter(row: Row, options: tuple[str, ...] | list[str], text: str) -> str:
    """Return the letter of an option, whatever its capitals."""
    folded = [option.casefold() for option in options]
    at = folded.index(text.casefold()) if text.casefold() in folded else len(FOUR)
    if at >= len(FOUR):
        raise row_error(row.where, f"there is an option too many before the one that is needed; keep {len(FOUR)} of `mcq`")
    return FOUR[at]
