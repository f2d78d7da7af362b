"""Things drawn by chance: one of a kind, with all that suits it."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.chance import Chance
from woozle.games.undercover.scenes.graph import Pattern, Size, Thing
from woozle.games.undercover.scenes.vocabulary import Kind

_USUAL_SIZES: tuple[Size, ...] = ("small", "medium", "medium", "large", "large")
_USUAL_PATTERNS: tuple[Pattern, ...] = ("plain", "plain", "striped", "dotted")
_COUNTS = (1, 1, 1, 2, 2, 3, 3, 4, 5, 6)


MOST_SMALL = 3
"""The most small things in a group: they share the room of one, and more could not be distinguished."""


def draw_thing(chance: Chance, kind: Kind, place: int, others: Sequence[Thing]) -> Thing:
    """Draw a thing of this kind for this place. Its colour and text are among those that the others have least often."""
    count = chance.choice("scene.count", [count for count in _COUNTS if count <= kind.most])
    return Thing(
        id=_new_id(chance, others),
        kind=kind.name,
        colour=chance.choice("scene.colour", _rarest(kind.colours, [other.colour for other in others])),
        place=place,
        count=count,
        size=chance.choice("scene.size", [size for size in _USUAL_SIZES if size in kind.sizes and can_be(size, count)]),
        pattern=chance.choice("scene.pattern", _USUAL_PATTERNS) if kind.has_patterns else "plain",
        text=chance.choice("scene.text", _rarest(kind.texts, [other.text for other in others])) if kind.texts else "",
        state=chance.choice("scene.state", kind.states) if kind.states else "",
    )


def can_be(size: Size, count: int) -> bool:
    """Return whether this number can have this size and still be seen well."""
    return size != "small" or count <= MOST_SMALL


def _new_id(chance: Chance, others: Sequence[Thing]) -> str:
    """Return an id that says nothing: consecutive numbers would show a seat that sees a graph which thing was added."""
    taken = {other.id for other in others}
    while (drawn := f"t{chance.below('scene.id', 9000) + 1000}") in taken:
        pass
    return drawn


def _rarest(items: Sequence[str], taken: Sequence[str]) -> list[str]:
    least = min(taken.count(item) for item in items)
    return [item for item in items if taken.count(item) == least]
