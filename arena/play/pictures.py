"""Where the pictures are that matches are about: kept under Woozle's home, and beside the transcripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.core.text import visible_line
from woozle.players.paths import expanded
from woozle.players.pictures import album
from woozle.saves import places
from woozle.saves.blobs import BLOBS

if TYPE_CHECKING:
    from woozle.core.attempt import Picture
    from woozle.core.game import Event
    from woozle.core.games.undercover.config import Pool


def kept() -> Path:
    """Where those are kept that were read from files, named after what they hold: a match can go on when the files are gone."""
    return places.home() / "pictures"


def look_for_them(match: Path | None = None) -> None:
    """Find those that are kept and, of a match that is resumed or replayed, those beside its transcript."""
    album.look_in(kept())
    if match is not None:
        album.look_in((match.parent if match.is_file() else match) / BLOBS)


def draw_sights(game: str, sights: Sequence[Event], folders: Sequence[Path]) -> tuple[Picture, ...]:
    """Return a picture for each of these Events; none at all if one cannot be drawn.

    folders: of matches, which may keep pictures beside their transcripts.
    """
    from woozle.players.registry import pictures

    draw = pictures(game)
    if not draw:
        return ()
    for path in folders:
        look_for_them(path)
    try:
        found = [draw(None, [sight]) for sight in sights]
    except (ValueError, OSError, LookupError, ArithmeticError):  # a transcript from elsewhere may tell of things that cannot be
        return ()
    return tuple(each[0] for each in found) if all(found) else ()


def pool(path: Path, tell: Callable[[str], None] = lambda sentence: None) -> Pool:
    """Return what matches can be about, of a folder of pairs or of a list of pictures. Raises ValueError with a sentence.

    tell: who is told how many questions are left out, and how many pairs are not dealt unless that is asked for.
    """
    from woozle.players.games.undercover import pairs

    found = pairs.pool(expanded(path), kept(), tell)
    problems = Counter(case.problem for case in found.cases if case.problem)
    if problems:
        why = "; ".join(f"{number} with {what}" for what, number in problems.most_common())
        of = f"Of {len(found.cases)} pairs in {visible_line(str(path))} {problems.total()} are left out unless rejected=deal is set"
        tell(f"{of}: {why}.")
    return found
