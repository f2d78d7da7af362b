"""What a game can say of its recorded matches, for tables, reports, forms and studies; none is needed to play it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from woozle.core.event import Told
from woozle.core.outcome import Result
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.value import value

Config = TypeVar("Config", bound=BaseModel)


@value
class ServiceFailures:
    """What a service failed to do in some matches. service: its name; of: how often it was needed; why: its first error."""

    service: str = ""
    failed: int = 0
    of: int = 0
    why: str = ""

    @property
    def are_too_many(self) -> bool:
        """Whether the matches are no longer what their options say: in more than a tenth of cases."""
        return self.failed > self.of / 10

    def __add__(self, other: ServiceFailures) -> ServiceFailures:
        """Both together."""
        return ServiceFailures(self.service or other.service, self.failed + other.failed, self.of + other.of, self.why or other.why)

    def __str__(self) -> str:
        """As a clause: `the estimator failed in 3 of 12 cases (out of memory)`."""
        return f"the {self.service} failed in {self.failed} of {self.of} cases ({visible_line(self.why).rstrip('.')})"


class Legible(Generic[Config]):
    """The part of a game that reads its records. What is left as it is here says that there is nothing to be told."""

    subject: ClassVar[str] = ""  # the option that names the one of the option `pool` that a match is about
    role_names: ClassVar[Mapping[str, str]] = {}  # what a seat can be that others are not, each with what that means
    reads_words: ClassVar[bool] = (
        True  # whether the rules look into texts; where they do not, a text that was withdrawn changes no Event
    )
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

    @classmethod
    def results(cls, config: Config, record: Sequence[Told]) -> Mapping[Seat, Result]:
        """Return the results of a finished match as far as its Events alone say them: the kind of each, and those numbers.

        With it verify checks a match whose rules cannot be asked again because words were withdrawn. Empty: the Events do not say.
        """
        return {}

    @classmethod
    def service_failures(cls, record: Iterable[Told]) -> ServiceFailures:
        """How often a service failed without which a match is not what its options say; nothing where there is no such service."""
        return ServiceFailures()
