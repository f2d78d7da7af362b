"""Pictures that matches are about: where they are kept, how they are drawn, and the record of who saw them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.core.state import observes
from woozle.players.pictures import album
from woozle.players.registry import pictures
from woozle.saves import paths
from woozle.saves.blobs import BLOBS

if TYPE_CHECKING:
    from woozle.arena.play.event_sources import EventSource
    from woozle.arena.play.session import Session
    from woozle.core.game import Event
    from woozle.core.request import Display, Picture, Seat


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


def pictures_at_table(session: Session) -> tuple[Picture, ...]:
    """Return the pictures of the seat whose table is on screen; none behind a curtain."""
    draw, turn = pictures(session.game), session.hand.turn
    if not draw or not session.looking:
        return ()
    return draw(turn.request if turn else None, session.match.referee.view(session.looking))


def pictures_of_seat(source: EventSource, at: int, viewer: Seat) -> tuple[Picture, ...]:
    """Return the pictures of a seat after `at` Events; none if this spectator may not see with its eyes."""
    draw = pictures(source.game)
    if not draw or viewer not in source.seats or viewer not in source.viewers:
        return ()
    return draw(None, [event for event, audience in source.told[:at] if observes(viewer, audience)])


def note_opened(session: Session, shown: Sequence[Picture]) -> None:
    """Record that the person who is asked has opened these."""
    if session.looking and session.hand.turn:
        session.hand.turn.show(shown)


def note_seen(session: Session, request: int, display: Display, shown: Sequence[Picture]) -> None:
    """Record that the person who is asked has had these in view, and how."""
    if ask := session.hand.on_screen(request):
        ask.show(shown)
        ask.see(display)
