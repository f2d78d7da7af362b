"""Lists of pictures with questions, in text or Parquet, and the folder that keeps the pictures that were opened."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from woozle.core.games.undercover.data.benchmarks import Entry, LeftOut
from woozle.core.games.undercover.data.pairs import FILE
from woozle.core.games.undercover.data.pool_files import from_rows, parse
from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.players.pictures import album
from woozle.players.pictures.image_files import LONGEST_SIDE, decode_image, plain_png

ENDINGS = (".json", ".jsonl", ".csv", ".tsv", ".parquet")
"""Of files that are looked for in a folder without a list of pairs."""

_ROWS_AT_A_TIME = 32  # of a table, each with its pictures


class PairsError(ValueError):
    """A file or folder that cannot be used. Says why, in a sentence."""


def find_lists(path: Path) -> list[Path]:
    """Return the lists that a path means: a file; of a folder its list of pairs, or all that could be one. Raise PairsError."""
    if not path.is_dir() or (path / FILE).exists():
        return [path / FILE if path.is_dir() else path]
    try:
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in ENDINGS and not each.name.startswith("."))
    except OSError as error:
        raise PairsError(f"{visible_line(str(path))} cannot be read: {error.strerror}.") from None
    if not found:
        raise PairsError(f"There is no {visible_line(str(path / FILE))}; `woozle pictures make` makes such a folder.")
    return found


def read_entries(file: Path) -> Iterator[Entry | LeftOut]:
    """Yield each question of a list, or why it is left out. Raise PairsError on the way."""
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


_OPENED = f"opened-{LONGEST_SIDE}"
"""The folder in it with a file for each that was opened, named by its SHA-256; the digest of the picture stands in it."""


def keep_picture(data: bytes, name: str, folder: Path) -> Picture:
    """Return the picture in a file, as plain PNG, and keep it in a folder that the album looks in. name: of the file, for messages.

    Raise PictureError, or PairsError if the folder cannot be written.
    """
    album.look_in(folder)
    note = folder / _OPENED / sha256(data).hexdigest()
    with suppress(OSError, UnicodeDecodeError):
        if found := album.find(note.read_text("ascii")):
            return found
    picture = plain_png(decode_image(data, name))
    try:
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(folder / f"{picture.digest}.png", picture.data)
        _write(note, picture.digest.encode())
    except OSError as error:
        raise PairsError(f"{visible_line(str(folder))} cannot be written: {error.strerror}.") from None
    return picture


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, whoever else keeps the same at the same time."""
    new = path.with_suffix(f".{os.getpid()}.new")
    new.write_bytes(data)
    new.replace(path)
