"""Pictures of a game beside its table: drawn off the screen's own time, opened as files, and kept in the record of who saw them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.tui import messages
from woozle.tui.settings import config

if TYPE_CHECKING:
    from textual.events import DeliveryComplete, DeliveryFailed

    from woozle.arena.play.event_sources import EventSource
    from woozle.core.request import Display, Picture
    from woozle.tui.base_app import BaseApp


class Pictures:
    """Draws and saves pictures."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app

    def draw(self, message: messages.WantDrawn, folders: Iterable[Path]) -> None:
        """Draw what some Events tell of. folders: of the matches that are open, which may keep pictures."""
        self._app.run_worker(self._draw(message, tuple(folders)), group="drawing")

    async def _draw(self, message: messages.WantDrawn, folders: tuple[Path, ...]) -> None:
        from woozle.arena.play.pictures import draw_sights

        pictures = await asyncio.to_thread(draw_sights, message.game, message.sights, folders)
        problem = "" if pictures else "The picture is not here, or cannot be drawn any more."
        message.reply(messages.Drawn(message.sights, pictures, problem))

    def note_seen(self, request: int, display: Display, pictures: Sequence[Picture]) -> None:
        """Record how the person at the table has seen pictures beside a request, so far."""
        if session := self._app.session:
            session.attention.note_seen(request, display, pictures)

    # Files

    def open_at_table(self) -> bool:
        """Open the pictures of the seat whose table is on screen. Returns whether they could be."""
        session = self._app.session
        if self._app.is_shared:
            self._app.say("No picture is shown while several people share this terminal.")
        elif session and self.open(session.id, pictures := session.pictures, session.looking or ""):
            session.attention.note_opened(pictures)
            return True
        return False

    def open_of_seat(self, source: EventSource, at: int, viewer: str) -> None:
        """Open the pictures of a seat that a spectator sees with."""
        self.open(source.path.stem, source.pictures(at, viewer), viewer)

    def open(self, match: str, pictures: Sequence[Picture], viewer: str) -> bool:
        """Save pictures of a match, and open them as the settings say. Returns whether they could be saved."""
        from woozle.tui import gallery

        try:
            self._app.say(gallery.show(match, pictures, self._app.preferences.settings, viewer) if pictures else gallery.NONE)
        except OSError as error:
            self._app.say(str(error))
            return False
        return True

    def save_screen(self) -> None:
        if self._app.is_shared:
            self._app.say("No picture is saved while several people share this terminal.")
            return
        folder = self._app.preferences.settings.folder("pictures")
        try:
            if folder:
                folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            self._app.say(f"No picture was saved: {config.trouble_with(folder or Path())}; choose another folder in the settings.")
            return
        self._app.deliver_screenshot(path=str(folder) if folder else None)

    def say_delivered(self, event: DeliveryComplete | DeliveryFailed) -> None:
        """Tell the person where a screenshot was saved, or why not. Textual would read the path as markup."""
        from textual.events import DeliveryComplete

        event.prevent_default()
        if isinstance(event, DeliveryComplete):
            self._app.say(f"Saved as {event.path}.")
        else:
            self._app.say(f"No picture was saved ({event.exception}); choose another folder in the settings.")
