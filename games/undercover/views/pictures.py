"""Panels with pictures of Undercover: the viewer's own, or both for viewers who may know."""

from __future__ import annotations

from woozle.arena.views.panels import Pictures
from woozle.arena.views.words import capitalise
from woozle.games.undercover.events import Pair, Sight
from woozle.games.undercover.pairs.comparison import Comparison

_SHOWN = 8  # characters of a name, which tell two pictures apart
_SIZE = 512  # pixels of a drawing, for viewers who do not know the size used in the match


def own(sight: Sight) -> Pictures:
    """Return one seat's picture. Nothing tells which of the two it is."""
    return Pictures("undercover", (sight,), ("Yours",))


def both(pair: Pair, size: int = 0, undercover: str = "") -> Pictures:
    """Return the picture and, if there is one, its counterfactual, each with its name. undercover: its viewer, if known."""
    picture = Sight("", pair.picture, size or _SIZE, pair.scene)
    if not pair.has_copy:
        return Pictures("undercover", (picture,), (_add_name("The picture", pair, pair.picture),))
    other = Sight("", pair.counterfactual, size or _SIZE, pair.other)
    what = f": {pair.change}" if pair.edit else ""
    seen = _add_name(f"{undercover or 'The undercover'} sees{what or ' this'}", pair, pair.counterfactual)
    return Pictures("undercover", (picture, other), (_add_name("The picture", pair, pair.picture), seen))


def compared(pair: Pair, size: int = 0, undercover: str = "") -> Pictures:
    """Return both pictures side by side with the change framed, then each alone; without a counterfactual, the picture."""
    if not pair.has_copy:
        return both(pair, size)
    shown = {shows: Comparison(pair, shows, size or _SIZE) for shows in ("both", "picture", "counterfactual")}
    seen, others = f"what {undercover or 'the undercover'} saw", "what everyone else saw"
    what = f". Changed: {pair.change}." if pair.edit else ""
    captions = (
        f"Left: {others}. Right: {seen}{what}",
        _add_name(others, pair, pair.picture),
        _add_name(f"{seen}{what}", pair, pair.counterfactual),
    )
    return Pictures("undercover", tuple(shown.values()), tuple(map(capitalise, captions)))


def _add_name(caption: str, pair: Pair, name: str) -> str:
    """Return a caption with the beginning of the picture's name."""
    return f"{caption} ({'file' if pair.scene is None else 'drawing'} {name[:_SHOWN]})"
