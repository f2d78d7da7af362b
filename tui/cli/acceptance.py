"""`--accept`: matches that are not verified, taken in on purpose, and what is said of all others that are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from woozle.arena.views.words import count
from woozle.core.near import near_or_all
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.findings import CAUSES, REASONS, Cause, Known, findings
from woozle.saves.transcript import shown
from woozle.saves.verify import Report, verify_many
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice

_FEW_NAMED = 3  # matches left out for one reason that are named one by one
_FEW = 50  # transcripts, which are verified sooner than processes are begun


def accepted_causes(text: str | None) -> frozenset[Cause]:
    """Parse what was typed after --accept. Raises ValueError, with a sentence."""
    names = [each.strip() for each in (text or "").split(",") if each.strip()]
    if unknown := next((each for each in names if each not in CAUSES), None):
        raise ValueError(f"--accept knows no {visible_line(unknown)!r}; {near_or_all(unknown, CAUSES)}")
    return frozenset(cause for cause in CAUSES if cause in names)


@value
class Counted:
    """Matches that count, with what verify finds of them, and how many do not, by the reason."""

    matches: Mapping[Path, Known]
    left_out: Mapping[str, int]


def counted_matches(files: Sequence[Path], accepted: Collection[Cause]) -> Counted:
    """Tell the matches that count from those that do not, and say on standard error what is left out, and why."""
    found = dict(findings(files, verify_side_by_side))
    reasons = {file: why for file, known in found.items() if (why := known.why_not(accepted))}
    numbers = dict(Counter(reasons.values()).most_common())
    for why, number in numbers.items():
        if number > _FEW_NAMED:
            notice(_left_out(why, number))
            continue
        for file in (each for each, reason in reasons.items() if reason == why):
            problem = visible_line(found[file].reason) or f"{REASONS[why]}."
            notice(f"{shown(file)} is left out: {problem[:1].lower()}{problem[1:]}{_way_in(why, ' ')}")
    return Counted({file: known for file, known in found.items() if file not in reasons}, numbers)


def verify_side_by_side(files: Sequence[Path]) -> Iterator[Report]:
    """Verify transcripts, in order; many of them on all cores."""
    if len(files) <= _FEW:
        yield from verify_many(files)
        return
    from woozle.arena.runs.checking import Wanted, checked
    from woozle.arena.runs.engines import opened

    with opened("processes", None, None, notice) as engine, progress(len(files), 0) as advance:
        for each in checked(files, Wanted(), engine, keeps_all=True):
            advance(each.transcripts)
            yield from each.reports


def _left_out(why: str, number: int) -> str:
    """Say that some matches are left out, why, and what takes them in."""
    return f"{count(number, 'match', 'matches')} are left out: {REASONS[why]}.{_way_in(why, ' ')} `woozle verify` says more."


def _way_in(why: str, before: str) -> str:
    return f"{before}--accept {why} takes it in all the same." if why in CAUSES else ""
