"""Folders of ready pairs and files that list pictures with questions, read as what matches can be about: the option `pool`.

Scenes are drawn again, files are opened. What was opened is kept in a folder, so that a match can go on when the first one is gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache, partial
from hashlib import sha256
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from woozle.core.errors import InputError
from woozle.core.regular_files import LARGE, SMALL, explain_errors, open_file, read_text_file
from woozle.core.request import Picture
from woozle.core.text import visible_line
from woozle.games.undercover import pairs
from woozle.games.undercover.config import Case, Pool
from woozle.games.undercover.pairs.benchmark_files import Entry, LeftOut
from woozle.games.undercover.pairs.files import FILE, Row, parse
from woozle.games.undercover.pairs.pool_files import decode_picture, from_rows
from woozle.games.undercover.pairs.pool_files import parse as parse_entries
from woozle.players.parquet_files import ENDING, read_parquet
from woozle.players.paths import expand_home, replace_file
from woozle.players.pictures import album
from woozle.players.pictures.image_files import (
    LONGEST_SIDE,
    MOST_BYTES,
    PictureError,
    open_picture,
    read_picture,
    take_picture,
)

_ENDINGS = (".json", ".jsonl", ".csv", ".tsv", ENDING)  # of files that are looked for in a folder without a list of pairs
_MOST_OF_A_LIST = 4 * 2**30  # bytes: a list may hold its pictures


class PairsError(InputError):
    """A file or folder that cannot be used. Says why, in a sentence."""


DRAWN = "drawn"
"""Names the drawn scenes that come with Woozle, with questions in the shape of the four benchmarks (pairs/drawn.jsonl)."""


def read_pool_option(given: Any, kept: Path, tell: Callable[[str], None], *, is_typed: bool) -> Pool:
    """Return what matches can be about, as `OptionReader` says; `tell` also hears how many pairs are not dealt unless asked for.

    Behind `?` stand the data that questions must have: `HallusionBench.tsv?subcategory=ocr`.
    """
    name, _, wanted = str(given).partition("?")
    path = Path(pairs.__file__).with_name("drawn.jsonl") if name == DRAWN else expand_home(name)
    if is_typed:
        if not path.exists():
            raise InputError(f"There is nothing at {visible_line(name)}; type the path of a folder of ready pairs, or of a file.")
        changed = max(each.stat().st_mtime_ns for each in (path, *path.glob("*.jsonl")))
        return _select(_read_once(path, changed, kept), wanted)
    found = _select(read_pool(path, kept, tell), wanted)
    problems = Counter(case.problem for case in found.cases if case.problem)
    if problems:
        why = "; ".join(f"{number} with {what}" for what, number in problems.most_common())
        of = f"Of {len(found.cases)} pairs in {visible_line(str(path))} {problems.total()} are left out unless rejected=deal is set"
        tell(f"{of}: {why}.")
    return found


def _select(pool: Pool, wanted: str) -> Pool:
    """Return the cases whose data are as wanted: `NAME=VALUE`, joined by `&`. Raises InputError if there are none."""
    if not wanted:
        return pool
    data = dict(part.split("=", 1) for part in wanted.split("&") if "=" in part)
    cases = tuple(case for case in pool.cases if all(value in case.data.get(name, "").split(",") for name, value in data.items()))
    if not cases or len(data) != wanted.count("&") + 1:
        names = ", ".join(sorted({name for case in pool.cases for name in case.data}))
        raise InputError(f"No question has {visible_line(wanted)!r}; their data are {names or 'empty'}, such as ?NAME=VALUE.")
    return Pool(cases, pool.left_out)


@lru_cache(maxsize=1)
def _read_once(path: Path, changed: int, kept: Path) -> Pool:
    """Read a pool. changed: when its file was last written, so that it is read again after that."""
    return read_pool(path, kept)


def read_pool(path: Path, keep: Path, tell: Callable[[str], None] = lambda sentence: None) -> Pool:
    """Return the cases in a file that lists pictures, or in a folder: those of its list of pairs, else of all its lists.

    Pairs that their maker rejected are among them; the configuration of a match leaves them out.

    Args:
        keep: A folder for the pictures, which are named by their content.
        tell: Receives a sentence on how many questions of a list are left out.

    Raise PairsError or PictureError.
    """
    found: list[Case] = []
    left_out: dict[str, dict[str, int]] = {}
    for file in _find_lists(path):
        there, why = _ListReader(file, keep).cases(tell)
        found += there
        for reason, number in why.items():
            of = left_out.setdefault(_benchmark(there), {})
            of[reason] = of.get(reason, 0) + number
    ids = Counter(case.id for case in found)
    if twice := next((name for name, number in ids.items() if number > 1), None):
        raise PairsError(f"Two lists in {visible_line(str(path))} have the id {visible_line(twice)!r}; name one of the lists.")
    return Pool(tuple(found), left_out)


def read_rows(path: Path) -> tuple[Row, ...]:
    """Read the list of a folder, or a file that is one. Raise PairsError."""
    file = path / FILE if path.is_dir() else path
    called = visible_line(str(file))
    with explain_errors(called, PairsError, f"There is no {called}; `woozle pictures make` makes such a folder."):
        return parse(read_text_file(file, LARGE, "utf-8-sig"))


def _find_lists(path: Path) -> list[Path]:
    """Return the lists that a path means: a file; of a folder its list of pairs, or all that could be one. Raise PairsError."""
    if not path.is_dir() or (path / FILE).exists():
        return [path / FILE if path.is_dir() else path]
    with explain_errors(visible_line(str(path)), PairsError):
        found = sorted(each for each in path.iterdir() if each.suffix.lower() in _ENDINGS and not each.name.startswith("."))
    if not found:
        raise PairsError(f"There is no {visible_line(str(path / FILE))}; `woozle pictures make` makes such a folder.")
    return found


def _read_entries(file: Path) -> Iterator[Entry | LeftOut]:
    """Yield each question of a list, or why it is left out. Raise PairsError on the way."""
    called = visible_line(str(file))
    with explain_errors(called, PairsError, f"There is no {called}; name a list of pictures, or a folder of pairs."):
        if file.suffix.lower() == ENDING:
            yield from from_rows(read_parquet(file, _MOST_OF_A_LIST))
            return
        with TextIOWrapper(open_file(file, _MOST_OF_A_LIST), "utf-8-sig", newline="") as lines:
            try:
                yield from parse_entries(lines, file.stem)
            except UnicodeDecodeError:  # of a file that is read piece by piece, whose byte it cannot say
                raise InputError("is not in UTF-8; save it as UTF-8 text") from None


def _benchmark(cases: Sequence[Case]) -> str:
    """Return the benchmark that a list is of, by the questions of it that are taken; empty for one of no benchmark."""
    return Counter(case.data.get("benchmark", "") for case in cases).most_common(1)[0][0]


class _ListReader:
    """A list whose pictures are opened, each of them once."""

    def __init__(self, file: Path, keep: Path) -> None:
        self._file, self._keep = file, keep
        self._beside: list[Path] | None = None
        self._found: dict[tuple[str, bool], str] = {}  # digests, by the path of a file and whether it is of a pair
        self._held: dict[str, str] = {}  # and by the id of who holds the picture

    def cases(self, tell: Callable[[str], None]) -> tuple[list[Case], Mapping[str, int]]:
        """Return the cases of the list, and how many of its questions are left out, by the reason."""
        left_out: Counter[str] = Counter()
        taken: list[tuple[Entry, str]] = []
        for entry in _read_entries(self._file):
            if isinstance(entry, Entry):
                taken.append((replace(entry, held=b""), self._digest(entry)))
            else:
                left_out[entry] += 1
        called = visible_line(str(self._file))
        why = "; ".join(f"{number} with {what}" for what, number in left_out.most_common())
        if not taken:
            raise PairsError(f"{called} cannot be used: {f'all its questions are left out: {why}' if why else 'it is empty'}.")
        if left_out:
            tell(f"Of {called} {left_out.total()} of {left_out.total() + len(taken)} questions are left out: {why}.")
        return [self._case(entry, digest) for entry, digest in taken], left_out

    def _case(self, entry: Entry, digest: str) -> Case:
        row = entry.row
        if entry.like:
            digest = self._held.get(entry.like, "")
            if not digest:
                raise PairsError(
                    f"{visible_line(str(self._file))} cannot be used: {entry.where}: its picture is to be that of "
                    f"{visible_line(entry.like)!r}, which has none; get the file once more."
                )
        drawn = row.scene is not None
        return Case(
            id=row.id,
            question=row.to_question(),
            scene=row.scene,
            other=row.other if drawn else None,
            picture=digest,
            counterfactual="" if drawn or not row.counterfactual else self._of_file(row.counterfactual, in_pair=True),
            described=row.described,
            other_described=row.other_described,
            edit=row.edit,
            data=row.data,
            made=row.makers_verdict,
        )

    def _digest(self, entry: Entry) -> str:
        """Return the digest of an entry's picture; none of one that is drawn, or is another's."""
        if entry.like or entry.row.scene is not None:
            return ""
        if not entry.held:
            return self._of_file(entry.row.image, in_pair=bool(entry.row.counterfactual))
        name = f"{entry.row.image} of {self._file}"
        with explain_errors(visible_line(str(self._file)), PairsError):
            data = decode_picture(entry)
        if len(data) > MOST_BYTES:
            raise PictureError(f"The picture {visible_line(name)} is larger than {MOST_BYTES // 2**20} MB; make it smaller.")
        self._held[entry.row.id] = digest = album.add(_keep(data, name, self._keep))
        return digest

    def _of_file(self, name: str, *, in_pair: bool) -> str:
        """Return the digest of a picture in its own file. in_pair: as plain PNG, so that nothing but what they show differs."""
        if (name, in_pair) not in self._found:
            path, folder = self._place(name), self._file.parent
            picture = _keep(read_picture(path, folder), str(path), self._keep, is_plain=in_pair)
            again = partial(open_picture, path, folder, is_plain=in_pair)
            self._found[name, in_pair] = album.add(picture, again=again)
        return self._found[name, in_pair]

    def _place(self, name: str) -> Path:
        """Return the path of a file: beside the list, or else in a folder beside it, as pictures of benchmarks are."""
        folder = self._file.parent
        if _is_there(folder / name):
            return folder / name
        if self._beside is None:
            self._beside = sorted(each for each in folder.iterdir() if each.is_dir())
        return next((there for each in self._beside if _is_there(there := each / name)), folder / name)


def _is_there(path: Path) -> bool:
    with suppress(OSError, ValueError):  # a name that no file can have
        return path.exists()
    return False


def _keep(data: bytes, name: str, folder: Path, *, is_plain: bool = False) -> Picture:
    """Return the picture in a file, and keep it in a folder that the album looks in. name: of the file, for messages.

    is_plain: as plain PNG; else as it came, if the file holds nothing but the picture. A note in the folder, named by the SHA-256
    of the file, spares opening it again. Raise PictureError, or PairsError if the folder cannot be written.
    """
    album.look_in(folder)
    note = folder / f"{'plain' if is_plain else 'kept'}-{LONGEST_SIDE}" / sha256(data).hexdigest()
    with suppress(OSError, UnicodeDecodeError):
        if found := album.find(read_text_file(note, SMALL, "ascii")):
            return found
    picture = take_picture(data, name, is_plain=is_plain)
    try:
        note.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        replace_file(folder / album.file_name(picture), picture.data)
        replace_file(note, picture.digest.encode())
    except OSError as error:
        raise PairsError(f"{visible_line(str(folder))} cannot be written: {error.strerror}.") from None
    return picture
