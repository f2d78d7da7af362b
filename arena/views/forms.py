"""What can be set before a match, as widgets are shown it: frozen values, with texts that widgets make visible."""

from __future__ import annotations

from woozle.core.value import value


@value
class Dial:
    """Something to be set before a match: its values with the words for them. id: of the field; index: the value it begins with.

    opener: the value that stands for others, which are asked for on a screen of their own; empty if there are none.
    """

    id: str
    label: str
    values: tuple[str, ...]
    words: tuple[str, ...]
    index: int = 0
    hint: str = ""
    opener: str = ""


@value
class Blank:
    """Something that may be typed before a match. id: of the field; empty: what stands there while nothing is typed."""

    id: str
    label: str
    empty: str
    hint: str


@value
class Form:
    """What can be set before a match: who sits where, and the options. shared: those for several people among bots.

    blanks: what may be typed below the options.
    """

    game: str
    title: str
    names: tuple[str, ...]
    seats: tuple[Dial, ...]
    options: tuple[Dial, ...]
    shared: tuple[Dial, ...] = ()
    blanks: tuple[Blank, ...] = ()
