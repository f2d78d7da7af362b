"""The choices that a person makes before a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.arena.play.people import Person
    from woozle.core.welcome import Lesson

Sights: TypeAlias = Literal["none", "told", "untold"]
"""What a player has to see, as in players.registry, which screens do not know."""


@value
class Start:
    """A match to begin. seats: who sits there, in the words of the command line. seed: None for secret chance.

    people: those at the terminal by number, as far as they said who they are. is_blind: all get their seats by lot, and no
    person is told who sits where. services: by what they do, in the words of the command line; the usual ones where nobody is
    named. sights: what models have to see, as a form knows it. lessons: what a coach says meanwhile; such a match is kept apart.
    """

    game: str
    seats: tuple[str, ...]
    config: Any
    seed: int | None = None
    people: tuple[Person, ...] = ()
    is_blind: bool = False
    services: Mapping[str, str] = field(default_factory=dict)
    sights: Sights = "none"
    lessons: tuple[Lesson, ...] = ()


@value
class Resume:
    """A match to go on with. path: its directory."""

    path: Path


@value
class Watch:
    """A match without people to look on at. viewer: through whose eyes, None for everything; speed: of reading."""

    start: Start | Resume
    viewer: str | None = None
    speed: float | None = None


@value
class Replay:
    """A transcript to walk through. line: of the file, to begin at, 0 for the beginning; source: of its Events, if it was read."""

    path: Path
    line: int = 0
    viewer: str | None = None
    source: Any = None


@value
class Visit:
    """A study to take part in. folder: of the study; code: of somebody who comes back; recruiter: how a recruiter calls them.

    ticket: of a link that `woozle study serve` gave out. is_preview: nobody takes part, a researcher looks at it.
    """

    folder: Path
    code: str = ""
    recruiter: str = ""
    ticket: str = ""
    is_preview: bool = False
