"""`woozle export`: matches become tables, or other things that programs and people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Protocol, Self

from woozle.arena.exports.decisions import ALL, Choice
from woozle.arena.views.words import count
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.match_files import found_in, match_names
from woozle.saves.staged_files import TargetExistsError
from woozle.saves.tables.export import FORMATS, TableWriter
from woozle.saves.tables.match_tables import check_match, match_tables, table_errors, unchecked_rows
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import TranscriptError, display_path
from woozle.saves.verdict_cache import KnownVerdict
from woozle.saves.verdicts import Cause
from woozle.tui.cli.match_selection import counted_matches, select_matches
from woozle.tui.cli.sentences import notice

_OTHERS = ("chat", "inspect", "html")


@value
class ExportOptions:
    """Options of an export.

    Attributes:
        to: The formats.
        choice: The seats whose decisions chats and logs hold.
        viewer: The point of view of pages.
        with_text: Whether to include free text.
        is_forced: Whether to overwrite files.
        takes_unfinished: Whether to include matches that people have not finished.
        accepted: Causes for which matches need not be verified.
    """

    to: tuple[str, ...] = ("csv",)
    choice: Choice = ALL
    viewer: Seat | None = None
    with_text: bool = False
    is_forced: bool = False
    takes_unfinished: bool = False
    accepted: frozenset[Cause] = frozenset()


class Exporter(Protocol):
    """Files of one or several formats, being written; an exception leaves none of them behind."""

    def add(self, match: FinishedMatch) -> None:
        """Add a match. Raises TableError if it cannot be exported, SaveError."""

    def close(self) -> list[Path]:
        """Put the files in their places. Raises SaveError."""

    def describe(self, path: Path) -> Iterator[str]:
        """Yield what to print about a file."""

    def __enter__(self) -> Self: ...

    def __exit__(self, *error: object) -> None: ...


def export_matches(paths: Sequence[Path], out: Path, options: ExportOptions) -> bool:
    """Write what is options of matches and say what is in it; whether all matches are in all of it.

    Raises ReportError, TableError, SaveError.
    """
    _check(options)
    files, is_whole = select_matches(paths, found_in, takes_unfinished=options.takes_unfinished)
    if not files:
        return False
    counted = counted_matches(files, options.accepted)
    names = dict(zip(files, match_names(files), strict=True))
    try:
        with ExitStack() as stack:
            exporters = [stack.enter_context(made) for made in _exporters(out, options)]
            whole = [_add(file, names[file], known, exporters) for file, known in counted.matches.items()]
            if not any(whole):
                notice("Nothing was exported, since none of these matches can be.")
                return False
            for exporter in exporters:
                for path in exporter.close():
                    print(f"{display_path(path)}{''.join(exporter.describe(path))}")
    except TargetExistsError as error:
        raise TableError(str(error)) from error
    return is_whole and not counted.left_out and all(each == len(exporters) for each in whole)


def _add(file: Path, name: str, known: KnownVerdict, exporters: Sequence[Exporter]) -> int:
    """Add a match to all exporters that can take it, and return how many could."""
    try:
        match = replace(read_match(file), name=name, unchecked=known.causes)
        with table_errors(match.transcript.path):
            check_match(match)
    except (TableError, TranscriptError) as error:
        notice(str(error))
        return 0
    added, refused = 0, set()
    for exporter in exporters:
        try:
            with table_errors(match.transcript.path):
                exporter.add(match)
            added += 1
        except TableError as error:
            refused.add(str(error))
    for sentence in sorted(refused):
        notice(sentence)
    return added


def _check(options: ExportOptions) -> None:
    """Raises TableError for anything that does not exist, and for options without effect here."""
    if other := next((each for each in options.to if each not in (*FORMATS, *_OTHERS)), None):
        raise TableError(f"Matches cannot be exported to {visible_line(other)!r}; choose from {', '.join((*FORMATS, *_OTHERS))}.")
    if options.choice != ALL and not {"chat", "inspect"} & set(options.to):
        raise TableError("--seat, --kind, --role and --won choose what is in chats and logs; add --to chat or --to inspect.")
    if options.viewer is not None and "html" not in options.to:
        raise TableError("--as says through whose eyes a page shows a match; add --to html.")


def _exporters(out: Path, options: ExportOptions) -> Iterator[Exporter]:
    formats = tuple(each for each in dict.fromkeys(options.to) if each in FORMATS)
    if formats:
        yield TableExport(out, formats, with_text=options.with_text, is_forced=options.is_forced)
    # Each format imports its libraries only if it is asked for.
    for name in dict.fromkeys(options.to):
        match name:
            case "chat":
                from woozle.arena.exports.chat import ChatExport

                yield ChatExport(out, options.choice, with_text=options.with_text, is_forced=options.is_forced)
            case "inspect":
                from woozle.arena.exports.inspect_log import InspectExport

                yield InspectExport(out, options.choice, with_text=options.with_text, is_forced=options.is_forced)
            case "html":
                from woozle.arena.exports.pages import PageExport

                yield PageExport(out, options.viewer, with_text=options.with_text, is_forced=options.is_forced)


class TableExport(TableWriter):
    """Tables of matches."""

    def __init__(self, out: Path, formats: Sequence[str], *, with_text: bool, is_forced: bool) -> None:
        super().__init__(out, match_tables(with_text=with_text), formats, is_forced=is_forced)

    def add(self, match: FinishedMatch) -> None:
        """Add the rows of a match. Raises TableError, SaveError."""
        self.add_rows(unchecked_rows(match, self.tables))

    def describe(self, path: Path) -> Iterator[str]:
        """Yield the number of rows of a file."""
        if (rows := self.counts.get(path.stem)) is not None:
            yield f": {count(rows, 'row')}"
