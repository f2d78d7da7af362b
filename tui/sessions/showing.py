"""What a seat is shown beside the words, for people: those who sit in it, and those who look over its shoulder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woozle.arena.views.viewers import observes
from woozle.core.attempt import Picture
from woozle.core.request import Display, Seat
from woozle.players.registry import pictures

if TYPE_CHECKING:
    from woozle.tui.sessions.feed import Feed
    from woozle.tui.sessions.session import Session


def at_the_table(session: Session) -> tuple[Picture, ...]:
    """The pictures of whoever looks at the table now; none behind a curtain."""
    draw, turn = pictures(session.game), session.hand.turn
    if not draw or not session.looking:
        return ()
    return draw(turn.request if turn else None, session.match.referee.view(session.looking))


def showed(session: Session, shown: Sequence[Picture]) -> None:
    """The person has seen these: if they are being asked something, that goes into the record."""
    if session.looking and session.hand.turn:
        session.hand.turn.show(shown)


def seen(session: Session, request: int, display: Display, shown: Sequence[Picture]) -> None:
    """The person who is asked this has had these in view, and saw them so."""
    if ask := session.hand.on_screen(request):
        ask.show(shown)
        ask.see(display)


def over_a_shoulder(feed: Feed, at: int, viewer: Seat) -> tuple[Picture, ...]:
    """The pictures of a seat after so many Events; none if it may not be looked over the shoulder."""
    draw = pictures(feed.game)
    if not draw or viewer not in feed.seats or viewer not in feed.viewers:
        return ()
    return draw(None, [event for event, audience in feed.told[:at] if observes(viewer, audience)])
