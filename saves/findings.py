"""What verify found of transcripts, kept by the digest of the file: a file that changes was never checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ValidationError

from woozle.saves import disk
from woozle.saves.places import home

if TYPE_CHECKING:
    from woozle.saves.verify import Report

DEFAULT_LEVEL = 2
"""How far verify goes if nobody says otherwise."""

Verdict: TypeAlias = Literal["verified", "consistent", "altered"]
"""verified: every level asked for was passed. altered: one failed. consistent: none failed, and one could not be checked."""

Cause: TypeAlias = Literal["imported", "withdrawn", "key", "game", "rules", "format", "replies"]
"""Why a level of verify cannot be checked."""

CAUSES: Mapping[Cause, str] = {
    "imported": "imported from a log of another project",
    "withdrawn": "words were withdrawn that the rules need",
    "key": "unfinished, and the match key is not here",
    "game": "the game is not installed",
    "rules": "that version of the rules is not installed",
    "format": "written by a newer Woozle",
    "replies": "replies were read by another version of the reader",
}
"""Why a level cannot be checked, in a few words each."""

REASONS: Mapping[str, str] = {"altered": "altered since it was recorded"} | dict(CAUSES.items())
"""Why a match does not count, in a few words each."""

_FILE = "findings.json"
_MOST = 200_000  # of which the latest are kept
_OF_THIS_MACHINE = frozenset(("key", "game", "rules", "format", "replies"))  # what may be otherwise the next time

Check: TypeAlias = "Callable[[Sequence[Path]], Iterable[Report]]"
"""How several transcripts are verified, in order."""


class Known(NamedTuple):
    """What verify found of a transcript, at least up to the usual level. reason: why it is not verified,
    as a sentence; empty where it was found before.
    """

    verdict: Verdict
    causes: tuple[Cause, ...] = ()
    reason: str = ""

    def why_not(self, accepted: Collection[str] = ()) -> str:
        """Return why the match does not count: `altered`, or a cause; empty if it does. accepted: causes that do not matter."""
        if self.verdict == "altered":
            return "altered"
        return next((cause for cause in self.causes if cause not in accepted), "")


class _Kept(BaseModel):
    """The file. One of another shape is made anew: it only saves time."""

    shape: Literal[2]
    found: dict[str, Known]


_turn = Lock()


def _digest_of(path: Path) -> str:
    """Return the SHA-256 of a transcript; empty if it cannot be read, of which verify says why."""
    from woozle.saves.transcript import TranscriptError, located

    try:
        return sha256(located(path).read_bytes()).hexdigest()
    except (OSError, TranscriptError):
        return ""


def known_findings() -> dict[str, Known]:
    """Return what was found of transcripts, by their digests."""
    try:
        return _Kept.model_validate_json((home() / _FILE).read_bytes()).found
    except (OSError, ValidationError):
        return {}


def finding_of(path: Path) -> Known | None:
    """Return what was found of one transcript; None if it was never checked, or changed since."""
    return known_findings().get(_digest_of(path))


def note(reports: Iterable[Report]) -> None:
    """Keep what verify found, until the files change. What could be otherwise on another machine is not kept."""
    new = {}
    for report in reports:
        is_lasting = report.is_finished or report.is_verified
        if is_lasting and not _OF_THIS_MACHINE & set(report.causes) and len(report.levels) > DEFAULT_LEVEL:
            # Without the reason, which can name a folder of this machine.
            new[report.digest] = Known(report.verdict_up_to(DEFAULT_LEVEL), report.causes)
    new.pop("", None)
    if new:
        with _turn:
            _write({**known_findings(), **new})


def findings(files: Sequence[Path], check: Check | None = None, *, is_noted: bool = True) -> Iterator[tuple[Path, Known]]:
    """Yield what verify finds of each transcript, in order; what is known of the same bytes is not found again.

    check: how those are verified of which nothing is known; one after the other if not given. is_noted: whether what is found is
    kept for the next time.
    """
    from woozle.saves.verify import verify

    known = known_findings()
    digests = {file: _digest_of(file) for file in files}
    unknown = [file for file, digest in digests.items() if digest not in known]
    reports = dict(zip(unknown, check(unknown) if check else map(verify, unknown), strict=True)) if unknown else {}
    if is_noted:
        note(reports.values())
    for file, digest in digests.items():
        report = reports.get(file)
        yield file, known[digest] if report is None else Known(report.verdict, report.causes, report.reason)


def _write(found: dict[str, Known]) -> None:
    """A full or read-only disk is no reason to fail."""
    kept = dict(list(found.items())[-_MOST:])
    try:
        home().mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace(home() / _FILE, _Kept(shape=2, found=kept).model_dump_json().encode(), sync=False)
    except OSError:
        return
