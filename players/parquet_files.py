"""Tables of others in Parquet, with the extra `parquet`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from woozle.core.errors import InputError
from woozle.core.regular_files import open_file
from woozle.core.text import visible_line

ENDING = ".parquet"

_ROWS_AT_A_TIME = 32  # each may hold pictures
_LONGEST_REASON = 200  # characters


class ParquetError(InputError):
    """A file that cannot be read as Parquet. The message is the end of a sentence that begins with the file."""


def read_parquet(file: Path, largest: int) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a table. Raises ParquetError and OSError. largest: Bytes of the largest file that is read."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        raise ParquetError("is in Parquet, which needs `pip install woozle[parquet]`; or use a table in another form") from None
    try:
        with open_file(file, largest) as opened, ParquetFile(opened) as table:
            for batch in table.iter_batches(_ROWS_AT_A_TIME):
                yield from batch.to_pylist()
    except ArrowException as error:
        why = visible_line(str(error)).rstrip(".")[:_LONGEST_REASON]
        raise ParquetError(f"cannot be read as Parquet: {why}") from None
