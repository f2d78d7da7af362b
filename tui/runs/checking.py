"""Many transcripts verified: what is said of all of them, put together where they were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from woozle.saves.verify import Report, verify_many
from woozle.tui.runs.engines import Engine, in_order

_MOST_FAILED = 20  # of a shard that are told one by one, where not all are


@dataclass(slots=True)
class Checked:
    """What verify has to say of some transcripts together.

    levels: what became of each level, how often. lines: Responses; redacted: those whose words were withdrawn. torn: bytes.
    reports: one by one, those that failed, or all.
    """

    transcripts: int = 0
    failed: int = 0
    unfinished: int = 0
    lines: int = 0
    redacted: int = 0
    torn: int = 0
    levels: dict[int, Counter[str]] = field(default_factory=dict)
    reports: list[Report] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """Whether no transcript failed."""
        return not self.failed

    def add(self, report: Report) -> None:
        """Count one more, and forget its report."""
        self.transcripts += 1
        self.failed += not report.is_sound
        self.unfinished += bool(report.lines) and not report.is_finished  # of one without lines nothing can be told
        self.lines += report.lines
        self.redacted += report.redacted
        self.torn += report.torn
        for level, check in report.levels.items():
            self.levels.setdefault(level, Counter())[check.result] += 1

    def join(self, other: Checked) -> None:
        """Count what another has counted, and forget its reports."""
        for name in ("transcripts", "failed", "unfinished", "lines", "redacted", "torn"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for level, results in other.levels.items():
            self.levels.setdefault(level, Counter()).update(results)


def checked(paths: Sequence[Path], level: int, engine: Engine, *, keeps_all: bool) -> Iterator[Checked]:
    """Verify transcripts, a shard at a time, in order. keeps_all: whether all reports come back; else some of those that failed.

    A path that does not begin at the root does so where this is called.
    """
    task = partial(counted, Path.cwd(), level, keeps_all)
    return in_order(engine.results(task, engine.shards(paths)))


def counted(here: Path, level: int, keeps_all: bool, paths: Sequence[Path]) -> Checked:
    """Verify a shard, and count what came of it. here: where paths begin that do not begin at the root."""
    found = Checked()
    for path, report in zip(paths, verify_many([here / path for path in paths], level), strict=True):
        report.path = path
        found.add(report)
        if keeps_all or (not report.is_sound and len(found.reports) < _MOST_FAILED):
            found.reports.append(report)
    return found
