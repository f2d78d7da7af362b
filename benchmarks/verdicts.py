"""The precision of the verdict "contradicted" on claims that were labelled by hand.

    python -m benchmarks.verdicts LABELS.jsonl [--logs DIRECTORY] [--claims]

The format of the files is in `benchmarks/gold/README.md`. Each claim is looked up in a new audit, by its fields or by its
words. `--claims` prints those that are contradicted wrongly, and those no longer contradicted.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.claims_gold import Counts, figures, strict
from benchmarks.logs import LOGS
from woozle.core.statistics.intervals import wilson
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.precision import Precision
from woozle.games.ship.claims.schema import HELD_AGAINST, STANCES, Checked, Claim
from woozle.games.ship.tui.audit import read_match

VERDICTS = Path(__file__).parent / "gold" / "verdicts"


@dataclass(frozen=True)
class Labelled:
    """A labelled claim, and the verdict of today's audit on it; `now` is None if it is no longer read."""

    line: Mapping[str, Any]
    claim: Claim
    now: Checked | None

    @property
    def label(self) -> Mapping[str, str]:
        """The settled label."""
        return self.line["settled"]

    @property
    def was_blamed(self) -> bool:
        return self.line["drawn"] == "contradicted"

    @property
    def is_blamed(self) -> bool:
        return self.now is not None and self.now.verdict.standing in HELD_AGAINST

    @property
    def is_false(self) -> bool:
        """Return whether the speech makes the claim, and it is not so."""
        return self.label["said"] == "yes" and self.label.get("outcome", "") not in ("true", "unverifiable", "")

    @property
    def is_true(self) -> bool:
        """Return whether the speech makes the claim, or the one it was corrected to, and that is so."""
        is_said = self.label["said"] == "yes" or (self.label["said"] == "corrected" and self.is_reread)
        return is_said and self.label.get("outcome") == "true"

    @property
    def is_reread(self) -> bool:
        """Return whether the claim has another room, route or time than the labelled one had."""
        return self.now is not None and any(
            getattr(self.now.claim, name) != getattr(self.claim, name) for name in ("room", "route", "when")
        )

    @property
    def kind(self) -> str:
        return self.label.get("kind") or "verdict"


def read(labels: Path, logs: Path) -> Iterator[Labelled]:
    """Yield the labelled claims, stances apart."""
    for text in labels.read_text("utf-8").splitlines():
        line = json.loads(text)
        fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in line["claim"].items()}
        claim = Claim(**fields)
        if claim.type not in STANCES:
            yield Labelled(line, claim, _find(claim, _checked(logs / line["game"]).get(line["at"], ())))


@cache
def _checked(folder: Path) -> Mapping[int, Sequence[Checked]]:
    """Return the claims of a game by the position of their speech."""
    match = read_match(folder / "game.jsonl")
    found: dict[int, list[Checked]] = defaultdict(list)
    for each in audit(match.record, is_imported=match.is_imported).checked:
        found[each.statement.at].append(each)
    return found


def _find(claim: Claim, among: Sequence[Checked]) -> Checked | None:
    """Return the claim of now that is the same by its fields, or the one of the same type and players from the same words."""
    same = [each for each in among if strict(each.claim) == strict(claim)]
    exact = [each for each in same if each.claim.when == claim.when]
    if exact or same:
        return (exact or same)[0]
    people = claim.type, claim.subject, claim.target, claim.is_negated
    near = [each for each in among if (each.claim.type, each.claim.subject, each.claim.target, each.claim.is_negated) == people]
    if claim.span:
        near = [each for each in near if each.claim.span and _overlap(each.claim.span, claim.span)]
    return near[0] if len(near) == 1 else None


def _overlap(one: Sequence[int], two: Sequence[int]) -> bool:
    return one[0] < two[1] and two[0] < one[1]


def share_line(title: str, right: int, n: int) -> str:
    """Return a share with its 95 % interval (Wilson) as a line of text."""
    if not n:
        return f"{title}: none"
    low, high = wilson(right, n)
    return f"{title}: {right} of {n}, {right / n:.2f} [{low:.2f}, {high:.2f}]"


def lines(found: Sequence[Labelled]) -> Iterator[str]:
    """Yield the figures."""
    before = [each for each in found if each.was_blamed]
    now = [each for each in found if each.is_blamed]
    for title, group in (("then", before), ("now", now)):
        yield share_line(f"contradicted {title}, rightly", sum(each.is_false for each in group), len(group))
    rightly = [each for each in before if each.is_false]
    yield share_line("rightly contradicted that stay so", sum(each.is_blamed for each in rightly), len(rightly))
    true = [each for each in found if each.now and each.now.verdict.outcome == "true"]
    was_true = [each for each in found if each.line["drawn"] == "true"]
    yield share_line("called true then, rightly", sum(each.is_true for each in was_true), len(was_true))
    yield share_line("called true now, rightly", sum(each.is_true for each in true), len(true))
    wrong_then = Counter(each.kind for each in before if not each.is_false)
    wrong_now = Counter(each.kind for each in now if not each.is_false)
    for kind in sorted({*wrong_then, *wrong_now}):
        yield f"  wrongly contradicted, {kind:<12} then {wrong_then[kind]:>3}, now {wrong_now[kind]:>3}"


def precisions(found: Sequence[Labelled], half: str) -> dict[str, Precision]:
    """Return the precision of verdicts against speakers, with sensitivity and specificity.

    Claims weigh as many as they were drawn for, `of.json`. half: `seen` or `unseen`.
    """
    of = json.loads((VERDICTS / "of.json").read_text("utf-8"))[half]
    drawn = Counter(each.line["drawn"] for each in found)
    counts = Counts()
    for each in found:
        verdict, label = (each.now.verdict if each.now else None), each.label
        weight = of[each.line["drawn"]] / drawn[each.line["drawn"]]
        said = figures(each.claim, label.get("outcome") or "", label.get("standing") or "") if label["said"] == "yes" else ()
        called = figures(each.claim, verdict.outcome, verdict.standing) if verdict else ()
        counts.add(called, said, weight, is_judged=each.now is not None and each.now.is_counted)
    return {name: each for name, each in counts.precisions().items() if name in HELD_AGAINST.values()}


def _case(each: Labelled) -> str:
    verdict = each.now.verdict if each.now else None
    said = "not read" if verdict is None else f"{verdict.outcome}/{verdict.standing}: {verdict.reason}"
    return f"{each.line['id']} {each.kind} {said} | {each.label.get('means', '')} | {each.label.get('why', '')}"


def main() -> None:
    parser = argparse.ArgumentParser(description="The precision of the verdict contradicted on labelled claims.")
    parser.add_argument("labels", type=Path, help="file of labelled claims")
    parser.add_argument("--logs", type=Path, default=LOGS, help="directory of the games")
    parser.add_argument("--claims", action="store_true", help="print the claims that are wrong")
    args = parser.parse_args()
    found = list(read(args.labels, args.logs))
    print("\n".join(lines(found)))
    if args.labels.resolve().parent == VERDICTS:
        for name, each in precisions(found, args.labels.stem).items():
            print(f"  {name}: {each}")
    if args.claims:
        wrong = [each for each in found if each.is_blamed and not each.is_false]
        lost = [each for each in found if each.was_blamed and each.is_false and not each.is_blamed]
        print("wrongly contradicted", *map(_case, wrong), sep="\n  ")
        print("no longer contradicted", *map(_case, lost), sep="\n  ")


if __name__ == "__main__":
    main()
