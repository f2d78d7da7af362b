"""Files that list pictures with questions, whoever made them, opened: text of any layout, and Parquet with the extra `parquet`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from woozle.core.games.undercover.data.benchmarks import Entry, LeftOut
from woozle.core.games.undercover.data.loading import from_rows, parse
from woozle.core.games.undercover.data.pairs import FILE
from woozle.core.text import visible_line

ENDINGS = (".json", ".jsonl", ".csv", ".tsv", ".parquet")
"""Of files that are looked for in a folder without a list of pairs."""

_ROWS_AT_A_TIME = 32  # of a table, each with its pictures


class PairsError(ValueError):
    """A file or folder that cannot be used. Says why, in a sentence."""


def files(path: Path) -> list[Path]:
    """The lists that a path means: a file itself; of a folder its list of pairs, or all that could be one. Raises PairsError."""
    if not path.is_dir() or (path / FILE).exists():
        return [path / FILE if path.is_dir() else path]
    try:
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDINGS and not each.name.startswith("."))
    except OSError as error:
        raise PairsError(f"{visible_line(str(path))} cannot be read: {error.strerror}.") from None
    if not found:
        raise PairsError(f"There is no {visible_line(str(path / FILE))}; `woozle pictures make` makes such a folder.")
    return found


def entries(file: Path) -> Iterator[Entry | LeftOut]:
    """What a list says of each question, or why one is left out. Raises PairsError on the way."""
    called = visible_line(str(file))
    try:
        if file.suffix.lower() == ".parquet":
            yield from from_rows(_parquet(file))
            return
        with file.open(encoding="utf-8-sig", newline="") as lines:
            yield from parse(lines, file.stem)
    except FileNotFoundError:
        raise PairsError(f"There is no {called}; name a list of pictures, or a folder of pairs.") from None
    except OSError as error:
        raise PairsError(f"{called} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise PairsError(f"{called} is not in UTF-8; save it as UTF-8 text.") from None
    except PairsError:
        raise
    except ValueError as error:
        raise PairsError(f"{called} {str(error).removesuffix('.')}.") from None


def _parquet(file: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a table in Parquet. Raises PairsError."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError:
        called = visible_line(str(file))
        raise PairsError(
            f"{called} is in Parquet, which needs `pip install woozle[parquet]`; or use the table of VLMEvalKit (.tsv)."
        ) from None
    if not file.exists():
        raise FileNotFoundError(file)
    try:
        with ParquetFile(file) as table:
            for batch in table.iter_batches(_ROWS_AT_A_TIME):
                yield from batch.to_pylist()
    except ArrowException as error:
        why = visible_line(str(error)).rstrip(".")[:200]
        raise PairsError(f"{visible_line(str(file))} cannot be read as Parquet: {why}.") from None
