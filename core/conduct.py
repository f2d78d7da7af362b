"""Conduct: what a seat held, said and suspected in one match, and whether it was so.

A game declares in its `Report` how its record is read for it; the profile of a person is made of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value

if TYPE_CHECKING:
    from woozle.core.measures import Played

Sureness: TypeAlias = Literal["sure", "unsure"]
"""The certainty of a seat, where it said so in words or by its choice of action, and not as a number."""


@value
class Belief:
    """Something a seat held.

    Args:
        about: What it was about, in a few words, the same for all that are counted together.
        stated: The probability it stated, in [0, 1], or what it said in its place.
        is_so: Whether it was so.
    """

    about: str
    stated: float | Sureness
    is_so: bool


@value
class Suspicion:
    """A seat that was voted for or accused by a seat that was looking for a culprit.

    Args:
        how: `vote` or `accusation`.
        role: The role of the suspect.
        is_right: Whether this is the role that was looked for.
        chance: The probability that a suspect drawn among those who could be named would have been right.
    """

    how: Literal["vote", "accusation"]
    role: str
    is_right: bool
    chance: float


@value
class Conduct:
    """The conduct of one seat in one match.

    Args:
        beliefs: What it held, and how sure it was.
        suspicions: The seats it voted for or accused, in order; none where it knew who they were.
        truths: Its statements that could be checked and were no lies.
        lies: Whether it was caught, for each of its lies, in order.
        pressed: Whether it kept to what was right, for each time that most of the others said something else.
    """

    beliefs: tuple[Belief, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    truths: int = 0
    lies: tuple[bool, ...] = ()
    pressed: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class ConductReader:
    """A game's reader of the conduct of a seat in a finished match.

    Args:
        read: Returns it; of the facts that the report takes from the same match.
        beliefs, lies, suspicions, pressed: What these are in this game, a sentence each, which the profile shows; empty where there
            are none.
    """

    read: Callable[[Played, Any, Seat], Conduct]
    beliefs: str = ""
    lies: str = ""
    suspicions: str = ""
    pressed: str = ""
