"""What is seen beside the table of the undercover game: the viewer's own picture, or, for whoever may know, both."""

from __future__ import annotations

from woozle.arena.views.undercover.lines import change, has_copy
from woozle.arena.views.views import PictureShown
from woozle.core.games.undercover.events import Pair, Sight

_DIGEST = 8  # characters of a digest, which tell two pictures apart
_SIZE = 512  # pixels of a drawing, for whoever was not told how large those of the match are


def own(sight: Sight) -> PictureShown:
    """What one seat sees. Nothing tells which of the two it is."""
    return PictureShown((sight,), ("Yours",))


def both(pair: Pair, size: int = 0, undercover: str = "") -> PictureShown:
    """The picture and, if there is one, its counterfactual, each with its digest. undercover: who sees that, if it is known."""
    picture = Sight("", pair.picture, size or _SIZE, pair.scene)
    if not has_copy(pair):
        return PictureShown((picture,), (_named("The picture", pair.picture),))
    other = Sight("", pair.counterfactual, size or _SIZE, pair.other)
    what = f": {change(pair)}" if pair.edit else ""
    seen = _named(f"{undercover or 'The undercover'} sees{what or ' this'}", pair.counterfactual)
    return PictureShown((picture, other), (_named("The picture", pair.picture), seen))


def _named(caption: str, digest: str) -> str:
    """A caption, with what names the file among those of the transcript."""
    return f"{caption} [{digest[:_DIGEST]}]"
