"""Verify, from the command line: transcripts one by one, or very many of them together."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from woozle.arena.runs.checking import Checked, Wanted, checked
from woozle.arena.runs.engines import opened
from woozle.arena.runs.plan import WHOLE, Shard
from woozle.arena.views.words import count
from woozle.core.text import visible_line
from woozle.saves.findings import DEFAULT_LEVEL, Verdict, note
from woozle.saves.heads import HEADS, Problem, head_of_run, head_problems
from woozle.saves.transcript import shown
from woozle.saves.verify import Report, transcripts_in
from woozle.tui.cli.acceptance import accepted_causes
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.listing import report_json, report_lines
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice, say

_RESULTS = ("passed", "failed", "unchecked")
_VERDICTS: tuple[Verdict, ...] = ("verified", "consistent", "altered")
_HEAD = re.compile(r"[0-9a-f]{64}")
_MOST_LISTED = 250  # if nobody says otherwise: more lines than that nobody reads


class Said(NamedTuple):
    """What was said of how to verify, as it was typed; None where nothing was. lists: whether each transcript has a line."""

    level: int = DEFAULT_LEVEL
    required: int | None = None
    head: str | None = None
    accepted: str | None = None
    jobs: int | None = None
    engine: str = "processes"
    address: str | None = None
    shard: str | None = None
    lists: bool | None = None
    as_json: bool = False


def verify_all(paths: Sequence[Path], said: Said) -> int:
    """Verify what is in these places, and print what came of it. Returns the exit status. Raises ValueError."""
    part = WHOLE if said.shard is None else Shard.parsed(said.shard)
    found = [each for path in paths for each in transcripts_in(path)]
    wanted, run_problems = _wanted(said, paths, found), _run_problems(said, paths)
    found = [each for number, each in enumerate(found, 1) if part.holds(number)]
    lists = len(found) <= _MOST_LISTED if said.lists is None else said.lists
    printed = sys.stdout  # an engine may have another one for itself
    total = Checked()
    told: list[Report] = []
    try:
        with opened(said.engine, said.jobs, said.address, notice) as engine, _shown(len(found), lists) as advance:
            for each in checked(found, wanted, engine, keeps_all=True):
                note(each.reports)
                total.join(each)
                advance(each.transcripts)
                some = each.reports if lists else [report for report in each.reports if not wanted.is_met(report)]
                if lists and not said.as_json:
                    _print_reports(some, printed)
                else:
                    told += some if lists else some[: _MOST_LISTED - len(told)]
    except KeyboardInterrupt:
        return say(f"Stopped after {total.transcripts} of {count(len(found), 'transcript')}: {_verdicts(total)}.", 130)
    for problem in run_problems:
        total.verdicts["altered"] += problem.is_altered
        total.short += not problem.is_altered
    if said.as_json:
        problems = [problem.sentence for problem in run_problems]
        print_json({**totals_json(total), "runs": problems, "reports": [report_json(report) for report in told]})
    else:
        _print_reports(told, printed)
        print(*(visible_line(problem.sentence) for problem in run_problems), sep="\n", end="\n" if run_problems else "")
        if len(found) != 1:
            print(*totals_lines(total), sep="\n")
        if not lists and (more := total.verdicts["altered"] + total.short - len(told) - len(run_problems)) > 0:
            print(f"{count(more, 'transcript')} more; --list names them all.")
    return total.status


def _wanted(said: Said, paths: Sequence[Path], found: Sequence[Path]) -> Wanted:
    """Raises ValueError, with a sentence, for what cannot be asked together."""
    required = said.level if said.required is None else said.required
    if required > said.level:
        raise ValueError(f"--require-level {required} asks for more than --level {said.level} looks at; name a higher --level.")
    head = (said.head or "").lower()
    if head and not _HEAD.fullmatch(head):
        raise ValueError("--head takes the 64 hexadecimal digits that the end of a match, or of a run, shows.")
    is_of_run = len(paths) == 1 and head_of_run(paths[0])
    if head and not is_of_run and len(found) != 1:
        raise ValueError(f"--head is of one match, or of a run with its {HEADS}; name one of these alone.")
    return Wanted(said.level, required, "" if is_of_run else head, accepted_causes(said.accepted))


def _run_problems(said: Said, paths: Sequence[Path]) -> list[Problem]:
    found = [problem for path in paths for problem in head_problems(path)]
    if said.head and len(paths) == 1 and (head := head_of_run(paths[0])) and head != said.head.lower():
        found.append(Problem(f"The head of the run in {shown(paths[0])} is {head}, not the one that was given.", is_altered=True))
    return found


def totals_json(total: Checked) -> dict[str, Any]:
    """What verify has to say of all transcripts together, for programs."""
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


def totals_lines(total: Checked) -> Iterator[str]:
    """The same in words."""
    extra = f", {total.unfinished:,} unfinished" if total.unfinished else ""
    extra += f", {count(total.redacted, 'line')} redacted" if total.redacted else ""
    extra += f", {count(total.torn, 'byte')} torn off" if total.torn else ""
    yield f"{count(total.transcripts, 'transcript')}: {_verdicts(total)}{extra}"
    for level, results in sorted(total.levels.items()):
        yield f"  level {level}: {', '.join(f'{results[each]:,} {each}' for each in _RESULTS if results[each])}"


def _verdicts(total: Checked) -> str:
    found = {verdict: number for verdict in _VERDICTS if (number := total.verdicts[verdict])}
    if len(found) == 1 and total.transcripts > 1:
        return f"all {next(iter(found))}"
    return ", ".join(f"{number:,} {verdict}" for verdict, number in found.items()) or "nothing verified"


def _print_reports(reports: Iterable[Report], file: TextIO) -> None:
    for report in reports:
        print(*report_lines(report), sep="\n", file=file)


def _shown(total: int, lists: bool) -> AbstractContextManager[Callable[[int], None]]:
    """A bar, where no lines tell how far it is."""
    return nullcontext(lambda number: None) if lists else progress(total, 0)
