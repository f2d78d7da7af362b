"""The data of a paper: whether its files are at hand, whole and as they were published."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from woozle.arena.play import option_files
from woozle.arena.reproduction.recipe import DataFile, DataSet, Recipe
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.saves.transcript import display_path

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Found:
    """A data set in a folder. problem: why it cannot be used, the end of a sentence; empty if it can. warnings: what differs."""

    name: str
    data: DataSet
    files: tuple[Path, ...] = ()
    problem: str = ""
    warnings: tuple[str, ...] = ()

    def read(self, game: str, tell: Callable[[str], None]) -> Any:
        """Return the value of the option that takes the data set. Raises InputError."""
        readings = {
            path: f"?{file.reading}" if file.reading else ""
            for file in self.data.files
            for path in self.files
            if path.match(file.name)
        }
        named = ",".join(f"{path}{readings.get(path, '')}" for path in self.files)
        return option_files.value(self.data.option, named, game, tell)


def find_data(recipe: Recipe, folder: Path | None) -> dict[str, Found]:
    """Return all data sets of a paper as they are in a folder; None stands for no folder."""
    return {name: _find(name, data, folder) for name, data in recipe.data.items()}


def _find(name: str, data: DataSet, folder: Path | None) -> Found:
    if folder is None:
        return Found(
            name, data, problem=f"the data {name} are not at hand; name their folder with --data, and get them from {data.source}"
        )
    files: list[Path] = []
    warnings: list[str] = []
    for file in data.files:
        there = sorted(folder.glob(file.name)) if any(sign in file.name for sign in "*?[") else [folder / file.name]
        if not there or not all(path.exists() for path in there):
            where = display_path(folder)
            way = f"`{data.made}` makes it" if data.made else f"get it from {data.source}"
            return Found(name, data, problem=f"the file {visible_line(file.name)} of {name} is not in {where}; {way}")
        files += there
        warnings += [words for path in there if path.is_file() for words in _differences(file, path)]
    return Found(name, data, tuple(files), warnings=tuple(warnings))


def _differences(file: DataFile, path: Path) -> Iterator[str]:
    """Yield in what a file differs from the one that was published, as a sentence. Raises InputError if it cannot be read."""
    shown = display_path(path)
    try:
        size = path.stat().st_size
        if file.bytes is not None and size != file.bytes:
            yield f"{shown} has {size:,} bytes, and the published file has {file.bytes:,}."
            return
        for name, published in (("sha256", file.sha256), ("md5", file.md5)):
            if published and (digest := _digest(path, name)) != published:
                yield f"{shown} has the digest {digest[:12]}..., and the published file has {published[:12]}...."
    except OSError as error:
        raise InputError(f"{shown} cannot be read: {error.strerror}.") from None


def _digest(path: Path, name: str) -> str:
    found = hashlib.new(name, usedforsecurity=False)
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()
