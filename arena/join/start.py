"""A seat to sit down on, as the command line asks for it. It imports nothing heavy, for the app imports it first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.arena.join.session import JoinedSession


@value
class Join:
    """A seat at a table of another machine."""

    session: JoinedSession
