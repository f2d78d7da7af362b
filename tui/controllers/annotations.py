"""Labelling claims by hand: answers go to the file of the annotator, and the next page to the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

from woozle.tui import routes

if TYPE_CHECKING:  # much to load for a lobby
    from woozle.arena.play.annotation import Labelling
    from woozle.tui.base_app import BaseApp
    from woozle.tui.messages import annotation


class Annotations:
    """The labels of one annotator, while their screen is open."""

    def __init__(self, app: BaseApp) -> None:
        self._app = app
        self.labelling: Labelling | None = None
        self._pages: Screen[Any] | None = None

    def open(self, labelling: Labelling) -> None:
        self.labelling = labelling
        self._pages = routes.annotate(labelling.page)
        self._app.push_screen(self._pages)

    def close(self) -> None:
        if self.labelling:
            self.labelling.close()
            self.labelling = self._pages = None

    def offer_form(self, message: annotation.WantForm) -> None:
        """Show a form of a claim, or of a new one."""
        from woozle.arena.views.ship.annotation import selects
        from woozle.tui.messages import annotation

        if (labels := self._labels_of(message.page)) is not None:
            claim = None if message.at is None else labels.claim(message.at)
            self._show(annotation.FormOffered(selects(labels.speech, claim), message.at))

    def keep_form(self, message: annotation.FormFilled) -> None:
        """Keep the claim that a form makes."""
        from woozle.arena.views.ship.annotation import claim_from_form

        def keep(labels: Labelling) -> None:
            speaker = labels.speech.statement.speaker
            if message.at is None:
                labels.add(claim_from_form(message.values, None, speaker))
            else:
                labels.correct(message.at, claim_from_form(message.values, labels.claim(message.at), speaker))

        self.answer(message.page, keep)

    def answer(self, page: int, answer: Callable[[Labelling], None]) -> None:
        """Do what was answered to the page that is shown, and show the page that follows; ignore answers to other pages."""
        from woozle.arena.play.annotation import NotNowError
        from woozle.saves.disk import SaveError
        from woozle.tui.messages import annotation

        labels = self._labels_of(page)
        if labels is None:
            return
        try:
            answer(labels)
        except (NotNowError, SaveError) as error:
            self._app.say(str(error))
            return
        self._show(annotation.PageShown(labels.page))

    def _labels_of(self, page: int) -> Labelling | None:
        return self.labelling if self.labelling and self.labelling.number == page else None

    def _show(self, message: Message) -> None:
        if self._pages:  # even if help lies over it by now
            self._app.to_screen(self._pages, message)
