"""The form before a match, as widgets are shown it: frozen values, with texts that widgets make visible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from woozle.core.request import Seat
from woozle.core.value import value

PLACE = "place"
"""The text field for the folder that a service needs."""

Needs: TypeAlias = tuple[str, Sequence[str]]
"""The id of a select, and those of its values with which another row counts."""

MODEL = "model"
"""The value of a select that stands for a model, which is chosen on its own screen."""


@value
class Select:
    """Something to be set before a match.

    Args:
        id: the name of the option of the game that it sets, unless `sets` or `service` say otherwise.
        options: its values with the words for them, or values that are their own words. An empty value leaves the option as it is.
        index: the value it begins with.
        hint: empty for the description of the option that it sets. hints: for single values, in its place.
        opener: the value that stands for others, which are asked for on their own screen; empty if there are none.
        sets: given the value and the number of seats, returns the options of the game that it sets.
        service: the one that its value chooses; an empty value leaves the usual one.
        needed_for: the select, and its values, with which alone it counts.
    """

    id: str
    label: str
    options: Mapping[str, str] | Sequence[str]
    index: int = 0
    hint: str = ""
    opener: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)
    sets: Callable[[str, int], Mapping[str, Any]] | None = None
    service: Seat = ""
    needed_for: Needs | None = None

    def is_opener(self, value: str) -> bool:
        """Return whether a value stands for others."""
        return bool(self.opener) and value == self.opener

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(self.options)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.options.values() if isinstance(self.options, Mapping) else self.options)


@value
class TextField:
    """Something that may be typed before a match.

    Args:
        id: the name of the option of the game that it sets, or PLACE for the folder of a service.
        empty: what stands there while nothing is typed.
        needed_for: the select, and its values, with which alone it counts, and has to be typed.
        chooses: the service, and its provider, that is chosen if anything is typed.
    """

    id: str
    label: str
    empty: str
    hint: str
    needed_for: Needs | None = None
    chooses: tuple[Seat, str] | None = None


@value
class Form:
    """The form before a match: its seats and options. shared: those for several people among bots.

    text_fields: what may be typed below the options. opponents: turns all bots at once, each value the one that takes their seats;
    None for a game without levels.
    """

    game: str
    title: str
    names: tuple[str, ...]
    seats: tuple[Select, ...]
    options: tuple[Select, ...]
    shared: tuple[Select, ...] = ()
    text_fields: tuple[TextField, ...] = ()
    opponents: Select | None = None
