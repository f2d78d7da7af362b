"""`woozle verify`: transcripts one by one, or totals of very many."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from woozle.arena.runs.engines import open_engine
from woozle.arena.runs.plan import WHOLE, Shard
from woozle.arena.runs.verification import VerifyOptions, VerifyTotals, verify_in_order
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.saves.heads import HEADS, HeadProblem, find_head_problems, heads_digest
from woozle.saves.receipt_check import ReceiptsReport, check_receipts
from woozle.saves.transcript import display_path, read
from woozle.saves.verdict_cache import cache_reports
from woozle.saves.verdicts import Verdict
from woozle.saves.verify import VerifyReport, find_transcripts
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.match_output import receipts_json, receipts_lines, report_json, report_lines
from woozle.tui.cli.match_selection import accepted_causes
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice, say

if TYPE_CHECKING:
    from woozle.tui.cli.main import VerifyArguments

_RESULTS = ("passed", "failed", "unchecked")
_VERDICTS: tuple[Verdict, ...] = ("verified", "consistent", "altered")
_HEAD = re.compile(r"[0-9a-f]{64}")
_MOST_LISTED = 250  # by default: no one reads more lines than that


def verify_all(paths: Sequence[Path], given: VerifyArguments) -> int:
    """Verify all transcripts in these places, print the results, and return the exit status. Raises ValueError."""
    part = WHOLE if given.shard is None else Shard.parse(given.shard)
    found = [each for path in paths for each in find_transcripts(path)]
    wanted, run_problems = _verify_options(given, paths, found), _run_problems(given, paths)
    receipts = _check_receipts(given.receipts or (), found)
    found = [each for number, each in enumerate(found, 1) if part.holds(number)]
    lists = len(found) <= _MOST_LISTED if given.lists is None else given.lists
    printed = sys.stdout  # an engine may have another one for itself
    total = VerifyTotals()
    told: list[VerifyReport] = []
    copies = _Copies()
    try:
        with (
            open_engine(given.engine, given.jobs, given.address, notice) as engine,
            _progress_bar(len(found), lists) as advance,
        ):
            for each in verify_in_order(found, wanted, engine):
                cache_reports(each.reports)
                copies.add(each.reports)
                total.join(each)
                advance(each.transcripts)
                some = each.reports if lists else [report for report in each.reports if not wanted.is_met(report)]
                if lists and not given.as_json:
                    _print_reports(some, copies, printed)
                else:
                    told += some if lists else some[: _MOST_LISTED - len(told)]
    except KeyboardInterrupt:
        return say(f"Stopped after {total.transcripts} of {count(len(found), 'transcript')}: {_verdicts(total)}.", 130)
    for problem in run_problems:
        total.verdicts["altered"] += problem.is_altered
        total.short += not problem.is_altered
    for checked in receipts:
        total.verdicts["altered"] += checked.verdict == "altered"
        total.short += checked.verdict == "consistent"
    if given.as_json:
        problems = [problem.sentence for problem in run_problems]
        reports = [report_json(report, copies.of.get(report.path)) for report in told]
        of_seats = [receipts_json(checked) for checked in receipts]
        print_json({**totals_json(total), "copies": len(copies.of), "runs": problems, "reports": reports, "receipts": of_seats})
    else:
        _print_reports(told, copies, printed)
        print(*(visible_line(problem.sentence) for problem in run_problems), sep="\n", end="\n" if run_problems else "")
        for checked in receipts:
            print(*receipts_lines(checked), sep="\n")
        if len(found) != 1:
            print(*totals_lines(total, len(copies.of)), sep="\n")
        if not lists and (more := total.verdicts["altered"] + total.short - len(told) - len(run_problems)) > 0:
            print(f"{count(more, 'transcript')} more; --list names them all.")
    return total.status


def _verify_options(given: VerifyArguments, paths: Sequence[Path], found: Sequence[Path]) -> VerifyOptions:
    """Return the options. Raises ValueError, with a sentence, for contradictions."""
    required = given.level if given.required is None else given.required
    if required > given.level:
        raise InputError(f"--require-level {required} asks for more than --level {given.level} looks at; name a higher --level.")
    head = (given.head or "").lower()
    if head and not _HEAD.fullmatch(head):
        raise InputError("--head takes the 64 hexadecimal digits that the end of a match, or of a run, shows.")
    is_of_run = len(paths) == 1 and heads_digest(paths[0])
    if head and not is_of_run and len(found) != 1:
        raise InputError(f"--head is of one match, or of a run with its {HEADS}; name one of these alone.")
    return VerifyOptions(given.level, required, "" if is_of_run else head, accepted_causes(given.accept))


def _check_receipts(files: Sequence[Path], found: Sequence[Path]) -> list[ReceiptsReport]:
    """Compare files of receipts with the only transcript. Raises ValueError."""
    if not files:
        return []
    if len(found) != 1:
        raise InputError("--receipts are of one match; name its transcript alone.")
    transcript = read(found[0])
    return [check_receipts(each, transcript) for each in files]


def _run_problems(given: VerifyArguments, paths: Sequence[Path]) -> list[HeadProblem]:
    found = [problem for path in paths for problem in find_head_problems(path)]
    if given.head and len(paths) == 1 and (head := heads_digest(paths[0])) and head != given.head.lower():
        found.append(
            HeadProblem(f"The head of the run in {display_path(paths[0])} is {head}, not the one that was given.", is_altered=True)
        )
    return found


def totals_json(total: VerifyTotals) -> dict[str, Any]:
    """Return the totals as JSON."""
    return {
        **{verdict: total.verdicts[verdict] for verdict in _VERDICTS},
        "status": total.status,
        "transcripts": total.transcripts,
        "unfinished": total.unfinished,
        "lines": total.lines,
        "redacted": total.redacted,
        "torn": total.torn,
        "levels": {str(level): {each: results[each] for each in _RESULTS} for level, results in sorted(total.levels.items())},
    }


def totals_lines(total: VerifyTotals, copies: int = 0) -> Iterator[str]:
    """Yield the totals as lines of text. copies: number of transcripts that are of the same match as another."""
    extra = f", {count(copies, 'copy', 'copies')} of others" if copies else ""
    extra += f", {total.unfinished:,} unfinished" if total.unfinished else ""
    extra += f", {count(total.redacted, 'line')} redacted" if total.redacted else ""
    extra += f", {count(total.torn, 'byte')} torn off" if total.torn else ""
    yield f"{count(total.transcripts, 'transcript')}: {_verdicts(total)}{extra}"
    for level, results in sorted(total.levels.items()):
        yield f"  level {level}: {', '.join(f'{results[each]:,} {each}' for each in _RESULTS if results[each])}"


def _verdicts(total: VerifyTotals) -> str:
    found = {verdict: number for verdict in _VERDICTS if (number := total.verdicts[verdict])}
    if len(found) == 1 and total.transcripts > 1:
        return f"all {next(iter(found))}"
    return ", ".join(f"{number:,} {verdict}" for verdict, number in found.items()) or "nothing verified"


def _print_reports(reports: Iterable[VerifyReport], copies: _Copies, file: TextIO) -> None:
    for report in reports:
        print(*report_lines(report, copies.of.get(report.path)), sep="\n", file=file)


class _Copies:
    """The transcripts that are of the same match as one before them. of: that one, by their paths."""

    def __init__(self) -> None:
        self.of: dict[Path, Path] = {}
        self._firsts: dict[str, Path] = {}

    def add(self, reports: Iterable[VerifyReport]) -> None:
        """Look at more reports, in order."""
        for report in reports:
            if report.identity and (first := self._firsts.setdefault(report.identity.digest, report.path)) != report.path:
                self.of[report.path] = first


def _progress_bar(total: int, lists: bool) -> AbstractContextManager[Callable[[int], None]]:
    """Show a bar, unless each transcript has a line."""
    return nullcontext(lambda number: None) if lists else progress(total, 0)
