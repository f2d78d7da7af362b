"""Verdicts of verify, cached by the digest of the file and the state of its pictures.

A transcript that was changed, or whose pictures were, counts as never verified, and so does all that another version of verify
saw.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from woozle.core.regular_files import LARGE, read_file
from woozle.saves.copies import Identity
from woozle.saves.derived import find_derived, keep_derived
from woozle.saves.verdicts import DEFAULT_LEVEL, Cause, Verdict

if TYPE_CHECKING:
    from woozle.saves.verify import VerifyReport

VERIFIER = 3
"""The version of verify. Raised with every change of what it takes for verified, so that no older verdict is trusted."""

_OF_THIS_MACHINE = frozenset(("key", "game", "rules", "format", "replies", "deal"))  # what may be otherwise the next time

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


def cache_key(digest: str, pictures: str) -> str:
    """Return the key of a transcript in the cache.

    Args:
        digest: SHA-256 of its file, in hexadecimal; empty if it cannot be read, which verify reports.
        pictures: What `stamp_blobs` returns for its folder.
    """
    return sha256(f"{digest} {pictures}".encode()).hexdigest() if digest and pictures else digest


def cache_keys(files: Iterable[Path]) -> dict[Path, str]:
    """Return the key of each transcript in the cache; empty for one that cannot be read."""
    every = list(files)
    with ThreadPoolExecutor() as threads:  # which wait for the disk, and hash side by side
        return dict(zip(every, threads.map(_key_of, every), strict=True))


def _key_of(path: Path) -> str:
    from woozle.saves.blobs import stamp_blobs
    from woozle.saves.transcript import TranscriptError, locate

    try:
        file = locate(path)
        return cache_key(sha256(read_file(file, LARGE)).hexdigest(), stamp_blobs(file.parent))
    except (OSError, TranscriptError):
        return ""


def cached_verdicts(keys: Iterable[str] | None = None) -> dict[str, KnownVerdict]:
    """Return the cached verdicts by `cache_key`: those of some keys, or all."""
    kept = find_derived("verdict", None if keys is None else [_of_this_version(key) for key in keys])
    found = {}
    for name, value in kept.items():
        version, _, key = name.partition(" ")
        if version == str(VERIFIER):
            try:
                found[key] = _verdicts().validate_json(value)
            except ValidationError:
                continue
    return found


def cached_verdict(path: Path) -> KnownVerdict | None:
    """Return the cached verdict on a transcript; None if it was never verified, or changed since."""
    key = _key_of(path)
    return cached_verdicts([key]).get(key)


def _of_this_version(key: str) -> str:
    return f"{VERIFIER} {key}"


@cache
def _verdicts() -> TypeAdapter[KnownVerdict]:
    return TypeAdapter(KnownVerdict)


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
    keep_derived("verdict", {_of_this_version(key): _verdicts().dump_json(each) for key, each in new.items()})


def find_verdicts(
    files: Sequence[Path], check: VerifyMany | None = None, *, is_noted: bool = True, keys: Mapping[Path, str] | None = None
) -> Iterator[tuple[Path, KnownVerdict]]:
    """Yield the verdict on each transcript, in order; cached ones are not computed again.

    Args:
        check: Verifies several transcripts; one after the other if None.
        is_noted: Cache the verdicts.
        keys: What `cache_keys` returns for the files, if it is known.
    """
    from woozle.saves.verify import verify

    keys = cache_keys(files) if keys is None else keys
    known = cached_verdicts(keys.values())
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
