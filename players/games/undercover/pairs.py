"""Folders and files of pictures with questions, read as what matches can be about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from woozle.core.games.undercover.config import Case, Pool
from woozle.core.games.undercover.data.benchmarks import Entry
from woozle.core.games.undercover.data.pairs import FILE, Row, parse
from woozle.core.games.undercover.data.pool_files import decode_picture
from woozle.core.text import visible_line
from woozle.players.pictures import album
from woozle.players.pictures.image_files import MOST_BYTES, PictureError, decode_image, open_picture, plain_png, read_picture
from woozle.players.pictures.lists import PairsError, find_lists, keep_picture, read_entries


def read_rows(path: Path) -> tuple[Row, ...]:
    """Read the list of a folder, or a file that is one. Raise PairsError."""
    file = path / FILE if path.is_dir() else path
    called = visible_line(str(file))
    try:
        return parse(file.read_text("utf-8-sig"))
    except FileNotFoundError:
        raise PairsError(f"There is no {called}; `woozle pictures make` makes such a folder.") from None
    except OSError as error:
        raise PairsError(f"{called} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise PairsError(f"{called} is not in UTF-8 (byte {error.start + 1} is not); save it as UTF-8 text.") from None
    except ValueError as error:
        raise PairsError(f"{called} {str(error).removesuffix('.')}.") from None


def read_cases(path: Path, keep: Path | None = None, tell: Callable[[str], None] = lambda sentence: None) -> tuple[Case, ...]:
    """Return the cases of `read_pool` alone."""
    return read_pool(path, keep, tell).cases


def read_pool(path: Path, keep: Path | None = None, tell: Callable[[str], None] = lambda sentence: None) -> Pool:
    """Return the cases in a file that lists pictures, or in a folder: those of its list of pairs, else of all its lists.

    Pairs that their maker rejected are among them; the configuration of a match leaves them out.

    Scenes are drawn again, files are opened. keep: a folder that keeps the pictures, named after what they hold, so that a match
    can go on when the first folder is gone. tell: who is told, in a sentence, how many questions of a list are left out.
    Raise PairsError or PictureError.
    """
    found: list[Case] = []
    left_out: dict[str, dict[str, int]] = {}
    for file in find_lists(path):
        there, why = _ListReader(file, keep).cases(tell)
        found += there
        for reason, number in why.items():
            of = left_out.setdefault(_benchmark(there), {})
            of[reason] = of.get(reason, 0) + number
    ids = Counter(case.id for case in found)
    if twice := next((name for name, number in ids.items() if number > 1), None):
        raise PairsError(f"Two lists in {visible_line(str(path))} have the id {visible_line(twice)!r}; name one of the lists.")
    return Pool(tuple(found), left_out)


def _benchmark(cases: Sequence[Case]) -> str:
    """Return the benchmark that a list is of, by the questions of it that are taken; empty for one of no benchmark."""
    return Counter(case.data.get("benchmark", "") for case in cases).most_common(1)[0][0]


class _ListReader:
    """A list whose pictures are opened, each of them once."""

    def __init__(self, file: Path, keep: Path | None) -> None:
        self._file, self._keep = file, keep
        self._beside: list[Path] | None = None
        self._found: dict[str, str] = {}  # digests, by the path of a file
        self._held: dict[str, str] = {}  # and by the id of who holds the picture

    def cases(self, tell: Callable[[str], None]) -> tuple[list[Case], Mapping[str, int]]:
        """Return the cases of the list, and how many of its questions are left out, by the reason."""
        left_out: Counter[str] = Counter()
        taken: list[tuple[Entry, str]] = []
        for entry in read_entries(self._file):
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
            question=row.asks(),
            scene=row.scene,
            other=row.other if drawn else None,
            picture=digest,
            counterfactual="" if drawn or not row.counterfactual else self._of_file(row.counterfactual),
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
            return self._of_file(entry.row.image)
        name = f"{entry.row.image} of {self._file}"
        try:
            data = decode_picture(entry)
        except ValueError as error:
            raise PairsError(f"{visible_line(str(self._file))} {str(error).removesuffix('.')}.") from None
        if len(data) > MOST_BYTES:
            raise PictureError(f"The picture {visible_line(name)} is larger than {MOST_BYTES // 2**20} MB; make it smaller.")
        picture = keep_picture(data, name, self._keep) if self._keep else plain_png(decode_image(data, name))
        self._held[entry.row.id] = digest = album.add(picture, None if self._keep else lambda: picture)
        return digest

    def _of_file(self, name: str) -> str:
        if name not in self._found:
            path, folder = self._place(name), self._file.parent
            picture = keep_picture(read_picture(path, folder), str(path), self._keep) if self._keep else open_picture(path, folder)
            self._found[name] = album.add(picture, again=partial(open_picture, path, folder))
        return self._found[name]

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
