"""What a screen tells on which people are asked: when a question was in front of them, that they clicked, what they answered."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from woozle.tui.messages import Answered, Covered, Shown, Typed
from woozle.tui.screens.reading import ReadingScreen
from woozle.tui.widgets.lockout import lockout_of

if TYPE_CHECKING:
    from woozle.core.request import Answer


class AskingScreen(ReadingScreen):
    """A screen with a `_request`. What it tells goes straight to the app, so that nothing that follows is there before."""

    def say_shown(self) -> None:
        """Tell when what is asked has been painted. Under another screen it is painted when that is left."""
        if self._request and self.is_current:
            self.call_after_refresh(self.app.post_message, Shown(self._request.id))
            self.call_after_refresh(lockout_of(self).painted)

    async def say_answered(self, request: int, answer: Answer) -> None:
        """Tell the answer, and let the app take its time before this screen takes some to draw itself anew."""
        self.app.post_message(Answered(request, answer))
        await asyncio.sleep(0)

    def on_screen_resume(self) -> None:
        """No other screen lies over this one."""
        self.app.post_message(Covered())
        self.say_shown()

    def on_screen_suspend(self) -> None:
        """Another one does."""
        self.app.post_message(Covered())

    def on_mouse_down(self) -> None:
        """A click is an input like a key; those are seen by the app before any widget takes them."""
        self.app.post_message(Typed(keys=1))
