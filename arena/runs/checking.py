"""Many transcripts verified: what is said of all of them, put together where they were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from woozle.arena.runs.engines import Engine, in_order
from woozle.saves.findings import DEFAULT_LEVEL, Cause, Verdict
from woozle.saves.verify import Report, verify_many

_MOST_TOLD = 20  # of a shard that are told one by one, where not all are


@dataclass(frozen=True, slots=True)
class Wanted:
    """How to verify. level: how far; required: up to which level all must have been passed; head: the link that it must end with.

    accepted: causes for which a level need not have been checked.
    """

    level: int = DEFAULT_LEVEL
    required: int = DEFAULT_LEVEL
    head: str = ""
    accepted: frozenset[Cause] = frozenset()

    def is_met(self, report: Report) -> bool:
        """Whether a transcript is as good as wanted."""
        return report.verdict_up_to(self.required) == "verified" or report.is_accepted(self.accepted)


@dataclass(slots=True)
class Checked:
    """What verify has to say of some transcripts together.

    verdicts: how often each was given. short: how many are neither altered nor as good as wanted. levels: what became of each
    level, how often. lines: Responses; redacted: those whose words were withdrawn. torn: bytes. reports: one by one, those that are
    not as good as wanted, or all.
    """

    transcripts: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    short: int = 0
    unfinished: int = 0
    lines: int = 0
    redacted: int = 0
    torn: int = 0
    levels: dict[int, Counter[str]] = field(default_factory=dict)
    reports: list[Report] = field(default_factory=list)

    @property
    def status(self) -> int:
        """The exit status: 1 if any is altered, 3 if any is not as good as wanted, else 0."""
        return 1 if self.verdicts["altered"] else 3 if self.short else 0

    def add(self, report: Report, wanted: Wanted) -> None:
        """Count one more, and forget its report."""
        self.transcripts += 1
        self.verdicts[report.verdict] += 1
        self.short += report.verdict != "altered" and not wanted.is_met(report)
        self.unfinished += bool(report.lines) and not report.is_finished  # of one without lines nothing can be told
        self.lines += report.lines
        self.redacted += report.redacted
        self.torn += report.torn
        for level, check in report.levels.items():
            self.levels.setdefault(level, Counter())[check.result] += 1

    def join(self, other: Checked) -> None:
        """Count what another has counted, and forget its reports."""
        self.verdicts.update(other.verdicts)
        for name in ("transcripts", "short", "unfinished", "lines", "redacted", "torn"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for level, results in other.levels.items():
            self.levels.setdefault(level, Counter()).update(results)


def checked(paths: Sequence[Path], wanted: Wanted, engine: Engine, *, keeps_all: bool) -> Iterator[Checked]:
    """Verify transcripts, a shard at a time, in order. keeps_all: whether all reports come back; else some that are not verified.

    A path that does not begin at the root does so where this is called.
    """
    task = partial(counted, Path.cwd(), wanted, keeps_all)
    return in_order(engine.results(task, engine.shards(paths)))


def counted(here: Path, wanted: Wanted, keeps_all: bool, paths: Sequence[Path]) -> Checked:
    """Verify a shard, and count what came of it. here: where paths begin that do not begin at the root."""
    found = Checked()
    for path, report in zip(paths, verify_many([here / path for path in paths], wanted.level, wanted.head), strict=True):
        report.path = path
        found.add(report, wanted)
        if keeps_all or (not wanted.is_met(report) and len(found.reports) < _MOST_TOLD):
            found.reports.append(report)
    return found
