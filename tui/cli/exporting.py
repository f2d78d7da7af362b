"""`woozle export`: matches become tables, or other things that programs read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from woozle.saves.tables.export import Export
from woozle.saves.tables.played import names_of
from woozle.saves.tables.rows import rows, tables
from woozle.saves.tables.table import TableError
from woozle.saves.transcript import TranscriptError, read, shown
from woozle.tui.cli.reporting import matches_in
from woozle.tui.cli.sentences import notice


def export_tables(paths: Sequence[Path], out: Path, formats: Sequence[str], *, with_text: bool, is_forced: bool) -> bool:
    """Write the tables of matches and say what is in them; whether all matches are. Raises ReportError, TableError, SaveError."""
    files = matches_in(paths)
    wanted = tables(with_text=with_text)
    left_out = 0
    with Export(out, wanted, formats, is_forced=is_forced) as export:
        for file, name in zip(files, names_of(files), strict=True):
            try:
                found = rows(read(file), name, wanted)
            except (TableError, TranscriptError) as error:
                notice(str(error))
                left_out += 1
                continue
            export.add(found)
        if left_out == len(files):
            notice("Nothing was exported, since none of these matches can be.")
            return False
        for path in export.close():
            print(f"{shown(path)}{_rows(export.counts.get(path.stem))}")
    return not left_out


def _rows(count: int | None) -> str:
    return "" if count is None else f": {count:,} row{'' if count == 1 else 's'}"
