"""Labelling claims by hand: answers go to the file of the person, and the next page to the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.screen import Screen

from woozle.arena.play.start import Annotate
from woozle.tui import routes
from woozle.tui.messages import Navigate
from woozle.tui.parts.picturing import Picturing

if TYPE_CHECKING:  # much to load for a lobby
    from woozle.arena.play.labelling import Labelling
    from woozle.tui.messages import labelling


class Annotating(Picturing):
    """The part of the app that keeps labels."""

    _labelling: Labelling | None = None
    _pages: Screen[Any] | None = None

    def begin(self, what: Any) -> None:
        """Open what was asked for on the command line."""
        if isinstance(what, Annotate):
            self._labelling = what.labelling
            self._pages = routes.annotate(what.labelling.page)
            self.push_screen(self._pages)
        else:
            super().begin(what)

    def on_label_said(self, message: labelling.LabelSaid) -> None:
        """Keep it."""
        self._answered(message.page, lambda labels: labels.say(message.at, message.said))

    def on_label_judged(self, message: labelling.LabelJudged) -> None:
        """Keep it."""
        self._answered(message.page, lambda labels: labels.judge(message.at, message.outcome))

    def on_want_form(self, message: labelling.WantForm) -> None:
        """Make a form of the claim."""
        from woozle.arena.views.claim_forms import dials
        from woozle.tui.messages import labelling

        if (labels := self._shown(message.page)) is not None:
            claim = None if message.at is None else labels.claim(message.at)
            self._show(labelling.FormOffered(dials(labels.heard, claim), message.at))

    def on_form_filled(self, message: labelling.FormFilled) -> None:
        """Make a claim of the form, and keep it."""
        from woozle.arena.views.claim_forms import formed

        def keep(labels: Labelling) -> None:
            speaker = labels.heard.statement.speaker
            if message.at is None:
                labels.add(formed(message.values, None, speaker))
            else:
                labels.correct(message.at, formed(message.values, labels.claim(message.at), speaker))

        self._answered(message.page, keep)

    def on_speech_done(self, message: labelling.SpeechDone) -> None:
        """On to the next."""
        self._answered(message.page, lambda labels: labels.finish())

    def on_speech_skipped(self, message: labelling.SpeechSkipped) -> None:
        """On to the next, and back to this one later."""
        self._answered(message.page, lambda labels: labels.skip())

    def on_speech_before(self, message: labelling.SpeechBefore) -> None:
        """Back to the one before."""
        self._answered(message.page, lambda labels: labels.before())

    def on_label_undone(self, message: labelling.LabelUndone) -> None:
        """Take back the last answer."""
        self._answered(message.page, lambda labels: labels.undo())

    def on_labels_left(self) -> None:
        """All is kept; let others write."""
        if self._labelling:
            self._labelling.close()
            self._labelling = self._pages = None
        self.post_message(Navigate("back"))

    def _shown(self, page: int) -> Labelling | None:
        labels = self._labelling
        return labels if labels and labels.number == page else None

    def _answered(self, page: int, answer: Callable[[Labelling], None]) -> None:
        """Do what was answered to the page that is shown, and show what comes of it."""
        from woozle.arena.play.labelling import NotNowError
        from woozle.saves.disk import SaveError
        from woozle.tui.messages import labelling

        labels = self._shown(page)
        if labels is None:
            return
        try:
            answer(labels)
        except (NotNowError, SaveError) as error:
            self.say(str(error))
            return
        self._show(labelling.PageTurned(labels.page))

    def _show(self, message: Message) -> None:
        """To the screen of the pages, even if help lies over it by now."""
        if self._pages:
            self.to_screen(self._pages, message)
