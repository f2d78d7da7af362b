"""Reading files that may come from elsewhere.

Folders of matches, packs and data sets are passed on, and what looks like a file there may be a pipe, a device, a link to either,
or have no end. So only regular files are opened: no link is followed at the end of a path (folders above it may be links),
nothing is waited for, and no more is read than a file of its kind can have.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from typing import BinaryIO

from woozle.core.errors import InputError
from woozle.core.text import visible_line

SMALL = 2**20
"""Most bytes of settings, plans, and notes."""

LARGE = 512 * 2**20
"""Most bytes of transcripts, logs, and data sets."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


class RefusedFileError(OSError):
    """A file that is not read. `strerror` says why and what to do, to be put behind "it cannot be read:"."""

    def __str__(self) -> str:
        return f"{visible_line(os.fsdecode(self.filename))} cannot be read: {self.strerror}."


def open_file(path: str | os.PathLike[str], most: int, *, follows_links: bool = False) -> BinaryIO:
    """Open a regular file for reading, without waiting. Raises OSError; RefusedFileError for what is not opened.

    Args:
        most: Bytes that it may have. One that grows later is the caller's to notice; `read_file` does.
        follows_links: For the user's own settings, which may be kept elsewhere.
    """
    name = os.fspath(path)
    if not follows_links:
        _refuse(os.lstat(name), name, most)  # before opening it, since that alone makes some devices do something
    file = os.open(name, _FLAGS | (0 if follows_links else _NO_LINK))
    try:
        _refuse(os.fstat(file), name, most)
        return os.fdopen(file, "rb")
    except BaseException:
        os.close(file)
        raise


def read_file(path: str | os.PathLike[str], most: int, *, follows_links: bool = False) -> bytes:
    """Return the content of a regular file. Args and errors are those of `open_file`."""
    with open_file(path, most, follows_links=follows_links) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise RefusedFileError(None, _too_large(most), os.fspath(path))
    return data


def read_text_file(
    path: str | os.PathLike[str], most: int, encoding: str = "utf-8", errors: str = "strict", *, follows_links: bool = False
) -> str:
    """Return the text of a regular file, as `Path.read_text` does. Args and errors are those of `open_file`."""
    data = read_file(path, most, follows_links=follows_links)
    return TextIOWrapper(BytesIO(data), encoding, errors).read()


@contextmanager
def explain_errors(called: str, kind: type[InputError], missing: str = "") -> Iterator[None]:
    """Raise what reading a file raises as an error of this kind: a sentence that begins with what the file is called.

    Args:
        called: Its name, safe to show. A ValueError says the rest of the sentence, as `datasets.row_error` makes it.
        missing: The sentence for a file that is not there, where it is another.
    """
    try:
        yield
    except OSError as error:
        is_missing = missing and isinstance(error, FileNotFoundError)
        raise kind(missing if is_missing else f"{called} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise kind(f"{called} is not in UTF-8 (byte {error.start + 1} is not); save it as UTF-8 text.") from None
    except ValueError as error:
        raise kind(f"{called} {str(error).removesuffix('.')}.") from None


def _refuse(facts: os.stat_result, name: str, most: int) -> None:
    """Raise RefusedFileError for what is no regular file, or is too large."""
    if not stat.S_ISREG(facts.st_mode):
        sort = _sort(facts.st_mode)
        todo = "put the file itself there" if sort == "link" else "name a file" if sort == "folder" else "put a file there"
        raise RefusedFileError(None, f"it is a {sort}, not a file; {todo}", name)
    if facts.st_size > most:
        raise RefusedFileError(None, _too_large(most), name)


def _sort(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "link"
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISFIFO(mode):
        return "pipe"
    return "socket" if stat.S_ISSOCK(mode) else "device"


def _too_large(most: int) -> str:
    size = f"{most // 2**20:,} MB" if most >= 2**20 else f"{most // 2**10:,} kB" if most >= 2**13 else f"{most:,} bytes"
    return f"it has more than {size}; make it smaller"
