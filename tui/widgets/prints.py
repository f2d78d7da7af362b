"""Some pictures with their captions, of which one is in view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from woozle.core.attempt import Picture
from woozle.tui.widgets.half_blocks import PictureError, decoded

if TYPE_CHECKING:
    from PIL.Image import Image


class Prints:
    """Pictures, each decoded once, when it is first looked at. at: which is in view."""

    def __init__(self, pictures: Sequence[Picture] = (), captions: Sequence[str] = ()) -> None:
        self.pictures = tuple(pictures)
        self.captions = tuple(captions)
        self.at = 0
        self._images: dict[str, Image | PictureError] = {}

    def __len__(self) -> int:
        return len(self.pictures)

    @property
    def digests(self) -> tuple[str, ...]:
        """What they are, in short."""
        return tuple(picture.digest for picture in self.pictures)

    @property
    def digest(self) -> str:
        """What is in view, in short."""
        return self.digests[self.at] if self.pictures else ""

    @property
    def caption(self) -> str:
        """What the one in view is, in words."""
        return self.captions[self.at] if self.at < len(self.captions) else ""

    @property
    def image(self) -> Image | None:
        """The pixels of the one in view; None if there are none to be shown."""
        found = self._found()
        return None if isinstance(found, PictureError) else found

    @property
    def problem(self) -> str:
        """Why it cannot be shown, as a sentence; empty if it can."""
        found = self._found()
        return str(found) if isinstance(found, PictureError) else ""

    def _found(self) -> Image | PictureError | None:
        if not self.pictures:
            return None
        if self.digest not in self._images:
            try:
                self._images[self.digest] = decoded(self.pictures[self.at])
            except PictureError as error:
                self._images[self.digest] = error
        return self._images[self.digest]

    def turn(self, by: int) -> None:
        """To the next, or the one before."""
        self.at = (self.at + by) % len(self)
