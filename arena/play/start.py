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
"""The pictures that a player has to see, as in players.registry, which screens do not import."""


@value
class Start:
    """A match to begin. seats: the players, as on the command line. seed: None for secret chance.

    people: those at the terminal who have given a name, by number. is_blind: whether seats are drawn by lot, and no
    person learns who sits where. services: by role, as on the command line; the default for roles not named. sights: the pictures
    that models have to see, as the form knows them. lessons: a coach's remarks during the match; such a match is stored separately.
    terms: of an open table, by the ids of the form; empty for a match at this terminal.
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
    terms: Mapping[str, str] = field(default_factory=dict)


@value
class Resume:
    """A match to resume. path: its directory."""

    path: Path


@value
class Watch:
    """A match without people to watch. viewer: through whose eyes, None for everything; speed: of reading."""

    start: Start | Resume
    viewer: str | None = None
    speed: float | None = None


@value
class Replay:
    """A transcript to replay. line: of the file, to begin at, 0 for the beginning; source: of its Events, if already read."""

    path: Path
    line: int = 0
    viewer: str | None = None
    source: Any = None


@value
class Host:
    """An open table to host at this terminal.

    plan: a TablePlan, None for the table that was left; way: the WayIn by which others reach it; name: of the host.
    """

    plan: Any
    way: Any
    name: str = ""


@value
class Join:
    """A seat at a table of another machine. session: the JoinedSession."""

    session: Any


@value
class Visit:
    """A study to take part in. folder: of the study; code: of a returning participant; recruiter: the recruiter's id for them.

    is_preview: whether this is only a researcher's preview.
    """

    folder: Path
    code: str = ""
    recruiter: str = ""
    is_preview: bool = False
