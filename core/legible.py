"""What a game can say of its recorded matches, for tables, reports, forms and studies; none is needed to play it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from woozle.core.event import Told
from woozle.core.request import Seat

Config = TypeVar("Config", bound=BaseModel)


class Legible(Generic[Config]):
    """The part of a game that reads its records. What is left as it is here says that there is nothing to be told."""

    subject: ClassVar[str] = ""  # the option that names the one of the option `pool` that a match is about
    role_names: ClassVar[Mapping[str, str]] = {}  # what a seat can be that others are not, each with what that means
    sought: ClassVar[str] = ""  # the one of `role_names` that others try to find out

    @classmethod
    def beginning(cls, config: Config, record: Sequence[Told]) -> Mapping[str, Any]:
        """Options of a match that begins as a recorded one did, in games where that can be given; none in others.

        Raises ValueError, with the end of a sentence, if that match had not begun.
        """
        return {}

    @classmethod
    def roles(cls, record: Iterable[Told]) -> Mapping[Seat, str]:
        """What each seat was in a match, one of `role_names`, from what was told in it, from the beginning on.

        As far as it is dealt: a match may be under way. Empty where all seats are alike; the record is read no further than needed.
        """
        return {}

    @classmethod
    def rightness(cls, record: Iterable[Told]) -> Mapping[tuple[Seat, str], Sequence[bool | None]]:
        """Which answers were right, by seat and the type of the answers: one for each such Request to the seat, in their order.

        None where there is no right and wrong, or it is not known yet. Types that are not named have none.
        """
        return {}
