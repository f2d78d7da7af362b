"""The accuracy of verdicts on claims, for claims made from a match's own record, so that the status of each is known.

    python -m benchmarks.claims_truth [--matches 1000] [--first 0]

Rows are types of claim, columns the true status; each cell has the number of claims, and the share of right verdicts.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field

from benchmarks.result import Result
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Statement, Verdict
from woozle.games.ship.claims.timeline import Timeline, build_timeline

from tests.games.ship.claims.journal import Journal
from tests.games.ship.claims.matches import played
from tests.games.ship.claims.synthetic import BLAME, TYPES, Known, Maker

STATUSES = {
    "true": "right",
    "wrong_room": "wrong room",
    "wrong_time": "wrong time",
    "wrong_player": "wrong player",
    "near_miss": "nearly",
    "false": "never",
}


@dataclass
class Table:
    """Claims and right verdicts, by type and status; and the verdicts that were wrong."""

    claims: Counter[tuple[str, str]] = field(default_factory=Counter)
    right: Counter[tuple[str, str]] = field(default_factory=Counter)
    never_but_true: int = 0
    uncertain: int = 0
    wrong: list[tuple[int, bool, Statement, Known, Verdict]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def share_right(self) -> float:
        return self.right.total() / self.claims.total()

    @property
    def share_of_never_judged_true(self) -> float:
        return self.never_but_true / max(1, sum(count for (_, status), count in self.claims.items() if status == "false"))

    def add(self, seed: int, *, is_random: bool, each: int) -> None:
        """Add all claims about one match."""
        table = played(seed, Journal, is_random=is_random)
        line, maker = build_timeline(table.record), Maker(table.game, seed)
        for statement in line.statements[:6]:
            for known in list(maker.claims(statement, [each.first for each in line.rounds], each)):
                self.judge(seed, is_random, line, statement, known)

    def judge(self, seed: int, is_random: bool, line: Timeline, statement: Statement, known: Known) -> None:
        begun = time.process_time()
        verdict = check(line, statement, known.claim)
        self.seconds += time.process_time() - begun
        if verdict.outcome == "true" and not verdict.standing:
            return  # claims about what another seat said are checked against its words, and not against what happened
        if verdict.standing == "uncertain":
            self.uncertain += 1
            return  # not judged
        key = (known.kind + " (not)" * known.claim.is_negated, known.status)
        self.claims[key] += 1
        self.right[key] += verdict.outcome == known.status
        self.never_but_true += known.status == "false" and verdict.outcome == "true"
        if verdict.outcome != known.status:
            self.wrong.append((seed, is_random, statement, known, verdict))


def measured(matches: int, first: int = 0, each: int = 2) -> Table:
    """Return the verdicts on claims about matches, half of them of random players, half of bots."""
    table = Table()
    for seed in range(first, first + matches):
        table.add(seed, is_random=seed % 4 < 2, each=each)
    return table


def observed() -> list[Result]:
    """Measure claims about 200 matches."""
    table = measured(200)
    return [
        Result(
            f"observed: verdicts that are right, of {table.claims.total():,} synthetic claims",
            table.share_right * 100,
            "%",
            ">= 99.5",
        ),
        Result("observed: never so, but judged true", table.share_of_never_judged_true * 100, "%", "< 0.5"),
        Result("observed: a verdict", table.seconds / table.claims.total() * 1e6, "us/claim", "<= 20"),
    ]


ALL = {"observed": observed}


def shown(table: Table) -> str:
    """Return the table as text."""
    lines = [f"{'claim':<18}" + "".join(f"{name:>18}" for name in STATUSES.values())]
    kinds = [kind + negated for negated in ("", " (not)") for kind in (*TYPES, *BLAME)]
    for kind in (kind for kind in kinds if any(name == kind for name, _ in table.claims)):
        cells = []
        for status in STATUSES:
            count, right = table.claims[kind, status], table.right[kind, status]
            cells.append(f"{count:>9,} {right / count:>8.2%}" if count else f"{'-':>18}")
        lines.append(f"{kind:<18}" + "".join(cells))
    total = table.claims.total()
    never = table.share_of_never_judged_true
    lines.append(f"\n{total:,} claims, {table.share_right:.3%} right; never so, but judged true: {never:.3%}")
    lines.append(f"{table.uncertain:,} more were uncertain, and not judged")
    lines.append(f"{table.seconds / total * 1e6:.1f} us a claim")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="seed of the first match")
    parser.add_argument("--wrong", type=int, default=0, help="show this many verdicts that were not right")
    options = parser.parse_args()
    table = measured(options.matches, options.first)
    print(shown(table))
    for seed, is_random, statement, known, verdict in table.wrong[: options.wrong]:
        print(f"\n{seed} {'random' if is_random else 'bots'}, {statement.speaker} at tick {statement.tick}: {known.claim}")
        print(f"    {known.status}, judged {verdict.outcome}: {verdict.reason} {verdict.window}")


if __name__ == "__main__":
    main()
