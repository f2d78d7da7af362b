"""Verification of many transcripts, and the totals of their reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from woozle.arena.runs.engines import Engine
from woozle.arena.runs.shards import in_order
from woozle.saves.verdicts import DEFAULT_LEVEL, Cause, Verdict
from woozle.saves.verify import VerifyReport, verify_many


@dataclass(frozen=True, slots=True)
class VerifyOptions:
    """Options of verify.

    level: the highest level to check; required: all levels up to this one must have passed; head: the head that the transcript must
    have; accepted: causes for which a level need not have been checked.
    """

    level: int = DEFAULT_LEVEL
    required: int = DEFAULT_LEVEL
    head: str = ""
    accepted: frozenset[Cause] = frozenset()

    def is_met(self, report: VerifyReport) -> bool:
        return report.verdict_up_to(self.required) == "verified" or report.is_accepted(self.accepted)


@dataclass(slots=True)
class VerifyTotals:
    """The totals of verifying some transcripts.

    Attributes:
        verdicts: How often each verdict was given.
        short: The number of transcripts that are neither altered nor as good as wanted.
        lines: The number of Responses.
        redacted: The number of Responses whose words were withdrawn.
        torn: The number of bytes that were torn off.
        levels: How often each level passed, failed or was unchecked.
        reports: The reports of all transcripts.
    """

    transcripts: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    short: int = 0
    unfinished: int = 0
    lines: int = 0
    redacted: int = 0
    torn: int = 0
    levels: dict[int, Counter[str]] = field(default_factory=dict)
    reports: list[VerifyReport] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The exit status: 1 if any transcript is altered, 3 if any is not as good as wanted, else 0."""
        return 1 if self.verdicts["altered"] else 3 if self.short else 0

    def add(self, report: VerifyReport, wanted: VerifyOptions) -> None:
        """Count one more transcript, without keeping its report."""
        self.transcripts += 1
        self.verdicts[report.verdict] += 1
        self.short += report.verdict != "altered" and not wanted.is_met(report)
        self.unfinished += bool(report.lines) and not report.is_finished  # one without lines shows nothing
        self.lines += report.lines
        self.redacted += report.redacted
        self.torn += report.torn
        for level, check in report.levels.items():
            self.levels.setdefault(level, Counter())[check.result] += 1

    def join(self, other: VerifyTotals) -> None:
        """Add the totals of others, without keeping their reports."""
        self.verdicts.update(other.verdicts)
        for name in ("transcripts", "short", "unfinished", "lines", "redacted", "torn"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for level, results in other.levels.items():
            self.levels.setdefault(level, Counter()).update(results)


def verify_in_order(paths: Sequence[Path], wanted: VerifyOptions, engine: Engine) -> Iterator[VerifyTotals]:
    """Verify transcripts, and yield the totals of each shard in order. Relative paths are relative to the current folder."""
    task = partial(verify_shard, Path.cwd(), wanted)
    return in_order(engine.results(task, engine.shards(paths)))


def verify_shard(here: Path, wanted: VerifyOptions, paths: Sequence[Path]) -> VerifyTotals:
    """Verify a shard. here: the folder of relative paths."""
    found = VerifyTotals()
    for path, report in zip(paths, verify_many([here / path for path in paths], wanted.level, wanted.head), strict=True):
        report.path = path
        found.add(report, wanted)
        found.reports.append(report)
    return found
