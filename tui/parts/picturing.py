"""Pictures of a game beside its table: drawn off the screen's own time, opened as files, and kept in the record of who saw them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.tui import messages
from woozle.tui.parts.spectating import Spectating

if TYPE_CHECKING:
    from woozle.tui.messages import picturing


class Picturing(Spectating):
    """The part of the app that draws."""

    def on_want_drawn(self, message: picturing.WantDrawn) -> None:
        """What some Events tell of, as pictures."""
        self.run_worker(self._draw(message), group="drawing", exit_on_error=True)

    async def _draw(self, message: picturing.WantDrawn) -> None:
        from woozle.arena.play import pictures as drawing
        from woozle.tui.messages import picturing

        pictures = await asyncio.to_thread(drawing.draw_sights, message.game, message.sights, tuple(self._folders()))
        problem = "" if pictures else "The picture is not here, or cannot be drawn any more."
        message.reply(picturing.Drawn(message.sights, pictures, problem))

    def _folders(self) -> Iterator[Path]:
        """Where the matches are kept that are open now."""
        if self.session and self.session.folder:
            yield self.session.folder
        if self.last and self.last[1]:
            yield self.last[1]
        for screen in self.screen_stack:
            if feed := self._feeds.get(screen):
                yield feed.path

    def on_displayed(self, message: picturing.Displayed) -> None:
        """The person at the table sees them so."""
        from woozle.tui.sessions import showing

        if self.session:
            showing.seen(self.session, message.request, message.display, message.pictures)

    # As files

    def on_want_pictures(self, message: messages.WantPictures) -> None:
        """What a seat is shown beside the words: to whoever sees with its eyes, or plays in it."""
        from woozle.tui.messages import picturing
        from woozle.tui.sessions import showing

        if feed := self._feeds.get(self.screen):
            self.show_pictures(feed.path.stem, showing.over_a_shoulder(feed, message.at, message.viewer), message.viewer)
        elif self.is_shared:
            self.say("No picture is shown while several people share this terminal.")
        elif (session := self.session) and self.show_pictures(
            session.id, pictures := showing.at_the_table(session), session.looking or ""
        ):
            showing.showed(session, pictures)
            self.screen.post_message(picturing.Opened())

    def on_open_pictures(self, message: picturing.OpenPictures) -> None:
        """Those that a spectator looks at."""
        if feed := self._feeds.get(self.screen):
            self.show_pictures(feed.path.stem, message.pictures, message.viewer)
