"""The choice of matches that reports, exports and leaderboards count: `--unfinished` and `--accept`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from woozle.arena.views.copies import copy_sentences
from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.copies import find_copies
from woozle.saves.paths import matches_folder, real_path
from woozle.saves.summary import summarize
from woozle.saves.transcript import CLOSED, display_path
from woozle.saves.verdict_cache import KnownVerdict, cache_keys, find_verdicts
from woozle.saves.verdicts import CAUSES, REASONS, Cause
from woozle.saves.verify import VerifyReport, verify_many
from woozle.tui.cli.progress import progress
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.arena.runs.engines import Engine


class Selection(NamedTuple):
    """The files of matches, each once. is_whole: whether there are any, and none that was named by itself is missing."""

    files: list[Path]
    is_whole: bool


def select_matches(paths: Iterable[Path], found_in: Callable[[Path], list[Path]], *, takes_unfinished: bool) -> Selection:
    """Select the matches in these paths, without those that a human can still resume. found_in: lists those of one path.

    A match that is left out is named on standard error with what to do, if it was named by itself; those in folders are counted.
    """
    files: dict[Path, Path] = {}
    left_out: set[Path] = set()
    is_whole = True
    for path in paths:
        for file in found_in(path):
            if takes_unfinished or not is_resumable(file):
                files[real_path(file)] = file
            elif path in (file, file.parent):
                is_whole = False
                notice(why_resumable(file, "--unfinished tells it"))
            else:
                left_out.add(real_path(file))
    if left_out:
        who = f"{count(len(left_out), 'match', 'matches')} that people have not played to the end"
        notice(f"{who} {'is' if len(left_out) == 1 else 'are'} left out; --unfinished takes them in.")
    return Selection([*files.values()], is_whole and bool(files))


def is_resumable(file: Path) -> bool:
    """Return whether this is an unfinished match with humans; False for an unreadable one, which is reported when it is read."""
    if file.name == CLOSED:
        return False
    summary = summarize(file, None)
    return summary is not None and summary.status == "unfinished" and summary.has_people


def why_resumable(file: Path, otherwise: str) -> str:
    """Return a sentence about an unfinished match of humans. otherwise: the option that takes it in, and what that does."""
    name = file.parent.name if file.parent.parent == matches_folder() else str(file.parent)
    return (
        f"{display_path(file)} is not over, and its player must not see secrets yet; "
        f"`woozle resume {visible_line(name)}` continues it, {otherwise} all the same."
    )


_FEW_NAMED = 3  # matches left out for one reason that are named one by one
_FEW = 50  # transcripts, which are verified sooner than processes are begun


def accepted_causes(text: str | None) -> frozenset[Cause]:
    """Parse the value of --accept. Raises ValueError, with a sentence."""
    names = [each.strip() for each in (text or "").split(",") if each.strip()]
    if unknown := next((each for each in names if each not in CAUSES), None):
        raise InputError(f"--accept knows no {visible_line(unknown)!r}; {suggest(unknown, CAUSES)}")
    return frozenset(cause for cause in CAUSES if cause in names)


@value
class Counted:
    """The matches that count, each once, with their verdicts, and the numbers of others by the reason.

    copies: Transcripts that do not count, each with the one that counts for the same match.
    keys: Of the matches, as `cache_keys` has them.
    """

    matches: Mapping[Path, KnownVerdict]
    left_out: Mapping[str, int]
    copies: Mapping[Path, Path]
    keys: Mapping[Path, str]


def counted_matches(files: Sequence[Path], accepted: Collection[Cause], *, is_cached: bool = True) -> Counted:
    """Divide transcripts into matches that count and others, which are named on standard error with the reason.

    is_cached: Whether verdicts are taken from the cache, and kept there.
    """
    keys = cache_keys(files) if is_cached else dict.fromkeys(files, "")
    found = dict(find_verdicts(files, verify_side_by_side, is_noted=is_cached, keys=keys))
    reasons = {file: why for file, known in found.items() if (why := known.why_not(accepted))}
    numbers = dict(Counter(reasons.values()).most_common())
    for why, number in numbers.items():
        if number > _FEW_NAMED:
            notice(_left_out(why, number))
            continue
        for file in (each for each, reason in reasons.items() if reason == why):
            problem = visible_line(found[file].reason) or f"{REASONS[why]}."
            notice(f"{display_path(file)} is left out: {problem[:1].lower()}{problem[1:]}{_way_in(why, ' ')}")
    copies = find_copies((file, known.identity, known.verdict) for file, known in found.items() if file not in reasons)
    for sentence in copy_sentences({display_path(copy): display_path(first) for copy, first in copies.items()}):
        notice(sentence)
    matches = {file: known for file, known in found.items() if file not in reasons and file not in copies}
    return Counted(matches, numbers, copies, {file: keys[file] for file in matches})


def is_altered(match: Path) -> bool:
    """Return whether a match that is about to be shown was altered, and say so on standard error."""
    ((_, known),) = find_verdicts([match], is_noted=False)
    if known.verdict == "altered":
        notice(altered_sentence(match))
    return known.verdict == "altered"


def altered_sentence(match: Path) -> str:
    """Return a warning for readers of an altered match."""
    return f"{display_path(match)} was altered since it was recorded; `woozle verify` says where."


def verify_side_by_side(files: Sequence[Path]) -> Iterator[VerifyReport]:
    """Verify transcripts in order, many of them on all cores."""
    if len(files) <= _FEW:
        yield from verify_many(files)
        return
    from woozle.arena.runs.verification import VerifyOptions, verify_in_order

    with engine_for(len(files)) as engine, progress(len(files), 0) as advance:
        for each in verify_in_order(files, VerifyOptions(), engine):
            advance(each.transcripts)
            yield from each.reports


def engine_for(number: int) -> AbstractContextManager[Engine]:
    """Open the engine that reads a number of transcripts: all cores for many of them, none but this one for few."""
    from woozle.arena.runs.engines import open_engine

    return open_engine("processes", None if number > _FEW else 1, None, notice)


def _left_out(why: str, number: int) -> str:
    """Return a sentence about matches that are left out, with what includes them."""
    return f"{count(number, 'match', 'matches')} are left out: {REASONS[why]}.{_way_in(why, ' ')} `woozle verify` says more."


def _way_in(why: str, before: str) -> str:
    return f"{before}--accept {why} takes it in all the same." if why in CAUSES else ""
