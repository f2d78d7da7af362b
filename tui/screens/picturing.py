"""What the screens with pictures beside the words share: having them drawn, and telling how they were seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from woozle.tui.messages.picturing import Displayed, Drawn, Looked, Opened, WantDrawn
from woozle.tui.screens.frame import FrameScreen
from woozle.tui.widgets.part import Part
from woozle.tui.widgets.picture import PictureView

if TYPE_CHECKING:
    from woozle.arena.views.views import PictureShown
    from woozle.core.request import Request

_DRAWING = "It is being drawn."


class Picturing(FrameScreen):
    """A screen with a PictureView among its contents, of a `game`. `_request`: what a person is asked beside it."""

    game = ""
    _view = Part(PictureView)
    _request: Request | None = None
    _picture: PictureShown | None = None

    def show_picture(self, shown: PictureShown | None) -> None:
        """Show these from now on, as soon as they are drawn; None for nothing, of which nothing is kept."""
        view, before, self._picture = self._view, self._picture, shown
        self.set_class(shown is not None, "-picture")
        if shown is None:
            view.show(None)
        elif before is None or before.sights != shown.sights:
            view.show(None, shown.captions[0], _DRAWING)
            self.post_message(WantDrawn(self.game, shown.sights, self.post_message))
        elif before != shown or view.is_outdated:
            view.show(view.pictures, shown.captions, can_open=shown.can_open)

    def on_drawn(self, message: Drawn) -> None:
        """They are there, unless others are wanted meanwhile."""
        if self._picture and message.sights == self._picture.sights:
            view = self._view
            view.show(message.pictures, self._picture.captions, message.problem, can_open=self._picture.can_open)
            self.refresh_bindings()  # there is something to zoom now
            self.call_after_refresh(self.seen)

    def on_looked(self, message: Looked) -> None:
        """Nearer, or another part."""
        self.seen()

    def on_opened(self, message: Opened) -> None:
        """As a file."""
        self._view.was_opened()
        self.seen()

    def look_anew(self) -> None:
        """Count from here how they are looked at: something else is asked."""
        self._view.begin()
        self.call_after_refresh(self.seen)

    def seen(self) -> None:
        """Tell how the pictures were seen until now; the app itself, so that it is known before an answer is."""
        view = self._view
        if self._request and view.pictures:
            self.app.post_message(Displayed(self._request.id, view.seen_as, view.pictures))

    def action_picture(self) -> None:
        """Only the picture, or everything again."""
        self.toggle_class("-map")
        self.call_after_refresh(self.seen)

    def action_zoom(self) -> None:
        """To the picture, and nearer."""
        view = self._view
        if not view.is_in_view:
            self.action_picture()
        view.focus()
        view.action_zoom(1)

    def action_turn_picture(self, by: int) -> None:
        """To the next picture, or the one before."""
        self._view.action_turn(by)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without a picture there is nothing to look at."""
        if action == "picture":
            return self.has_class("-picture")
        if action in ("zoom", "turn_picture"):
            does = "zoom" if action == "zoom" else "turn"
            return self.has_class("-picture") and self._view.check_action(does, parameters)
        return super().check_action(action, parameters)
