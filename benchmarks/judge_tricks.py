"""What a judge of summaries gives to texts that cheat, beside an honest paraphrase of the same passage.

    python -m benchmarks.judge_tricks [--judge claims]   # the half that a judge is written with
    python -m benchmarks.judge_tricks --unseen           # the other half: only once a version of the judge is done

The texts are in `benchmarks/summaries/`. To those written by hand come tricks that a script plays: glued, shuffled, salads,
fragments, copies. H is the judge's score times the share of key facts, as under the standard rules. "Beside the paraphrase" is the
ratio of both means of H over the passages, with its 95 % interval by the bootstrap over passages. The last column is what is
wanted, with `!` where it is missed: of honest texts by the judge alone, of the others beside the paraphrase.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from woozle.core.statistics.resampling import Estimate, estimate
from woozle.games.quest.data import Fact
from woozle.games.quest.judgement.coverage import missing
from woozle.games.quest.judgement.faithfulness import faithfulness
from woozle.games.quest.judgement.grounding import grounding

FOLDER = Path(__file__).parent / "summaries"
WORDS = 60  # read under the standard rules
_HARD = re.compile(r"(?<=[\w,;] )[A-Z]\w+|\d[\d.,]*\d|\d")
_SMALL = """a an and as at but by for from had has have in into is it its of on or that the their to was were which who with"""

FALSE = ("negated", "antonyms", "roles", "numbers", "units", "invented", "half")  # wanted: at most half of the paraphrase's H each
EMPTY = ("glued", "content glued", "shuffled", "salad", "no small words", "fragments", "fact words", "other_passage")  # at most 0.4
MORE = ("order", "quantifier", "one_word", "merged", "hedge", "questions", "orders")
HONEST = ("summary", "paraphrase", "terse", "language")
LEAST = {"summary": 0.9, "paraphrase": 0.75, "terse": 0.7}  # wanted of the judge alone
MOST = dict.fromkeys(FALSE, 0.5) | dict.fromkeys((*EMPTY, "another"), 0.4)  # wanted beside the paraphrase
COPIES = ("one fact", "first words", "last words")  # at most their coverage


Judge = Callable[[str, str], float]

JUDGES: Mapping[str, Judge] = {"lexical": grounding, "claims": lambda source, text: faithfulness(source, text).score}
"""What judges of summaries that need no model give to a text, given its source and the text."""


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
    """Return the passages of a half, with their mechanical tricks. name: `seen` or `unseen`."""
    lines = FOLDER.joinpath(f"{name}.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    common = set.intersection(*(set(row["cheats"]) for row in rows))
    found = []
    for row, other in zip(rows, rows[1:] + rows[:1], strict=True):
        facts = tuple(Fact.model_validate(fact) for fact in row["facts"])
        written = {kind: row[kind] for kind in ("summary", "paraphrase", "terse")}
        cheats = {kind: text for kind, text in row["cheats"].items() if kind in common}
        own = {kind: text for kind, text in row["cheats"].items() if kind not in common}
        played = {kind: play(row["text"], row["summary"], facts, Random(row["id"])) for kind, play in TRICKS.items()}
        found.append(Passage(row["id"], row["text"], facts, {**written, **cheats, **played, "another": other["summary"]}, own))
    return found


def _first(words: Sequence[str]) -> str:
    return " ".join(words[:WORDS])


def _shuffled(text: str, summary: str, facts: Sequence[Fact], random: Random) -> str:
    words = summary.split()
    random.shuffle(words)
    return " ".join(words)


def _content(text: str) -> list[str]:
    return [word for word in text.split() if word.lower().strip(".,;:") not in _SMALL.split()]


def _salad(text: str, summary: str, facts: Sequence[Fact], random: Random) -> str:
    hard = list(dict.fromkeys(_HARD.findall(text)))
    return _first(hard + [word for word in _content(text) if word not in hard])


def _fragments(text: str, summary: str, facts: Sequence[Fact], random: Random) -> str:
    content = _content(text)
    return _first(", ".join(" ".join(content[at : at + 2]) for at in range(0, len(content), 3)).split())


def _fact_words(text: str, summary: str, facts: Sequence[Fact], random: Random) -> str:
    return _first([words.split("|")[0] for fact in facts for words in fact.words])


TRICKS: Mapping[str, Callable[[str, str, Sequence[Fact], Random], str]] = {
    "glued": lambda text, summary, facts, random: "/".join(text.split()),
    "content glued": lambda text, summary, facts, random: "-".join(_content(text)),
    "shuffled": _shuffled,
    "salad": _salad,
    "no small words": lambda text, summary, facts, random: _first(_content(text)),
    "fragments": _fragments,
    "fact words": _fact_words,
    "one fact": lambda text, summary, facts, random: _first(f"{facts[0].fact}. ".split() * WORDS),
    "first words": lambda text, summary, facts, random: _first(text.split()),
    "last words": lambda text, summary, facts, random: " ".join(text.split()[-WORDS:]),
}


def measure(kind: str, passages: Sequence[Passage], judge: Judge) -> Row:
    """Return the scores of a kind of text."""
    judged, covered = [], []
    for passage in passages:
        read = _first(passage.texts[kind].split())
        judged.append(judge(passage.text, read))
        covered.append(1 - len(missing(passage.facts, read)) / len(passage.facts))
    return Row(kind, judged, covered, [one * other for one, other in zip(judged, covered, strict=True)])


def ratio(row: Row, honest: Row) -> Estimate:
    """Return the mean H of a kind beside that of the paraphrase."""
    pairs = list(zip(row.h, honest.h, strict=True))
    return estimate(pairs, lambda some: fmean(one for one, _ in some) / fmean(other for _, other in some) if some else None)


def wanted(row: Row, beside: float) -> str:
    """Return what is wanted of a kind of text, with a mark where it is missed; empty for kinds without a limit."""
    if row.kind in LEAST:
        return f">= {LEAST[row.kind]}" + " !" * (fmean(row.judged) < LEAST[row.kind])
    return f"<= {MOST[row.kind]}" + " !" * (beside > MOST[row.kind]) if row.kind in MOST else ""


def measures(passages: Sequence[Passage], judge: Judge) -> Iterator[str]:
    """Yield a row of the table for each kind of text."""
    honest = measure("paraphrase", passages, judge)
    for group in (HONEST, FALSE, EMPTY, ("another",), COPIES, MORE):
        for kind in group:
            row = measure(kind, passages, judge)
            beside = ratio(row, honest)
            ends = f"{beside.low:.2f} to {beside.high:.2f}" if beside.low is not None and beside.high is not None else ""
            means = " | ".join(f"{fmean(some):.3f}" for some in (row.judged, row.covered, row.h))
            yield f"| {kind} | {means} | {beside.value:.2f} | {ends} | {wanted(row, beside.value or 0.0)} |"
    own = [(passage, kind) for passage in passages for kind in passage.own]
    scores = [judge(passage.text, _first(passage.own[kind].split())) for passage, kind in own]
    yield f"| {len(own)} other kinds | {fmean(scores):.3f} | | | | | |"


def main() -> None:
    """Print the table of a half."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--judge", choices=JUDGES, default="lexical")
    given = parser.parse_args()
    passages = load("unseen" if given.unseen else "seen")
    print("| text | judge | facts | H | beside the paraphrase | 95 % | wanted |", "|---|---|---|---|---|---|---|", sep="\n")
    print(*measures(passages, JUDGES[given.judge]), sep="\n")


if __name__ == "__main__":
    main()
