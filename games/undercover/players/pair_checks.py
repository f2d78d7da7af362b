"""Checking a folder of ready pairs: the files, what is in them, whether they are alike, and whether one of them was changed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.core.match import Halt
from woozle.core.text import visible_line
from woozle.games.undercover.events import Commission, Compare
from woozle.games.undercover.pairs.files import Row
from woozle.games.undercover.players.likeness import PIXELS, FeatureLikeness, compare_pixels, is_changed
from woozle.games.undercover.players.pool_files import read_rows
from woozle.games.undercover.players.services import LIKENESS_ROLE
from woozle.players.pictures.image_files import PictureError, decode_image, is_bare, read_picture

if TYPE_CHECKING:
    from PIL.Image import Image

_NEAR = 1e-3  # two machines may round a model's outputs differently


class LikenessCheck:
    """Compares pairs once more. by, passed_over: who compared those that were left out, and how many these are."""

    def __init__(self, chosen: str = "") -> None:
        """chosen: whose opinion is asked again beside that of pixels, as the command line names it. Raise ServiceError."""
        named = LIKENESS_ROLE.parse(chosen).create_player()
        self._features = named if isinstance(named, FeatureLikeness) else None
        self.by = ""
        self.passed_over = 0

    def problem(self, row: Row, one: Image, other: Image) -> str:
        """Return what is wrong with the likeness in a line, as one sentence; empty if nothing is, or that is unknown."""
        if row.likeness is None:
            return ""
        commission = Commission(1, 0, row.scene, row.other, "", "", row.edit)
        found: Compare | str
        if row.compared_by in ("", PIXELS):
            found = compare_pixels(one, other, commission)
        elif self._features is None:
            self.by, self.passed_over = row.compared_by, self.passed_over + 1
            return ""
        else:
            try:
                found = asyncio.run(self._features.compare(one, other, commission))
            except Halt as halt:
                return str(halt)
        if isinstance(found, str):
            return found
        scores = (found.visual, found.semantic, found.natural)
        if all(abs(said - is_so) <= _NEAR for said, is_so in zip(row.likeness, scores, strict=True)):
            return ""
        now, then = (", ".join(f"{each:.3f}" for each in which) for which in (scores, row.likeness))
        return f"The two are alike by {now}, and not by {then} as the list says."


def find_problems(folder: Path, again: LikenessCheck) -> Iterator[str]:
    """Yield the problems of a folder of ready pairs, a sentence each. again: compares two pictures once more.

    Raise PairsError if there is no list that can be read.
    """
    for row in read_rows(folder):
        for problem in _problems(row, folder, again):
            yield f"{visible_line(row.id)}: {problem}"


def _problems(row: Row, folder: Path, again: LikenessCheck) -> Iterator[str]:
    if not row.counterfactual:
        yield "There is no counterfactual; `woozle pictures make` makes one."
        return
    found = []
    for name, digest in ((row.image, row.sha256), (row.counterfactual, row.counterfactual_sha256)):
        path = folder / name
        try:
            data = read_picture(path, folder)
            found.append(decode_image(data, str(path)))
        except PictureError as error:
            yield str(error)
            continue
        if digest and sha256(data).hexdigest() != digest:
            yield f"The picture {visible_line(name)} was changed since its list was written."
        if not is_bare(data):
            yield f"The picture {visible_line(name)} is no plain PNG: what else is in it could tell the two apart."
    if len(found) == 2:
        yield from _compare(row, found[0], found[1], again)


def _compare(row: Row, one: Image, second: Image, again: LikenessCheck) -> Iterator[str]:
    if one.size != second.size:
        width, height = second.size
        yield f"The counterfactual is {width} by {height} pixels, the picture {one.width} by {one.height}; make them alike."
        return
    if not is_changed(one, second):
        yield "The counterfactual shows nothing else than the picture."
    if row.other_answer and row.other_answer.casefold() == row.answer.casefold():
        yield "The right answer is the same for both pictures."
    if row.accepted is False:
        yield "It was kept as the best of its tries, but it was not accepted."
    if why := again.problem(row, one, second):
        yield why
