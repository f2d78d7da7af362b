"""Fit the model that tells how probable it is that a speech makes a claim which the grammar read, and measure what it is worth.

    pip install scikit-learn==1.9.1
    python -m benchmarks.claims_model [--logs LOGS] [--part rules|model] [--write]

It rests on benchmarks/gold/reading: speeches labelled once; those of the part `rules` served to write the grammar. The model is
fitted to the others, and to plain sentences (`plain.txt`), whose claims are right as the grammar reads them. Figures are of five
folds by speeches, so that each speech is weighed by a model that has not seen it. `--logs` names the public games, and also
measures the change in verdicts. `--write` keeps the model of all speeches of the part.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any

from benchmarks.claims_gold import compared, figures, own, reading_lines, strict
from woozle.games.ship.claims.audit import TOLERANCE
from woozle.games.ship.claims.extraction import Extractor, certainty
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Claim, Statement
from woozle.games.ship.claims.timeline import Timeline, build_timeline
from woozle.games.ship.maps import load
from woozle.games.ship.tui.audit import read_match

READING = Path(__file__).parent / "gold" / "reading"
FOLDS, LEAST = 5, 3  # LEAST: speeches' claims that a feature must stand in
STRENGTH = 0.3  # of what is fitted against the L1 penalty; scikit-learn calls it C
PLAIN_SEATS, PLAIN_WEIGHT = ("Frank", "Grace", "Bob", "Eve"), 2
KEPT, SURE = 0.38, 0.75  # probabilities


@dataclass(frozen=True)
class Labelled:
    """A speech with its labels, and all that the grammar reads in it."""

    kind: str
    part: str
    path: str
    at: int
    statement: Statement
    said: Sequence[Claim]
    read: Sequence[Claim]
    features: Sequence[Sequence[str]]

    @property
    def is_made(self) -> list[bool]:
        """For each claim read, whether the speech makes it, by the labels."""
        keys = {strict(claim) for claim in own(self.said)}
        return [strict(claim) in keys for claim in self.read]


def speeches(part: str = "") -> Iterator[Labelled]:
    """Yield the labelled speeches of a part, or all."""
    for kind in ("prose", "chat"):
        for line in (READING / f"{kind}.jsonl").read_text("utf-8").splitlines():
            meeting = json.loads(line)
            ship, seats = meeting.get("map", "ship"), tuple(meeting["seats"])
            said = [
                Statement(0, 20, 1 + number // len(seats), each["speaker"], each["text"], each.get("at", number))
                for number, each in enumerate(meeting["speeches"])
            ]
            for number, each in enumerate(meeting["speeches"]):
                if "claims" in each and part in ("", each["part"]):
                    before = said[:number]
                    claims = [_claim(fields) for fields in each["claims"]]
                    extractor = _extractor(seats, ship)
                    read = own(extractor.read(said[number], before))
                    features = extractor.certainty(said[number], before).features(read)
                    yield Labelled(
                        kind, each["part"], meeting.get("path", ""), said[number].at, said[number], claims, read, features
                    )


def _claim(fields: Mapping[str, Any]) -> Claim:
    said = {name: tuple(each) if isinstance(each, list) else each for name, each in fields.items()}
    if said.get("source") == "joke":
        said["source"] = "hypothetical"
    return Claim(**said)


@cache
def _extractor(seats: tuple[str, ...], ship: str) -> Extractor:
    return Extractor(seats, load(ship))


@dataclass(frozen=True)
class Fitted:
    """A fitted model, with weights in logits."""

    intercept: float
    weights: Mapping[str, float]

    def probability(self, features: Sequence[str]) -> float:
        return 1 / (1 + exp(-self.intercept - sum(self.weights.get(each, 0.0) for each in features)))


def plain() -> list[list[str]]:
    """Return the features of the claims of plain sentences."""
    extractor, found = _extractor(PLAIN_SEATS, "ship"), []
    for text in (READING / "plain.txt").read_text("utf-8").splitlines():
        statement = Statement(0, 20, 1, PLAIN_SEATS[0], text, 0)
        found += PLAIN_WEIGHT * extractor.certainty(statement, ()).features(own(extractor.read(statement)))
    return found


def fit(labelled: Sequence[Labelled]) -> Fitted:
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression

    described = [features for each in labelled for features in each.features]
    is_made = [made for each in labelled for made in each.is_made]
    sentences = plain()
    described, is_made = described + sentences, is_made + [True] * len(sentences)
    vectorizer = CountVectorizer(analyzer=list, min_df=LEAST, binary=True)
    table = vectorizer.fit_transform(described)
    model = LogisticRegression(l1_ratio=1, C=STRENGTH, solver="liblinear", intercept_scaling=5, max_iter=500, random_state=0)
    model.fit(table, is_made)
    weights = {name: float(model.coef_[0][at]) for name, at in vectorizer.vocabulary_.items()}
    return Fitted(float(model.intercept_[0]), {name: weight for name, weight in sorted(weights.items()) if abs(weight) >= 0.0005})


def probabilities(labelled: Sequence[Labelled]) -> list[list[float]]:
    """Return the probability of each claim of each speech, by a model that was fitted without the speech."""
    found: list[list[float]] = [[] for _ in labelled]
    for fold in range(FOLDS):
        model = fit([each for number, each in enumerate(labelled) if number % FOLDS != fold])
        for number in range(fold, len(labelled), FOLDS):
            found[number] = [model.probability(features) for features in labelled[number].features]
    return found


def verdicts(logs: Path, labelled: Sequence[Labelled], kept: Sequence[Sequence[Claim]]) -> Iterator[str]:
    """Yield how often what counts in a figure is right, where the verdict on the labelled claim is taken as right."""
    found, right, uncertain, number = Counter[str](), Counter[str](), 0, 0
    for each, ours in zip(labelled, kept, strict=True):
        if not each.path:
            continue
        line = _timeline(logs / each.path)
        statement = next(said for said in line.statements if said.at == each.at)
        said = {strict(claim): claim for claim in own(each.said)}
        for claim in ours:
            verdict = check(line, statement, claim, tolerance=TOLERANCE)
            number, uncertain = number + 1, uncertain + (verdict.standing == "uncertain")
            meant = said.get(strict(claim))
            there = check(line, statement, meant, tolerance=TOLERANCE) if meant else None
            counts = set(figures(claim, verdict.outcome, verdict.standing))
            found.update(counts)
            if meant and there:
                right.update(counts & set(figures(meant, there.outcome, there.standing)))
    yield f"  uncertain {uncertain} of {number}"
    yield from (f"  {name:<12} {right[name]}/{number} = {right[name] / number:.2f}" for name, number in sorted(found.items()))


@cache
def _timeline(folder: Path) -> Timeline:
    match = read_match(folder / "game.jsonl")
    return build_timeline(match.record, is_imported=match.is_imported)


def toml(model: Fitted, number: int) -> str:
    def thousandths(logit: float) -> int:
        return round(1000 * logit)

    weights = {name: thousandths(weight) for name, weight in model.weights.items()}
    return "\n".join([
        "# Weights of the model that tells how probable it is that a speech makes a claim: thousandths of a logit, "
        f"by {number} labelled speeches",
        "# (python -m benchmarks.claims_model --write).",
        f"kept = {thousandths(log(KEPT / (1 - KEPT)))}",
        f"sure = {thousandths(log(SURE / (1 - SURE)))}",
        f"intercept = {thousandths(model.intercept)}",
        "\n[weights]",
        *(f"{json.dumps(name, ensure_ascii=False)} = {weight}" for name, weight in weights.items() if weight),
        "",
    ])  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims_model", description=__doc__.splitlines()[0])
    parser.add_argument("--part", choices=["rules", "model"], default="model")
    parser.add_argument("--logs", type=Path, help="the folder of the public games")
    parser.add_argument("--write", action="store_true", help="keep the model")
    parser.add_argument("--kept", type=float, default=KEPT)
    parser.add_argument("--sure", type=float, default=SURE)
    given = parser.parse_args()
    labelled = sorted(speeches(given.part), key=lambda each: each.kind)
    chances = probabilities(labelled)
    everything = [list(each.read) for each in labelled]
    kept = [
        [
            replace(claim, is_tentative=chance < given.sure)
            for claim, chance in zip(each.read, chance_of, strict=True)
            if chance >= given.kept
        ]
        for each, chance_of in zip(labelled, chances, strict=True)
    ]
    for kind in ("prose", "chat"):
        chosen = [number for number, each in enumerate(labelled) if each.kind == kind]
        some = [labelled[number] for number in chosen]
        print(f"{kind}: {len(some)} speeches, {sum(len(own(each.said)) for each in some)} claims")
        for title, claims in (("all", everything), ("probable", kept)):
            pairs = ((claims[number], own(labelled[number].said)) for number in chosen)
            print(*reading_lines(compared(pairs), title), sep="\n")
        if given.logs and kind == "prose":
            for claims in (everything, kept):
                print(*verdicts(given.logs, some, [claims[number] for number in chosen]), sep="\n")
    if given.write:
        model = fit(labelled)
        file = Path(certainty.__file__).with_name("certainty.toml")
        file.write_text(toml(model, len(labelled)), "utf-8")
        print(f"{len(model.weights)} weights: {file}", file=sys.stderr)


if __name__ == "__main__":
    main()
