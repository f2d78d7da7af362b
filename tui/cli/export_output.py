"""`woozle export`: matches become tables, or other things that programs and people read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from woozle.arena.exports.decisions import ALL
from woozle.arena.views.words import count
from woozle.core.text import visible_line
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.match_files import found_in, match_names
from woozle.saves.staged_files import TargetExistsError
from woozle.saves.tables.export import FORMATS, TableWriter
from woozle.saves.tables.match_tables import check_match, match_tables, table_errors, unchecked_rows
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import TranscriptError, display_path
from woozle.saves.verdict_cache import KnownVerdict
from woozle.tui.cli.match_selection import accepted_causes, counted_matches, select_matches
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.tui.cli.main import ExportArguments

_OTHERS = ("chat", "inspect", "html")


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


def export_matches(paths: Sequence[Path], out: Path, options: ExportArguments) -> bool:
    """Write matches in all formats asked for, and print the files. Returns whether every match is in each format.

    Raises ReportError, TableError, SaveError.
    """
    _check(options)
    accepted = accepted_causes(options.accept)
    files, is_whole = select_matches(paths, found_in, takes_unfinished=options.unfinished)
    if not files:
        return False
    counted = counted_matches(files, accepted)
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


def _check(options: ExportArguments) -> None:
    """Raises TableError for anything that does not exist, and for options without effect here."""
    if other := next((each for each in options.formats if each not in (*FORMATS, *_OTHERS)), None):
        raise TableError(f"Matches cannot be exported to {visible_line(other)!r}; choose from {', '.join((*FORMATS, *_OTHERS))}.")
    if options.choice != ALL and not {"chat", "inspect"} & set(options.formats):
        raise TableError("--seat, --kind, --role and --won choose what is in chats and logs; add --to chat or --to inspect.")
    if options.viewer is not None and "html" not in options.formats:
        raise TableError("--as says through whose eyes a page shows a match; add --to html.")


def _exporters(out: Path, options: ExportArguments) -> Iterator[Exporter]:
    formats = tuple(each for each in options.formats if each in FORMATS)
    if formats:
        yield TableExport(out, formats, with_text=options.with_text, is_forced=options.force)
    # Each format imports its libraries only if it is asked for.
    for name in options.formats:
        match name:
            case "chat":
                from woozle.arena.exports.chat import ChatExport

                yield ChatExport(out, options.choice, with_text=options.with_text, is_forced=options.force)
            case "inspect":
                from woozle.arena.exports.inspect_log import InspectExport

                yield InspectExport(out, options.choice, with_text=options.with_text, is_forced=options.force)
            case "html":
                from woozle.arena.exports.pages import PageExport

                yield PageExport(out, options.viewer, with_text=options.with_text, is_forced=options.force)


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
