"""Verify, from the command line: transcripts one by one, or very many of them together."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from woozle.saves.verify import Report, transcripts_in
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.listing import report_json, report_lines
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice, say
from woozle.tui.present.words import count
from woozle.tui.runs.checking import Checked, checked
from woozle.tui.runs.engines import opened
from woozle.tui.runs.plan import WHOLE, Shard

_RESULTS = ("passed", "failed", "skipped")
_MOST_LISTED = 250  # if nobody says otherwise: more lines than that nobody reads


class Said(NamedTuple):
    """What was said of how to verify, as it was typed; None where nothing was. lists: whether each transcript has a line."""

    level: int
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
    found = [each for number, each in enumerate(found, 1) if part.holds(number)]
    lists = len(found) <= _MOST_LISTED if said.lists is None else said.lists
    printed = sys.stdout  # an engine may have another one for itself
    total = Checked()
    told: list[Report] = []
    try:
        with opened(said.engine, said.jobs, said.address, notice) as engine, _shown(len(found), lists) as advance:
            for each in checked(found, said.level, engine, keeps_all=lists):
                total.join(each)
                advance(each.transcripts)
                if lists and not said.as_json:
                    _print_reports(each.reports, printed)
                else:
                    told += each.reports if lists else each.reports[: _MOST_LISTED - len(told)]
    except KeyboardInterrupt:
        so_far = "all of them sound" if total.is_sound else f"{total.failed} of them not sound"
        return say(f"Stopped after {total.transcripts} of {count(len(found), 'transcript')}, {so_far}.", 130)
    if said.as_json:
        print_json({**totals_json(total), "reports": [report_json(report) for report in told]})
    else:
        _print_reports(told, printed)
        if len(found) != 1:
            print(*totals_lines(total), sep="\n")
        if not lists and (more := total.failed - len(told)):
            print(f"{count(more, 'transcript')} more failed; --list names them all.")
    return 0 if total.is_sound else 1


def totals_json(total: Checked) -> dict[str, Any]:
    """What verify has to say of all transcripts together, for programs."""
    return {
        "sound": total.is_sound,
        "transcripts": total.transcripts,
        "failed": total.failed,
        "unfinished": total.unfinished,
        "lines": total.lines,
        "redacted": total.redacted,
        "torn": total.torn,
        "levels": {str(level): {each: results[each] for each in _RESULTS} for level, results in sorted(total.levels.items())},
    }


def totals_lines(total: Checked) -> Iterator[str]:
    """The same in words."""
    verdict = "all sound" if total.is_sound else f"{total.failed:,} FAILED"
    extra = f", {total.unfinished:,} unfinished" if total.unfinished else ""
    extra += f", {count(total.redacted, 'line')} redacted" if total.redacted else ""
    extra += f", {count(total.torn, 'byte')} torn off" if total.torn else ""
    yield f"{count(total.transcripts, 'transcript')}: {verdict}{extra}"
    for level, results in sorted(total.levels.items()):
        yield f"  level {level}: {', '.join(f'{results[each]:,} {each}' for each in _RESULTS if results[each])}"


def _print_reports(reports: Iterable[Report], file: TextIO) -> None:
    for report in reports:
        print(*report_lines(report), sep="\n", file=file)


def _shown(total: int, lists: bool) -> AbstractContextManager[Callable[[int], None]]:
    """A bar, where no lines tell how far it is."""
    return nullcontext(lambda number: None) if lists else progress(total, 0)
