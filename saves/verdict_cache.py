"""Verdicts of verify, cached by the digest of the file and the state of its pictures.

A transcript that was changed, or whose pictures were, counts as never verified, and so does all that another version of verify
saw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ValidationError

from woozle.core.regular_files import LARGE, read_file
from woozle.saves import disk
from woozle.saves.copies import Identity
from woozle.saves.paths import data_folder
from woozle.saves.verdicts import DEFAULT_LEVEL, Cause, Verdict

if TYPE_CHECKING:
    from woozle.saves.verify import VerifyReport

VERIFIER = 1
"""The version of verify. Raised with every change of what it takes for verified, so that no older verdict is trusted."""

_FILE = "findings.json"
_MOST = 200_000  # the latest are kept
_OF_THIS_MACHINE = frozenset(("key", "game", "rules", "format", "replies"))  # what may be otherwise the next time

VerifyMany: TypeAlias = "Callable[[Sequence[Path]], Iterable[VerifyReport]]"
"""Verifies several transcripts, in order."""


class KnownVerdict(NamedTuple):
    """The verdict on a transcript up to DEFAULT_LEVEL at least.

    reason: why it is not verified, as a sentence; empty if it comes from the cache. identity: which match it is; None if altered.
    """

    verdict: Verdict
    causes: tuple[Cause, ...] = ()
    reason: str = ""
    identity: Identity | None = None

    def why_not(self, accepted: Collection[str] = ()) -> str:
        """Return why the match does not count: `altered`, or a cause that is not accepted; empty if it counts."""
        if self.verdict == "altered":
            return "altered"
        return next((cause for cause in self.causes if cause not in accepted), "")


class _Kept(BaseModel):
    """The cache file. It only saves time, so one of another shape is replaced."""

    shape: Literal[4]
    verifier: int
    found: dict[str, KnownVerdict]


_turn = Lock()


def cache_key(digest: str, pictures: str) -> str:
    """Return the key of a transcript in the cache.

    Args:
        digest: SHA-256 of its file, in hexadecimal; empty if it cannot be read, which verify reports.
        pictures: What `stamp_blobs` returns for its folder.
    """
    return sha256(f"{digest} {pictures}".encode()).hexdigest() if digest and pictures else digest


def _key_of(path: Path) -> str:
    from woozle.saves.blobs import stamp_blobs
    from woozle.saves.transcript import TranscriptError, locate

    try:
        file = locate(path)
        return cache_key(sha256(read_file(file, LARGE)).hexdigest(), stamp_blobs(file.parent))
    except (OSError, TranscriptError):
        return ""


def cached_verdicts() -> dict[str, KnownVerdict]:
    """Return all cached verdicts by `cache_key`."""
    try:
        kept = _Kept.model_validate_json(read_file(data_folder() / _FILE, LARGE))
    except (OSError, ValidationError):
        return {}
    return kept.found if kept.verifier == VERIFIER else {}


def cached_verdict(path: Path) -> KnownVerdict | None:
    """Return the cached verdict on a transcript; None if it was never verified, or changed since."""
    return cached_verdicts().get(_key_of(path))


def cache_reports(reports: Iterable[VerifyReport]) -> None:
    """Cache verdicts, except those that may differ on another machine."""
    new = {}
    for report in reports:
        is_lasting = report.is_finished or report.is_verified
        if is_lasting and not _OF_THIS_MACHINE & set(report.causes) and len(report.levels) > DEFAULT_LEVEL:
            # Without the reason, which can name a folder of this machine.
            key = cache_key(report.digest, report.pictures)
            new[key] = KnownVerdict(report.verdict_up_to(DEFAULT_LEVEL), report.causes, identity=report.identity)
    new.pop("", None)
    if new:
        with _turn:
            _write({**cached_verdicts(), **new})


def find_verdicts(
    files: Sequence[Path], check: VerifyMany | None = None, *, is_noted: bool = True
) -> Iterator[tuple[Path, KnownVerdict]]:
    """Yield the verdict on each transcript, in order; cached ones are not computed again.

    Args:
        check: Verifies several transcripts; one after the other if None.
        is_noted: Cache the verdicts.
    """
    from woozle.saves.verify import verify

    known = cached_verdicts()
    keys = {file: _key_of(file) for file in files}
    unknown = [file for file, key in keys.items() if key not in known]
    reports = dict(zip(unknown, check(unknown) if check else map(verify, unknown), strict=True)) if unknown else {}
    if is_noted:
        cache_reports(reports.values())
    for file, key in keys.items():
        report = reports.get(file)
        if report is None:
            yield file, known[key]
        else:
            yield file, KnownVerdict(report.verdict, report.causes, report.explanation, report.identity)


def _write(found: dict[str, KnownVerdict]) -> None:
    """Write the cache. A full or read-only disk is not an error."""
    kept = dict(list(found.items())[-_MOST:])
    try:
        data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        disk.replace(data_folder() / _FILE, _Kept(shape=4, verifier=VERIFIER, found=kept).model_dump_json().encode(), sync=False)
    except OSError:
        return
