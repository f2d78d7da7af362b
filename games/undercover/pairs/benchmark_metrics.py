"""The figures of the benchmarks: POPE, HallusionBench, and questions with options, such as those of MMStar and MMMU."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Literal, NamedTuple

from woozle.core.statistics.resampling import Share
from woozle.games.undercover.claims.answers import yes_or_no

YesNo = Literal["yes", "no", ""]
"""An answer as it was read; empty where it says neither, or both."""


class Confusion(NamedTuple):
    """A confusion matrix of yes and no; yes is positive. unread: answers that are neither, to questions whose answer is no.

    What cannot be read is wrong, and is not a yes: where yes is right it is a false negative.
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0
    unread: int = 0


class Pope(NamedTuple):
    """The figures of POPE (Y. Li et al., Evaluating Object Hallucination in LVLMs, 2023), each from 0 to 1; 0 for nothing by 0."""

    accuracy: float
    precision: float
    recall: float
    f1: float
    yes_ratio: float


def original_yes_or_no(text: str) -> YesNo:
    """Read an answer as POPE's own evaluation does: no, if its first sentence has `No`, `not` or `no` between spaces, else yes.

    Nothing is read of an empty text.
    """
    first = text.split(".", 1)[0].replace(",", "")
    if not text.strip():
        return ""
    return "no" if {"No", "not", "no"} & set(first.split(" ")) else "yes"


def confusion(answers: Iterable[tuple[str, str]], reads: Callable[[str], YesNo] = yes_or_no) -> Confusion:
    """Count answers. answers: the given and the right answer, `yes` or `no`; reads: the rule by which answers are parsed."""
    counts = [0, 0, 0, 0, 0]
    for said, right in answers:
        read = reads(said)
        if right == "yes":
            counts[0 if read == "yes" else 2] += 1
        else:
            counts[{"yes": 1, "no": 3, "": 4}[read]] += 1
    return Confusion(*counts)


def add_confusions(confusions: Iterable[Confusion]) -> Confusion:
    """Add up the counts."""
    return Confusion(*(sum(each) for each in zip(*confusions, strict=True))) if (confusions := [*confusions]) else Confusion()


def pope(counts: Confusion) -> Pope:
    """Return the figures of POPE."""
    precision = _part(counts.tp, counts.tp + counts.fp)
    recall = _part(counts.tp, counts.tp + counts.fn)
    n = sum(counts)
    return Pope(
        _part(counts.tp + counts.tn, n),
        precision,
        recall,
        _part(2 * precision * recall, precision + recall),
        _part(counts.tp + counts.fp, n),
    )


class Graded(NamedTuple):
    """An answer to a question of HallusionBench, and whether it is right. run: whose of several answers to the same it is."""

    run: Hashable
    category: str
    subcategory: str
    set: str
    figure: str
    question: str
    is_right: bool


class Shares(NamedTuple):
    """Shares that are right: questions, figures with all their questions, questions on all their figures."""

    a: Share
    f: Share
    q: Share


class Hallusion(NamedTuple):
    """The figures of HallusionBench (T. Guan et al., 2024), each from 0 to 1.

    a_acc: questions that are right; f_acc: figures with all questions right; q_acc: questions that are on all their figures; avg:
    the mean of these. f_acc_original: without the figures 0 of VS, which have no picture, as the first evaluation has it; None if
    nothing is left then.
    """

    a_acc: float
    f_acc: float
    q_acc: float
    avg: float
    f_acc_original: float | None


def hallusion(answers: Sequence[Graded]) -> Hallusion:
    """Return the figures of HallusionBench; 0 without answers.

    Figures and questions are distinguished by category, subcategory and set: subcategories are called the same in VD and VS,
    which the public code puts together.
    """
    a, f, q = (_part(*share) for share in hallusion_shares(answers))
    shown = [each for each in answers if (each.category, each.figure) != ("VS", "0")]
    return Hallusion(a, f, q, (a + f + q) / 3, _part(*hallusion_shares(shown).f) if shown else None)


def hallusion_shares(answers: Sequence[Graded]) -> Shares:
    """Return the figures of HallusionBench as counts, so that those of several sets can be added up."""
    figures: dict[Hashable, bool] = defaultdict(lambda: True)
    questions: dict[Hashable, bool] = defaultdict(lambda: True)
    for each in answers:
        of = (each.run, each.category, each.subcategory, each.set)
        figures[*of, each.figure] &= each.is_right
        questions[*of, each.question] &= each.is_right
    return Shares(
        Share.of(each.is_right for each in answers),
        Share.of(figures.values()),
        Share.of(questions.values()),
    )


def _part(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
