"""The form before a match, as widgets are shown it: frozen values, with texts that widgets make visible."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from woozle.core.request import Seat
from woozle.core.value import value

MODEL = "model"
"""The value of a select that stands for a model, which is chosen on a screen of its own."""


@value
class Select:
    """Something to be set before a match. id: of the field; index: the value it begins with.

    options: its values with the words for them, or values that are their own words. hint: empty for the description of the option
    that it sets. opener: the value that stands for others, which
    are asked for on a screen of their own; empty if there are none. hints: for single values, in place of `hint`.
    """

    id: str
    label: str
    options: Mapping[str, str] | Sequence[str]
    index: int = 0
    hint: str = ""
    opener: str = ""
    hints: Mapping[str, str] = field(default_factory=dict)

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

    id: of the field; empty: what stands there while nothing is typed; needed_for: the select, and its value, for which alone it
    counts and has to be typed.
    """

    id: str
    label: str
    empty: str
    hint: str
    needed_for: tuple[str, str] | None = None


@value
class FormHints:
    """The additions of a game to its form, beside the seats.

    Args:
        options: each has the name of an option of the game, or a name that `changes` or `services` know. An empty value leaves the
            option as it is.
        text_fields: text fields below the options, named in the same way. `place` is the folder of a service that needs one.
        seats: how many are taken at first; 0 for as many as are usual.
        limits: labels of the time limits, by the verb of their options, as in `vote` for `seconds_to_vote`.
        changes: given the values and the number of seats, returns options of the game that follow from them otherwise. Raises
            ValueError with a sentence.
        services: given the values, returns who was chosen for which service; empty for the usual one.
        others: what the bots are to a human, as the label of the row that turns them all.
    """

    options: tuple[Select, ...]
    text_fields: tuple[TextField, ...] = ()
    seats: int = 0
    limits: Mapping[str, str] = field(default_factory=dict)
    changes: Callable[[Mapping[str, str], int], Mapping[str, Any]] = lambda values, seats: {}
    services: Callable[[Mapping[str, str]], Mapping[Seat, str]] = lambda values: {}
    others: str = "Opponents"


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
