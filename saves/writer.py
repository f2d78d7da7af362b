"""Writing a transcript during play: a line is safe on disk before any viewer sees its content."""

from __future__ import annotations

import contextlib
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from woozle.core.chance import commitment
from woozle.core.deal import Deal
from woozle.core.game import RecordEntry
from woozle.core.outcome import Outcome
from woozle.core.referee import Referee
from woozle.core.regular_files import LARGE, read_file
from woozle.core.request import Request, Response, Seat
from woozle.core.text import RedactableText
from woozle.saves import blobs, disk, line_format, locks
from woozle.saves.disk import ChangedFileError, SaveError, explain_save_errors, save_error
from woozle.saves.group_sync import GroupSync
from woozle.saves.transcript import (
    CLOSED,
    KEY,
    PART,
    SECRET,
    Fork,
    Header,
    HeaderSeat,
    Presentation,
    Source,
    Transcript,
    display_path,
    find_refs,
)

_SALT_BYTES = 16
_PACKED_FROM = 16_384  # bytes


class Writer:
    """The Recorder of one match. A Writer that failed or was closed early leaves a match that can be resumed.

    sync: force lines to the disk, so that they survive a power failure and not only a crash of the process.
    group: does that a moment later, for many matches together, and the match does not wait for it; None to wait for each line.
    """

    def __init__(
        self,
        folder: Path,
        header: Header,
        key: bytes,
        *,
        last: bytes = line_format.FIRST,
        lines: int = 0,
        count: int = 0,
        sync: bool = True,
        secret: str = "",
        group: GroupSync | None = None,
    ) -> None:
        """last: link of the last line. lines: number of lines; count: number of Responses among them. secret: as in `create`."""
        self.folder = folder
        self.header = header
        self.sync = sync
        self._group = group
        self._key = key
        self._secret = secret
        self._last = last
        self._lines = lines
        self._count = count
        self._resumption: bytes | None = None  # a line that comes before the next one
        self._kept: set[str] = set()  # refs of the words that stand in earlier lines, or stood there until they were withdrawn
        self._file: disk.AppendFile | None = None
        self._written = _Written()  # all lines, lest another program destroy them

    @classmethod
    def create(
        cls,
        folder: Path,
        referee: Referee,
        players: Mapping[Seat, Mapping[str, Any]],
        *,
        started: datetime | None = None,
        fork: Fork | None = None,
        source: Source | None = None,
        presentation: Presentation | None = None,
        deal: Deal | None = None,
        secret: str = "",
        sync: bool = True,
        group: GroupSync | None = None,
    ) -> Writer:
        """Start a transcript in a new folder. Raises SaveError and leaves no folder behind then.

        Args:
            players: Descriptions by seat, services included.
            deal: How the key of the referee came about, if others had a part in it or should know.
            secret: Of the host in that deal, in hex, which the last line reveals; empty without.
        """
        header = _header(referee, players, started, fork=fork, source=source, presentation=presentation, deal=deal)
        unsaid = {name for name in ("source", "presentation", "deal") if getattr(header, name) is None}
        first = line_format.encode(
            header.model_dump(exclude={"opening", *unsaid}) | {"opening": line_format.events_body(referee.opening)}
        )
        again = "start the match again"
        try:
            try:
                folder.mkdir(mode=0o700, parents=True)
            except FileExistsError:
                _clear_unbegun(folder)
                folder.mkdir(mode=0o700)
        except FileExistsError as error:
            raise SaveError(f"{display_path(folder)} exists already; a match needs its own directory.") from error
        except OSError as error:
            raise save_error(error, folder, again) from error
        writer = cls(folder, header, referee.key, sync=sync, secret=secret, group=group)
        try:
            kept = writer._keep_secrets(sync=sync and not group)
            writer._file = disk.AppendFile(folder / PART, is_new=True)
            writer._write((first, line_format.NO_WORDS), sync=sync and not group)
            if sync and group:
                writer._file.take_along(*kept)
                group.sync_soon(writer._file)
            elif sync:
                disk.sync_directory(folder)
        except OSError as error:
            writer.close()
            with contextlib.suppress(OSError):
                for file in folder.iterdir():
                    file.unlink()
                folder.rmdir()
            raise save_error(error, folder / PART, again) from error
        return writer

    @classmethod
    def append(
        cls, transcript: Transcript, *, when: datetime | None = None, sync: bool = True, group: GroupSync | None = None
    ) -> Writer:
        """Continue an unfinished transcript, without a torn last line. Raises SaveError.

        The resume is recorded in a line of the chain, together with the first line that follows.

        Args:
            when: The time to record; omitted if the header has no start time.
        """
        if transcript.key is None:
            raise SaveError(
                f"{display_path(transcript.folder)} cannot be resumed: its {KEY} is missing or damaged; restore it from a copy."
            )
        count = len(transcript.lines)
        lines = 1 + count + len(transcript.resumptions)
        last = transcript.link
        at: dict[str, Any] = {"last": last, "lines": lines, "count": count}
        writer = cls(transcript.folder, transcript.header, transcript.key, **at, sync=sync, secret=transcript.secret, group=group)
        if transcript.header.woozle >= line_format.SALTED:
            writer._resumption = line_format.encode(
                line_format.resumption_body(count, last, when if transcript.header.started else None, _own_version())
            )
        writer._kept.update(ref for line in transcript.lines for ref in find_refs(line.body))
        try:
            writer._file = disk.AppendFile(transcript.path)
            data = read_file(transcript.path, LARGE)
            if sha256(data).hexdigest() != transcript.digest:  # another process continued it, and has just stopped
                raise disk.in_use_error(transcript.folder)
            writer._written.append(data[: transcript.size])
            writer._file.truncate(transcript.size)
        except OSError as error:
            raise writer._failure(error) from error
        return writer

    def refusal(self, request: Request, response: Response) -> str:
        """Return an error message if a Response cannot be recorded, else an empty string."""
        try:
            line_format.encode(line_format.response_fields(request, response))
        except (TypeError, ValueError, OverflowError, RecursionError):
            return f"The answer of {request.to} holds something that no transcript can hold."
        return ""

    def keep_response(self, request: Request, response: Response, told: Sequence[RecordEntry]) -> None:
        """Record a Response with its Events. Returns when they are safe; raises SaveError otherwise."""
        self._count += 1
        self._keep_pictures(response)
        if self.header.woozle < line_format.CLOCKED:
            response = replace(response, clock=None)
        words: list[RedactableText] = []
        body = line_format.encode(line_format.response_body(self._count, request, response, told), words)
        part = self._new(words) if words else line_format.NO_WORDS
        # What was answered in no time and for nothing, as bots do, can be answered again; the next line that cannot takes it along.
        is_due = self.sync and response.seconds != 0.0
        self._keep(body, part, sync=is_due and not self._group)
        if is_due and self._group and self._file:
            self._group.sync_soon(self._file)

    def keep_outcome(self, outcome: Outcome) -> None:
        """Write the last line, which reveals the key, and give the file its final name. Raises SaveError."""
        self._keep(line_format.encode(line_format.end_body(outcome, self._key, self._secret)), line_format.NO_WORDS)
        self._check_whole()
        if disk.IS_WINDOWS:
            self.close()
        try:
            seal(self.folder, sync=self.sync and not self._group)
        finally:
            self.close()
        if self.sync and self._group:
            self._group.sync_soon(disk.Names(self.folder))

    @property
    def head(self) -> str:
        """Return the link of the last line, in hexadecimal; it covers the whole transcript."""
        return self._last.hex()

    def close(self) -> None:
        """Release the file. The match can be resumed unless it is over."""
        if self._file:
            if self._group:
                self._file.force()
            self._file.close()

    def _keep_secrets(self, *, sync: bool) -> list[Path]:
        """Write what the last line will reveal beside the transcript, and return the files. Raises OSError."""
        found = {self.folder / KEY: self._key.hex(), self.folder / SECRET: self._secret}
        kept = [path for path, secret in found.items() if secret]
        for path in kept:
            disk.replace(path, found[path].encode(), sync=sync)
        return kept

    def _new(self, words: Sequence[RedactableText]) -> bytes:
        """Return the words of a line without those that stand in earlier lines."""
        new = [each for each in words if each.ref not in self._kept]
        self._kept.update(each.ref for each in new)
        return line_format.encode_words(self._count, new, lambda: secrets.token_hex(_SALT_BYTES))

    def _keep_pictures(self, response: Response) -> None:
        try:
            for picture in response.pictures:
                path = blobs.keep_blob(self.folder, picture, sync=self.sync and not self._group)
                if path and self._file and self._group:
                    self._file.take_along(path)
        except OSError as error:
            raise self._failure(error) from error

    def _keep(self, body: bytes, words: bytes, *, sync: bool = True) -> None:
        resumption, self._resumption = self._resumption, None
        try:
            self._write(
                *([(resumption, line_format.NO_WORDS)] if resumption is not None else []), (body, words), sync=self.sync and sync
            )
        except ChangedFileError as error:
            raise self._restore(error.how) from error
        except OSError as error:
            raise self._failure(error) from error

    def _write(self, *contents: tuple[bytes, bytes], sync: bool) -> None:
        """Write lines as one. contents: the body and the words of each."""
        lines = b"".join(self._line(body, words) for body, words in contents)
        self._written.append(lines)
        assert self._file
        self._file.append(lines, sync=sync)

    def _line(self, body: bytes, words: bytes) -> bytes:
        self._lines += 1
        salt = line_format.link_salt(self._key, self._lines) if self.header.woozle >= line_format.SALTED else b""
        self._last = line_format.chain_link(self._last, body, words, salt)
        return line_format.join_line(body, words, self._last)

    def _check_whole(self) -> None:
        """Raise SaveError if the file does not hold what was written, although each line seemed to be at its place."""
        try:
            data = read_file(self.folder / PART, LARGE)
        except OSError as error:
            raise self._failure(error) from error
        if data != self._written.read():
            raise self._restore("overwritten")

    def _restore(self, how: str) -> SaveError:
        """Put back what another program destroyed, keep what it left beside it, and return the error. how: what it did."""
        part, left = self.folder / PART, self.folder / f"{PART}.changed"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with contextlib.suppress(FileNotFoundError):
                part.replace(left)
            self._keep_secrets(sync=self.sync)
            disk.replace(part, self._written.read(), sync=self.sync)
        except OSError as error:
            return self._failure(error)
        self.close()
        kept = f", beside what that program left, {left.name}" if left.exists() else ""
        return SaveError(
            f"{display_path(part)} was {how} by another program during the match, which halts; all that was played is in that file "
            f"again{kept}; stop that program, then `woozle resume {display_path(self.folder)}`."
        )

    def _failure(self, error: OSError) -> SaveError:
        self.close()
        return save_error(error, self.folder / PART, f"`woozle resume {display_path(self.folder)}`")


class _Written:
    """Bytes that are kept, and hardly ever read: they are compressed, since a server of open tables has those of many matches."""

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._latest: list[bytes] = []
        self._size = 0

    def append(self, data: bytes) -> None:
        self._latest.append(data)
        self._size += len(data)
        if self._size >= _PACKED_FROM:
            self._packed.append(zlib.compress(b"".join(self._latest), 1))
            self._latest, self._size = [], 0

    def read(self) -> bytes:
        return b"".join([*map(zlib.decompress, self._packed), *self._latest])


def _clear_unbegun(folder: Path) -> None:
    """Remove a folder whose process was killed before the first line was complete."""
    try:
        files = list(folder.iterdir())
    except NotADirectoryError:
        return
    if all(
        file.name in (KEY, f"{KEY}.new", SECRET, f"{SECRET}.new", f"{PART}{locks.SUFFIX}")
        or (file.name == PART and b"\n" not in read_file(file, LARGE))
        for file in files
    ):
        for file in files:
            file.unlink()
        folder.rmdir()


def seal(folder: Path, *, sync: bool = True) -> None:
    """Give a finished transcript its final name and remove the secrets beside it. Raises SaveError."""
    with explain_save_errors(folder / CLOSED, f"`woozle resume {display_path(folder)}`"):
        (folder / PART).replace(folder / CLOSED)
        (folder / KEY).unlink(missing_ok=True)
        (folder / SECRET).unlink(missing_ok=True)
        if sync:
            disk.sync_directory(folder)


def _header(referee: Referee, players: Mapping[Seat, Mapping[str, Any]], started: datetime | None, **rest: Any) -> Header:
    game = referee.game
    return Header(
        game=game.name,
        rules=game.version,
        config=game.config.model_dump(mode="json"),
        commitment=commitment(referee.key),
        seats=[HeaderSeat(seat=seat, player=dict(players.get(seat, {}))) for seat in game.seats],
        officials=[HeaderSeat(seat=seat, player=dict(player)) for seat, player in players.items() if seat not in game.seats],
        software={"woozle": _own_version()},  # and not Python's: the same seed gives the same bytes on every version of it
        started=started.isoformat(timespec="seconds") if started else None,
        **rest,
    )


@cache
def _own_version() -> str:
    return version("woozle")
