"""Likeness of a picture and its counterfactual: the three scores that MUG weighs (equation 3), by pixels or by features.

By pixels, C_vs is 1 - the mean difference of the colours of both at 64 by 64 pixels. C_sc of drawn scenes is the share of facts in
their graphs that did not change; of files it is the structural similarity of both in grey (SSIM, Wang et al. 2004). C_na is 1, as
nothing here can tell what looks natural. Whether anything changed at all is decided on the full-size pictures.

By scenes, without a drawing, C_vs is the share of the picture outside the places of things that changed, and anything has changed
if the scenes differ in a fact that can be seen.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from woozle.core.arithmetic import plain_sum
from woozle.core.game import Event
from woozle.core.request import Forfeit, Picture, Request, Response
from woozle.games.undercover.events import Commission, Compare
from woozle.games.undercover.players.editor import both_pictures, find_commission
from woozle.games.undercover.scenes.facts import is_seen_to_change, similarity, unchanged_area
from woozle.players.services.service import ServicePlayer

if TYPE_CHECKING:
    from PIL.Image import Image

Scores: TypeAlias = Mapping[str, float]
"""The scores that features can give, by name: some of visual, semantic and natural."""

Opinion: TypeAlias = Callable[["Image", "Image"], Awaitable[Scores | str]]
"""The scores of two pictures, or one sentence why there are none."""

SCENES = "scenes"
"""The name of the service that compares drawn pictures by their scenes, and others by pixels."""

PIXELS = "pixels"
"""The name of the service that compares by pixels alone."""

NO_SCORES: Scores = {}

_SIDE, _WINDOW, _STEP = 64, 8, 4  # pixels
_STEADY = (0.01 * 255) ** 2, (0.03 * 255) ** 2  # the two constants of SSIM
SEEN = 24  # of 255: a difference of one colour too large for an encoder's noise
_CHANGED = 1 / 5000  # of a picture's pixels: 52 of 512 by 512


def compare_commissioned(request: Request, observation: Sequence[Event]) -> Compare:
    """Compare the two pictures of a commission by pixels. Raise Halt for a picture that is missing."""
    commission = find_commission(observation)
    return compare_pixels(*open_both(*both_pictures(commission)), commission)


def compare_scenes(request: Request, observation: Sequence[Event]) -> Compare:
    """Compare the two pictures of a commission: drawn ones by their scenes, without drawing them, and others by pixels.

    Raise Halt for a picture that is missing.
    """
    commission = find_commission(observation)
    scene, other = commission.scene, commission.other
    if scene is None or other is None:
        return compare_commissioned(request, observation)
    is_changed = is_seen_to_change(scene, other)
    return Compare(visual=unchanged_area(scene, other), semantic=similarity(scene, other), natural=1.0, is_changed=is_changed)


def compare_pixels(one: Image, other: Image, commission: Commission, scores: Mapping[str, float] = NO_SCORES) -> Compare:
    """Compare two pictures by pixels, and by their scenes if the commission has any. `scores` replaces some scores by others."""
    if commission.scene is not None and commission.other is not None:
        semantic = similarity(commission.scene, commission.other)
    else:
        semantic = structural(one, other)
    by_pixels = {"visual": visual(one, other), "semantic": semantic, "natural": 1.0}
    return Compare(**{**by_pixels, **scores}, is_changed=is_changed(one, other))


class FeatureLikeness(ServicePlayer):
    """A service that compares by the features of models, and by pixels where they give no score. Requests can wait side by side."""

    def __init__(self, opinion: Opinion, description: Mapping[str, Any]) -> None:
        super().__init__({"kind": "likeness", **description})
        self._opinion = opinion

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the scores, or a forfeit if these pictures cannot be compared. Raise Halt if no pictures can."""
        commission = find_commission(observation)
        found = await self.compare(*open_both(*both_pictures(commission)), commission)
        return Response(request.id, Forfeit("error", found) if isinstance(found, str) else found)

    async def compare(self, one: Image, other: Image, commission: Commission) -> Compare | str:
        """Return the scores of two pictures, or one sentence why there are none. Raise Halt."""
        found = await self._opinion(one, other)
        return found if isinstance(found, str) else compare_pixels(one, other, commission, found)


def open_both(picture: Picture, other: Picture) -> tuple[Image, Image]:
    """Return both pictures decoded, the other at the size of the first. Raise PictureError for one that cannot be opened."""
    from woozle.players.pictures.image_files import decode_image

    one, second = (decode_image(each.data, each.digest[:12]) for each in (picture, other))
    return one, second if second.size == one.size else second.resize(one.size)


def visual(one: Image, other: Image) -> float:
    """Return 1 - the mean difference of two RGB pictures at 64 by 64 pixels, as a share of the largest possible; 1 if equal."""
    from PIL import ImageChops, ImageStat

    difference = ImageChops.difference(*(_small(each) for each in (one, other)))
    means = ImageStat.Stat(difference).mean
    return 1 - plain_sum(means) / len(means) / 255


def structural(one: Image, other: Image) -> float:
    """Return the mean structural similarity of two grey pictures at 64 by 64 pixels, over windows of 8 by 8; 1 if equal."""
    rows = [_small(each).convert("L").tobytes() for each in (one, other)]
    starts = range(0, _SIDE - _WINDOW + 1, _STEP)
    scores = [_window(rows[0], rows[1], left, top) for top in starts for left in starts]
    return max(0.0, min(1.0, plain_sum(scores) / len(scores)))


def is_changed(one: Image, other: Image) -> bool:
    """Return whether two pictures differ by more than the noise of an encoder: enough pixels, each by enough of one colour."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(one, other).split()
    largest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    changed = sum(largest.histogram()[SEEN:])
    return changed >= max(1, one.width * one.height * _CHANGED)


def _small(image: Image) -> Image:
    from PIL import Image as Images

    return image.resize((_SIDE, _SIDE), Images.Resampling.BOX)


def _window(one: bytes, other: bytes, left: int, top: int) -> float:
    starts = [row * _SIDE + left for row in range(top, top + _WINDOW)]
    x, y = (b"".join(each[start : start + _WINDOW] for start in starts) for each in (one, other))
    size = len(x)
    mean_x, mean_y = sum(x) / size, sum(y) / size
    spread_x = sum(value * value for value in x) / size - mean_x**2
    spread_y = sum(value * value for value in y) / size - mean_y**2
    shared = sum(a * b for a, b in zip(x, y, strict=True)) / size - mean_x * mean_y
    light, contrast = _STEADY
    likeness = (2 * mean_x * mean_y + light) / (mean_x**2 + mean_y**2 + light)
    return likeness * (2 * shared + contrast) / (spread_x + spread_y + contrast)
