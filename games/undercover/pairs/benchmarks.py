"""Answers scored by the figures of their questions' benchmark: those of the table, and those of each sort of players.

Of players, the last answers of those who see the picture count. A question that was asked several times counts each time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from woozle.core.groups import group_pairs
from woozle.core.statistics.resampling import Estimate, Share, add_shares, estimate, pooled_share, share_estimate
from woozle.games.undercover.claims.answers import interpret_answer
from woozle.games.undercover.measures import HALLUSION_PLACE, UndercoverFacts
from woozle.games.undercover.pairs import benchmark_metrics as metrics
from woozle.games.undercover.pairs.benchmark_files import SPLITS

EVERY_SPLIT = "all"
TABLE = "the table"
"""The name under which the scores of the common answer stand."""


class Split(NamedTuple):
    """Questions for yes or no. The rule of POPE is that of POPE's evaluation, which reads some answers in another way.

    accuracy, f1: with intervals, over matches.
    """

    counts: metrics.Confusion
    figures: metrics.Pope
    figures_by_the_rule_of_pope: metrics.Pope
    accuracy: Estimate
    f1: Estimate


class Whole(NamedTuple):
    """Questions of HallusionBench. intervals: of a_acc, f_acc, q_acc and avg (their mean), over the sets of figures."""

    questions: int
    figures: metrics.Hallusion
    intervals: Mapping[str, Estimate]


class Scores(NamedTuple):
    """The figures of one player, or of the table, for the questions of one benchmark.

    splits: of questions for yes or no, and EVERY_SPLIT; a question in several splits counts in each. options: share of right
    options, of all and by category. Empty or None where there are no such questions.
    """

    splits: Mapping[str, Split]
    hallusion: Whole | None
    options: Mapping[str, Estimate]


class _Said(NamedTuple):
    """An answer as it was given. run: whose of several to the same question it is."""

    match: UndercoverFacts
    run: Hashable
    text: str


def scores(matches: Sequence[UndercoverFacts]) -> dict[str, dict[str, Scores]]:
    """Return scores by benchmark, and by whose answers they are: TABLE, or the name of a player."""
    by_benchmark = group_pairs((name, match) for match in matches if match.pair and (name := match.pair.data.get("benchmark")))
    return {name: {whose: _scores(said) for whose, said in _group_answers(some).items()} for name, some in by_benchmark.items()}


def _group_answers(matches: Sequence[UndercoverFacts]) -> dict[str, list[_Said]]:
    times: Counter[str] = Counter()
    said: dict[str, list[_Said]] = {TABLE: []}
    for match in matches:
        case = match.pair.case if match.pair else ""
        times[case] += 1
        said[TABLE].append(_Said(match, times[case], _as_said(match)))
        for seat in match.witnesses:
            said.setdefault(match.terms.players[seat], []).append(_Said(match, (times[case], seat), match.lasts[seat]))
    return said


def _as_said(match: UndercoverFacts) -> str:
    """Return the answer of the table as the first who gave it did: the rule of POPE looks at capitals."""
    question = match.pair.question if match.pair else None
    own = (said for said in match.lasts.values() if question and interpret_answer(said, question) == match.answer)
    return next(own, match.answer)


def _scores(said: Sequence[_Said]) -> Scores:
    kinds = group_pairs((each.match.scored_as, each) for each in said)
    return Scores(
        dict(_splits(kinds["yes_no"])) if "yes_no" in kinds else {},
        _whole(kinds["hallusion"]) if "hallusion" in kinds else None,
        _options(kinds["option"]) if "option" in kinds else {},
    )


def _splits(said: Sequence[_Said]) -> Iterator[tuple[str, Split]]:
    parts: dict[str, list[_Said]] = {name: [] for name in SPLITS}
    every: list[_Said] = []
    for each in said:
        named = [name for name in _data(each, "split").split(",") if name]
        for name in named:
            parts.setdefault(name, []).append(each)
        every += [each] * (len(named) or 1)
    for name, some in {**parts, EVERY_SPLIT: every}.items():
        if some:
            yield name, _split(some)


def _split(said: Sequence[_Said]) -> Split:
    by_match = group_pairs((each.match.terms.name, (each.text, _right(each))) for each in said)
    counts = [metrics.confusion(answers) for answers in by_match.values()]
    original = [metrics.confusion(answers, metrics.original_yes_or_no) for answers in by_match.values()]
    whole = metrics.add_confusions(counts)
    return Split(
        whole,
        metrics.pope(whole),
        metrics.pope(metrics.add_confusions(original)),
        pooled_share([Share(each.tp + each.tn, sum(each)) for each in counts]),
        estimate([(2 * each.tp, 2 * each.tp + each.fp + each.fn) for each in counts], _f1),
    )


def _f1(parts: Sequence[tuple[int, int]]) -> float:
    part = sum(part for part, _ in parts)
    return part / sum(whole for _, whole in parts) if part else 0.0


def _whole(said: Sequence[_Said]) -> Whole:
    sets: dict[Hashable, list[metrics.Graded]] = defaultdict(list)
    for each in said:
        category, subcategory, set_, figure, question = (_data(each, name) for name in HALLUSION_PLACE)
        graded = metrics.Graded(each.run, category, subcategory, set_, figure, question, each.match.is_right(each.text))
        sets[category, subcategory, set_].append(graded)
    shares = [metrics.hallusion_shares(graded) for graded in sets.values()]
    a, f, q = (pooled_share([share[at] for share in shares]) for at in range(len(metrics.Shares._fields)))
    average = share_estimate(
        shares, lambda some: fmean(add_shares(share[at] for share in some).rate or 0.0 for at in range(len(metrics.Shares._fields)))
    )
    intervals = {"a_acc": a, "f_acc": f, "q_acc": q, "avg": average}
    return Whole(len(said), metrics.hallusion([each for graded in sets.values() for each in graded]), intervals)


def _options(said: Sequence[_Said]) -> dict[str, Estimate]:
    categories = group_pairs((category, each) for each in said if (category := _data(each, "category")))
    return {name: _accuracy(some) for name, some in {EVERY_SPLIT: said, **categories}.items()}


def _accuracy(said: Sequence[_Said]) -> Estimate:
    by_match = group_pairs((each.match.terms.name, each.match.is_right(each.text)) for each in said)
    return pooled_share([Share.of(right) for right in by_match.values()])


def _data(said: _Said, name: str) -> str:
    return said.match.pair.data.get(name, "") if said.match.pair else ""


def _right(said: _Said) -> str:
    return said.match.pair.question.answer.strip().casefold() if said.match.pair else ""
