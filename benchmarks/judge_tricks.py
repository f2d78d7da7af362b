"""The scores that a judge of summaries gives to texts that cheat, beside an honest paraphrase of the same passage.

    python -m benchmarks.judge_tricks [--judge claims]   # the half that a judge is written with
    python -m benchmarks.judge_tricks --on unseen        # the other half: only once a version of the judge is done
    python -m benchmarks.judge_tricks --on bundled [--docs]  # the passages that come with Woozle, with tricks that a script plays

The texts are in `benchmarks/summaries/`. A script adds its own tricks to those written by hand: glued, shuffled, salads,
fragments, copies. H is the judge's score times the share of key facts, as under the standard rules. "Beside the paraphrase" is the
ratio of both means of H over the passages, with its 95 % interval by the bootstrap over passages. The last column is what is
wanted, with `!` where it is missed: of honest texts by the judge alone, of the others beside the paraphrase.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from benchmarks.page import markdown, write
from benchmarks.paraphrases import paraphrase
from benchmarks.summary_tricks import TRICKS, first
from woozle.core.statistics.resampling import Estimate, estimate
from woozle.games.quest.data import passages as bundled_passages
from woozle.games.quest.data import references
from woozle.games.quest.judgement.coverage import Fact, find_missing
from woozle.games.quest.judgement.faithfulness import faithfulness
from woozle.games.quest.judgement.grounding import grounding

FOLDER = Path(__file__).parent / "summaries"

HONEST = ("summary", "paraphrase", "terse", "language")
FALSE = (
    "negated",
    "antonyms",
    "roles",
    "numbers",
    "units",
    "invented",
    "half",
    "not after each verb",
    "names rotated",
    "names and numbers rotated",
    "numbers off by one",
)  # wanted: at most half of the paraphrase's H each
EMPTY = (
    "glued",
    "glued by commas",
    "content glued",
    "shuffled",
    "salad",
    "salad spread evenly",
    "no small words",
    "fragments",
    "pieces around names and numbers",
    "names and numbers",
    "one word",
    "injection",
    "fact words",
    "other_passage",
    "another",
)  # at most 0.4
COPIES = ("one fact", "first words", "last words", "first clauses", "first sentence", "shortest sentence")  # at most their coverage
MORE = (
    "order",
    "quantifier",
    "one_word",
    "merged",
    "hedge",
    "questions",
    "orders",
    "one fact wrong",
    "two facts wrong",
    "names and numbers rotated, word by word",
    "German imitated",
    "fact sentences",
)
LEAST = {"summary": 0.9, "paraphrase": 0.75}  # wanted of the judge alone
MOST = dict.fromkeys(FALSE, 0.5) | dict.fromkeys(EMPTY, 0.4)  # wanted beside the paraphrase

TITLES = ("text", "judge", "95 %", "facts", "H", "beside the paraphrase", "95 %", "wanted")

Judge = Callable[[str, str], float]

JUDGES: Mapping[str, Judge] = {"lexical": grounding, "claims": lambda source, text: faithfulness(source, text).score}
"""The judges of summaries that need no model: each gives a score to a text beside its source."""


class Passage(NamedTuple):
    """A passage, with its texts by kind. own: those of kinds that only this passage has."""

    id: str
    text: str
    facts: Sequence[Fact]
    texts: Mapping[str, str]
    own: Mapping[str, str]


class Row(NamedTuple):
    """The scores of one kind of text: judge, coverage and H of each passage."""

    kind: str
    judged: Sequence[float]
    covered: Sequence[float]
    h: Sequence[float]


def load(name: str) -> list[Passage]:
    """Return the passages of a set, with the tricks that a script plays. name: `seen`, `unseen` or `bundled`."""
    return _load_bundled() if name == "bundled" else _load_half(name)


def _load_half(name: str) -> list[Passage]:
    lines = FOLDER.joinpath(f"{name}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    common = set.intersection(*(set(row["cheats"]) for row in rows))
    found = []
    for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
        facts = tuple(Fact.model_validate(fact) for fact in row["facts"])
        texts = {kind: row[kind] for kind in ("summary", "paraphrase", "terse")} | {"another": other["summary"]}
        texts |= {kind: text for kind, text in row["cheats"].items() if kind in common}
        own = {kind: text for kind, text in row["cheats"].items() if kind not in common}
        texts |= _play_tricks(row["id"], row["text"], row["summary"], facts)
        found.append(Passage(row["id"], row["text"], facts, texts, own))
    return found


def _load_bundled() -> list[Passage]:
    items, known = bundled_passages(), references()
    found = []
    for item, other in zip(items, items[1:] + items[:1], strict=True):
        summary, (one, two) = known[item.id]["faithful"], known[item.id]["flawed"]
        texts = {"summary": summary, "paraphrase": paraphrase(item), "another": known[other.id]["faithful"]}
        texts |= {"one fact wrong": one, "two facts wrong": two}
        texts |= _play_tricks(item.id, item.text, summary, item.facts)
        found.append(Passage(item.id, item.text, item.facts, texts, {}))
    return found


def _play_tricks(seed: str, text: str, summary: str, facts: Sequence[Fact]) -> dict[str, str]:
    return {kind: play(text, summary, facts, Random(seed)) for kind, play in TRICKS.items()}


def measure(kind: str, passages: Sequence[Passage], judge: Judge) -> Row:
    """Return the scores of a kind of text."""
    judged, covered = [], []
    for passage in passages:
        read = first(passage.texts[kind])
        judged.append(judge(passage.text, read))
        covered.append(1 - len(find_missing(passage.facts, read)) / len(passage.facts))
    return Row(kind, judged, covered, [one * other for one, other in zip(judged, covered, strict=True)])


def ratio(row: Row, honest: Row) -> Estimate:
    """Return the mean H of a kind beside that of the paraphrase."""
    pairs = list(zip(row.h, honest.h, strict=True))
    return estimate(pairs, lambda some: fmean(one for one, _ in some) / fmean(other for _, other in some) if some else None)


def show_limit(row: Row, beside: float) -> str:
    """Return the limit of a kind of text, with a mark where it is missed; empty for kinds without one."""
    if row.kind in LEAST:
        return f">= {LEAST[row.kind]}" + " !" * (fmean(row.judged) < LEAST[row.kind])
    return f"<= {MOST[row.kind]}" + " !" * (beside > MOST[row.kind]) if row.kind in MOST else ""


def table(passages: Sequence[Passage], judge: Judge) -> str:
    """Return the table of a judge."""
    return markdown(TITLES, _rows(passages, judge))


def _rows(passages: Sequence[Passage], judge: Judge) -> Iterator[list[str]]:
    """Yield a row of the table for each kind of text."""
    honest = measure("paraphrase", passages, judge)
    for group in (HONEST, FALSE, EMPTY, COPIES, MORE):
        for kind in (kind for kind in group if kind in passages[0].texts):
            row = measure(kind, passages, judge)
            beside = ratio(row, honest)
            judged = estimate(row.judged, lambda some: fmean(some) if some else None)
            cells = [f"{fmean(row.judged):.2f}", _ends(judged), f"{fmean(row.covered):.2f}", f"{fmean(row.h):.2f}"]
            cells += [f"{beside.value:.2f}", _ends(beside), show_limit(row, beside.value or 0.0)]
            yield [kind, *cells]
    own = [(passage, kind) for passage in passages for kind in passage.own]
    if own:
        scores = [judge(passage.text, first(passage.own[kind])) for passage, kind in own]
        yield [f"{len(own)} other kinds", f"{fmean(scores):.2f}", *[""] * (len(TITLES) - 2)]


def _ends(found: Estimate) -> str:
    return f"{found.low:.2f} to {found.high:.2f}" if found.low is not None and found.high is not None else ""


def main() -> None:
    """Print the table of a half."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--on", choices=("seen", "unseen", "bundled"), default="seen")
    parser.add_argument("--judge", choices=JUDGES, default="claims")
    parser.add_argument("--docs", action="store_true", help="and write the table of `--on bundled` into docs/quest.md")
    given = parser.parse_args()
    if given.docs and (given.on, given.judge) != ("bundled", "claims"):
        parser.error("--docs is for the judge claims --on bundled.")
    text = table(load(given.on), JUDGES[given.judge])
    print(text)
    if given.docs:
        write("quest.md", "ways of writing", text)


if __name__ == "__main__":
    main()
