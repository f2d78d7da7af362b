"""`woozle export`: matches become tables, or other things that programs and people read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Protocol, Self, TypeAlias

from woozle.arena.exports.choice import ALL, Choice
from woozle.arena.views.words import count
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.findings import Cause, Known
from woozle.saves.new_files import ThereAlreadyError
from woozle.saves.tables.export import Export
from woozle.saves.tables.files import FORMATS
from woozle.saves.tables.played import Played, names_of, played
from woozle.saves.tables.rows import refusals, rows_of, tables
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import TranscriptError, read, shown
from woozle.tui.cli.acceptance import counted_matches
from woozle.tui.cli.reporting import found_in
from woozle.tui.cli.sentences import notice
from woozle.tui.cli.unfinished import chosen

_OTHERS = ("chat", "inspect", "html")


@value
class Wanted:
    """What is exported. to: which formats; choice: whose decisions chats and logs hold; viewer: whose eyes pages show it through.

    with_text: whether what was said freely comes along; is_forced: whether files that are there may be replaced; takes_unfinished:
    whether matches come along that a person can still go on with; accepted: causes for which matches need not be verified.
    """

    to: tuple[str, ...] = ("csv",)
    choice: Choice = ALL
    viewer: Seat | None = None
    with_text: bool = False
    is_forced: bool = False
    takes_unfinished: bool = False
    accepted: frozenset[Cause] = frozenset()


class Exporter(Protocol):
    """Files of one or several formats, under way; left by an exception, they leave nothing behind."""

    def add(self, match: Played) -> None:
        """A further match. Raises TableError for one that cannot be in it, SaveError."""

    def close(self) -> list[Path]:
        """There are no more: let the files take their places. Raises SaveError."""

    def told(self, path: Path) -> Iterator[str]:
        """What to say of a file."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...


def export_matches(paths: Sequence[Path], out: Path, wanted: Wanted) -> bool:
    """Write what is wanted of matches and say what is in it; whether all matches are in all of it.

    Raises ReportError, TableError, SaveError.
    """
    _check(wanted)
    files, is_whole = chosen(paths, found_in, takes_unfinished=wanted.takes_unfinished)
    if not files:
        return False
    counted = counted_matches(files, wanted.accepted)
    names = dict(zip(files, names_of(files), strict=True))
    try:
        with ExitStack() as stack:
            exporters = [stack.enter_context(made) for made in _exporters(out, wanted)]
            whole = [_add(file, names[file], known, exporters) for file, known in counted.matches.items()]
            if not any(whole):
                notice("Nothing was exported, since none of these matches can be.")
                return False
            for exporter in exporters:
                for path in exporter.close():
                    print(f"{shown(path)}{''.join(exporter.told(path))}")
    except ThereAlreadyError as error:
        raise TableError(str(error)) from error
    return is_whole and not counted.left_out and all(each == len(exporters) for each in whole)


def _add(file: Path, name: str, known: Known, exporters: Sequence[Exporter]) -> int:
    """Add a match wherever it can be; to how many that was."""
    try:
        transcript = read(file)
        with refusals(transcript.path):
            match = replace(played(transcript, name), unchecked=known.causes)
    except (TableError, TranscriptError) as error:
        notice(str(error))
        return 0
    added, refused = 0, set()
    for exporter in exporters:
        try:
            with refusals(transcript.path):
                exporter.add(match)
            added += 1
        except TableError as error:
            refused.add(str(error))
    for sentence in sorted(refused):
        notice(sentence)
    return added


def _check(wanted: Wanted) -> None:
    """Raises TableError for what there is not, and for options that nothing here would follow."""
    if other := next((each for each in wanted.to if each not in (*FORMATS, *_OTHERS)), None):
        raise TableError(f"Matches cannot be exported to {visible_line(other)!r}; choose from {', '.join((*FORMATS, *_OTHERS))}.")
    if wanted.choice != ALL and not {"chat", "inspect"} & set(wanted.to):
        raise TableError("--seat, --kind, --role and --won choose what is in chats and logs; add --to chat or --to inspect.")
    if wanted.viewer is not None and "html" not in wanted.to:
        raise TableError("--as says through whose eyes a page shows a match; add --to html.")


def _exporters(out: Path, wanted: Wanted) -> Iterator[Exporter]:
    formats = tuple(each for each in dict.fromkeys(wanted.to) if each in FORMATS)
    if formats:
        yield TableExport(out, formats, with_text=wanted.with_text, is_forced=wanted.is_forced)
    for name in dict.fromkeys(wanted.to):
        if name in _OTHERS:
            yield _MAKERS[name](out, wanted)


class TableExport(Export):
    """Tables of matches."""

    def __init__(self, out: Path, formats: Sequence[str], *, with_text: bool, is_forced: bool) -> None:
        super().__init__(out, tables(with_text=with_text), formats, is_forced=is_forced)

    def add(self, match: Played) -> None:
        """The rows of a match. Raises TableError, SaveError."""
        self.add_rows(rows_of(match, self.tables))

    def told(self, path: Path) -> Iterator[str]:
        """How many rows there are in a file."""
        if (rows := self.counts.get(path.stem)) is not None:
            yield f": {count(rows, 'row')}"


# What each format loads, it loads when it is wanted


def _chat(out: Path, wanted: Wanted) -> Exporter:
    from woozle.arena.exports.chat import ChatExport

    return ChatExport(out, wanted.choice, with_text=wanted.with_text, is_forced=wanted.is_forced)


def _inspect(out: Path, wanted: Wanted) -> Exporter:
    from woozle.arena.exports.inspect_log import InspectExport

    return InspectExport(out, wanted.choice, with_text=wanted.with_text, is_forced=wanted.is_forced)


def _html(out: Path, wanted: Wanted) -> Exporter:
    from woozle.arena.exports.pages import PageExport

    return PageExport(out, wanted.viewer, with_text=wanted.with_text, is_forced=wanted.is_forced)


_Maker: TypeAlias = Callable[[Path, Wanted], Exporter]
_MAKERS: Mapping[str, _Maker] = {"chat": _chat, "inspect": _inspect, "html": _html}
