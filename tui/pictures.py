"""Where the pictures are that matches are about: kept under Woozle's home, and beside the transcripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.players.paths import expanded
from woozle.players.pictures import album
from woozle.saves import places
from woozle.saves.blobs import BLOBS

if TYPE_CHECKING:
    from woozle.core.games.undercover.config import Case


def kept() -> Path:
    """Where those are kept that were read from files, named after what they hold: a match can go on when the files are gone."""
    return places.home() / "pictures"


def look_for_them(match: Path | None = None) -> None:
    """Find those that are kept and, of a match that is resumed or replayed, those beside its transcript."""
    album.look_in(kept())
    if match is not None:
        album.look_in((match.parent if match.is_file() else match) / BLOBS)


def pool(path: Path, tell: Callable[[str], None] = lambda sentence: None) -> tuple[Case, ...]:
    """What matches can be about, of a folder of pairs or of a list of pictures. Raises ValueError with a sentence.

    tell: who is told how many questions are left out.
    """
    from woozle.players.pictures.pairs import cases

    return cases(expanded(path), kept(), tell)
