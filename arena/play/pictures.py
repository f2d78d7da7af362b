"""Pictures that matches are about: where they are kept, and how they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.players.pictures import album
from woozle.players.registry import pictures
from woozle.saves import paths
from woozle.saves.blobs import BLOBS

if TYPE_CHECKING:
    from woozle.core.game import Event
    from woozle.core.request import Picture


def pictures_folder() -> Path:
    """Return the folder of pictures that were read from files, named by digest: a match can be resumed when the files are gone."""
    return paths.data_folder() / "pictures"


def find_pictures(match: Path | None = None) -> None:
    """Find those that are kept and, of a match that is resumed or replayed, those beside its transcript."""
    album.look_in(pictures_folder())
    if match is not None:
        album.look_in((match.parent if match.is_file() else match) / BLOBS)


def draw_sights(game: str, sights: Sequence[Event], folders: Sequence[Path]) -> tuple[Picture, ...]:
    """Return a picture for each of these Events; none at all if one cannot be drawn.

    folders: of matches, which may keep pictures beside their transcripts.
    """
    draw = pictures(game)
    if not draw:
        return ()
    for path in folders:
        find_pictures(path)
    try:
        found = [draw(None, [sight]) for sight in sights]
    except (ValueError, OSError, LookupError, ArithmeticError):  # a transcript from elsewhere may tell of things that cannot be
        return ()
    return tuple(each[0] for each in found) if all(found) else ()
